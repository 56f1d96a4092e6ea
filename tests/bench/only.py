#!/usr/bin/env python3
"""How much faster is hlo-fmt if it prints one computation and reads only that?

    only.py --bin build/hlo-fmt --generator build/tests/bench/generate_model [--bytes 1G]

Writes a module of each kind (generate_model --kind), and runs --only and --fingerprint --only with the
name of a computation in its middle, and hlo-fmt on all of it, in turns. Prints the least processor
seconds of each, and the ratio to reading all: that is a run on all, without its time to print. Fails if
a ratio is below --least.

The texts are in a folder that is removed at the end; a gigabyte of text takes four of memory.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

from scaling import generate, parse_size


def run(binary, path, *flags):
    """Processor seconds, without those for printing, and the output."""
    process = subprocess.Popen([binary, "--timing", "--jobs=1", *flags, path], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    out, errors = process.stdout.read(), process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{binary} {' '.join(flags)}: exit {process.returncode}\n{errors}")
    timing = json.loads(errors.splitlines()[-1])
    return usage.ru_utime + usage.ru_stime - timing["print_s"], out


def name_in_middle(path):
    with open(path, "rb") as file:
        file.seek(os.path.getsize(path) // 2)
        for line in file:
            if line.startswith(b"%"):
                return line[1:line.index(b" ")].decode()
    sys.exit(f"{path}: no computation begins in its second half")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--generator", required=True)
    parser.add_argument("--kinds", default="model_calls,computations")
    parser.add_argument("--bytes", default="1G", type=parse_size)
    parser.add_argument("--runs", default=3, type=int)
    parser.add_argument("--least", default=0, type=float)
    arguments = parser.parse_args()
    is_fast = True
    for kind in arguments.kinds.split(","):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, f"{kind}.hlo")
            generate(arguments.generator, kind, arguments.bytes, path)
            name = name_in_middle(path)
            only = f"--only=^{re.escape(name)}$"
            commands = {"all": ("-o", os.devnull), "--only": (only,), "--fingerprint --only": ("--fingerprint", only)}
            least = {}
            for _ in range(arguments.runs):
                for command, flags in commands.items():
                    seconds, out = run(arguments.bin, path, *flags)
                    least[command] = min(least.get(command, seconds), seconds)
                    if command == "--only" and f"\n%{name} (" not in out:
                        sys.exit(f"{path}: {name} was not printed")
            print(f"{kind}, {os.path.getsize(path) / 1e6:.0f} MB, %{name}: all {least['all']:.2f} s")
            for command in list(commands)[1:]:
                ratio = least["all"] / least[command]
                print(f"  {command:22} {least[command]:.2f} s, {ratio:.1f} times as fast")
                is_fast &= ratio >= arguments.least
    sys.exit(0 if is_fast else 1)


if __name__ == "__main__":
    main()
