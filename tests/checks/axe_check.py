"""Runs axe-core over each kind of page of hlo-view, light and dark, wide and narrow: no finding that is
serious or critical. Needs Chromium, and npm with a registry or --axe, a folder with axe-core.

    axe_check.py --bin build/hlo-view --testdata testdata --work DIR [--pictures DIR]
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

import webdriver
from view_page_check import PROFILE, SOURCE

VERSION = "axe-core@4.14.1"
# Returns the findings as texts: what, where, why.
AXE = """
const {violations} = await axe.run(document, {resultTypes: ['violations']});
return violations.filter(({impact}) => impact === 'serious' || impact === 'critical')
    .flatMap(({id, nodes}) => nodes.map(({target, failureSummary}) =>
        `${id}: ${target.join(' ')}: ${failureSummary.replace(/\\s+/g, ' ')}`));
"""
# Two frames: what is drawn when it comes in sight is there.
DRAWN = "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def axe_source(work, folder):
    if folder is None:
        folder = work / "node_modules" / "axe-core"
        command = ["npm", "install", "--no-fund", "--no-audit", "--prefix", work, VERSION]
        if not folder.exists() and (shutil.which("npm") is None or
                                    subprocess.run(command, capture_output=True).returncode != 0):
            print("skipped: npm does not install axe-core")
            sys.exit(webdriver.SKIP)
    return (folder / "axe.min.js").read_text()


def kinds(testdata, work):
    """(name, words for hlo-view, address, then what a reader does: clicks on an id, or chooses (id, value))."""
    step = testdata / "view" / "step.hlo"
    later = work / "later.hlo"
    later.write_text(step.read_text().replace("exponential(", "tanh("))
    source = work / "source.hlo"
    source.write_text(SOURCE)
    stage = sorted((testdata / "passes" / "jax").glob("*jit_train_step*cpu_after_optimizations.txt"))[0]
    yield "overview", [step], ""
    yield "module", [step], "#main/ffn-update"
    yield "source", [source], "#main/b", "metadata"
    yield "scopes", [source], "#main/b", "by-scope"
    yield "graph", [step], "#main/exp", "graph-button"
    yield "keys", [step], "", "help-button"
    yield "search", [step], "#?opcode=add"
    yield "buffers", [stage], ""
    measured = [f"--profile={PROFILE.parent / 'scanned_step.xplane.pb'}",
                f"--machine={testdata.parent / 'docs' / 'examples' / 'machines' / 'tpu-v5e.json'}",
                f"{PROFILE}.cpu_after_optimizations.txt"]
    yield "profile", measured, "#region_0.3/ynn_fusion"
    yield "costs", measured, "", "cost-button"
    yield "costs-peak", [stage], "", "cost-button", ("cost-key", "peak-scope")
    yield "diff", [f"--diff_against={step}", later], "#main/exp"
    yield "diff-graph", [f"--diff_against={step}", later], "#main/exp", "graph-button"
    yield "passes", ["--format=html", testdata / "passes" / "jax"], \
        "#jit_train_step/HLO_passes_after_layout_assignment/fusion"
    yield "passes-against", ["--format=html", f"--diff_against={testdata / 'passes' / 'jax'}",
                             testdata / "passes" / "jax_no_fusion"], ""
    yield "history", ["--format=html", "--blame=tanh.*", "--module=jit_train_step",
                      testdata / "passes" / "jax"], "#fused_computation.2/tanh.0"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--testdata", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--axe", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path, help="also draws each page into this folder")
    parser.add_argument("--only")
    flags = parser.parse_args()
    flags.work.mkdir(parents=True, exist_ok=True)
    axe = axe_source(flags.work, flags.axe)
    findings = []
    with webdriver.open_browser() as browser:
        for name, words, address, *acts in kinds(flags.testdata.resolve(), flags.work.resolve()):
            if flags.only and flags.only != name:
                continue
            page = flags.work / f"{name}.html"
            subprocess.run([flags.bin, *words, "-o", page], check=True)
            for width in (1400, 420):
                browser.resize(width, 900)
                for scheme in ("light", "dark"):
                    browser.scheme(scheme)
                    browser.open("about:blank")
                    browser.open(page.absolute().as_uri() + address)
                    for act in acts:
                        if isinstance(act, str):
                            browser.run("document.getElementById(arguments[0]).click()", act)
                        else:
                            browser.choose(*act)
                    browser.run(DRAWN)
                    where = f"{name}, {scheme}, {width} px"
                    if flags.pictures:
                        (flags.pictures / f"{name}-{scheme}-{width}.png").write_bytes(browser.screenshot())
                    # Not as a script of the page, which allows none.
                    browser.run(axe)
                    found = browser.run(AXE)
                    findings += [f"{where}: {text}" for text in found]
                    print(f"{where}: {len(found)}", flush=True)
    if findings:
        sys.exit("\n".join(findings))


if __name__ == "__main__":
    main()
