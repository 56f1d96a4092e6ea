"""Draws view-page.png, view-diff.png, view-profile.png, view-cost.png and passes.png of docs/pictures: pages of
hlo-view in Chromium; and view-timeline.svg, which a page saves.
Run it when the pages look different; needs chromedriver, and Debian's pngquant for small files.

    tests/checks/draw_pages.py --bin build/hlo-view
"""

import argparse
import pathlib
import subprocess
import tempfile

import webdriver

ROOT = pathlib.Path(__file__).resolve().parents[2]


def later_step(text):
    """testdata/view/step.hlo after an edit: another operation, one more, and an earlier done."""
    done = next(line for line in text.splitlines(keepends=True) if " copy-done(" in line)
    norm = next(line for line in text.splitlines(keepends=True) if "norm = " in line)
    for old, new in [
            (done, ""), (norm, done + norm),
            ("exponential(", "tanh("),
            ("ROOT total =", "mean = f32[] multiply(both, zero)\n  ROOT total ="),
            ("add(both, sum)", "add(mean, sum)")]:
        assert old in text, old
        text = text.replace(old, new)
    return text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    program = parser.parse_args().bin.resolve()
    with tempfile.TemporaryDirectory() as name, webdriver.open_browser() as browser:
        folder = pathlib.Path(name)

        def draw(picture, size, fragment, *words, cwd=folder, script=""):
            subprocess.run([program, *words, "-o", folder / "page.html"], check=True, cwd=cwd)
            browser.resize(*size)
            browser.open("about:blank")
            browser.open((folder / "page.html").as_uri() + fragment)
            browser.wait("return document.fonts.status === 'loaded'")
            browser.run(script)
            # Two frames: what is drawn when it comes in sight is there.
            browser.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            browser.draw(ROOT / "docs" / "pictures" / picture)

        step = ROOT / "testdata" / "view" / "step.hlo"
        (folder / "step.hlo").write_text(step.read_text())
        (folder / "later.hlo").write_text(later_step(step.read_text()))
        draw("view-page.png", (1340, 760), "#main/ffn-update", "step.hlo",
             script="document.getElementById('listing').scrollTop = 218")
        browser.resize(1540, 760)
        (ROOT / "docs" / "pictures" / "view-timeline.svg").write_text(webdriver.saved_picture(browser) + "\n")
        draw("view-diff.png", (1340, 700), "#main/exp", "--diff_against=step.hlo", "later.hlo")
        draw("view-profile.png", (1340, 820), "#region_0.3/ynn_fusion", "--profile=scanned_step.xplane.pb",
             "module_0000.jit_scanned_step.cpu_after_optimizations.txt", cwd=ROOT / "testdata" / "profile")
        draw("view-cost.png", (1340, 820), "#main.10", "--profile=scanned_step.xplane.pb",
             f"--machine={ROOT / 'docs/examples/machines/tpu-v5e.json'}",
             "module_0000.jit_scanned_step.cpu_after_optimizations.txt", cwd=ROOT / "testdata" / "profile",
             script="for (const id of ['timeline-button', 'cost-button']) document.getElementById(id).click()")
        draw("passes.png", (1180, 880), "#jit_train_step/HLO_passes_after_layout_assignment/fusion",
             "--format=html", "jax", cwd=ROOT / "testdata" / "passes",
             script="document.getElementById('module').scrollTop = 0")


if __name__ == "__main__":
    main()
