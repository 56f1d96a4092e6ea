"""Runs hlo-view: input, output, exit statuses, and the picture in the docs.

    hlo_view_check.py --bin build/hlo-view --work DIR --source SOURCE_DIR
"""

import argparse
import gzip
import pathlib
import subprocess
import sys

GOOD = "ENTRY e {\n  ROOT c = f32[] constant(1)\n}\n"
BAD = "ENTRY e {\n  ROOT c = f32[] constant(x)\n}\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--source", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    work = arguments.work
    work.mkdir(parents=True, exist_ok=True)

    def run(*words, stdin=b""):
        return subprocess.run([arguments.bin, *words], input=stdin, capture_output=True)

    good, packed, bad = work / "good.hlo", work / "good.hlo.gz", work / "bad.hlo"
    good.write_text(GOOD)
    packed.write_bytes(gzip.compress(GOOD.encode()))
    bad.write_text(BAD)

    page = run(good)
    assert page.returncode == 0 and not page.stderr, page
    assert page.stdout.startswith(b"<!DOCTYPE html>") and page.stdout.endswith(b"</html>\n")
    assert b'"file":"good.hlo"' in page.stdout, "a path says more than its reader wants to know"
    # The same from standard input, which has no name, and compressed.
    assert run(stdin=GOOD.encode()).stdout == page.stdout.replace(b'"good.hlo"', b'""')
    assert run("-", stdin=packed.read_bytes()).stdout == run("-", stdin=GOOD.encode()).stdout
    assert run(packed).stdout == page.stdout.replace(b"good.hlo", b"good.hlo.gz")

    out = work / "out.html"
    assert run(good, "-o", out).stdout == b"" and out.read_bytes() == page.stdout
    refused = run(bad, "-o", out)
    assert refused.returncode == 1 and refused.stderr.startswith(f"{bad}:2:".encode()), refused
    assert out.read_bytes() == page.stdout, "it stays as it was"
    assert run(bad).stdout == b""
    assert run(work / "missing.hlo").returncode == 3
    assert run(good, "-o", work / "missing" / "out.html").returncode == 3
    assert run(good, good).returncode == 2

    # The picture in docs/view.md.
    picture = run("--format=svg", arguments.source / "testdata/view/step.hlo")
    assert picture.returncode == 0
    expected = (arguments.source / "docs/view-timeline.svg").read_bytes()
    assert picture.stdout == expected, "hlo-view --format=svg writes docs/view-timeline.svg anew"


if __name__ == "__main__":
    sys.exit(main())
