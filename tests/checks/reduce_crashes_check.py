#!/usr/bin/env python3
"""hlo-reduce on modules on which XLA crashes: sizes, numbers of calls, other reducers beside it.

  reduce_crashes_check.py --bin build/hlo-reduce --crashes DIR [--compile] [--into MODEL] [--every N]
      [--lines 15] [--compare N] [--most CALLS] [--keep DIR] [NAME...]

Reduces every N-th module of DIR (*.hlo), or those called NAME, while XLA's parser, or its CPU compiler,
dies with the same message (or, without one, by the same signal). --into puts their computations into
another module first, a large one. Prints lines and calls; exits 1 if a result has more than --lines lines, or
does not crash in the same way. For the first --compare modules also runs C-Vise, if it is installed,
and a delta debugger over lines (below), each with at most CALLS calls (default 300; "300+" if it
would have gone on), and wants twice as many calls of each. HLO_JAX_PYTHON is a Python with JAX;
default: the one that runs this. Skipped without JAX.
"""
import argparse
import contextlib
import glob
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import jax_worker

# ---- XLA, in a process that has loaded it once and forks for each question.


def serve(path, compiles):
    """Answers questions, a path each, with the way in which XLA crashes on the file; "" if it does not."""
    import xla_cpu

    server = socket.socket(socket.AF_UNIX)
    server.bind(path + ".new")
    server.listen()
    os.rename(path + ".new", path)  # ready
    while True:
        client = server.accept()[0]
        with client.makefile("r") as questions:
            file = questions.readline().rstrip("\n")
        with tempfile.TemporaryFile() as errors:
            child = os.fork()
            if child == 0:
                os.dup2(errors.fileno(), 2)
                signal.alarm(60)
                try:
                    with open(file, encoding="utf-8", errors="surrogateescape") as f:
                        text = f.read()
                    if compiles:
                        xla_cpu.Program(xla_cpu.proto_of(text))
                    else:
                        xla_cpu._hlo.hlo_module_from_text(text).to_string()
                finally:
                    os._exit(0)
            status = os.waitpid(child, 0)[1]
            errors.seek(0)
            answer = crash_of(status, errors.read().decode(errors="replace"))
            with contextlib.suppress(OSError):  # a test that was killed
                client.sendall(answer.encode())
        client.close()


def crash_of(status, errors):
    if not os.WIFSIGNALED(status):
        return ""
    # Names of instructions come after the condition that failed.
    check = re.search(r"Check failed: [^\n]*?RET_CHECK failure \([^)]*\) [^\n]*?\) [<>=!]+ \w+|Check failed: [^\n(]*",
                      errors)
    return f"signal {os.WTERMSIG(status)} {check[0] if check else ''}".strip()


def ask(path, file):
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(path)
        client.sendall((os.path.abspath(file) + "\n").encode())
        with client.makefile("r") as answer:
            return answer.read()


# ---- Reducers. Each gets a script that exits with 0 if its argument is interesting.


class Test:
    """The script, and how often it was called."""

    def __init__(self, folder, server, wanted, most, file_name=None):
        self.calls_file = folder / "calls"
        self.script = folder / "test"
        fixed = f"'{file_name}'" if file_name else '"$1"'
        limit = f"[ $(wc -l < '{self.calls_file}') -lt {most} ] || exit 1\n" if most else ""
        self.calls_file.write_text("")
        self.script.write_text(
            f"#!/bin/sh\n{limit}echo >> '{self.calls_file}'\n"
            f"exec '{sys.executable}' '{os.path.abspath(__file__)}' --ask '{server}' --wanted '{wanted}' {fixed}\n")
        self.script.chmod(0o755)

    def calls(self):
        return self.calls_file.read_text().count("\n")


def hlo_reduce(binary, module, folder, server, wanted):
    test = Test(folder, server, wanted, 0)
    out = folder / "small.hlo"
    subprocess.run([binary, f"--test={test.script}", "-o", out, module], check=True, capture_output=True)
    return out.read_text(), test.calls()


def cvise(module, folder, server, wanted, most):
    file = folder / "module.hlo"
    shutil.copy(module, file)
    file.chmod(0o644)
    test = Test(folder, server, wanted, most, file.name)
    process = subprocess.Popen(
        ["cvise", "--not-c", "--n", "1", "--skip-interestingness-test-check", test.script, file.name],
        cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    while process.poll() is None and test.calls() < most:
        time.sleep(0.2)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return file.read_text(), test.calls()


def by_lines(module, folder, server, wanted, most):
    """ddmin (Zeller, Hildebrandt 2002) over lines, with a cache."""
    file = folder / "module.hlo"
    answers = {}

    def is_interesting(lines):
        text = "".join(lines)
        if text not in answers:
            if len(answers) == most:
                return False
            file.write_text(text)
            answers[text] = ask(server, file) == wanted
        return answers[text]

    lines = pathlib.Path(module).read_text().splitlines(keepends=True)
    n = 2
    while len(lines) >= 2:
        parts = [lines[i * len(lines) // n:(i + 1) * len(lines) // n] for i in range(n)]
        rests = [sum(parts[:i] + parts[i + 1:], []) for i in range(n)]
        part = next((p for p in parts if is_interesting(p)), None)
        rest = None if part is not None or n == 2 else next((r for r in rests if is_interesting(r)), None)
        if part is not None:
            lines, n = part, 2
        elif rest is not None:
            lines, n = rest, max(n - 1, 2)
        elif n == len(lines):
            break
        else:
            n = min(2 * n, len(lines))
    return "".join(lines), len(answers)


def put_into(module, model, folder):
    """A file with the computations of `module` among those of `model`, where nothing calls them."""
    bodies = pathlib.Path(module).read_text().split("\n", 1)[1].replace("\nENTRY ", "\n")
    text = pathlib.Path(model).read_text().replace("\nENTRY ", bodies + "\nENTRY ", 1)
    file = folder / pathlib.Path(module).name
    file.write_text(text)
    return file


def line_count(text):
    return sum(not line.startswith("//") for line in text.splitlines())


def check_module(args, number, module, work, server):
    """Whether all is as it should be; prints a line."""
    name = pathlib.Path(module).stem

    def folder(kind):
        made = work / f"{name}.{kind}"
        made.mkdir()
        return made

    wanted = ask(server, module)
    text, calls = hlo_reduce(args.bin, module, folder("hlo-reduce"), server, wanted)
    result = work / f"{name}.hlo"
    result.write_text(text)
    same = wanted != "" and ask(server, result) == wanted
    fine = same and line_count(text) <= args.lines
    if args.keep:
        shutil.copy(result, args.keep)
    line = f"{name}: {line_count(pathlib.Path(module).read_text())} lines to {line_count(text)}, {calls} calls"
    if number < args.compare:
        others = {"by lines": by_lines(module, folder("lines"), server, wanted, args.most)}
        if shutil.which("cvise"):
            others["cvise"] = cvise(module, folder("cvise"), server, wanted, args.most)
        for other, (its_text, its_calls) in others.items():
            more = "+" if its_calls >= args.most else ""
            line += f"; {other} {line_count(its_text)} lines, {its_calls}{more} calls"
            fine = fine and its_calls > 2 * calls
    print(line + ("" if same else f": no longer '{wanted}'"), flush=True)
    return fine


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin")
    parser.add_argument("--crashes")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--into")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--lines", type=int, default=15)
    parser.add_argument("--compare", type=int, default=0)
    parser.add_argument("--most", type=int, default=300)
    parser.add_argument("--keep")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--ask", help=argparse.SUPPRESS)
    parser.add_argument("--wanted", help=argparse.SUPPRESS)
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    if args.serve:
        serve(args.serve, args.compile)
    if args.ask:
        sys.exit(ask(args.ask, args.names[0]) != args.wanted)
    python = jax_worker.python_with_jax()
    if python is None:
        sys.exit(jax_worker.SKIP)
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "xla")
        process = subprocess.Popen([python, os.path.abspath(__file__), "--serve", path] + ["--compile"] * args.compile)
        try:
            while not os.path.exists(path):
                if process.poll() is not None:
                    sys.exit("XLA does not start")
            modules = [os.path.join(args.crashes, name + ".hlo") for name in args.names]
            modules = modules or sorted(glob.glob(os.path.join(args.crashes, "*.hlo")))[::args.every]
            if args.into:
                os.mkdir(os.path.join(work, "into"))
                modules = [put_into(m, args.into, pathlib.Path(work, "into")) for m in modules]
            results = [check_module(args, i, m, pathlib.Path(work), path) for i, m in enumerate(modules)]
        finally:
            process.kill()
    print(f"{sum(results)} of {len(results)} are fine")
    sys.exit(not results or not all(results))


if __name__ == "__main__":
    main()
