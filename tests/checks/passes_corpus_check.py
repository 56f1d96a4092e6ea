#!/usr/bin/env python3
"""Runs passes on a folder of modules, which must stay valid and keep their values; XLA must read them.

  passes_corpus_check.py --run build/tests/run_passes --modules DIR [--oracle XLA] [--every N]

For every N-th module of DIR (*.hlo) that the verifier accepts, each row of PIPELINES: the verifier
accepts the module after each pass; the value for made-up arguments is the same before and after,
where the evaluator can run both in a million steps; and XLA, a program with the flags --batch, --out and
--files_from, reads its text; if XLA does not read the text without passes either, as XLA prints it
itself, the module is left out. Prints how many modules each pass changes and how many hold; exits 1
unless all do.
"""
import argparse
import glob
import os
import subprocess
import sys
import tempfile

from oracle_batch import ask

PIPELINES = (
    ("async-collectives", "schedule-for-overlap"),
    ("async-collectives", "async-work", "schedule-for-overlap"),
    ("async-collectives", "async-work", "bind-late", "schedule-for-overlap"),
    ("async-collectives", "async-work", "bind-late", "schedule-for-overlap", "bind-at-start", "async-to-sync"),
    ("tuple-simplifier", "algsimp", "cse", "dce", "schedule-for-memory"),
    ("flatten-call-graph", "call-inliner", "trip-count-annotator", "dce"),
    ("flatten-call-graph", "loop-invariant-code-motion", "layout-assignment", "layout-normalize", "algsimp", "dce"),
    ("all-reduce-combiner", "roofline-fusion", "annotate-times"),
)


def run_passes(program, passes, modules, folder):
    """{name: what run_passes says of it}"""
    os.makedirs(folder)
    result = subprocess.run([program, f"--out={folder}", "--evaluate", *passes], input="\n".join(modules) + "\n",
                            stdout=subprocess.PIPE, text=True)
    return dict(line.split("\t", 1) for line in result.stdout.splitlines()), result.returncode


def refused_by(oracle, files, answers):
    """{file: XLA's words}"""
    ask(oracle, [], files, answers)
    refused = {}
    for file in files:
        path = os.path.join(answers, os.path.basename(file)[: -len(".hlo")])
        if os.path.exists(path + ".txt"):
            continue
        refused[file] = "no answer"
        if os.path.exists(path + ".err"):
            with open(path + ".err") as f:
                refused[file] = f.read().strip()
    return refused


def check(args, passes, modules, folder, unreadable):
    said, status = run_passes(args.run, passes, modules, folder)
    failed = {name: line for name, line in said.items() if line.startswith("failed")}
    verified = sorted(name for name, line in said.items() if line != "refused" and name not in failed)
    changes = [sum(int(said[name].split()[i]) for name in verified) for i in range(len(passes))]
    print(" ".join(f"{name}:{count}" for name, count in zip(passes, changes)))
    complete = len(said) == len(modules) and status in (0, 1)
    print(f"  verified {len(verified)} of {len(verified) + len(failed)}" +
          f", {sum(said[name].endswith('equal') for name in verified)} have equal values" +
          ("" if complete else ", then crashed"))
    for name, line in failed.items():
        print(f"  {name}: {line}")
    if not args.oracle:
        return complete and not failed and bool(verified)
    asked = [os.path.join(folder, name) for name in verified if name not in unreadable]
    refused = refused_by(args.oracle, asked, folder + ".xla")
    print(f"  XLA reads {len(asked) - len(refused)} of {len(asked)}")
    for file, words in refused.items():
        print(f"  {os.path.basename(file)}: {words[:300]}")
    return complete and not failed and not refused and bool(verified)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", required=True)
    parser.add_argument("--modules", required=True)
    parser.add_argument("--oracle")
    parser.add_argument("--every", type=int, default=1)
    args = parser.parse_args()
    modules = sorted(glob.glob(os.path.join(args.modules, "*.hlo")))[:: args.every]
    with tempfile.TemporaryDirectory() as work:
        unreadable = set()
        if args.oracle:
            plain = os.path.join(work, "plain")
            said, _ = run_passes(args.run, [], modules, plain)
            texts = [os.path.join(plain, name) for name, line in said.items() if line != "refused"]
            unreadable = {os.path.basename(file) for file in refused_by(args.oracle, texts, plain + ".xla")}
            print(f"{len(modules) - len(texts)} of {len(modules)} modules are not verified; without passes XLA "
                  f"does not read {len(unreadable)}:", *sorted(unreadable))
        results = [check(args, passes, modules, os.path.join(work, str(i)), unreadable)
                   for i, passes in enumerate(PIPELINES)]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
