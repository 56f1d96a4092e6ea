#!/usr/bin/env python3
"""Passes must not change what programs compute: runs modules before and after on XLA's CPU client.

  execute_corpus_check.py --run build/tests/run_passes --modules DIR [--every N] [--min COUNT]
      [--passes PASS,...]

Runs the passes of hlo/passes.h on every N-th module of DIR (*.hlo). Those that change and that XLA's
CPU client compiles (text, HloModuleProto, StableHLO) and runs twice with equal results are run again
after the passes, on the same random inputs. Results may differ by rounding, since XLA fuses other
operations. Prints how many modules there are of each kind, and those that differ; exits 1 if one
does or fewer than COUNT (default 1) were compared. HLO_JAX_PYTHON is a Python with JAX;
default: the one that runs this. Skipped without JAX.
"""
import argparse
import collections
import glob
import math
import os
import re
import subprocess
import sys
import tempfile

import jax_worker

COMPARED = ("equal", "close", "different")
SECONDS = 20  # for one module; random inputs can make endless loops
ELEMENTS = 1 << 24  # of the largest array
SEVERAL_DEVICES = re.compile(r"(?:replica_count|num_partitions)=(?!1\b)")
ARRAY = re.compile(r"\w\[([0-9,]+)\]")


def try_module(before, after):
    """What happens to a module: a word, and why."""
    import xla_cpu

    generator = xla_cpu.np.random.default_rng(1)
    with open(before) as f:
        text = f.read()
    if SEVERAL_DEVICES.search(text.split("\n", 1)[0]):
        return "for several devices", ""  # an all-gather leaves a part of its result undefined
    if any(math.prod(map(int, sizes.split(","))) > ELEMENTS for sizes in set(ARRAY.findall(text))):
        return "too large", ""
    try:
        proto = xla_cpu.proto_of(text)
        program = xla_cpu.Program(proto)
        inputs = xla_cpu.random_inputs(xla_cpu.parameters_of(proto), generator)
    except Exception as e:
        return "does not compile", str(e)
    try:
        expected = program(inputs)
        if xla_cpu.compare(expected, program(inputs)) != "equal":
            return "not repeatable", ""
    except Exception as e:
        return "does not run", str(e)
    try:
        with open(after) as f:
            results = xla_cpu.Program(xla_cpu.proto_of(f.read()))(inputs)
    except Exception as e:
        return "different", str(e)
    return xla_cpu.compare(expected, results), ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", required=True)
    parser.add_argument("--modules", required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--min", type=int, default=1)
    parser.add_argument("--passes", default="flatten-call-graph,call-inliner,tuple-simplifier,algsimp,cse,dce")
    parser.add_argument("--same", action="store_true", help="also modules that no pass changes")
    parser.add_argument("--verbose", action="store_true", help="say why a module is left out")
    args = parser.parse_args()
    python = jax_worker.python_with_jax()
    if python is None:
        return jax_worker.SKIP

    modules = sorted(glob.glob(os.path.join(args.modules, "*.hlo")))[:: args.every]
    counts, different = collections.Counter(), []
    worker = jax_worker.JaxWorker(python, __file__, SECONDS)
    with tempfile.TemporaryDirectory() as folder:
        said = subprocess.run([args.run, f"--out={folder}", *args.passes.split(",")], input="\n".join(modules) + "\n",
                              check=True, stdout=subprocess.PIPE, text=True).stdout
        changes = dict(line.split("\t") for line in said.splitlines())
        for module in modules:
            name = os.path.basename(module)
            if changes[name] == "refused":
                counts["not verified"] += 1
            elif not args.same and not any(map(int, changes[name].split())):
                counts["not changed"] += 1
            else:
                kind, why = worker.ask(module, os.path.join(folder, name)) or ("crashes or hangs", "")
                counts[kind] += 1
                if kind == "different":
                    different.append(f"{name}: {why}")
                if args.verbose:
                    print(f"{name}: {kind} {why[:200]!r}", flush=True)
    compared = sum(counts[kind] for kind in COMPARED)
    print(f"compared {compared}:", ", ".join(f"{counts[kind]} {kind}" for kind in COMPARED))
    print("left out:", ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items()) if kind not in COMPARED))
    for line in different:
        print(f"different: {line[:300]}")
    return 0 if not different and compared >= args.min else 1


if __name__ == "__main__":
    if sys.argv[1:] == ["--worker"]:
        jax_worker.answer_questions(try_module)
    sys.exit(main())
