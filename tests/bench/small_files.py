#!/usr/bin/env python3
"""Times reading and printing of small files beside XLA, both in process, and prints the ratios.

    tests/bench/small_files.py --bin build/tests/bench/small_files_benchmark FILE...

Needs a Python with jaxlib. For each FILE of --least to --most bytes: XLA's hlo_module_from_text and
to_string, and the library's ReadHloModule and PrintHloModule, from the bytes to the text. All that a
module needs is made and freed within the time, on both sides. Both go over all files in each of --runs
runs, in turns of a few, and the least time of each file counts. A ratio above 1 is faster than XLA.
Exits 1 if the geometric mean over the files is below --min-total.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import time

PHASES = ("parse_s", "print_s", "total_s")


def xla_seconds(hlo, text):
    begin = time.perf_counter()
    module = hlo.hlo_module_from_text(text)
    read = time.perf_counter()
    printed = module.to_string()
    written = time.perf_counter()
    del module, printed
    return {"parse_s": read - begin, "print_s": written - read, "total_s": time.perf_counter() - begin}


def keep_least(best, seconds):
    for phase in PHASES:
        best[phase] = min(best.get(phase, math.inf), seconds[phase])


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bin", required=True, help="small_files_benchmark")
    parser.add_argument("--least", type=int, default=2_000, help="bytes of a file")
    parser.add_argument("--most", type=int, default=50_000)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--runs", type=int, default=10, help="in each turn")
    parser.add_argument("--min-total", type=float, default=0)
    parser.add_argument("files", nargs="+", metavar="FILE")
    args = parser.parse_args()
    import jaxlib.xla_client  # noqa: F401
    from jaxlib import _hlo

    paths = [path for path in args.files if args.least <= os.path.getsize(path) <= args.most]
    if not paths:
        sys.exit("no file has such a size")
    texts = [open(path, encoding="utf-8", errors="surrogateescape").read() for path in paths]
    ours = [{} for _ in paths]
    theirs = [{} for _ in paths]
    for _ in range(args.turns):
        for _ in range(args.runs):
            for text, best in zip(texts, theirs):
                keep_least(best, xla_seconds(_hlo, text))
        done = subprocess.run([args.bin, f"--runs={args.runs}", *paths], stdout=subprocess.PIPE, check=True)
        for line, best in zip(done.stdout.splitlines(), ours):
            keep_least(best, json.loads(line))

    def ratios(rows, phase):
        return [theirs[i][phase] / ours[i][phase] for i in rows]

    print(f"{'bytes':>15} {'files':>5} {'parse x':>8} {'print x':>8} {'total x':>8} {'us':>7}")
    sizes = [os.path.getsize(path) for path in paths]
    bounds = [args.least, 5_000, 10_000, 20_000, args.most]
    for low, high in list(zip(bounds, bounds[1:])) + [(args.least, args.most)]:
        rows = [i for i, size in enumerate(sizes) if low <= size <= high]
        if not rows:
            continue
        means = [mean(ratios(rows, phase)) for phase in PHASES]
        time_us = 1e6 * sum(ours[i]["total_s"] for i in rows) / len(rows)
        print(f"{low:7}-{high:7} {len(rows):5} {means[0]:8.1f} {means[1]:8.1f} {means[2]:8.1f} {time_us:7.1f}")
    totals = ratios(range(len(paths)), "total_s")
    print(f"geometric mean {mean(totals):.1f}x XLA's speed, least {min(totals):.1f}x")
    return 0 if mean(totals) >= args.min_total else 1


if __name__ == "__main__":
    sys.exit(main())
