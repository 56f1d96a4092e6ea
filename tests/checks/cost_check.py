#!/usr/bin/env python3
"""hlo/cost.h counts what XLA's HloCostAnalysis does: flops, transcendentals, bytes.

  cost_check.py --count build/tests/count_costs [--modules DIR] [--every N] [--min PERCENT]

Compares on every N-th module of DIR (*.hlo), or without DIR on those that JAX makes of
cost_programs.py, before and after XLA's passes for the CPU. Modules with custom calls are left
out. Prints the share that is equal, and those that are not; exits 1 if it is below PERCENT (default
99). HLO_JAX_PYTHON is a Python with JAX; default: the one that runs this. Skipped without JAX.
"""
import argparse
import glob
import math
import os
import subprocess
import sys
import tempfile

import jax_worker

SECONDS = 60


def write_modules(folder):
    """Runs in the worker: the modules of cost_programs.py."""
    import cost_programs

    for name, text in cost_programs.modules().items():
        with open(os.path.join(folder, name + ".hlo"), "w") as f:
            f.write(text)
    return True


def costs(path):
    """Runs in the worker: XLA's counts; None if it refuses the module."""
    import xla_cpu

    with open(path) as f:
        return xla_cpu.costs_of(f.read())


def work(what, path):
    return write_modules(path) if what == "write" else costs(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", required=True)
    parser.add_argument("--modules")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--min", type=float, default=99)
    args = parser.parse_args()
    python = jax_worker.python_with_jax()
    if python is None:
        return jax_worker.SKIP
    worker = jax_worker.JaxWorker(python, __file__, SECONDS)
    with tempfile.TemporaryDirectory() as folder:
        if not args.modules and not jax_worker.JaxWorker(python, __file__, 300).ask("write", folder):
            print("JAX does not compile cost_programs.py")
            return 1
        modules = sorted(glob.glob(os.path.join(args.modules or folder, "*.hlo")))[:: args.every]
        ours = subprocess.run([args.count], input="\n".join(modules) + "\n", check=True, stdout=subprocess.PIPE,
                              text=True).stdout.splitlines()
        equal, unequal, unknown = 0, [], 0
        for module, count in zip(modules, ours, strict=True):
            xla = None if count in ("custom-call", "refused") else worker.ask("count", module)
            if xla is None:
                unknown += 1
            elif all(math.isclose(float(a), b, rel_tol=1e-6) for a, b in zip(count.split(), xla, strict=True)):
                equal += 1
            else:
                unequal.append(f"{os.path.basename(module)}: {count}, XLA {xla}")
    percent = 100 * equal / max(1, equal + len(unequal))
    print(f"costs equal XLA's on {equal} of {equal + len(unequal)} modules ({percent:.2f} %); "
          f"{unknown} left out: custom calls, or refused")
    print(*unequal, sep="\n")
    return 0 if equal and percent >= args.min else 1


if __name__ == "__main__":
    if sys.argv[1:] == ["--worker"]:
        jax_worker.answer_questions(work)
    sys.exit(main())
