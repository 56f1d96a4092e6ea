#!/usr/bin/env python3
"""Checks hlo-fmt --keep on a folder of modules.

  keep_corpus_check.py --bin build/hlo-fmt --modules DIR [--printed DIR] [--jobs N] [--limit N]
                       [--every N]

For every module of DIR (*.hlo) that hlo-fmt reads:

  formats     --keep accepts it, and confirms that the result is the same program.
  comments    no comment is lost or added, except /*index=N*/ and /*i0=N*/.
  idempotent  a second --keep changes nothing.
  means       --async=keep --print_large_constants prints it and the result the same.

  printed     with --printed: does not change a module of that folder, as XLA prints it.

Prints a line per check, after the names of the failures; exits 1 unless all are at 100 %.
"""
import argparse
import collections
import concurrent.futures
import glob
import os
import re
import subprocess
import sys

# Matches strings as well: a comment sign in a string starts no comment.
PIECE = re.compile(rb'"(?:[^"\\]|\\.)*"|//[^\n\r]*|/\*.*?\*/', re.S)
NUMBERED = re.compile(rb"/\*(index|i\d+)=\d+\*/")
CHECKS = ["formats", "comments", "idempotent", "means"]
MEANS = ["--async=keep", "--print_large_constants"]


def run(binary, flags, data):
    result = subprocess.run([binary, *flags, "-"], input=data, capture_output=True, timeout=120)
    return result.stdout if result.returncode == 0 else None


def comments(text):
    found = (m.group().rstrip().replace(b"\r\n", b"\n") for m in PIECE.finditer(text))
    return collections.Counter(c for c in found if c[:1] == b"/" and not NUMBERED.fullmatch(c))


def check(binary, path):
    """Results of CHECKS for the module at `path`; None if hlo-fmt rejects it."""
    with open(path, "rb") as f:
        text = f.read()
    meaning = run(binary, MEANS, text)
    if meaning is None:
        return None
    kept = run(binary, ["--keep"], text)
    if kept is None:
        return [False] * len(CHECKS)
    return [
        True,
        comments(kept) == comments(text),
        run(binary, ["--keep"], kept) == kept,
        run(binary, MEANS, kept) == meaning,
    ]


def check_printed(binary, path):
    with open(path, "rb") as f:
        text = f.read()
    kept = run(binary, ["--keep"], text)
    return None if kept is None else [kept == text]


def hold(executor, function, binary, paths, names):
    """Runs `function` for each path and prints a line per check; returns whether all passed."""
    held = [0] * len(names)
    total = 0
    for path, results in zip(paths, executor.map(lambda p: function(binary, p), paths)):
        if results is None:
            continue
        total += 1
        for i, ok in enumerate(results):
            held[i] += ok
            if not ok:
                print(f"not {names[i]}: {os.path.basename(path)}")
    for name, count in zip(names, held):
        print(f"{name:10} {count} / {total}")
    return total > 0 and all(count == total for count in held)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bin", required=True)
    parser.add_argument("--modules", required=True)
    parser.add_argument("--printed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--every", type=int, default=1, help="each Nth module alone")
    args = parser.parse_args()

    def modules(folder):
        return sorted(glob.glob(os.path.join(folder, "*.hlo")))[: args.limit : args.every]

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as executor:
        ok = hold(executor, check, args.bin, modules(args.modules), CHECKS)
        if args.printed:
            ok &= hold(executor, check_printed, args.bin, modules(args.printed), ["printed"])
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
