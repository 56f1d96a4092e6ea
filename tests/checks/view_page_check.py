"""Tests the pages of hlo-view in a browser: links, search, keys, the timeline, texts that look like
markup, and a module of fifty thousand instructions.

    view_page_check.py --bin build/hlo-view --work DIR
"""

import argparse
import pathlib
import subprocess
import sys
from xml.etree import ElementTree

import page_layout
import webdriver
from webdriver import KEYS

SCHEDULED = """HloModule step, is_scheduled=true

%add (x: f32[], y: f32[]) -> f32[] {
  %x = f32[] parameter(0)
  %y = f32[] parameter(1)
  ROOT %sum = f32[] add(%x, %y)
}

ENTRY %main (p: f32[64,64]) -> f32[] {
  %p = f32[64,64]{1,0} parameter(0)
  %zero = f32[] constant(0)
  %n = f32[64,64]{1,0} negate(%p), metadata={op_name="jit(step)/neg"}
  %gather-start = (f32[64,64]{1,0}, f32[128,64]{1,0}) all-gather-start(%n), dimensions={0}, replica_groups={{0,1}}
  %foo-start = ((f32[64,64]{1,0}), f32[8]{0}, s32[]) custom-call-start(%p), custom_call_target="foo"
  %abs = f32[64,64]{1,0} abs(%p)
  %gather-done = f32[128,64]{1,0} all-gather-done(%gather-start)
  %foo-done = f32[8]{0} custom-call-done(%foo-start)
  ROOT %total = f32[] reduce(%gather-done, %zero), dimensions={0,1}, to_apply=%add
}
"""

FUSION = """HloModule fusion, is_scheduled=true

fused {
  p = f32[8] parameter(0)
  ROOT n = f32[8] negate(p)
}

ENTRY main {
  x = f32[8] parameter(0)
  ROOT f = f32[8] fusion(x), kind=kLoop, calls=fused
}
"""

FREE = """HloModule free

ENTRY main {
  ROOT p = f32[8] parameter(0)
}
"""

SOURCE = """HloModule source

FileNames
1 "/home/me/train.py"

FunctionNames
1 "loss"
2 "step"

FileLocations
1 {file_name_id=1 function_name_id=1 line=12 end_line=12 column=1 end_column=9}
2 {file_name_id=1 function_name_id=2 line=30 end_line=30 column=1 end_column=9}

StackFrames
1 {file_location_id=2 parent_frame_id=1}
2 {file_location_id=1 parent_frame_id=2}

ENTRY %main {
  %x = f32[8,8] parameter(0), metadata={op_name="x"}
  %a = f32[8,8] dot(%x, %x), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name="jit(step)/attention/dot"}
  %b = f32[8,8] multiply(%a, %x), metadata={op_name="jit(step)/attention/mul" stack_frame_id=2}
  ROOT %c = f32[8,8] copy(%b), metadata={op_name="jit(step)/copy"}
}
"""

# Text that tries to end the data, become markup, or run.
EVIL = b"""HloModule evil

ENTRY main {
  p = f32[8] parameter(0), metadata={op_name="</script><script>window.pwned=1</script>"}
  q = f32[8] negate(p), metadata={op_name="<img src=x onerror=window.pwned=2>" source_file="\xe2\x80\xa8\xed\xa0\x80\\377<!--"}
  r = f32[8] custom-call(q), custom_call_target="<b id=bold>&amp;</b>", frontend_attributes={a="]]><svg onload=window.pwned=3>"}
  ROOT s = f32[8] custom-call(r), custom_call_target="javascript:window.pwned=4", backend_config="\\"'><iframe srcdoc='<script>parent.pwned=5</script>'>"
}
"""

PROFILE = (pathlib.Path(__file__).resolve().parents[2] / "testdata" / "profile" /
           "module_0000.jit_scanned_step")

SELECTED = "return document.querySelector('.line.selected .own')?.textContent ?? null"
LEGEND = "return [...document.querySelectorAll('#legend > span')].map((n) => n.textContent)"


def large_module(count):
    lines = ["HloModule large, is_scheduled=true", "", "ENTRY %main (p: f32[128]) -> f32[128] {",
             "  %p = f32[128]{0} parameter(0)", "  %v0 = f32[128]{0} negate(%p)"]
    last = "v0"
    for i in range(1, count):
        if i % 50 == 10:
            lines.append(f"  %c{i} = (f32[128]{{0}}, f32[128]{{0}}, u32[]) copy-start(%{last})")
        elif i % 50 == 40:
            lines.append(f"  %d{i} = f32[128]{{0}} copy-done(%c{i - 30})")
            last = f"d{i}"
        else:
            lines.append(f"  %v{i} = f32[128]{{0}} add(%{last}, %p), metadata={{op_name=\"jit(step)/add_{i}\" source_file=\"step.py\" source_line={i}}}")
            last = f"v{i}"
    lines.append(f"  ROOT %result = f32[128]{{0}} negate(%{last})")
    return "\n".join(lines + ["}", ""])


class Checks:
    def __init__(self, browser, binary, work):
        self.browser, self.binary, self.work = browser, binary, work

    def page(self, name, text):
        source, page = self.work / f"{name}.hlo", self.work / f"{name}.html"
        source.write_bytes(text if isinstance(text, bytes) else text.encode())
        subprocess.run([self.binary, source, "-o", page], check=True)
        self.browser.open(page.absolute().as_uri())
        return page

    def go_to(self, name):
        self.browser.run("""
            const a = [...document.querySelectorAll('.line .own')].find((a) => a.textContent === arguments[0]);
            a.click();""", name)
        assert self.browser.run(SELECTED) == name

    def click_operand(self, line, operand):
        self.browser.run("""
            const line = [...document.querySelectorAll('.line')]
                .find((line) => line.querySelector('.own')?.textContent === arguments[0]);
            [...line.querySelectorAll('.ref')].find((a) => a.textContent === arguments[1]).click();
            """, line, operand)

    def details(self, heading):
        """The texts of the links under a heading of the details."""
        return self.browser.run("""
            const h3 = [...document.querySelectorAll('#details h3')]
                .find((h3) => h3.textContent.startsWith(arguments[0]));
            return h3 ? [...h3.nextElementSibling.querySelectorAll('a')].map((a) => a.textContent) : null;
            """, heading)

    # ---- The checks.
    def links(self):
        self.page("step", SCHEDULED)
        browser = self.browser
        assert browser.text("#title") == "step"
        assert browser.text(".line.selected .name") == "%main", "opens at the entry"
        self.click_operand("%total", "%gather-done")
        assert browser.run(SELECTED) == "%gather-done"
        assert self.details("Operands") == ["%gather-start"]
        assert self.details("Users") == ["%total"]
        browser.click("#details ul a")  # the operand
        assert browser.run(SELECTED) == "%gather-start"
        browser.run("history.back()")
        browser.wait("return document.querySelector('.line.selected .own')?.textContent === '%gather-done'")
        browser.run("document.querySelector('.call').click()")
        assert browser.text(".line.selected .name") == "%add"
        assert self.details("Called by")[0] == "%total"
        # The address of a line leads to it. It has no percent signs; those that have still work.
        assert browser.run("return location.hash") == "#add", browser.run("return location.hash")
        browser.run("location.hash = '#main/p'")
        browser.wait("return document.querySelector('.line.selected .own')?.textContent === '%p'")
        browser.run("location.hash = '#%25main/%25abs'")
        browser.wait("return document.querySelector('.line.selected .own')?.textContent === '%abs'")
        tree = browser.run("return [...document.querySelectorAll('#tree .node .label')].map((n) => n.textContent)")
        assert tree == ["main", "add"], tree

    def folding(self):
        self.page("step", SCHEDULED)
        browser = self.browser
        line = ("return [...document.querySelectorAll('.line')].find((line) => "
                "line.querySelector('.own')?.textContent === '%n').textContent")
        assert browser.run(line).endswith("%n = f32[64,64] negate(%p), metadata={…}"), browser.run(line)
        browser.click("#layouts")
        browser.click("#metadata")
        assert browser.run(line).endswith('%n = f32[64,64]{1,0} negate(%p), metadata={op_name="jit(step)/neg"}')
        browser.click("#metadata")
        browser.click(".fold")
        assert "jit(step)/neg" in browser.run(line)

    def search(self):
        self.page("step", SCHEDULED)
        browser = self.browser
        browser.type("#query", "Gather-" + KEYS["ENTER"])
        assert browser.text("#found") == "1 of 3", browser.text("#found")
        assert browser.run(SELECTED) == "%gather-start"
        browser.type("#query", KEYS["ENTER"])
        assert browser.run(SELECTED) == "%gather-done"
        browser.type("#query", KEYS["ESCAPE"])
        browser.keys("n")
        assert browser.run(SELECTED) == "%total"
        assert browser.run("return document.querySelectorAll('.line.found').length") == 3
        for scope, regex, query, expected in [
                ("opcode", True, "^(all-gather|custom-call)-done$", "2 found"),
                ("name", False, "abs", "1 found"), ("name", True, "^%.$", "4 found"),
                ("text", False, "jit(step)", "0 found"), ("all", False, "jit(step)", "1 found"),
                ("source", False, "jit(step)", "1 found"), ("opcode", False, "add", "1 found"), ("opcode", False, "custom-call", "2 found"),
                ("text", True, "(", "0 found")]:
            browser.run("""
                const [regex, query] = arguments;
                const $ = (id) => document.getElementById(id);
                if (($('regex').getAttribute('aria-pressed') === 'true') !== regex) $('regex').click();
                $('query').value = query;""", regex, query)
            browser.choose("scope", scope)
            assert browser.text("#found") == expected, (query, browser.text("#found"))
        assert browser.run("return document.getElementById('query').ariaInvalid === 'true'")
        # An opcode alone may be meant as that; results begin in the entry.
        self.page("step", SCHEDULED)
        browser.type("#query", "add" + KEYS["ENTER"])
        assert browser.text("#offer") == "opcode add: 1", browser.text("#offer")
        assert browser.run(SELECTED) == "%total"
        browser.click("#offer")
        assert browser.run(SELECTED) == "%sum"
        assert browser.text("#found") == "1 of 1"
        assert browser.run("return document.getElementById('scope').value") == "opcode"

    def overview(self):
        """The module at a glance, with links; the list begins where something happens."""
        parameters = "".join(f"  %p{i} = f32[8] parameter({i})\n" for i in range(100))
        more = "".join(f"  %a{i + 1} = f32[8] abs(%a{i})\n" for i in range(80))
        self.page("many", f"""HloModule many\n\nENTRY %main {{\n{parameters}  %n = f32[16] concatenate(%p7, %p8), dimensions={{0}}
  %a0 = f32[8] slice(%n), slice={{[0:8]}}\n{more}  ROOT %sum = f32[8] add(%a80, %p9)\n}}\n""")
        browser = self.browser
        assert browser.run("""
            const top = document.getElementById('listing').getBoundingClientRect().top;
            const line = [...document.querySelectorAll('.line')].find((line) => line.textContent.includes('%n = '));
            return line.getBoundingClientRect().top - top < 60;""")
        assert browser.text(".line.head .fold") is None or browser.text(".line.head .fold") == "(…)"
        assert self.details("Opcodes") == ["parameter", "abs", "concatenate", "slice", "add"], self.details("Opcodes")
        assert self.details("Largest values")[:2] == ["%n", "%a0"], self.details("Largest values")
        assert browser.text("#details summary").endswith(" characters")
        browser.run("[...document.querySelectorAll('#details a')].find((a) => a.textContent === 'concatenate').click()")
        assert browser.run(SELECTED) == "%n"

        self.page("step", SCHEDULED)
        assert self.details("Collectives") == ["all-gather"], self.details("Collectives")
        assert self.details("Custom calls") == ["foo"], self.details("Custom calls")
        browser.run("[...document.querySelectorAll('#details a')].find((a) => a.textContent === 'foo').click()")
        assert browser.run(SELECTED) == "%foo-start"

    def source(self):
        """Lines of the program, and its scopes as a tree."""
        self.page("source", SOURCE)
        browser = self.browser
        self.go_to("%b")
        assert browser.text("#details .stack summary") == "train.py:12 in loss"
        assert browser.run("return [...document.querySelectorAll('#details .stack li')].map((n) => n.textContent)") == [
            "/home/me/train.py:12 in loss", "/home/me/train.py:30 in step"]
        browser.click("#by-scope")
        nodes = "return [...document.querySelectorAll('#scopes .node')].map((n) => n.textContent)"
        browser.wait("return document.querySelector('#scopes .node.current') !== null")
        assert browser.run(nodes) == ["▾jit(step)3", "▾attention2", "dot1", "mul1", "copy1", "x1"], browser.run(nodes)
        assert browser.text("#scopes .node.current .label") == "mul", browser.run(nodes)
        browser.run("[...document.querySelectorAll('#scopes .node')].find((n) => n.textContent.includes('attention')).click()")
        assert browser.text("#found") == "2 of 2", browser.text("#found")
        browser.choose("measure", "flops")
        assert browser.text("#scopes .node .count") == "1.09K", browser.text("#scopes .node .count")
        browser.run("location.hash = '#?source=train.py%3A30'")
        browser.wait("return document.getElementById('found').textContent === '1 of 1'")
        assert browser.run(SELECTED) == "%b"

    def graph(self):
        """The neighbourhood of a line: a click makes another the centre."""
        self.page("step", SCHEDULED)
        browser = self.browser
        self.go_to("%n")
        browser.keys("h")
        nodes = "return [...document.querySelectorAll('#graph a')].map((a) => a.querySelector('text').textContent).sort()"
        assert browser.run(nodes) == ["%abs", "%foo-start", "%gather-done", "%gather-start", "%n", "%p"], browser.run(nodes)
        assert browser.text("#graph .centre text") == "%n"
        browser.choose("hops", "1")
        assert browser.run(nodes) == ["%gather-start", "%n", "%p"], browser.run(nodes)
        assert browser.run("return document.querySelectorAll('#graph path').length") == 2
        # Operands are above, users below.
        assert browser.run("""
            const y = (name) => Number([...document.querySelectorAll('#graph a')].find(
                (a) => a.querySelector('text').textContent === name).querySelector('rect').getAttribute('y'));
            return y('%p') < y('%n') && y('%n') < y('%gather-start');""")
        browser.run("[...document.querySelectorAll('#graph a')].at(-1).dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))")
        assert browser.run(SELECTED) == browser.text("#graph .centre text") != "%n"
        assert browser.run("return document.querySelector('.line.selected') !== null")
        browser.keys("e")
        assert browser.text("#graph-facts") == "9 nodes", browser.text("#graph-facts")
        browser.keys("h")
        assert not browser.run("return document.getElementById('graph').checkVisibility()")

    def history(self):
        """The page of the last stage tells which passes made an instruction."""
        page = self.work / "blame.html"
        subprocess.run([self.binary, PROFILE.parents[1] / "passes" / "jax", "--module=train", "--blame=tanh.0",
                        "--format=html", "-o", page], check=True)
        browser = self.browser
        browser.open(page.absolute().as_uri() + "#fused_computation.2/tanh.0")
        rows = "return [...document.querySelectorAll('#details .event')].map((p) => [p.firstChild.textContent, p.lastChild.textContent])"
        assert browser.run(rows) == [
            ["0018 HLO_passes_after_layout_assignment/fusion", "moved into fused_computation.2, was tanh.1 in main.1"],
            ["before before_optimizations", "in the program, tanh.1 in main.1"]], browser.run(rows)

    def keyboard(self):
        self.page("step", SCHEDULED)
        browser = self.browser
        self.go_to("%foo-done")
        browser.keys("o")
        assert browser.run(SELECTED) == "%foo-start"
        browser.keys("u")
        assert browser.run(SELECTED) == "%foo-done"
        browser.keys("j")
        assert browser.run(SELECTED) == "%total"
        browser.keys("k")
        assert browser.run(SELECTED) == "%foo-done"
        browser.keys("/")
        assert browser.run("return document.activeElement.id") == "query"
        browser.type("#query", KEYS["ESCAPE"])
        browser.keys("?")
        assert browser.run("return document.getElementById('help').open")
        browser.run("document.getElementById('help').close()")
        browser.run("document.getElementById('listing').focus()")
        before = browser.run("return getComputedStyle(document.body).backgroundColor")
        browser.keys("d")
        assert browser.run("return getComputedStyle(document.body).backgroundColor") != before

    def accessibility(self):
        """Roles and states, and all by the keyboard: links, lists, the timeline, splitters."""
        self.page("step", SCHEDULED)
        browser = self.browser
        self.go_to("%gather-done")
        assert browser.run("""
            return ['listing', 'tree'].every((id) => {
              const list = document.getElementById(id);
              const current = document.getElementById(list.getAttribute('aria-activedescendant'));
              const selected = list.querySelectorAll('[aria-selected="true"]');
              return selected.length === 1 && selected[0] === current;
            });""")
        assert browser.run("return document.querySelector('.line.selected > [role=gridcell]') !== null")
        assert browser.run("return document.querySelectorAll('a:not([href])').length") == 0
        # Enter follows a link, and the focus stays in the listing.
        browser.run("""
            const line = document.querySelector('.line.selected');
            [...line.querySelectorAll('a')].find((a) => a.textContent === '%gather-start').focus();""")
        browser.keys(KEYS["ENTER"])
        assert browser.run(SELECTED) == "%gather-start"
        assert browser.run("return document.activeElement.id") == "listing"
        assert browser.run("return location.hash") == "#main/gather-start"
        # The tree.
        nodes = "return [...document.querySelectorAll('#tree .node')].map((n) => [n.textContent, n.ariaLevel, n.ariaExpanded])"
        assert browser.run(nodes) == [["▾main9", "1", "true"], ["add3", "2", None]], browser.run(nodes)
        browser.run("document.getElementById('tree').focus()")
        browser.keys(KEYS["DOWN"])
        assert browser.text(".line.selected .name") == "%add"
        browser.keys(KEYS["LEFT"])
        assert browser.text(".line.selected .name") == "%main"
        browser.keys(KEYS["LEFT"])
        assert browser.run(nodes) == [["▸main9", "1", "false"]], browser.run(nodes)
        browser.keys(KEYS["RIGHT"])
        assert len(browser.run(nodes)) == 2
        # The timeline: a step with the arrows, the next operation, and what they are.
        browser.keys("]")
        assert browser.run(SELECTED) == "%gather-start"
        browser.run("document.getElementById('timeline-canvas').focus({focusVisible: true})")
        browser.keys(KEYS["RIGHT"])
        assert browser.run(SELECTED) == "%foo-start"
        assert browser.run("return document.activeElement.id") == "timeline-canvas"
        said = browser.run("return document.getElementById('timeline-canvas').ariaValueText")
        assert said.startswith("4  %foo-start  custom-call-start\n") and "2 instructions meanwhile" in said, said
        assert browser.text("#tooltip") == said
        assert browser.run("return document.getElementById('tooltip').checkVisibility()")
        browser.keys(KEYS["END"])
        assert browser.run(SELECTED) == "%total"
        browser.run("document.getElementById('listing').focus()")
        assert not browser.run("return document.getElementById('tooltip').checkVisibility()")
        # A splitter.
        width = "return document.querySelector('nav').offsetWidth"
        before = browser.run(width)
        browser.run("document.querySelector('.splitter').focus()")
        browser.keys(KEYS["RIGHT"])
        assert browser.run(width) == before + 20
        assert browser.run("return document.activeElement.ariaValueNow") == str(before + 20)

    def picture(self):
        """The timeline as an SVG."""
        self.page("step", SCHEDULED)
        picture = webdriver.saved_picture(self.browser)
        root = ElementTree.fromstring(picture)
        texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
        assert texts[0].startswith("%main: 9 steps, estimated peak ") and "all-gather" in texts, texts
        # The chart and its line, two bars, three rings and three dots.
        assert len(root.findall("{http://www.w3.org/2000/svg}path")) == 8, picture

    def timeline(self):
        self.page("step", SCHEDULED)
        browser = self.browser
        self.go_to("%gather-done")
        assert browser.run("return document.getElementById('timeline').hidden") is False
        assert browser.run("return document.getElementById('timeline').dataset.bars") == "2"
        assert "2 asynchronous operations, up to 2 at a time" in browser.text("#timeline-facts")
        assert browser.run("return document.querySelectorAll('.line circle').length") == 4
        assert self.details("Asynchronous operation") == ["3", "6", "3"]
        assert self.details("Overlaps") == ["%foo-start"]
        assert self.details("Meanwhile") == ["%foo-start", "%abs"]
        # A click on a bar leads to its start; the canvas is not empty there.
        box = browser.run("""
            const canvas = document.getElementById('timeline-canvas');
            const box = canvas.getBoundingClientRect();
            return [box.left + 12 + (box.width - 24) * 5 / 9, box.top + 78 + 16 + 13 + 6];""")
        browser.request("/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "x": round(box[0]), "y": round(box[1])},
            {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}]})
        assert browser.run(SELECTED) == "%foo-start", browser.run(SELECTED)
        assert "2 instructions meanwhile" in browser.text("#tooltip")
        browser.keys("t")
        assert browser.run("return document.getElementById('timeline').hidden") is True

    def legend(self):
        """The marks that the timeline has, each with its meaning."""
        self.page("step", SCHEDULED)
        browser = self.browser
        legend = "return [...document.querySelectorAll('#legend > span')].map((n) => [n.textContent, n.firstChild.className])"
        assert browser.run(legend) == [
            ["alive (estimate)", "alive"], ["all-gather", ""], ["other", ""], ["peak", "peak"], ["binds operands", "link operands"],
            ["binds the result", "link result"], ["another link", "link"], ["operand needed", "needed"],
            ["held longer", "held"]], browser.run(legend)
        assert browser.run("return [...document.querySelectorAll('#legend i')].every((i) => i.offsetWidth > 3)")
        # Without asynchronous operations, there is only the chart.
        self.page("plain", SCHEDULED.replace("-start", "-1").replace("-done", "-2")
                  .replace("all-gather-1", "all-gather").replace("custom-call-1", "custom-call")
                  .replace("= (f32[64,64]{1,0}, f32[128,64]{1,0}) all", "= f32[128,64]{1,0} all")
                  .replace("all-gather-2(", "copy(").replace("custom-call-2(", "custom-call(")
                  .replace("((f32[64,64]{1,0}), f32[8]{0}, s32[])", "f32[8]{0}")
                  .replace("(%foo-1)", "(%foo-1), custom_call_target=\"foo\""))
        assert browser.run(legend) == [["alive (estimate)", "alive"], ["peak", "peak"]], browser.run(legend)

    def open_measured(self, *words):
        """The page of testdata/profile, whose buffers XLA has dumped, with its profile or without."""
        page = self.work / "measured.html"
        subprocess.run([self.binary, *words, "-o", page], check=True)
        self.browser.open("about:blank")
        self.browser.open(page.absolute().as_uri())

    def estimate(self):
        """Without an assignment the page says that bytes are an estimate."""
        self.page("step", SCHEDULED)
        browser = self.browser
        assert "estimated peak" in browser.text("#timeline-facts"), browser.text("#timeline-facts")
        assert "(estimate, without callees), at step" in browser.text("#details")
        self.go_to("%n")
        assert "Alive here (estimate: " in browser.run("return document.getElementById('details').textContent")
        assert browser.run("return document.querySelectorAll('.line .time').length") == 0

    def buffers(self):
        """XLA's assignment, from text and from a proto: where buffers are, and as many bytes as XLA reports."""
        browser = self.browser
        for ending in (".txt", ".hlo.pb"):
            self.open_measured(f"{PROFILE}.cpu_after_optimizations{ending}")
            facts = browser.text("#timeline-facts")
            assert facts.endswith("peak 248 KiB at step 21 of 248 KiB allocated"), facts
            details = browser.text("#details")
            assert details.count("254,260 B") == 2, details  # ours, and the report's
            assert "temporary106,736 B in 1" in details, details
            assert "estimate" not in details
            legend = browser.run(LEGEND)
            assert legend[:5] == ["alive", "parameter", "output", "constant", "temporary"], legend
            self.go_to("%copy.24")
            details = browser.text("#details")
            assert "%copy.24 8.0 KiB at 65,536 in allocation 18, temporary of 104 KiB" in details, details
            # The map tells what is under the pointer, and a click leads there.
            box = browser.run("""
                const box = document.getElementById('timeline-canvas').getBoundingClientRect();
                return [box.left + box.width / 2, box.top + 78 + 16 + 14 + 50];""")
            browser.request("/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": [
                {"type": "pointerMove", "x": round(box[0]), "y": round(box[1])},
                {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}]})
            assert "offset 0 in allocation 0, output of 64.0 KiB" in browser.text("#tooltip"), browser.text("#tooltip")
            assert browser.run(SELECTED) == "%wrapped_broadcast.1", browser.run(SELECTED)

    def profile(self):
        """Every event of the profile is on one instruction; those of loops are summed."""
        browser = self.browser
        self.open_measured(f"--profile={PROFILE.parent / 'scanned_step.xplane.pb'}",
                           f"{PROFILE}.cpu_after_optimizations.txt")
        times = browser.run("""
            const {computations, profile} = JSON.parse(document.getElementById('data').textContent);
            const times = computations.flatMap((c) => (c.times ?? []).map(([r, n]) => [c.rows[r][0], n]));
            return {times, profile};""")
        assert times["profile"]["unmatched"] == [] and times["profile"]["runs"] == 3, times["profile"]
        names = [name for name, _ in times["times"]]
        assert len(names) == len(set(names)) == 29, names
        assert sum(number for _, number in times["times"]) == times["profile"]["events"] == 231
        assert "3 runs, all 231 events on instructions here" in browser.text("#details")
        assert "time" in browser.run(LEGEND)
        column = browser.run("""
            return [...document.querySelectorAll('.line')].map((line) => [
                line.querySelector('.own')?.textContent, line.querySelector('.time')?.textContent]);""")
        column = dict(row for row in column if row[0])
        assert column["%copy.24"].endswith("µs") and column["%tuple.17"] == "", column
        browser.run("location.hash = '#region_0.3/ynn_fusion'")
        browser.wait("return document.querySelector('.line.selected .own')?.textContent === '%ynn_fusion'")
        assert "executions12" in browser.text("#details"), browser.text("#details")
        # Fused instructions have the time of their fusion.
        browser.run("document.querySelector('.line.selected .call').click()")
        browser.keys("j")
        assert self.details("Measured in") == ["%ynn_fusion"], browser.text("#details")

    def costs(self):
        """The sums of the table are the module's; columns sort and fit; rows lead to lines; flames zoom, also by
        a key."""
        browser = self.browser
        self.open_measured(f"--profile={PROFILE.parent / 'scanned_step.xplane.pb'}",
                           f"{PROFILE}.cpu_after_optimizations.txt")
        browser.keys("$")
        assert browser.text("#cost-facts").startswith("flops 3.22M, bytes 1.6\u00a0MiB, measured "), browser.text("#cost-facts")
        cells = "return [...document.querySelectorAll('#cost-table tbody tr')].map((r) => r.cells[arguments[0]].textContent)"
        assert browser.run(cells, 0)[:2] == ["scanned_step.py:9 in layer", "scanned_step.py:20 in scanned_step"]
        assert browser.run("""
            const table = document.getElementById('cost-table');
            return table.scrollWidth <= table.clientWidth;""")
        assert browser.run("return document.querySelectorAll('#cost a:not([href])').length") == 0
        browser.run("document.querySelectorAll('#cost-table th button')[1].click()")
        assert browser.run(cells, 0)[0] == "scanned_step.py:13 in loss", browser.run(cells, 0)
        assert browser.run("return document.querySelector('#cost-table th[aria-sort]').textContent") == "bytes"
        browser.choose("cost-key", "peak-line")
        assert browser.run(cells, 1)[0] == "80.0 KiB", browser.run(cells, 1)
        for key in "peak-line", "scope":  # scopes have parentheses, which a regular expression escapes
            browser.choose("cost-key", key)
            browser.run("document.querySelector('#cost-table tbody a').click()")
            assert " of " in browser.text("#found"), (key, browser.text("#found"))
        frames = "return [...document.querySelectorAll('#cost-flames title')].map((t) => t.textContent.split('\\n'))"
        all_frames = browser.run(frames)
        assert all_frames[0] == ["jit_scanned_step", "3.22M, 100.0 %"], all_frames[0]
        assert ["dot", "3.15M, 97.6 %"] in all_frames, all_frames
        browser.choose("cost-frames", "scope")
        assert "jit(scanned_step)" in [name for name, _ in browser.run(frames)], browser.run(frames)
        wide = "return document.querySelector('#cost-flames g:nth-of-type(3) rect').getAttribute('width')"
        before = float(browser.run(wide))
        browser.run("document.querySelector('#cost-flames g:nth-of-type(3)').dispatchEvent(new MouseEvent('click'))")
        assert float(browser.run(wide)) > before, before
        browser.run("""
            const root = document.querySelector('#cost-flames g');
            root.focus();
            root.dispatchEvent(new KeyboardEvent('keydown', {key: ' '}));""")
        assert float(browser.run(wide)) == before, browser.run(wide)
        assert browser.run("return document.activeElement.querySelector('title').textContent").startswith("jit_")
        browser.keys("$")
        assert not browser.run("return document.getElementById('cost').checkVisibility()")
        # The first key that the program has: scopes if no lines, opcodes if no scopes.
        for text, chosen in (SCHEDULED, "scope"), (FUSION, "opcode"), (FREE, "opcode"):
            self.page("costs", text)
            browser.keys("$")
            assert browser.run("return document.getElementById('cost-key').value") == chosen, chosen
        browser.choose("cost-frames", "stack")

    def unscheduled(self):
        """A page without a timeline says why."""
        self.page("unscheduled", SCHEDULED.replace(", is_scheduled=true", ""))
        browser = self.browser
        shown = "return document.getElementById(arguments[0]).checkVisibility()"
        assert browser.run(shown, "no-timeline") and not browser.run(shown, "timeline-canvas")
        why = browser.text("#no-timeline")
        assert "it is not scheduled" in why and "after_optimizations.txt" in why, why
        browser.keys("t")
        assert not browser.run(shown, "no-timeline")
        self.page("fusion", FUSION)
        assert browser.run(shown, "timeline-canvas") and not browser.run(shown, "no-timeline")
        browser.run("location.hash = '#fused'")
        browser.wait("return document.getElementById('no-timeline').checkVisibility()")
        assert "one step of its caller" in browser.text("#no-timeline")
        assert not browser.run(shown, "timeline-canvas")

    def narrow(self):
        """Nothing overlaps at a width of 420 pixels, nor at other widths."""
        browser = self.browser
        for name, text in ("step", SCHEDULED), ("unscheduled", SCHEDULED.replace(", is_scheduled=true", "")):
            for width in (420, 800, 1000, 1400):
                browser.resize(width, 800)
                self.page(name, text)
                self.go_to("%gather-done")
                browser.type("#query", "Gather-" + KEYS["ENTER"])
                problems = page_layout.overlaps(browser)
                browser.run("document.getElementById('help').showModal()")
                problems += page_layout.overlaps(browser, "#help")
                assert not problems, (name, width, problems)
                # The selected line is in sight, and so are its details.
                assert browser.run("""
                    const line = document.querySelector('.line.selected').getBoundingClientRect();
                    const listing = document.getElementById('listing').getBoundingClientRect();
                    return line.top >= listing.top && line.bottom <= listing.bottom;"""), (name, width)
                assert browser.run("return document.getElementById('details').checkVisibility()")
        for width in (420, 800, 1000, 1400):
            browser.resize(width, 800)
            self.open_measured(f"--profile={PROFILE.parent / 'scanned_step.xplane.pb'}",
                               f"{PROFILE}.cpu_after_optimizations.txt")
            problems = page_layout.overlaps(browser)
            assert not problems, (width, problems)
            room = browser.run("return document.getElementById('listing').clientHeight")
            assert room >= 180, (width, room)
        browser.resize(1400, 900)

    def texts_stay_texts(self):
        self.page("evil", EVIL)
        browser = self.browser
        browser.click("#metadata")
        text = browser.text("#listing")
        for part in ("</script><script>window.pwned=1</script>", "<img src=x onerror", "<b id=bold>&amp;</b>",
                     "<svg onload=window.pwned=3>", "javascript:window.pwned=4", "<iframe srcdoc="):
            assert part in text, part
        for name in ("%p", "%q", "%r", "%s"):
            self.go_to(name)
        assert browser.run("return window.pwned ?? null") is None
        assert browser.run("return document.querySelectorAll('img, iframe, b, #bold').length") == 0
        assert browser.run("return document.scripts.length") == 2

    def large(self):
        count = 50000
        self.page("large", large_module(count))
        browser = self.browser
        assert browser.run("return performance.getEntriesByType('navigation')[0].loadEventEnd") < 10000
        assert browser.run("return document.getElementById('timeline').dataset.bars") == str(count // 50)
        scroll = ("""
            const listing = document.getElementById('listing');
            let longest = 0, last = performance.now();
            return new Promise((resolve) => {
              let n = 0;
              const frame = () => {
                const now = performance.now();
                longest = Math.max(longest, now - last);
                last = now;
                listing.scrollTop = listing.scrollHeight * (++n / 60);
                if (n <= 60) requestAnimationFrame(frame); else resolve(longest);
              };
              requestAnimationFrame(frame);
            });""")
        # The best of a few tries: the machine may be busy.
        longest = min(browser.run(scroll) for _ in range(4))
        assert longest < 1000, f"a frame of {longest} ms"
        assert browser.run("return document.querySelectorAll('.line').length") < 200
        assert browser.run("return document.querySelector('#listing').textContent.includes('%result')")
        browser.type("#query", "31234" + KEYS["ENTER"])
        assert browser.run(SELECTED) == "%v31234"
        browser.keys("p")
        print(f"large: longest frame {longest:.0f} ms")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--only")
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    with webdriver.open_browser() as browser:
        checks = Checks(browser, arguments.bin, arguments.work)
        for name in ("links", "folding", "search", "overview", "source", "graph", "history", "keyboard", "accessibility", "picture", "timeline", "legend", "estimate", "buffers", "profile", "costs",
                     "unscheduled", "narrow", "texts_stay_texts", "large"):
            if arguments.only and name != arguments.only:
                continue
            print(name, flush=True)
            getattr(checks, name)()
            errors = browser.errors()
            assert not errors, errors


if __name__ == "__main__":
    sys.exit(main())
