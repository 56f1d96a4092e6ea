#!/usr/bin/env python3
"""Do the programs survive each call of the system that fails?

  faults_check.py --tools build/tests/failing_tools [--texts N] [--repeats N] [--whole N] [FILE...]

For each command of COMMANDS and each FILE (default: every input of testdata) some of the calls that it makes
fail, one at a time, or that and all later ones: allocation, open, read, write, fsync, close, rename, mmap, the
start of a thread or of a program. tests/faults/try_failures.h has how they are chosen, by their call stacks: the
first --repeats calls of each stack, in the first --texts texts that have it. All calls fail in the first
--whole texts. Each time

- the program ends with exit code 3 and a message, or all is as without the failure; a report or a table may say
  instead which inputs it could not read;
- a file that it writes is whole, the old one or the new one;
- nothing else is left behind.

hlo-lsp gets a session with each FILE (faults_session.py): it answers each request as without the failure or
with an error, or ends with one line on standard error.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

import faults_session

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PRINTED = re.compile(r"\.(default|again|large|keep|unknown|legacy|async-[a-z]+)\.hlo$|/(options|pairs)/")
OLD = b"the old output\n"
# Of hlo-reduce: `grep -q HloModule` without a process of its own.
TEST = b"""#!/bin/sh
while read -r line; do case $line in *HloModule*) exit 0 ;; esac; done < "$1"
exit 1
"""
REDUCED = re.compile(rb"// hlo-reduce .*\n// .*\n(HloModule .*\n)?[^\x00]*\Z")
# Program, arguments. IN is the input, OUT a file with the old output, NEW one that is not there yet, DUMP and
# OTHER are folders with stages of a compilation.
COMMANDS = [
    "hlo-lsp",  # takes long
    "hlo-fmt IN",
    "hlo-fmt -i IN",
    "hlo-fmt --keep -i IN",
    "hlo-fmt --jobs=2 -i IN SECOND",
    "hlo-fmt --diff IN",
    "hlo-fmt --diff_against=SECOND IN",
    "hlo-translate --to=hlo-proto -o OUT IN",
    "hlo-translate --to=json -o NEW IN",
    "hlo-translate --to=mlir-async -o OUT IN",
    "hlo-translate --to=dot -o OUT IN",
    "hlo-translate --to=csv --table=instructions --jobs=2 -o OUT IN SECOND",
    "hlo-view -o OUT IN",
    "hlo-view --open IN",
    "hlo-view --passes=DUMP -o OUT",
    "hlo-view --passes=DUMP --diff_against=OTHER --format=html -o OUT",
    "hlo-reduce --test=./TEST --max_tests=3 -o OUT IN",
    "hlo-reduce --prints=HloModule --by=cat --max_tests=2 --jobs=2 -o NEW IN",
    "hlo-reduce --anonymize -o OUT IN",
]


class Tools:
    """failing_tools, for a command in a folder of its own."""

    def __init__(self, args, command, folder):
        self.command, self.folder = command, folder
        numbers = map(str, (args.texts, args.repeats, args.step))
        self.process = subprocess.Popen([args.tools, folder, *numbers, *command.split()], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE,
                                        env={**os.environ, "TMPDIR": str(folder), "BROWSER": "true"})

    def prepare(self, text):
        for name, content in {"IN": text, "SECOND": text, "OUT": OLD, "TEST": TEST}.items():
            (self.folder / name).write_bytes(content)
        (self.folder / "TEST").chmod(0o755)
        if "DUMP" in self.command:
            changed = text.replace(b"add(", b"subtract(")
            stages = [("DUMP", "0000.p.after_a.before_b", text), ("DUMP", "0001.p.after_b.before_c", changed),
                      ("OTHER", "0000.p.after_a.before_b", changed)]
            for name, stage, content in stages:
                (self.folder / name).mkdir(exist_ok=True)
                (self.folder / name / f"module_0001.f.{stage}.txt").write_bytes(content)
        if self.command == "hlo-lsp":
            (self.folder / "other.hlo").write_bytes(text)  # for workspace/symbol
            messages = faults_session.conversation(text.decode(errors="replace"), self.folder)
            (self.folder / "SESSION").write_text(faults_session.script(messages))

    def outcomes(self, text, all_calls):
        """(FAIL, outcome) without a failure, and for what differs; then the words of `done`."""
        self.prepare(text)
        self.process.stdin.write(b"all\n" if all_calls else b"some\n")
        self.process.stdin.flush()
        found = []
        while (words := self.process.stdout.readline().decode().split())[0] == "outcome":
            files = {}
            for _ in range(int(words[3])):
                size, name = self.process.stdout.readline().decode().split()
                name = re.sub(r"^hlo-view-\w{6}", "PAGE", name)
                files[name] = self.process.stdout.read(int(size)) if size != "-1" else None
            errors = re.sub(rb", \d+ s\n", b"\n", files.pop("/err"))  # how long hlo-reduce took
            if "--jobs" in self.command:  # a thread may ask for what another one has just tested
                errors = re.sub(rb"\d+ tests, \d+ cached, ", b"", errors)
            found.append((words[1], (int(words[2]), files.pop("/out"), errors, files)))
        return found, words[1:]


def wrong(program, text, good, bad, keeps_on):
    """What is wrong with a run, beside the one without a failure; None if nothing is. keeps_on: the program says
    which of its inputs it cannot read, and goes on with others."""
    code, out, errors, files = bad
    good_code, good_out, good_errors, good_files = good
    if code == -signal.SIGALRM:
        return "hangs"
    if code < 0:
        return f"signal {-code}"
    if keeps_on and errors != good_errors:
        good_files = {**good_files, "OUT": files["OUT"]}
        if code in (0, 1):
            good_code, good_out, good_errors = code, out, errors
    # A run that --max_tests has stopped may be stopped sooner, and then says why.
    is_sooner = code == 1 and program == "hlo-reduce" and errors.count(b"\n") > good_errors.count(b"\n")
    if code not in (good_code, 3) and not is_sooner:
        return f"exit code {code}: {errors}"
    if code == good_code and not is_sooner and (out != good_out or files != good_files or errors != good_errors):
        return f"another result, and no failure: {errors}"
    if errors == good_errors and code != good_code:
        return f"exit code {code} without a message of its own"
    if "PAGE.html" in files and code == 3 and b"no browser opens" not in errors:
        return "leaves a page"
    old = {"IN": text, "SECOND": text, "OUT": OLD, "TEST": TEST}
    for name, content in files.items():
        # The best so far of a run that was stopped.
        if program == "hlo-reduce" and name in good_files and content and REDUCED.match(content):
            continue
        if content not in (old.get(name), good_files.get(name)):
            return f"{name} is neither old nor new" if name in old else f"leaves {name}"
    return None


def check(args, inputs, command, folder):
    """The number of runs of a command, and of those that went wrong."""
    start, calls, stacks, runs, failures = time.monotonic(), 0, 0, collections.Counter(), 0
    folder.mkdir()
    tools = Tools(args, command, folder)
    program = command.split()[0]
    keeps_on = "--passes" in command or "--table" in command
    for i, path in enumerate(inputs):
        text = path.read_bytes()
        ((_, good), *others), counts = tools.outcomes(text, i < args.whole)
        assert good[0] in (0, 1), good  # else the command does nothing
        for fail, bad in others:
            kind = fail.split(":")[0]
            if program == "hlo-lsp":
                problem = faults_session.wrong(kind, good, bad)
            else:
                problem = wrong(program, text, good, bad, keeps_on)
            if problem:
                failures += 1
                print(f"{path}: FAIL={fail} {command}: {problem}", flush=True)
        calls, stacks = calls + int(counts[0]), counts[1]
        runs.update({kind: int(count) for kind, count in zip(counts[2::2], counts[3::2])})
    tools.process.communicate()
    print(f"{command}: {len(inputs)} texts, {calls} calls, {stacks} stacks, {runs.total()} runs ("
          + ", ".join(f"{kind} {count}" for kind, count in runs.items() if count)
          + f"), {time.monotonic() - start:.0f} s", flush=True)
    return runs.total(), failures


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--texts", type=int, default=3, help="in which a call stack fails")
    parser.add_argument("--repeats", type=int, default=2, help="calls of a stack that fail in one text")
    parser.add_argument("--step", type=int, default=1, help="of the calls that would fail, each such one does")
    parser.add_argument("--whole", type=int, default=0, help="texts in which all calls fail")
    parser.add_argument("--only", default="", help="commands that begin with this")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    args = parser.parse_args()
    args.tools = args.tools.resolve()
    inputs = args.files
    if not inputs:
        inputs = sorted(path for path in (ROOT / "testdata").rglob("*.hlo") if not PRINTED.search(str(path)))
        random.Random(1).shuffle(inputs)  # the first that have a stack are then of many kinds
    commands = [command for command in COMMANDS if command.startswith(args.only)]
    memory = pathlib.Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as work, \
            concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        results = list(pool.map(lambda i: check(args, inputs, commands[i], pathlib.Path(work) / str(i)),
                                range(len(commands))))
    runs, failures = map(sum, zip(*results))
    print(f"{len(inputs)} texts, {len(commands)} commands, {runs} runs, {failures} of them wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
