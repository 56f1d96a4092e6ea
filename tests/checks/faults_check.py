#!/usr/bin/env python3
"""Do the programs survive each call of the system that fails?

  faults_check.py --tools build/tests/failing_tools --work DIR [--every N] [--all N] [FILE...]

For each command of COMMANDS and each FILE (default: every --every-th input of testdata), counts the
calls that it makes, then runs it again for each of them, failing that one, or that and all later
ones: allocation, open, read, write, fsync, close, rename, mmap, the start of a thread. Of each kind
the first --all are tried, then a sample. Each time

- the program ends with an exit code, not with a signal;
- with exit code 0 its output is what it is without the failure, with another one there is a message;
- a file that it writes is whole, the old one or the new one;
- nothing else is left behind.
"""
import argparse
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PRINTED = re.compile(r"\.(default|again|large|keep|unknown|legacy|async-[a-z]+)\.hlo$|/(options|pairs)/")
OLD = b"the old output\n"
STRIDE = 37
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

    def run(self, **environment):
        """Exit code, standard output and error, files."""
        self.prepare()
        result = subprocess.run([self.program, *self.arguments], cwd=self.work, check=False,
                                env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                                capture_output=True, timeout=60)
        files = {path.name: path.read_bytes() for path in self.work.iterdir()}
        return result.returncode, result.stdout, result.stderr, files


def wrong(case, good, bad):
    """What is wrong with a run, beside the one without a failure; None if nothing is."""
    code, out, errors, files = bad
    good_code, good_out, good_errors, good_files = good
    if code < 0:
        return f"signal {-code}"
    if code not in (0, 1, 2, 3):
        return f"exit code {code}"
    if code == good_code and (out != good_out or files != good_files):
        return "another result, and no failure"
    if code != good_code and not errors:
        return f"exit code {code} without a message"
    if errors == good_errors and code != good_code:
        return f"exit code {code} without a message of its own"
    old = {"IN": case.text, "SECOND": case.text, "OUT": OLD}
    for name, content in files.items():
        if content not in (old.get(name), good_files.get(name)):
            return f"{name} is neither old nor new" if name in old else f"leaves {name}"
    return None


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--every", type=int, default=400)
    parser.add_argument("--all", type=int, default=20)
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
            case = Case(args.tools.resolve(), work / "folder", command, path.read_bytes())
            counts = work / "counts"
            good = case.run(FAIL_COUNTS=str(counts))
            for line in counts.read_text().splitlines():
                kind, count = line.split()
                k = 1
                while k <= int(count):
                    for fail in (f"{kind}:{k}", f"{kind}:{k}+"):
                        runs[kind] += 1
                        problem = wrong(case, good, case.run(FAIL=fail))
                        if problem:
                            failures += 1
                            print(f"{path}: FAIL={fail} {command}: {problem}", flush=True)
                    k += 1 if k < args.all else STRIDE
    print(f"{len(inputs)} inputs, {len(COMMANDS)} commands, {sum(runs.values())} runs: "
          + ", ".join(f"{kind} {count}" for kind, count in runs.items()))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
