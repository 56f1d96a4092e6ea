#!/usr/bin/env python3
"""Does the cost per byte stay the same as texts grow?

Writes modules of each kind (generate_model --kind) in growing sizes, runs hlo-fmt on them, and prints
nanoseconds per byte of input for each size: processor time of the program and of the system, then
wall time of parsing, desugaring and printing; peak memory as a
multiple of the text; and page faults per megabyte. Fails if the program's largest figure of a kind
is more than --tolerance above its smallest.

    tests/bench/scaling.py --bin build/hlo-fmt --generator build/tests/bench/generate_model
    tests/bench/scaling.py ... --kinds async,tuples --max-bytes 64M

The texts are in a folder that is removed at the end; a gigabyte of text takes some gigabytes of
memory. Times are the best of some runs, with the sizes interleaved. The decision uses the program's
own time: wall time includes other users of the machine, more so in long runs; and in a virtual
machine that returns free memory, system time is mostly the host's, to find pages.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

FIGURES = ("user_s", "system_s", "parse_s", "desugar_s", "print_s")
# The system splits a process's time between these two by sampling every few milliseconds: for a
# short run this is a guess.
SAMPLED = ("user_s", "system_s")
# Differences below this many nanoseconds per byte do not count.
LEAST = 0.3


def parse_size(text):
    unit = {"K": 10, "M": 20, "G": 30}.get(text[-1].upper())
    return int(text) if unit is None else int(text[:-1]) << unit


def size_name(size):
    return f"{size >> 30}G" if size >> 30 else f"{size >> 20}M"


def generate(generator, kind, size, path):
    with open(path, "wb") as out:
        subprocess.run([generator, f"--kind={kind}", f"--bytes={size}"], stdout=out, check=True)


def run(binary, path):
    """The figures of --timing and of the system."""
    # Without it, large constants are read but not printed.
    command = [binary, "--timing", "--jobs=1", "--print_large_constants", "-o", os.devnull, path]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit {process.returncode}\n{errors}")
    figures = json.loads(errors.splitlines()[-1])
    figures["user_s"] = usage.ru_utime
    figures["system_s"] = usage.ru_stime
    figures["faults"] = usage.ru_minflt
    return figures


def run_often(binary, path, count):
    """The same; the least times of `count` runs, but the mean of times in clock ticks."""
    all_figures = [run(binary, path) for _ in range(count)]
    result = all_figures[0]
    for figure in FIGURES:
        times = [figures[figure] for figures in all_figures]
        result[figure] = sum(times) / count if figure in SAMPLED else min(times)
    return result


def measure(arguments, kind, sizes, folder):
    """By size: the least seconds of each phase, bytes and peak memory."""
    paths = {size: os.path.join(folder, f"{kind}.{size}.hlo") for size in sizes}
    best = {}
    for size, path in paths.items():
        generate(arguments.generator, kind, size, path)
    for _ in range(arguments.rounds):
        for size, path in paths.items():
            figures = run_often(arguments.bin, path, max(1, arguments.round_bytes // size))
            if size in best:
                for figure in FIGURES:
                    figures[figure] = min(figures[figure], best[size][figure])
            best[size] = figures
    for path in paths.values():
        os.remove(path)
    return best


def report(kind, best, tolerance):
    """Prints the rows of a kind; true if its cost is flat."""
    totals = {}
    for size, figures in best.items():
        per_byte = [figures[figure] * 1e9 / figures["bytes_in"] for figure in FIGURES]
        totals[size] = per_byte[0]
        print(f"{kind:14} {size_name(size):>5} "
              + " ".join(f"{value:8.2f}" for value in per_byte)
              + f" {figures['peak_rss_bytes'] / figures['bytes_in']:8.2f}"
              + f" {figures['faults'] * 1e6 / figures['bytes_in']:8.0f}", flush=True)
    ratio = max(totals.values()) / max(LEAST, min(totals.values()))
    is_flat = ratio <= 1 + tolerance
    print(f"{kind:14} largest / smallest: {ratio:.2f}{'' if is_flat else '  NOT FLAT'}\n",
          flush=True)
    return is_flat


def all_kinds(generator):
    usage = subprocess.run([generator, "--help"], stderr=subprocess.PIPE, text=True).stderr
    return [line.split()[0] for line in usage.split("kinds:\n")[1].splitlines()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, help="hlo-fmt")
    parser.add_argument("--generator", help="generate_model; default: tests/bench beside hlo-fmt")
    parser.add_argument("--kinds", help="default: all")
    parser.add_argument("--sizes", default="16M,64M,256M,1G")
    parser.add_argument("--max-bytes", type=parse_size, help="leaves larger sizes out")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--round-bytes", type=parse_size, default=parse_size("256M"),
                        help="a round runs a small text so often that it is about this long")
    parser.add_argument("--tolerance", type=float, default=0.25)
    parser.add_argument("--tmp", help="where the texts are written")
    arguments = parser.parse_args()
    if arguments.generator is None:
        arguments.generator = os.path.join(
            os.path.dirname(os.path.abspath(arguments.bin)), "tests", "bench", "generate_model")
    kinds = arguments.kinds.split(",") if arguments.kinds else all_kinds(arguments.generator)
    sizes = [parse_size(size) for size in arguments.sizes.split(",")]
    sizes = [size for size in sizes if size <= (arguments.max_bytes or size)]
    print(f"{'ns per byte':14} {'text':>5}     user   system    parse  desugar    print"
          "   memory   faults")
    failed = []
    for kind in kinds:
        with tempfile.TemporaryDirectory(dir=arguments.tmp) as folder:
            if not report(kind, measure(arguments, kind, sizes, folder), arguments.tolerance):
                failed.append(kind)
    if failed:
        print("not flat:", " ".join(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
