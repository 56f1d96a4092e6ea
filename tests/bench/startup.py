#!/usr/bin/env python3
"""Measures time and memory of hlo-fmt for a small file, and the sizes of the program and the static library.

    tests/bench/startup.py --bin build/hlo-fmt
    tests/bench/startup.py --bin build/hlo-fmt --xla_python PYTHON

Runs `hlo-fmt FILE -o /dev/null` many times, from fork to exit, on a file of 10 KB and on an empty
module, and takes the best: other work on the machine only adds time. Takes the peak memory from
--timing, less that of an empty module, which is the program itself. Measures the size of a stripped
copy of the program, and of the library given as --archive as it is. Fails if a limit is exceeded. With
--xla_python, a Python with jaxlib, also times XLA's parser started from Python on the same file, and
fails unless that is --min_ratio times slower.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

XLA = ("import sys; import jaxlib.xla_client; from jaxlib import _hlo; "
       "_hlo.hlo_module_from_text(open(sys.argv[1]).read()).to_string()")


def small_model(size):
    """A module of about `size` bytes."""
    lines = ["HloModule small, entry_computation_layout={(f32[128,64]{1,0})->f32[128,64]{1,0}}\n",
             "ENTRY %main (p: f32[128,64]) -> f32[128,64] {",
             "  %p = f32[128,64]{1,0} parameter(0)",
             "  %add.0 = f32[128,64]{1,0} add(%p, %p)"]
    length = i = 0
    while length < size - 400:
        i += 1
        lines.append(
            f"  %add.{i} = f32[128,64]{{1,0}} add(%add.{i - 1}, %p), "
            f"metadata={{op_name=\"jit(step)/layer_{i % 7}/add\" source_line={i}}}")
        length += len(lines[-1]) + 1
    return "\n".join(lines + [f"  ROOT %negate = f32[128,64]{{1,0}} negate(%add.{i})", "}\n"])


def best_seconds(command, runs):
    """The least time of a process, from its start until it is reaped."""
    best = float("inf")
    for _ in range(runs):
        begin = time.perf_counter()
        pid = os.posix_spawn(command[0], command, os.environ)
        _, status, _ = os.wait4(pid, 0)
        best = min(best, time.perf_counter() - begin)
        if status != 0:
            sys.exit(f"{' '.join(command)}: status {status}")
    return best


def peak_memory(binary, file):
    """Bytes."""
    timing = subprocess.run([binary, "--timing", file, "-o", os.devnull], check=True, text=True,
                            stderr=subprocess.PIPE).stderr
    return json.loads(timing)["peak_rss_bytes"]


def stripped_size(binary, folder):
    """Bytes of the stripped program; None if strip is not installed."""
    strip = shutil.which("strip")
    if strip is None:
        return None
    copy = os.path.join(folder, "stripped")
    subprocess.run([strip, "-o", copy, binary], check=True)
    return os.path.getsize(copy)


class Checks:
    """Prints figures with their limits; records whether one is exceeded."""

    failed = False

    def at_most(self, what, value, limit, unit):
        self._tell(what, value, f"at most {limit:g}", unit, value <= limit)

    def at_least(self, what, value, limit, unit):
        self._tell(what, value, f"at least {limit:g}", unit, value >= limit)

    def _tell(self, what, value, limit, unit, is_fine):
        self.failed = self.failed or not is_fine
        print(f"{what:36} {value:8.2f} {unit:3} ({limit}){'' if is_fine else '  FAILED'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, help="hlo-fmt")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--max_ms", type=float, default=3)
    parser.add_argument("--max_memory_mb", type=float, default=0.5, help="millions of bytes, for 10 KB")
    parser.add_argument("--max_mb", type=float, default=6.1, help="millions of bytes, stripped")
    parser.add_argument("--archive", help="libhlo_text.a")
    parser.add_argument("--max_archive_mb", type=float, default=11.3, help="millions of bytes")
    parser.add_argument("--xla_python", help="a Python with jaxlib")
    parser.add_argument("--min_ratio", type=float, default=50)
    arguments = parser.parse_args()
    binary = os.path.abspath(arguments.bin)
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        small = os.path.join(folder, "small.hlo")
        pathlib.Path(small).write_text(small_model(10000), encoding="utf-8")
        least = os.path.join(folder, "least.hlo")
        pathlib.Path(least).write_text("HloModule m\nENTRY e { ROOT a = f32[] parameter(0) }\n",
                                       encoding="utf-8")
        seconds = best_seconds([binary, small, "-o", os.devnull], arguments.runs)
        checks.at_most("start to end, 10 KB", seconds * 1e3, arguments.max_ms, "ms")
        start = best_seconds([binary, least, "-o", os.devnull], arguments.runs)
        checks.at_most("start to end, one instruction", start * 1e3, arguments.max_ms, "ms")
        checks.at_most("memory net of the program, 10 KB", (peak_memory(binary, small) - peak_memory(binary, least)) / 1e6, arguments.max_memory_mb, "MB")
        size = stripped_size(binary, folder)
        if size is not None:
            checks.at_most("size, stripped", size / 1e6, arguments.max_mb, "MB")
        if arguments.archive:
            checks.at_most("size of the archive", os.path.getsize(arguments.archive) / 1e6,
                           arguments.max_archive_mb, "MB")
        if arguments.xla_python:
            xla = best_seconds([arguments.xla_python, "-c", XLA, small], 5)
            checks.at_least("XLA's parser from Python, 10 KB", xla / seconds, arguments.min_ratio,
                            "x")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
