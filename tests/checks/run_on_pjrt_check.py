#!/usr/bin/env python3
"""Late-bound programs, made into what a PJRT client runs, compute the same: docs/run-on-pjrt.md.

  run_on_pjrt_check.py --bin BUILD --modules DIR [--every N] [--min COUNT]

Every N-th module of DIR (*.hlo) for one device is made asynchronous and late-bound (async-work,
bind-late, schedule-for-overlap), then bound at the start (bind-at-start), which XLA's parser must
read, then synchronous (async-to-sync), which hlo-translate writes as a proto. JAX's client for the
CPU compiles that and the proto of the module itself, and runs both on the same random inputs.
Exits 1 if results differ or fewer than COUNT (default 1) were compared. HLO_JAX_PYTHON is a Python
with JAX; default: the one that runs this. Skipped without JAX.
"""
import argparse
import collections
import glob
import os
import subprocess
import sys
import tempfile

import jax_worker

LATE = "async-work,bind-late,schedule-for-overlap"
SECONDS = 30


def compare(plain, late_bound, start):
    """A word about one module, and why."""
    import xla_cpu

    with open(plain, "rb") as f:
        before = f.read()
    with open(late_bound, "rb") as f:
        after = f.read()
    try:
        program = xla_cpu.Program(before)
        inputs = xla_cpu.random_inputs(xla_cpu.parameters_of(before), xla_cpu.np.random.default_rng(1))
        expected = program(inputs)
    except Exception as e:
        return "does not run", str(e)
    try:
        with open(start) as f:
            xla_cpu.proto_of(f.read())
        results = xla_cpu.Program(after)(inputs)
    except Exception as e:
        return "different", str(e)
    return xla_cpu.compare(expected, results), ""


def run(*command):
    return subprocess.run(command, stderr=subprocess.PIPE, text=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--modules", required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--min", type=int, default=1)
    args = parser.parse_args()
    python = jax_worker.python_with_jax()
    if python is None:
        return jax_worker.SKIP
    opt, translate = (os.path.join(args.bin, name) for name in ("hlo-opt", "hlo-translate"))
    counts, problems = collections.Counter(), []
    worker = jax_worker.JaxWorker(python, __file__, SECONDS)
    with tempfile.TemporaryDirectory() as folder:
        late, start, sync, before, after = (os.path.join(folder, name) for name in
                                            ("late.hlo", "start.hlo", "sync.hlo", "before.pb", "after.pb"))
        for module in sorted(glob.glob(os.path.join(args.modules, "*.hlo")))[:: args.every]:
            if run(opt, "--passes=" + LATE, "-o", late, module).returncode != 0:
                counts["not verified"] += 1
                continue
            with open(late) as f:
                if "-update(" not in f.read():
                    counts["without a chain"] += 1
                    continue
            for command in ((opt, "--passes=bind-at-start", "-o", start, late),
                            (opt, "--passes=async-to-sync", "-o", sync, start),
                            (translate, "--to=hlo-proto", "-o", before, module),
                            (translate, "--to=hlo-proto", "-o", after, sync)):
                result = run(*command)
                if result.returncode != 0:
                    problems.append(f"{module}: {' '.join(command)}: {result.stderr}")
            with open(start) as f:
                if "-update(" in f.read():
                    problems.append(f"{module}: an update is left")
            word, why = worker.ask(before, after, start) or ("crashes or hangs", "")
            counts[word] += 1
            if word == "different":
                problems.append(f"{module}: {why}")
    print(", ".join(f"{count} {word}" for word, count in sorted(counts.items())))
    for problem in problems:
        print(problem[:300])
    compared = counts["equal"] + counts["close"]
    return 0 if not problems and compared >= args.min else 1


if __name__ == "__main__":
    if sys.argv[1:] == ["--worker"]:
        jax_worker.answer_questions(compare)
    sys.exit(main())
