#!/usr/bin/env python3
"""Measures what a program pays for the library: the time to compile one file, and the archive's size.

    tests/bench/consumer.py --archive build/libhlo_text.a
    tests/bench/consumer.py --cxx clang++ --flags=-O2

Compiles a pass that includes the headers of most passes, also hlo/pattern_matcher.h and hlo/visitor.h, and
takes the best processor time of several runs: other work on the machine only adds time. Measures the
archive as it is, and a copy without the symbols that a linker does not need. Fails if a limit is exceeded.
"""

import argparse
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

PASS = """
#include "hlo/edit.h"
#include "hlo/order.h"
#include "hlo/pattern_matcher.h"
#include "hlo/printer.h"
#include "hlo/read.h"
#include "hlo/verify.h"
#include "hlo/visitor.h"

absl::StatusOr<bool> RemoveMultiplicationsByOne(hlo::HloModule& module) {
  namespace m = hlo::m;
  bool changed = false;
  for (hlo::HloComputation* computation : hlo::ComputationPostOrder(module)) {
    for (hlo::HloInstruction* i : hlo::PrintOrder(*computation)) {
      hlo::HloInstruction* x;
      if (i->parent() == nullptr ||
          !hlo::Match(i, m::MultiplyAnyOrder(m::Op(&x), m::ConstantAll(1)))) {
        continue;
      }
      absl::Status status = hlo::ReplaceInstruction(i, x);
      if (!status.ok()) return status;
      changed = true;
    }
  }
  return changed;
}
"""


def compile_seconds(arguments, folder):
    """The best user and system time of the compiler and its children."""
    source = folder / "pass.cc"
    source.write_text(PASS)
    include = pathlib.Path(__file__).resolve().parents[2] / "include"
    command = [arguments.cxx, "-std=c++17", *arguments.flags.split(), f"-I{include}", "-c", source,
               "-o", folder / "pass.o"]
    best = float("inf")
    for _ in range(arguments.runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return best


def stripped_size(archive, folder):
    copy = folder / "stripped.a"
    shutil.copy(archive, copy)
    subprocess.run(["strip", "--strip-unneeded", copy], check=True)
    return os.path.getsize(copy)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--cxx", default=os.environ.get("CXX", "c++"))
    parser.add_argument("--flags", default="-O0")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--max_seconds", type=float, default=1)
    parser.add_argument("--archive", type=pathlib.Path, help="libhlo_text.a of a Release build")
    parser.add_argument("--max_mb", type=float, default=8)
    arguments = parser.parse_args()
    is_fine = True
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        seconds = compile_seconds(arguments, folder)
        is_fine &= seconds <= arguments.max_seconds
        print(f"one file, compiled                   {seconds:8.2f} s  (at most {arguments.max_seconds:g})")
        if arguments.archive is not None:
            print(f"archive                              {os.path.getsize(arguments.archive) / 1e6:8.2f} MB")
            size = stripped_size(arguments.archive, folder) / 1e6
            is_fine &= size <= arguments.max_mb
            print(f"archive, stripped                    {size:8.2f} MB (at most {arguments.max_mb:g})")
    sys.exit(0 if is_fine else 1)


if __name__ == "__main__":
    main()
