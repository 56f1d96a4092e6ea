#!/usr/bin/env python3
"""How much faster do two threads read and print a large module?

    threads.py --bin build/hlo-fmt --generator build/tests/bench/generate_model [--bytes 32M]

Writes a module of each kind (generate_model --kind), runs hlo-fmt --timing on it with one thread and
with --jobs, in turns, and prints the least milliseconds of each phase and their ratio. Wall time counts,
so the machine must be idle; or root gives the runs the cores that others use, with --realtime.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

from scaling import generate, parse_size


def run(command):
    """Milliseconds of the phases."""
    process = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit {process.returncode}\n{process.stderr}")
    timing = json.loads(process.stderr.splitlines()[-1])
    phases = {"read": timing["parse_s"] + timing["desugar_s"], "print": timing["print_s"]}
    return {phase: seconds * 1000 for phase, seconds in phases.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--generator", required=True)
    parser.add_argument("--kinds", default="model_calls,computations,model")
    parser.add_argument("--bytes", default="32M", type=parse_size)
    parser.add_argument("--jobs", default=2, type=int)
    parser.add_argument("--runs", default=10, type=int)
    parser.add_argument("--realtime", action="store_true")
    arguments = parser.parse_args()
    prefix = ["chrt", "-f", "10"] if arguments.realtime else []
    for kind in arguments.kinds.split(","):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, f"{kind}.hlo")
            generate(arguments.generator, kind, arguments.bytes, path)
            least = {1: {}, arguments.jobs: {}}
            for _ in range(arguments.runs):
                for jobs, phases in least.items():
                    taken = run([*prefix, arguments.bin, "--timing", f"--jobs={jobs}", "-o", os.devnull, path])
                    for phase, milliseconds in taken.items():
                        phases[phase] = min(phases.get(phase, milliseconds), milliseconds)
        for phases in least.values():
            phases["both"] = phases["read"] + phases["print"]
        print(f"{kind:14}" + "".join(
            f"  {phase} {one:.1f} -> {least[arguments.jobs][phase]:.1f} ms, {one / least[arguments.jobs][phase]:.2f} times"
            for phase, one in least[1].items()))


if __name__ == "__main__":
    main()
