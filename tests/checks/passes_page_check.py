"""Tests the page of hlo-view --passes in a browser: contents, unfolding, search, addresses, names
that look like markup.

    passes_page_check.py --bin build/hlo-view --testdata testdata/passes --work DIR
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys

import page_layout
import webdriver
from webdriver import KEYS

EVIL = "</script><script>window.pwned=1<!--<img src=x onerror=window.pwned=2>".replace("/", "\u2215")
EVIL_TEXT = """HloModule evil

ENTRY main {
  p = f32[8] parameter(0), metadata={op_name="</script><script>window.pwned=3</script>"}
  ROOT r = f32[8] custom-call(p), custom_call_target="<img src=x onerror=window.pwned=%d>"
}
"""

ROWS = "return [...document.querySelectorAll('.stage .pass')].map((n) => n.firstChild.textContent)"


class Checks:
    def __init__(self, browser, binary, testdata, work):
        self.browser, self.binary, self.testdata, self.work = browser, binary, testdata, work

    def page(self, folder, code=0, against=None):
        page = self.work / "page.html"
        more = [f"--diff_against={against}"] if against else []
        result = subprocess.run([self.binary, *more, "--passes", folder, "--format=html", "-o", page],
                                stderr=subprocess.PIPE)
        assert result.returncode == code, result
        self.browser.open("about:blank")
        self.browser.open(page.absolute().as_uri())

    def wait_found(self, text):
        """Waits for the search: it begins when the reader pauses."""
        self.browser.wait("return document.getElementById('found').textContent === arguments[0]", text)

    def stages(self):
        self.page(self.testdata / "jax")
        browser = self.browser
        assert browser.text("#module h2") == "module_0002.jit_count_up", "opens at the largest module"
        browser.click("#modules a[href='#jit_train_step']")
        browser.wait("return document.querySelector('#module h2').textContent === 'module_0000.jit_train_step'")
        assert browser.run(ROWS) == ["before_optimizations", "algsimp", "layout-assignment",
                                     "dot-library-rewriter", "fusion",
                                     "between copy-insertion and apply-xla-transforms-1"]
        folded = browser.run("return [...document.querySelectorAll('.folded:not(.heading)')].map((n) => n.textContent)")
        assert folded == ["6 stages changed nothing", "4 stages changed nothing", "3 stages changed nothing",
                          "2 stages changed nothing", "5 stages changed nothing", "1 stage changed nothing"], folded
        browser.click("#unchanged")
        assert len(browser.run(ROWS)) == 27
        assert browser.run("return document.querySelectorAll('.strip a').length") == 27

    def details(self):
        self.page(self.testdata / "jax")
        browser = self.browser
        browser.run("location.hash = '#jit_train_step/HLO_passes_after_layout_assignment/fusion'")
        browser.wait("return document.querySelector('.stage.target')?.open === true")
        browser.wait("return document.querySelector('.stage[open] .details') !== null")
        details = browser.text(".stage[open] .details")
        assert "fusion" in details and "0 → 2" not in details, details
        rows = browser.run("return [...document.querySelectorAll('.details table tr')].map((n) => [...n.children].map((c) => c.textContent))")
        assert ["parameter", "5", "9", "+4"] in rows, rows
        assert browser.run("return document.querySelectorAll('pre.diff .plus').length") > 20
        command = browser.text("code.command")
        assert command.startswith("hlo-view --open ") and command.endswith("jax --module=0 --stages=17,18"), command
        page = subprocess.run([self.binary, *command.split()[2:], "--format=html"], capture_output=True)
        history = browser.run("return document.querySelector('#module > p > code.command').textContent")
        assert history.endswith("jax --module=0 --blame='.*'"), history
        assert page.returncode == 0 and page.stdout.startswith(b"<!DOCTYPE html>"), page

    def asynchronous(self):
        self.page(self.testdata / "async", code=1)
        browser = self.browser
        summaries = browser.run("return [...document.querySelectorAll('.stage summary')].map((n) => n.textContent)")
        assert any("1 async made" in text for text in summaries), summaries
        assert any("2 async moved" in text for text in summaries), summaries
        assert any("17:39: error:" in text for text in summaries), summaries
        browser.run("location.hash = '#jit_overlap/scheduling/latency-hiding-scheduler'")
        browser.wait("return document.querySelector('.stage[open] .details') !== null")
        assert "kernel-start: 1 → " in browser.text(".details"), browser.text(".details")

    def search(self):
        self.page(self.testdata / "jax")
        browser = self.browser
        browser.keys("/")
        browser.type("#query", "dot-library-rewriter")
        self.wait_found("1 found")
        assert browser.run("return document.querySelectorAll('#modules a.without').length") == 1
        # The module that was shown has no hit: the page shows the one that has.
        assert browser.text("#module h2") == "module_0000.jit_train_step"
        assert browser.run("return location.hash") == "#jit_train_step"
        assert browser.text("#modules a[aria-current='true'] .quiet") == "found in 1 of 27 stages"
        browser.wait("return document.querySelectorAll('.stage').length === 1")
        browser.click(".stage summary .pass")
        browser.wait("return document.querySelectorAll('.stage[open]').length === 1")
        browser.run("document.getElementById('query').value = ''; "
                    "document.getElementById('query').dispatchEvent(new Event('input'))")
        self.wait_found("")
        # The search finds and marks text in a diff.
        browser.type("#query", "while(")
        browser.wait("return document.getElementById('found').textContent !== ''")
        browser.run("document.querySelector('#modules a:not(.without)').click()")
        browser.wait("return document.querySelectorAll('.stage').length > 0")
        browser.run("for (const row of document.querySelectorAll('.stage')) row.open = true")
        browser.wait("return document.querySelectorAll('pre.diff mark').length > 0")
        assert browser.run("return document.querySelector('mark').textContent") == "while("

    def search_moves_on(self):
        """Enter leads from hit to hit, through all modules."""
        self.page(self.testdata / "jax")
        browser = self.browser
        browser.type("#query", "fusion-wrapper")  # in the name of a file of each module
        self.wait_found("2 found")
        assert browser.text("#module h2") == "module_0002.jit_count_up", "it has a hit: stay"
        counts = browser.run("return [...document.querySelectorAll('#modules a .quiet')].map((n) => n.textContent)")
        assert counts == ["found in 1 of 27 stages", "found in 1 of 26 stages"], counts
        at = "return [document.querySelector('#module h2').textContent, document.querySelector('.stage.target .pass')?.firstChild.textContent, document.getElementById('found').textContent]"
        second = ["module_0002.jit_count_up", "fusion-wrapper", "2 of 2"]
        first = ["module_0000.jit_train_step", "fusion", "1 of 2"]
        browser.type("#query", KEYS["ENTER"])
        assert browser.run(at) == second, browser.run(at)
        browser.type("#query", KEYS["ENTER"])
        assert browser.run(at) == first, browser.run(at)
        assert browser.run("return location.hash") == "#jit_train_step/HLO_passes_after_layout_assignment/fusion"
        browser.click("#previous")
        assert browser.run(at) == second, browser.run(at)
        browser.click("#next")
        assert browser.run(at) == first, browser.run(at)
        browser.type("#query", "x")
        self.wait_found("0 found")
        browser.type("#query", KEYS["ENTER"])
        assert browser.text("#module h2") == "module_0000.jit_train_step"

    def legends(self):
        self.page(self.testdata / "async", code=1)
        legend = "return [...document.querySelectorAll(arguments[0])].map((n) => n.textContent)"
        browser = self.browser
        assert browser.run(legend, ".heading .legend > span") == ["added", "removed", "changed"]
        assert browser.run(legend, ".strip + .legend > span") == [
            "instructions after each stage", "changed it", "did not", "could not be read"]
        colors = browser.run("""
            const color = (selector) => getComputedStyle(document.querySelector(selector)).backgroundColor;
            return ['plus', 'other'].map((kind) => [color(`.bars .${kind}`), color(`.legend .${kind}`)]);""")
        assert all(bar == swatch for bar, swatch in colors), colors

    def narrow(self):
        """Nothing overlaps at a width of 420 pixels, nor at other widths."""
        browser = self.browser
        for folder, code in ("jax", 0), ("async", 1):
            for width in (420, 700, 1000, 1400):
                browser.resize(width, 800)
                self.page(self.testdata / folder, code)
                browser.click("#unchanged")
                browser.run("for (const row of document.querySelectorAll('details')) row.open = true")
                browser.wait("return document.querySelectorAll('.stage').length === document.querySelectorAll('.stage > .details').length")
                browser.type("#query", "a")
                browser.wait("return document.getElementById('found').textContent !== ''")
                problems = page_layout.overlaps(browser)
                assert not problems, (folder, width, problems)
        browser.resize(1400, 900)

    def two_folders(self):
        """The passes of two dumps side by side."""
        folders = [self.work / "before", self.work / "after"]
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(self.testdata / "jax", folder)
        # The second compilation has no fusion, and adds where the first subtracts from there on.
        [fusion] = folders[1].glob("module_0000.*.0018.*")
        fusion.unlink()
        for file in folders[1].glob("module_0000.*"):
            if re.search(r"\.00(19|2\d)\.|after_optimizations\.txt", file.name):
                file.write_bytes(file.read_bytes().replace(b" subtract(", b" add("))
        for file in folders[1].glob("module_0002.*"):
            file.rename(folders[1] / file.name.replace("module_0002", "module_0005"))
        self.page(folders[1], against=folders[0])
        browser = self.browser
        assert browser.text("#folder") == f"{folders[0]} → {folders[1]}"
        modules = browser.run("return [...document.querySelectorAll('#modules a')].map((n) => n.firstChild.textContent + ' ' + n.lastChild.textContent)")
        assert modules == ["module_0000.jit_train_step 8 of 27 stages differ",
                           "module_0005.jit_count_up 0 of 26 stages differ"], modules
        browser.run("location.hash = '#jit_train_step'")
        browser.wait("return document.querySelectorAll('.stage').length === 8")
        facts = browser.text(".facts")
        assert facts.endswith("first: 0018 HLO_passes_after_layout_assignment/fusion"), facts
        assert browser.text(".folded:not(.heading)") == "19 stages are the same"
        assert browser.text(".stage .opcodes") == f"only in {folders[0]}"
        legend = browser.run("return [...document.querySelectorAll('.strip + .legend > span')].map((n) => n.textContent)")
        assert legend == ["instructions after each stage", "differs", "the same"], legend
        # A stage has a column for each folder.
        browser.run("location.hash = '#jit_train_step/copy-insertion/removing_unnecessary_copies'")
        browser.wait("return document.querySelector('.stage.target .details') !== null")
        columns = browser.run("""
            const pre = document.querySelector('.stage.target pre.diff.columns');
            const rows = new Map();
            for (const cell of pre.children) {
              const top = cell.getBoundingClientRect().top;
              rows.set(top, [...rows.get(top) ?? [], cell.textContent]);
            }
            return [...rows.values()];""")
        assert columns[0] == ["@@ fused_computation.2 @@"], columns
        assert [len(row) for row in columns] == [1, 2, 2, 1, 2], columns
        for before, after in (row for row in columns if len(row) == 2):
            assert before.startswith("- ") and " subtract(" in before, before
            assert after.startswith("+ ") and " add(" in after and after.endswith("  // opcode"), after
        command = browser.text("code.command").split()
        assert command[:2] == ["hlo-view", "--open"], command
        page = subprocess.run([self.binary, *command[2:]], capture_output=True)
        assert page.returncode == 0 and page.stdout.startswith(b"<!DOCTYPE html>"), page
        for width in (420, 700, 1400):
            browser.resize(width, 800)
            browser.run("for (const row of document.querySelectorAll('details')) row.open = true")
            problems = page_layout.overlaps(browser)
            assert not problems, (width, problems)
        browser.resize(1400, 900)
        # One-sided lines, and those that only move.
        lines = {"before": "  x = f32[8] negate(a)\n  y = f32[8] abs(a)\n", "after": "  y = f32[8] abs(a)\n  x = f32[8] negate(a)\n"}
        for folder in folders:
            shutil.rmtree(folder)
            folder.mkdir()
            extra = "  ROOT t = (f32[8], f32[8]) tuple(x, y)\n" if folder.name == "before" else \
                "  e = f32[8] tanh(x)\n  ROOT t = (f32[8], f32[8], f32[8]) tuple(x, y, e)\n"
            (folder / "module_0000.f.before_optimizations.txt").write_text(
                "HloModule f, is_scheduled=true\nENTRY m {\n  a = f32[8] parameter(0)\n" + lines[folder.name] + extra + "}\n")
        self.page(folders[1], against=folders[0])
        browser.run("document.querySelector('.stage').open = true")
        browser.wait("return document.querySelector('pre.diff.columns') !== null")
        cells = browser.run("return [...document.querySelectorAll('pre.diff.columns > div:not(.head)')].map((n) => n.textContent)")
        assert [cell[:14].strip() for cell in cells] == [
            "- entry_comput", "+ entry_comput", "~ y = f32[8]{0", "~ y = f32[8]{0", "", "+ e = f32[8]{0",
            "- ROOT t = (f3", "+ ROOT t = (f3"], cells

    def texts_stay_texts(self):
        folder = self.work / "evil"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for step in (0, 1):
            (folder / f"module_0000.{EVIL}.000{step}.{EVIL}.after_{EVIL}.before_x.txt").write_text(EVIL_TEXT % step)
        (folder / f"module_0000.{EVIL}.0002.p.after_x.before_y.txt").write_text(f"HloModule {EVIL}")
        (folder / f"module_0000.{EVIL}.o").write_text("")
        (folder / f"{EVIL}.o").write_text("")
        self.page(folder, code=1)
        browser = self.browser
        browser.run("for (const row of document.querySelectorAll('details')) row.open = true")
        browser.wait("return document.querySelectorAll('.details').length === 3")
        text = browser.text("body")
        for part in ("<img src=x onerror=window.pwned=2>", "<img src=x onerror=window.pwned=1>", EVIL):
            assert part in text, part
        assert browser.run("return window.pwned ?? null") is None
        assert browser.run("return document.querySelectorAll('img').length") == 0
        assert browser.run("return document.scripts.length") == 2

    def addresses(self):
        """An address without a stage leads nowhere and breaks nothing."""
        self.page(self.testdata / "jax")
        browser = self.browser
        for address in ("#99", "#0-99", "#-1", "#x", "#__proto__", "#jit_train_step/__proto__", "#%00", "#%", "#/", "#:2",
                        "#jit_train_step:2", "#jit_train_step/"):
            browser.run("location.hash = arguments[0]", address)
            browser.wait("return document.querySelector('#module h2') !== null")
        stage = "return document.querySelector('.stage.target[open] .step')?.textContent"
        browser.run("location.hash = '#jit_count_up/sharding-removal/dce'")  # folded: it changed nothing
        browser.wait(f"{stage} === arguments[0]", "0003")
        browser.wait("return document.querySelector('.stage.target .file')?.getAttribute('href') === arguments[0]",
                     "#jit_count_up/sharding-removal/dce")

    def addresses_stay(self):
        """An address leads to the same stage when the dump is another: modules before it are gone,
        stages have other numbers. Names with any characters, and names that several have."""
        folder = self.work / "again"
        for shift in (0, 3):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            texts = ["ENTRY e {\n  ROOT a = f32[%d] parameter(0)\n}\n" % n for n in range(1, 6)]
            names = ["before_optimizations", "0002.p.after_x.before_y", "0005.p.after_x.before_z", "0007.q%2F:2#.after_x.before_y"]
            if shift:
                names = ["before_optimizations", "0003.p.after_w.before_x", "0006.p.after_x.before_y",
                         "0008.p.after_x.before_z", "0009.q%2F:2#.after_x.before_y"]
            for number, module in enumerate(["other", "f", "f", "g"][1 if shift else 0:]):
                for text, name in zip(texts, names):
                    (folder / f"module_{number + shift:04}.{module}.{name}.txt").write_text(text)
            self.page(folder)
            numbers = {"f/p/x": ("f", "p", 0), "f/p/x:2": ("f", "p", 1), "f:2/p/x:2": ("f", "p", 1),
                       "g/p/x": ("g", "p", 0), "g/q%252F%3A2%23/x": ("g", "q%2F:2#", 0), "g/q%252F%3A2%23/x": ("g", "q%2F:2#", 0)}
            for address, (module, pipeline, nth) in numbers.items():
                self.browser.run("location.hash = arguments[0]", "#" + address)
                self.browser.wait("return document.querySelector('.stage.target[open] .file')?.getAttribute('href') === arguments[0]",
                                  "#" + address)
                heading = self.browser.text("#module h2")
                assert heading.endswith("." + module), (address, heading)
                assert self.browser.text(".stage.target .pass .quiet") == pipeline, address
                steps = [name[:4] for name in names if f".{pipeline}.after_x" in name]
                assert self.browser.text(".stage.target .step") == steps[nth], address

    def nothing(self):
        folder = self.work / "empty"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / "module_0000.f.before_optimizations.txt").write_text("")
        self.page(folder, code=1)
        assert self.browser.text("#module .failed") == "1 could not be read"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--testdata", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--only")
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    with webdriver.open_browser() as browser:
        checks = Checks(browser, arguments.bin, arguments.testdata, arguments.work)
        for name in ("stages", "details", "asynchronous", "search", "search_moves_on", "legends",
                     "narrow", "two_folders", "texts_stay_texts", "addresses", "addresses_stay", "nothing"):
            if arguments.only and name != arguments.only:
                continue
            print(name, flush=True)
            getattr(checks, name)()
            errors = browser.errors()
            assert not errors, errors


if __name__ == "__main__":
    sys.exit(main())
