#!/usr/bin/env python3
"""How much faster is hlo-fmt if it prints one computation and reads only that?

    only.py --bin build/hlo-fmt --generator build/tests/bench/generate_model [--bytes 1G]

Writes a module of each kind (generate_model --kind), and runs --only and --fingerprint --only with the
name of a computation in its middle; in turns with the same on a text that is read as a whole, because
its header has a word that --allow_unknown keeps with a warning. Prints the least processor seconds, of
the program and of the system. Fails if a ratio is below --least.

The texts are in a folder that is removed at the end; a gigabyte takes two of disk and four of memory.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

from scaling import generate, parse_size


def run(command):
    """Processor seconds, and the output."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit {process.returncode}")
    return usage.ru_utime + usage.ru_stime, out


def name_in_middle(path):
    with open(path, "rb") as file:
        file.seek(os.path.getsize(path) // 2)
        for line in file:
            if line.startswith(b"%"):
                return line[1:line.index(b" ")].decode()
    sys.exit(f"{path}: no computation begins in its second half")


def with_unknown_word(path):
    """A copy whose header has a word that hlo-fmt does not know."""
    changed = path + ".whole"
    with open(path, "rb") as source, open(changed, "wb") as target:
        target.write(source.readline().rstrip(b"\n") + b", not_known=1\n")
        shutil.copyfileobj(source, target, 1 << 20)
    return changed


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
            print(f"{kind}, {os.path.getsize(path) / 1e6:.0f} MB, %{name}")
            read_whole = with_unknown_word(path)
            least = {}
            for _ in range(arguments.runs):
                for text in (path, read_whole):
                    for flags in ((), ("--fingerprint",)):
                        seconds, out = run([arguments.bin, "--jobs=1", "--allow_unknown", *flags,
                                            f"--only=^{re.escape(name)}$", text])
                        if not flags and f"\n%{name} (".encode() not in out:
                            sys.exit(f"{text}: {name} was not printed")
                        least[text, flags] = min(least.get((text, flags), seconds), seconds)
            for flags in ((), ("--fingerprint",)):
                part, whole = (least[text, flags] for text in (path, read_whole))
                print(f"  {' '.join([*flags, '--only']):20} {part:.2f} s instead of {whole:.2f}, {whole / part:.1f} times as fast")
                is_fast &= whole / part >= arguments.least
    sys.exit(0 if is_fast else 1)


if __name__ == "__main__":
    main()
