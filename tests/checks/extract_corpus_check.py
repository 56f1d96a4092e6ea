#!/usr/bin/env python3
"""hlo-reduce --extract on random instructions: what it writes verifies, XLA reads it, values stay.

  extract_corpus_check.py --reduce build/hlo-reduce --fmt build/hlo-fmt --modules DIR
      [--count 1000] [--run 10] [--seed 1]

Extracts COUNT random instructions of the modules of DIR (*.hlo), a quarter each with --hops=0, 1, 2.
Those without --hops from entry computations run on XLA's CPU client, until RUN have: the value must
equal that of the original module with this instruction as its root, on the same random inputs.
Prints what is wrong; exits 1 if something is, or fewer than RUN ran. HLO_JAX_PYTHON is a Python with
JAX; default: the one that runs this. Skipped without JAX.
"""
import argparse
import glob
import os
import random
import re
import subprocess
import sys
import tempfile

import jax_worker

SECONDS = 60
MOST_BYTES = 1 << 18  # of a module
INSTRUCTION = re.compile(r"^\s+(ROOT )?%([\w.#-]+) = ", re.M)


def reads(path):
    """XLA's error about a file; "" if it reads it."""
    from jaxlib import _hlo

    with open(path, encoding="utf-8", errors="surrogateescape") as f:
        try:
            _hlo.hlo_module_from_text(f.read())
        except Exception as e:
            return str(e)
    return ""


def with_root(text, name):
    """The text of a module with another root of the entry computation."""
    head, rest = text.split("\nENTRY ", 1)
    body, end = rest.split("\n}", 1)
    body = re.sub(r"^\S+ .*\{\n", "%entry {\n", body, count=1)
    body = body.replace("\n  ROOT %", "\n  %", 1)
    body = body.replace(f"\n  %{name} = ", f"\n  ROOT %{name} = ", 1)
    head = re.sub(r", (?:entry_computation_layout|input_output_alias|buffer_donor|"
                  r"allow_spmd\w+)=\{.*?\}(?=, \w+=|$)", "", head, count=4, flags=re.M)
    return f"{head}\nENTRY {body}\n}}{end}"


def parameters(text):
    """The names of the parameters of the entry computation, by number."""
    found = re.findall(r"%([\w.#-]+) = [^\n]*? parameter\((\d+)\)", text.split("\nENTRY ", 1)[1].split("\n}", 1)[0])
    return [name for name, number in sorted(found, key=lambda p: int(p[1]))]


def runs(original, name, part):
    """"same", "different", or why it cannot be said."""
    import xla_cpu

    with open(original) as f:
        whole = with_root(f.read(), name)
    with open(part) as f:
        alone = f.read()
    # A collective on one device leaves a part of its result undefined.
    if "replica_groups=" in whole or "source_target_pairs=" in whole:
        return "for several devices"
    try:
        proto = xla_cpu.proto_of(whole)
        inputs = xla_cpu.random_inputs(xla_cpu.parameters_of(proto), xla_cpu.np.random.default_rng(1))
        program = xla_cpu.Program(proto)
        expected = program(inputs)
        if xla_cpu.compare(expected, program(inputs)) != "equal":
            return "not repeatable"
        by_name = dict(zip(parameters(whole), inputs))
        value = xla_cpu.Program(xla_cpu.proto_of(alone))([by_name[p] for p in parameters(alone)])
    except Exception as e:
        return f"does not run: {e}"
    return "different" if xla_cpu.compare(expected, value) == "different" else "same"


def answer(question, *arguments):
    return reads(*arguments) if question == "reads" else runs(*arguments)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reduce")
    parser.add_argument("--fmt")
    parser.add_argument("--modules")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--run", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        jax_worker.answer_questions(answer)
    python = jax_worker.python_with_jax()
    if python is None:
        sys.exit(jax_worker.SKIP)
    worker = jax_worker.JaxWorker(python, os.path.abspath(__file__), SECONDS)
    choose = random.Random(args.seed)
    modules = [m for m in sorted(glob.glob(os.path.join(args.modules, "*.hlo"))) if os.path.getsize(m) < MOST_BYTES]
    done = same = skipped = wrong = 0
    with tempfile.TemporaryDirectory() as work:
        original, part = os.path.join(work, "original.hlo"), os.path.join(work, "part.hlo")
        while done < args.count:
            module = choose.choice(modules)
            printed = subprocess.run([args.fmt, "--print_large_constants", "-o", original, module], capture_output=True)
            if printed.returncode != 0 or subprocess.run([args.fmt, "--verify", "-o", os.devnull, original],
                                                         capture_output=True).returncode != 0:
                skipped += 1
                continue
            # XLA reads it, and our own text of it.
            if worker.ask("reads", original) != "":
                skipped += 1
                continue
            with open(original) as f:
                text = f.read()
            match = choose.choice(list(INSTRUCTION.finditer(text)))
            name, hops = match[2], done % 4 - 1
            in_entry = match.start() > text.index("\nENTRY ") and "\n}" not in text[text.index("\nENTRY "):match.start()]
            done += 1
            command = [args.reduce, f"--extract={name}", "-o", part, original] + ([f"--hops={hops}"] if hops >= 0 else [])
            made = subprocess.run(command, capture_output=True, text=True)
            error = made.stderr
            if made.returncode == 0:
                error = subprocess.run([args.fmt, "--verify", "-o", os.devnull, part], capture_output=True, text=True).stderr
                error = error or worker.ask("reads", part)
                if error is None:
                    error = "XLA crashes"
            if error:
                wrong += 1
                print(f"{module}: {' '.join(command[1:2] + command[5:])}: {error}", flush=True)
            elif hops < 0 and in_entry and same < args.run:
                result = worker.ask("runs", original, name, part)
                same += result == "same"
                if result == "different":
                    wrong += 1
                    print(f"{module}: {name} has another value", flush=True)
    print(f"{done} extracted, {wrong} wrong, {same} run with equal values; {skipped} modules skipped")
    sys.exit(wrong > 0 or same < args.run)


if __name__ == "__main__":
    main()
