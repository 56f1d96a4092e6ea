"""Tests the page of hlo-view --diff_against: its data on all pairs of testdata/diff; in a browser,
what it marks, its links, keys, search and addresses, on wide and narrow screens.

    diff_page_check.py --bin build/hlo-view --testdata testdata --work DIR
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

import page_layout
import webdriver
from webdriver import KEYS

BEFORE = """HloModule step, is_scheduled=true

%add (x: f32[], y: f32[]) -> f32[] {
  %x = f32[] parameter(0)
  %y = f32[] parameter(1)
  ROOT %sum = f32[] add(%x, %y)
}

%same (x: f32[], y: f32[]) -> f32[] {
  %x = f32[] parameter(0)
  %y = f32[] parameter(1)
  ROOT %min = f32[] minimum(%x, %y)
}

ENTRY %main (p: f32[64,64]) -> f32[] {
  %p = f32[64,64]{1,0} parameter(0)
  %zero = f32[] constant(0)
  %n = f32[64,64]{1,0} negate(%p), metadata={op_name="jit(step)/neg"}
  %gather-start = (f32[64,64]{1,0}, f32[128,64]{1,0}) all-gather-start(%n), dimensions={0}, replica_groups={{0,1}}
  %abs = f32[64,64]{1,0} abs(%p)
  %gather-done = f32[128,64]{1,0} all-gather-done(%gather-start)
  %e1 = f32[64,64]{1,0} exponential(%abs)
  %e2 = f32[64,64]{1,0} exponential(%e1)
  %e3 = f32[64,64]{1,0} exponential(%e2)
  %e4 = f32[64,64]{1,0} exponential(%e3)
  %e5 = f32[64,64]{1,0} exponential(%e4)
  %e6 = f32[64,64]{1,0} exponential(%e5)
  %e7 = f32[64,64]{1,0} exponential(%e6)
  %e8 = f32[64,64]{1,0} exponential(%e7)
  %e9 = f32[64,64]{1,0} exponential(%e8)
  %total = f32[] reduce(%gather-done, %zero), dimensions={0,1}, to_apply=%add
  %least = f32[] reduce(%e9, %zero), dimensions={0,1}, to_apply=%same
  ROOT %r = f32[] add(%total, %least)
}
"""


def edited(text):
    """An opcode, an attribute, the place of a done, names, and two instructions at the end differ."""
    done = "  %gather-done = f32[128,64]{1,0} all-gather-done(%gather-start)\n"
    for old, new in [
            ("add(%x, %y)", "maximum(%x, %y)"), ("%sum", "%max"), ("%n", "%neg"),
            ("dimensions={0}, replica", "channel_id=1, dimensions={0}, replica"), (done, ""),
            ("  %e8 =", done + "  %e8 ="),
            ("ROOT %r = f32[] add(%total, %least)",
             "%r = f32[] add(%total, %least)\n  %two = f32[] constant(2)\n  ROOT %twice = f32[] multiply(%r, %two)")]:
        assert old in text, old
        text = text.replace(old, new)
    return text


EVIL = """HloModule evil

ENTRY main {
  p = f32[8] parameter(0), metadata={op_name="</script><script>window.pwned=1</script>"}
  ROOT s = f32[8] custom-call(p), custom_call_target="<img src=x onerror=window.pwned=%d>", backend_config="<b id=bold>"
}
"""

DATA = re.compile(rb'<script id="data" type="application/json">(.*?)</script>', re.DOTALL)
SELECTED = "return [...document.querySelectorAll('.pair.selected .own')].map((n) => n.textContent)"
MARKED = """
    const line = document.querySelector('.pair.selected');
    return [...line.querySelectorAll('.side')].map((side) => [...side.querySelectorAll('.part')].map((n) => n.textContent));"""


def check_data(data, name):
    """Each row of a side is there once, in the order of that side if it is scheduled."""
    sides = ("before", "after")
    counts = [0, 0, 0]
    for s, side in enumerate(sides):
        listed = [pair[side] for pair in data["pairs"] if pair[side] >= 0]
        assert sorted(listed) == list(range(len(data[side]["computations"]))), (name, side, listed)
    for pair in data["pairs"]:
        rows = ([], [])
        for kind, before, after, last, *_ in pair["rows"]:
            count = last if kind <= 2 else 1
            if kind in (0, 1, 3, 4) and before >= 0:
                rows[0].extend(range(before, before + count))
            if kind in (0, 2, 3, 5) and after >= 0:
                rows[1].extend(range(after, after + count))
            counts[0] += count * (kind == 2)
            counts[1] += count * (kind == 1)
            counts[2] += kind in (3, 5)
            assert kind != 3 or last, "a change says what it is"
        for s, side in enumerate(sides):
            expected = len(data[side]["computations"][pair[side]]["rows"]) if pair[side] >= 0 else 0
            assert sorted(rows[s]) == list(range(expected)), (name, side, rows[s])
            if side == "after" or data["before"]["scheduled"] and data["after"]["scheduled"]:
                assert rows[s] == sorted(rows[s]), (name, side, rows[s])
    # Computations that sugar hides count, but are not shown.
    for shown, counted in zip(counts, (data["added"], data["removed"], data["changed"])):
        assert shown <= counted, (name, counts, data["added"], data["removed"], data["changed"])
    return counts


class Checks:
    def __init__(self, browser, binary, work):
        self.browser, self.binary, self.work = browser, binary, work

    def page(self, before=BEFORE, after=None, fragment=""):
        texts = {"before": before, "after": edited(BEFORE) if after is None else after}
        for name, text in texts.items():
            (self.work / f"{name}.hlo").write_text(text)
        page = self.work / "diff.html"
        subprocess.run([self.binary, f"--diff_against={self.work}/before.hlo", self.work / "after.hlo", "-o", page],
                       check=True)
        self.browser.open("about:blank")
        self.browser.open(page.absolute().as_uri() + fragment)

    def sides(self):
        """The text of each line in sight, of both sides."""
        return self.browser.run("""
            return [...document.querySelectorAll('.pair')].sort((a, b) => a.offsetTop - b.offsetTop)
                .map((line) => [...line.querySelectorAll('.text')].map((n) => n.textContent.trim()));""")

    # ---- The checks.
    def side_by_side(self):
        self.page()
        browser = self.browser
        assert browser.text("#title") == "before.hlo → after.hlo"
        assert browser.text("#facts") == "+2 −0 ~4 instructions", browser.text("#facts")
        lines = self.sides()
        assert ["ROOT %sum = f32[] add(%x, %y)", "ROOT %max = f32[] maximum(%x, %y)  // opcode"] in lines, lines
        assert ["%abs = f32[64,64] abs(%p)"] * 2 in lines
        # A row that moves is at both places, each next to nothing.
        done = "%gather-done = f32[128,64] all-gather-done(%gather-start)"
        assert [f"{done}  // schedule (moves)", ""] in lines, lines
        assert ["", f"{done}  // schedule (was behind %abs)"] in lines, lines
        assert ["", "%two = f32[] constant(2)"] in lines, lines
        classes = browser.run("""
            const side = (text) => [...document.querySelectorAll('.side')].find((n) => n.textContent.includes(text)).className;
            return ['%sum', '%gather-done', '%two', '%abs'].map(side);""")
        assert classes == ["side changed", "side moved", "side added", "side "], classes
        # Unchanged computations are listed at the left only; a click shows them.
        nodes = browser.run("return [...document.querySelectorAll('.node')].map((n) => [n.textContent, n.classList.contains('same')])")
        assert nodes == [["add~1", False], ["same", True], ["main+2~3", False]], nodes
        assert not any("minimum" in text for line in lines for text in line)
        browser.run("document.querySelectorAll('.node')[1].click()")
        assert any("minimum" in text for line in self.sides() for text in line)

    def parts(self):
        """Marks what differs in a changed line, and not names that are only called otherwise."""
        self.page(fragment="#main/gather-start")
        browser = self.browser
        assert browser.run(SELECTED) == ["%gather-start"] * 2
        assert browser.run(MARKED) == [[], [", channel_id=1"]], browser.run(MARKED)
        assert browser.text("#details h2") == "channel_id"
        full = browser.run("return [...document.querySelectorAll('#details > div')].map((n) => n.textContent)")
        assert full[0].startswith("%gather-start = (f32[64,64]{1,0}, f32[128,64]{1,0}) all-gather-start(%n), "), full
        assert full[1].endswith(", channel_id=1, replica_groups={{0,1}}, dimensions={0}"), full
        browser.run("location.hash = '#add/max'")
        browser.wait("return document.querySelector('#details h2').textContent === 'opcode'")
        assert browser.run(MARKED) == [["add"], ["maximum"]], browser.run(MARKED)
        # Operands: what both sides begin and end with is the same.
        self.page("ENTRY e {\n  a = f32[2] parameter(0)\n  b = f32[2] parameter(1)\n  ROOT t = (f32[2], f32[2], f32[2]) tuple(a, b, b)\n}\n",
                  "ENTRY e {\n  x = f32[2] parameter(0)\n  y = f32[2] parameter(1)\n  ROOT t = (f32[2], f32[2], f32[2]) tuple(x, x, y)\n}\n",
                  "#e/t")
        assert browser.run(MARKED) == [["%b"], ["%x"]], browser.run(MARKED)

    def keys(self):
        self.page()
        browser = self.browser
        assert browser.run(SELECTED) == ["%sum", "%max"], "starts at the first difference"
        places = []
        for _ in range(4):
            browser.keys("n")
            places.append(browser.run(SELECTED))
        assert places == [["%gather-start"] * 2, ["%gather-done"], ["%gather-done"], ["%r", "%r"]], places
        browser.keys("n")
        assert browser.run(SELECTED) == ["%r", "%r"], "that was the last"
        browser.keys("N")
        assert browser.run(SELECTED) == ["%gather-done"]
        assert browser.run("return location.hash") == "#main/gather-done"
        browser.keys("j")
        assert browser.run(SELECTED) == ["%e8", "%e8"]
        browser.keys("u")
        assert browser.run("return document.getElementById('all').getAttribute('aria-pressed')") == "true"
        assert browser.run(SELECTED) == ["%e8", "%e8"]

    def folds(self):
        """Rows far from a difference are folded until they are asked for."""
        rows = "".join(f"  v{i + 1} = f32[8] negate(v{i})\n" for i in range(30))
        text = f"HloModule m\nENTRY e {{\n  v0 = f32[8] parameter(0)\n{rows}  ROOT r = f32[8] %s(v30)\n}}\n"
        self.page(text % "abs", text % "tanh")
        browser = self.browser
        assert browser.text(".fold") == "… 28 unchanged rows", browser.text(".fold")
        assert len(self.sides()) == 8, self.sides()
        # To an operand that is folded.
        browser.run("location.hash = '#e/v7'")
        browser.wait("return document.querySelector('.pair.selected .own')?.textContent === '%v7'")
        assert browser.run("return [...document.querySelectorAll('.fold')].map((n) => n.textContent).sort()") == [
            "… 20 unchanged rows", "… 7 unchanged rows"]
        browser.run("[...document.querySelectorAll('.fold')].find((n) => n.textContent.includes(' 7 ')).click()")
        assert browser.run("return document.querySelectorAll('.fold').length") == 1
        browser.run("[...document.querySelectorAll('.pair.selected .content a')].find((a) => a.textContent === '%v6').click()")
        assert browser.run(SELECTED) == ["%v6", "%v6"]
        # The search finds what is folded.
        browser.type("#query", "%v19 =" + KEYS["ENTER"])
        assert browser.text("#found") == "1 of 1", browser.text("#found")
        assert browser.run(SELECTED) == ["%v19", "%v19"]

    def accessibility(self):
        """Roles and states; folds and the list of computations by the keyboard."""
        rows = "".join(f"  v{i + 1} = f32[8] negate(v{i})\n" for i in range(30))
        text = f"HloModule m\nENTRY e {{\n  v0 = f32[8] parameter(0)\n{rows}  ROOT r = f32[8] %s(v30)\n}}\n"
        self.page(text % "abs", text % "tanh")
        browser = self.browser
        browser.keys("kkkk")
        current = """
            const current = document.getElementById(document.getElementById('listing').getAttribute('aria-activedescendant'));
            return [current.role, current.ariaSelected, current.textContent, current.querySelectorAll('[role=gridcell]').length];"""
        assert browser.run(current) == ["row", "true", "… 28 unchanged rows", 1], browser.run(current)
        browser.keys(KEYS["ENTER"])
        assert browser.run("return document.querySelectorAll('.fold').length") == 0
        assert browser.run("return document.querySelectorAll('a:not([href])').length") == 0
        self.page()
        browser.run("document.getElementById('pairs').focus()")
        browser.keys(KEYS["DOWN"])
        option = "return document.querySelector('#pairs [aria-selected=true]').textContent"
        assert browser.run(option) == "same", browser.run(option)
        assert browser.run("return document.activeElement.id") == "pairs"

    def graph(self):
        """Both sides as one graph: what one side has is coloured, and what moves is a single node."""
        self.page(fragment="#main/twice")
        browser = self.browser
        browser.keys("h")
        nodes = """return [...document.querySelectorAll('#graph a')].map((a) => [
            a.querySelector('text').textContent, a.classList[0] ?? '']).sort();"""
        shown = dict(browser.run(nodes))
        assert shown["%twice"] == shown["%two"] == "added" and "%r" in shown, shown
        browser.run("[...document.querySelectorAll('#graph a')].find((a) => a.querySelector('text').textContent === '%two').dispatchEvent("
                    "new MouseEvent('click', {bubbles: true, cancelable: true}))")
        assert browser.run(SELECTED) == ["%two"] == [browser.text("#graph .centre text")]
        names = [name for name, _ in browser.run(nodes)]
        assert len(names) == len(set(names)), names

    def one_side(self):
        """Computations and rows of one side have addresses; header fields are lines."""
        self.page(BEFORE, "HloModule step\nENTRY main {\n  ROOT q = f32[64,64] parameter(0)\n}\n", "#-same/min")
        browser = self.browser
        assert browser.run(SELECTED) == ["%min"]
        assert browser.run("return location.hash") == "#-same/min"
        assert browser.text("#details h2") == "only before"
        browser.run("document.getElementById('listing').scrollTop = 0")
        browser.wait("return document.getElementById('listing').textContent.includes('is_scheduled')")
        assert ["is_scheduled=true", ""] in self.sides(), self.sides()
        for address in ("#nothing", "#-", "#", "#%", "#-%", "#main/nothing", "#__proto__"):
            browser.run("location.hash = arguments[0]", address)
        browser.wait("return document.querySelector('.pair.selected') !== null")

    def same(self):
        self.page(BEFORE, BEFORE.replace("%n", "%other"))
        browser = self.browser
        assert browser.text("#facts") == "No difference but in names, order or metadata"
        assert ["%n = f32[64,64] negate(%p), metadata={…}", "%other = f32[64,64] negate(%p), metadata={…}"] in self.sides()
        browser.keys("n")

    def sideways(self):
        """Both columns scroll as one."""
        self.page()
        browser = self.browser
        browser.resize(700, 800)
        self.page()
        left = "return document.querySelectorAll('.text')[arguments[0]].getBoundingClientRect().left"
        before = [browser.run(left, i) for i in (0, 1)]
        assert browser.run("const across = document.getElementById('across'); across.scrollLeft = 60; return across.scrollLeft") == 60
        browser.wait(f"return {left[7:].replace('arguments[0]', '0')} === arguments[0] - 60", before[0])
        assert browser.run(left, 1) == before[1] - 60
        browser.resize(1400, 900)

    def narrow(self):
        """Nothing overlaps at a width of 420 pixels, nor at other widths."""
        browser = self.browser
        for width in (420, 700, 1000, 1400):
            browser.resize(width, 800)
            self.page(fragment="#main/gather-start")
            browser.type("#query", "gather" + KEYS["ENTER"])
            problems = page_layout.overlaps(browser)
            assert not problems, (width, problems)
            if width == 420:  # one below the other
                lines = self.sides()
                at = lines.index(["ROOT %sum = f32[] add(%x, %y)"])
                assert lines[at + 1] == ["ROOT %max = f32[] maximum(%x, %y)  // opcode"], lines
        browser.resize(1400, 900)

    def texts_stay_texts(self):
        self.page(EVIL % 2, EVIL % 3)
        browser = self.browser
        browser.keys("u")
        browser.run("location.hash = '#main/s'")
        browser.wait("return document.querySelector('.pair.selected .own')?.textContent === '%s'")
        text = browser.text("body")
        for part in ("<img src=x onerror=window.pwned=2>", "<img src=x onerror=window.pwned=3>", "<b id=bold>"):
            assert part in text, part
        assert browser.run("return window.pwned ?? null") is None
        assert browser.run("return document.querySelectorAll('img, b, #bold').length") == 0
        assert browser.run("return document.scripts.length") == 2

    def large(self):
        def module(step):
            rows = "".join(f"  %v{i + step} = f32[8]{{0}} {'abs' if step and i % 1000 == 7 else 'negate'}(%v{i - 1 + step})\n"
                           for i in range(1, 50000))
            return (f"HloModule large, is_scheduled=true\n\nENTRY %main {{\n  %v{step} = f32[8]{{0}} parameter(0)\n{rows}"
                    f"  ROOT %r = f32[8]{{0}} tanh(%v{49999 + step})\n}}\n")

        self.page(module(0), module(5))
        browser = self.browser
        assert browser.run("return performance.getEntriesByType('navigation')[0].loadEventEnd") < 10000
        assert browser.text("#facts").endswith(" instructions"), browser.text("#facts")
        browser.keys("u")
        assert browser.run("return document.querySelectorAll('.pair').length") < 200
        assert browser.run(SELECTED) == ["%v12"], browser.run(SELECTED)
        browser.keys("nn")
        assert browser.run(SELECTED) == ["%v2012"], browser.run(SELECTED)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--testdata", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--only")
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    shown = 0
    pairs = [(before, before.with_name(before.name.replace(".before.", ".after.")))
             for before in sorted((arguments.testdata / "diff").glob("*.before.hlo"))]
    # Wrappers that sugar hides in one stage and not in the next.
    stages = sorted((arguments.testdata / "passes" / "async").glob("*.000[0-5].*.txt"))
    for before, after in pairs + list(zip(stages, stages[1:])):
        page = subprocess.run([arguments.bin, f"--diff_against={before}", after], capture_output=True)
        assert page.returncode == 0, page
        shown += sum(check_data(json.loads(DATA.search(page.stdout)[1]), before.name)) > 0
    print(f"data: {shown} pairs differ", flush=True)
    assert shown > 20
    with webdriver.open_browser() as browser:
        checks = Checks(browser, arguments.bin, arguments.work)
        for name in ("side_by_side", "parts", "keys", "folds", "accessibility", "graph", "one_side", "same", "sideways", "narrow",
                     "texts_stay_texts", "large"):
            if arguments.only and name != arguments.only:
                continue
            print(name, flush=True)
            getattr(checks, name)()
            errors = browser.errors()
            assert not errors, errors


if __name__ == "__main__":
    sys.exit(main())
