#!/usr/bin/env python3
"""Do the programs survive each call of the system that fails?

  faults_check.py --tools build/tests/failing_tools --work DIR [--every N] [--all N] [FILE...]

For each command of COMMANDS and each FILE (default: every --every-th input of testdata), counts the
calls that it makes, then runs it again for each of them, failing that one, or that and all later
ones: allocation, open, read, write, fsync, close, rename, mmap, the start of a thread or of a program.
Of each kind the first --all are tried, then --sample of the rest. Each time

- the program ends with an exit code, not with a signal;
- with exit code 0 its output is what it is without the failure, with another one there is a message;
- a file that it writes is whole, the old one or the new one;
- nothing else is left behind.

hlo-lsp gets a session with each FILE (faults_session.py): it answers each request as without the failure or
with an error, or ends with one line on standard error.
"""
import argparse
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys

import faults_session

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PRINTED = re.compile(r"\.(default|again|large|keep|unknown|legacy|async-[a-z]+)\.hlo$|/(options|pairs)/")
OLD = b"the old output\n"
TEST = b"#!/bin/sh\ngrep -q HloModule \"$1\"\n"  # of hlo-reduce
REDUCED = re.compile(rb"// hlo-reduce .*\n// .*\n(HloModule .*\n)?[^\x00]*\Z")
# Program, arguments. IN is the input, OUT a file with the old output, NEW one that is not there yet.
COMMANDS = [
    "hlo-fmt IN",
    "hlo-fmt -i IN",
    "hlo-fmt --keep -i IN",
    "hlo-fmt --jobs=2 -i IN SECOND",
    "hlo-fmt --check --diff IN",
    "hlo-fmt --diff_against=SECOND IN",
    "hlo-translate --to=hlo-proto -o OUT IN",
    "hlo-translate --to=json -o NEW IN",
    "hlo-translate --to=mlir-async -o OUT IN",
    "hlo-translate --to=dot -o OUT IN",
    "hlo-view -o OUT IN",
    "hlo-reduce --test=./TEST --max_tests=3 -o OUT IN",
    "hlo-reduce --prints=HloModule --by=cat --max_tests=2 --jobs=2 -o NEW IN",
    "hlo-reduce --anonymize -o OUT IN",
    "hlo-lsp",
]


class Case:
    """A command on a file, in a folder of its own."""

    def __init__(self, tools, work, command, text):
        self.work, self.text = work, text
        program, *self.arguments = command.split()
        self.program = work.parent / program
        if not self.program.exists():
            self.program.symlink_to(tools)

    def prepare(self):
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir()
        for name in ("IN", "SECOND"):
            (self.work / name).write_bytes(self.text)
        (self.work / "OUT").write_bytes(OLD)
        (self.work / "TEST").write_bytes(TEST)
        (self.work / "TEST").chmod(0o755)

    def run(self, **environment):
        """Exit code, standard output and error, files."""
        self.prepare()
        result = subprocess.run([self.program, *self.arguments], cwd=self.work, check=False,
                                env={**os.environ, "TMPDIR": str(self.work), **environment},
                                stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        files = {path.name: path.read_bytes() if path.is_file() else None for path in self.work.iterdir()}
        return result.returncode, result.stdout, result.stderr, files

    def wrong(self, _, good, bad):
        return wrong(self, good, bad)


class SessionCase(Case):
    """hlo-lsp."""

    def run(self, **environment):
        self.prepare()
        (self.work / "other.hlo").write_bytes(self.text)  # for workspace/symbol
        text = self.text.decode(errors="replace")
        session = faults_session.Session(self.program, self.work, environment)
        return session.run(faults_session.conversation(text, self.work))

    def wrong(self, kind, good, bad):
        return faults_session.wrong(kind, good, bad)


def wrong(case, good, bad):
    """What is wrong with a run, beside the one without a failure; None if nothing is."""
    code, out, errors, files = bad
    good_code, good_out, good_errors, good_files = good
    if code < 0:
        return f"signal {-code}"
    if code not in (0, 1, 2, 3):
        return f"exit code {code}"
    # A run that --max_tests has stopped may be stopped sooner, and then says why.
    is_sooner = code == 1 and case.program.name == "hlo-reduce" and errors.count(b"\n") > good_errors.count(b"\n")
    if code == good_code and not is_sooner and (out != good_out or files != good_files):
        return "another result, and no failure"
    if code != good_code and not errors:
        return f"exit code {code} without a message"
    if errors == good_errors and code != good_code:
        return f"exit code {code} without a message of its own"
    old = {"IN": case.text, "SECOND": case.text, "OUT": OLD, "TEST": TEST}
    for name, content in files.items():
        # The best so far of a run that was stopped.
        if case.program.name == "hlo-reduce" and name in good_files and content and REDUCED.match(content):
            continue
        if content not in (old.get(name), good_files.get(name)):
            return f"{name} is neither old nor new" if name in old else f"leaves {name}"
    return None


def chosen(count, first, sample):
    """Of 1 ... count the first ones, and a sample of the others."""
    rest = range(first + 1, count + 1)
    return [*range(1, min(first, count) + 1), *rest[::max(1, -(-len(rest) // max(1, sample)))]]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--every", type=int, default=400)
    parser.add_argument("--all", type=int, default=20)
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--only", default="", help="commands that begin with this")
    parser.add_argument("--kind", default="", help="calls of this kind")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    args = parser.parse_args()
    inputs = args.files or sorted(
        path for path in (ROOT / "testdata").rglob("*.hlo") if not PRINTED.search(str(path))
    )[:: args.every]
    shutil.rmtree(args.work, ignore_errors=True)
    args.work.mkdir(parents=True)
    work = args.work.resolve()
    runs, failures = collections.Counter(), 0
    for path in inputs:
        for command in COMMANDS:
            if not command.startswith(args.only):
                continue
            case = (SessionCase if command == "hlo-lsp" else Case)(args.tools.resolve(), work / "folder", command, path.read_bytes())
            counts = work / "counts"
            good = case.run(FAIL_COUNTS=str(counts))
            for line in counts.read_text().splitlines():
                kind, count = line.split()
                if args.kind not in ("", kind):
                    continue
                for k in chosen(int(count), args.all, args.sample):
                    for fail in (f"{kind}:{k}", f"{kind}:{k}+"):
                        runs[kind] += 1
                        problem = case.wrong(kind, good, case.run(FAIL=fail))
                        if problem:
                            failures += 1
                            print(f"{path}: FAIL={fail} {command}: {problem}", flush=True)
    print(f"{len(inputs)} inputs, {len(COMMANDS)} commands, {sum(runs.values())} runs: "
          + ", ".join(f"{kind} {count}" for kind, count in runs.items()))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
