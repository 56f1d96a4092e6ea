#!/usr/bin/env python3
"""Compares protos with XLA's on a folder of modules.

  proto_corpus_check.py --translate build/hlo-translate --oracle XLA --modules DIR
      [--every N] [--min PERCENT] [--keep DIR]

For every N-th module of DIR (*.hlo):

  writes  hlo-translate --to=hlo-proto gives the bytes of XLA --to_proto. Modules with elided
          constants are left out: XLA makes up values that depend on what it has read before.
  reads   hlo-translate --from=hlo-proto of XLA's bytes prints what XLA --from_proto does.

XLA is a program with these flags, --batch, --out and --files_from. Prints a line per check and the
modules that fail; exits 1 if fewer than PERCENT of them hold.
"""
import argparse
import concurrent.futures
import contextlib
import glob
import os
import subprocess
import sys
import tempfile

from oracle_batch import ask

ELIDED = b"{...}"


def names_of(path):
    return os.path.basename(path)[: -len(".hlo")]


def read(path):
    with open(path, "rb") as f:
        return f.read()


def run(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return result.stdout if result.returncode == 0 else None


def report(check, results, minimum):
    failed = sorted(name for name, holds in results if not holds)
    percent = 100 * (len(results) - len(failed)) / max(len(results), 1)
    print(f"proto {check:8} {len(results) - len(failed):5} of {len(results)} ({percent:.2f} %)", *failed[:20])
    return bool(results) and percent >= minimum


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--translate", required=True)
    parser.add_argument("--oracle", required=True)
    parser.add_argument("--modules", required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--min", type=float, default=100)
    parser.add_argument("--keep", help="a folder for XLA's answers")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    modules = sorted(glob.glob(os.path.join(args.modules, "*.hlo")))[:: args.every]

    with contextlib.ExitStack() as stack:
        work = args.keep or stack.enter_context(tempfile.TemporaryDirectory())
        protos, texts = os.path.join(work, "protos"), os.path.join(work, "texts")
        ask(args.oracle, ["--to_proto"], modules, protos)
        proto_of = {m: os.path.join(protos, names_of(m) + ".hlo.pb") for m in modules}
        written = [m for m in modules if os.path.exists(proto_of[m])]
        flags = ["--from_proto", "--set", "print_large_constants=1"]
        ask(args.oracle, flags, [proto_of[m] for m in written], texts)
        text_of = {m: os.path.join(texts, names_of(m) + ".txt") for m in written}

        def writes(module):
            return names_of(module), run([args.translate, "--to=hlo-proto", module]) == read(proto_of[module])

        def reads(module):
            command = [args.translate, "--from=hlo-proto", "--async=xla", proto_of[module]]
            return names_of(module), run(command) == read(text_of[module])

        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            full = [m for m in written if ELIDED not in read(m)]
            write_results = list(pool.map(writes, full))
            read_results = list(pool.map(reads, [m for m in written if os.path.exists(text_of[m])]))
        ok = report("writes", write_results, args.min)
        return 0 if report("reads", read_results, args.min) and ok else 1


if __name__ == "__main__":
    sys.exit(main())
