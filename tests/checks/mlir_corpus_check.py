#!/usr/bin/env python3
"""Checks export to MLIR and import from it on a folder of modules, and with mlir-opt.

  mlir_corpus_check.py --bin build/hlo-fmt --translate build/hlo-translate --modules DIR
      [--mlir_opt mlir-opt-19] [--all] [--limit N]

For every module of DIR (*.hlo) that has asynchronous instructions (--all: for every module), with
and without --registered_only:

  accepts  mlir-opt accepts the export, with --allow-unregistered-dialect or, registered, without
           a flag.
  lowers   registered: --async-to-async-runtime accepts it as well.
  restores importing the export gives the module: hlo-fmt --async=generic --wrap_calls
           --print_large_constants prints the same computations, in any order. Skips modules that
           are another program when hlo-fmt reads its own print.

Prints a line per check; exits 1 unless all hold, 77 if there is no mlir-opt.
"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys

ASYNC = re.compile(rb"\b(?:send|recv|[a-z0-9-]+-(?:start|update|done))\(")
GENERIC = ["--async=generic", "--wrap_calls", "--print_large_constants"]
BATCH = 100  # modules per run of mlir-opt
SPLIT = b"\n// -----\n"


def run(command, data):
    result = subprocess.run(command, input=data, capture_output=True, timeout=300)
    return result.stdout if result.returncode == 0 else None


def refused(command, texts):
    """Names of the modules, (name, text), that mlir-opt rejects; bisects rejected batches."""
    if not texts or run(command, SPLIT.join(text for _, text in texts)) is not None:
        return []
    if len(texts) == 1:
        return [texts[0][0]]
    half = len(texts) // 2
    return refused(command, texts[:half]) + refused(command, texts[half:])


def refused_in_batches(command, texts):
    names = []
    for i in range(0, len(texts), BATCH):
        names += refused(command, texts[i : i + BATCH])
    return names


def computations(text):
    head, *parts = text.split(b"\n\n")
    return head, sorted(part.strip(b"\n") for part in parts)


class Checker:
    def __init__(self, args):
        self.args = args

    def restores(self, module, mlir):
        """True or false; None if HLO itself does not round-trip."""
        hlo_fmt = [self.args.bin, *GENERIC, "-"]
        expected = run(hlo_fmt, module)
        if expected is None or run(hlo_fmt, expected) != expected:
            return None
        back = run([self.args.translate, "--from=mlir-async", "--async=generic", "-"], mlir)
        again = None if back is None else run(hlo_fmt, back)
        return again is not None and computations(again) == computations(expected)

    def check(self, modules, flags, mlir_flags):
        command = [self.args.translate, "--to=mlir-async", *flags, "-"]
        exported = [(name, run(command, text)) for name, text in modules]
        lost = [name for name, text in exported if text is None]
        texts = [(name, text) for name, text in exported if text is not None]
        mlir_opt = [self.args.mlir_opt, "--split-input-file", "-o", os.devnull]
        results = {"exports": (lost, len(modules))}
        results["accepts"] = (refused_in_batches([*mlir_opt, *mlir_flags], texts), len(texts))
        if flags:
            lower = [*mlir_opt, "--async-to-async-runtime"]
            results["lowers"] = (refused_in_batches(lower, texts), len(texts))
        by_name = dict(modules)
        restored = [(name, self.restores(by_name[name], text)) for name, text in texts]
        restored = [(name, same) for name, same in restored if same is not None]
        results["restores"] = ([name for name, same in restored if not same], len(restored))
        return results


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bin", required=True)
    parser.add_argument("--translate", required=True)
    parser.add_argument("--modules", required=True)
    parser.add_argument("--mlir_opt", default="mlir-opt-19")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--limit", type=int)
    args = parser.parse_args()
    if shutil.which(args.mlir_opt) is None:
        print(f"there is no {args.mlir_opt}")
        return 77

    modules = []
    for path in sorted(glob.glob(os.path.join(args.modules, "*.hlo"))):
        with open(path, "rb") as f:
            text = f.read()
        if args.all or ASYNC.search(text):
            modules.append((os.path.basename(path)[: -len(".hlo")], text))
    modules = modules[: args.limit]
    hlo_fmt = [args.bin, "-o", os.devnull, "-"]
    modules = [(name, text) for name, text in modules if run(hlo_fmt, text) is not None]

    checker = Checker(args)
    ok = True
    forms = [("", [], ["--allow-unregistered-dialect"]), (" registered", ["--registered_only"], [])]
    for form, flags, mlir_flags in forms:
        for what, (failed, total) in checker.check(modules, flags, mlir_flags).items():
            for name in failed:
                print(f"not so: {what}{form} {name}")
            print(f"{what + form:20} {total - len(failed)} / {total}")
            ok = ok and not failed
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
