#!/usr/bin/env python3
"""Times reading and writing of protos beside XLA's, in one run, and prints the ratios.

    tests/bench/proto_speed.py --bin build/tests/bench/proto_benchmark FILE...

Needs a Python with jaxlib. For each FILE, HLO text: XLA's from_serialized_hlo_module_proto and
as_serialized_hlo_module_proto, and the library's ParseHloProto and SerializeHloModule, in turn; takes
the best of --runs, in CPU time: both use one thread. A ratio above 1 is faster than XLA. Each side frees what it makes within the time.
Exits 1 if the totals, or with --each the ratios of a file, are below --min-read or --min-write.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import time


def best_seconds(runs, call):
    best = math.inf
    for _ in range(runs):
        begin = time.process_time()
        call()
        best = min(best, time.process_time() - begin)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="proto_benchmark")
    parser.add_argument("--rounds", type=int, default=5, help="turns of each side")
    parser.add_argument("--runs", type=int, default=3, help="runs in each turn")
    parser.add_argument("--min-read", type=float, default=0)
    parser.add_argument("--min-write", type=float, default=0)
    parser.add_argument("--each", action="store_true")
    parser.add_argument("files", nargs="+", metavar="FILE")
    args = parser.parse_args()
    import jaxlib.xla_client  # noqa: F401
    from jaxlib import _hlo

    totals = [0.0] * 4
    worst = [math.inf, math.inf]
    print(f"{'file':28} {'MB':>6} {'read x':>7} {'write x':>7} {'read MB/s':>9} {'write MB/s':>10}")
    for path in args.files:
        with open(path, encoding="utf-8", errors="surrogateescape") as f:
            module = _hlo.hlo_module_from_text(f.read())
        proto = module.as_serialized_hlo_module_proto()
        module = _hlo.HloModule.from_serialized_hlo_module_proto(proto)
        best = [math.inf] * 4  # XLA's read and write, ours
        for _ in range(args.rounds):
            read = best_seconds(args.runs, lambda: _hlo.HloModule.from_serialized_hlo_module_proto(proto))
            write = best_seconds(args.runs, module.as_serialized_hlo_module_proto)
            line = subprocess.run(
                [args.bin, f"--runs={args.runs}", path], stdout=subprocess.PIPE, check=True
            ).stdout
            ours = json.loads(line)
            best = [min(a, b) for a, b in zip(best, (read, write, ours["read_s"], ours["write_s"]))]
        totals = [a + b for a, b in zip(totals, best)]
        ratios = best[0] / best[2], best[1] / best[3]
        worst = [min(a, b) for a, b in zip(worst, ratios)]
        size = len(proto) / 1e6
        print(
            f"{os.path.basename(path)[-28:]:28} {size:6.2f} {ratios[0]:7.1f} {ratios[1]:7.1f}"
            f" {size / best[2]:9.0f} {size / best[3]:10.0f}",
            flush=True,
        )
    whole = [totals[0] / totals[2], totals[1] / totals[3]]
    print(f"total: reading {whole[0]:.1f}x, writing {whole[1]:.1f}x XLA's speed; "
          f"least {worst[0]:.1f}x and {worst[1]:.1f}x")
    judged = worst if args.each else whole
    return 0 if judged[0] >= args.min_read and judged[1] >= args.min_write else 1


if __name__ == "__main__":
    sys.exit(main())
