"""Tests the page of hlo-view --passes in a browser: contents, unfolding, search, addresses, names
that look like markup.

    passes_page_check.py --bin build/hlo-view --testdata testdata/passes --work DIR
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

import webdriver

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

    def page(self, folder, code=0):
        page = self.work / "page.html"
        result = subprocess.run([self.binary, "--passes", folder, "--format=html", "-o", page],
                                stderr=subprocess.PIPE)
        assert result.returncode == code, result
        self.browser.open("about:blank")
        self.browser.open(page.absolute().as_uri())

    def stages(self):
        self.page(self.testdata / "jax")
        browser = self.browser
        assert browser.text("#module h2") == "module_0002.jit_count_up", "opens at the largest module"
        browser.click("#modules a[href='#0']")
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
        browser.run("location.hash = '#0-19'")
        browser.wait("return document.getElementById('0-19')?.open === true")
        browser.wait("return document.querySelector('.stage[open] .details') !== null")
        details = browser.text(".stage[open] .details")
        assert "fusion" in details and "0 → 2" not in details, details
        rows = browser.run("return [...document.querySelectorAll('.details table tr')].map((n) => [...n.children].map((c) => c.textContent))")
        assert ["parameter", "5", "9", "+4"] in rows, rows
        assert browser.run("return document.querySelectorAll('pre.diff .plus').length") > 20
        assert browser.text("code.command").endswith("jax --module=0 --stages=17,18"), browser.text("code.command")

    def asynchronous(self):
        self.page(self.testdata / "async", code=1)
        browser = self.browser
        summaries = browser.run("return [...document.querySelectorAll('.stage summary')].map((n) => n.textContent)")
        assert any("1 async made" in text for text in summaries), summaries
        assert any("2 async moved" in text for text in summaries), summaries
        assert any("17:39: error:" in text for text in summaries), summaries
        browser.run("location.hash = '#0-6'")
        browser.wait("return document.querySelector('.stage[open] .details') !== null")
        assert "kernel-start: 1 → " in browser.text(".details"), browser.text(".details")

    def search(self):
        self.page(self.testdata / "jax")
        browser = self.browser
        browser.keys("/")
        browser.type("#search", "dot-library-rewriter")
        assert browser.text("#found") == "1 stage", browser.text("#found")
        assert browser.run("return document.querySelectorAll('#modules a.without').length") == 1
        browser.click("#modules a:not(.without)")
        browser.wait("return document.querySelectorAll('.stage').length === 1")
        browser.click(".stage summary .pass")
        browser.wait("return document.querySelectorAll('.stage[open]').length === 1")
        browser.run("document.getElementById('search').value = ''; "
                    "document.getElementById('search').dispatchEvent(new Event('input'))")
        assert browser.text("#found") == ""
        # The search finds and marks text in a diff.
        browser.type("#search", "while(")
        browser.run("document.querySelector('#modules a:not(.without)').click()")
        browser.wait("return document.querySelectorAll('.stage').length > 0")
        browser.run("for (const row of document.querySelectorAll('.stage')) row.open = true")
        browser.wait("return document.querySelectorAll('pre.diff mark').length > 0")
        assert browser.run("return document.querySelector('mark').textContent") == "while("

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
        for address in ("#99", "#0-99", "#-1", "#x", "#__proto__", "#0-__proto__", "#%00"):
            browser.run("location.hash = arguments[0]", address)
            browser.wait("return document.querySelector('#module h2') !== null")
        browser.run("location.hash = '#0-1'")  # folded: it changed nothing
        browser.wait("return document.getElementById('0-1')?.open === true")

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
        for name in ("stages", "details", "asynchronous", "search", "texts_stay_texts", "addresses", "nothing"):
            if arguments.only and name != arguments.only:
                continue
            print(name, flush=True)
            getattr(checks, name)()
            errors = browser.errors()
            assert not errors, errors


if __name__ == "__main__":
    sys.exit(main())
