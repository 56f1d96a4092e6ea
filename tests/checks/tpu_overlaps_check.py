#!/usr/bin/env python3
"""The timeline shows each overlap that the text of a TPU program has.

    tpu_overlaps_check.py --bin build/hlo-view --work FOLDER [--python PYTHON] [--install] [--list]

Compiles tpu_programs.py with libtpu, unless FOLDER has the dumps, and reads the last dump of each program twice: once
as the page of hlo-view shows it, once here, line by line and without any of the library's rules. Both must have the
same operations, with the same instructions between start and done. Collectives in fusions are told by the chain_id that
the compiler leaves in the copies of one collective. --install makes a virtual environment of PYTHON with jax[tpu] in
FOLDER, which needs Python 3.12. Exits with 77, skipped, if there is no jax with libtpu.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

SKIPPED = 77
HEAD = re.compile(r"(?:ENTRY )?%(\S+) \(.*\{$")
LINE = re.compile(r"  (?:ROOT )?%(\S+) = (.*)$")
CALL = re.compile(r" ([a-z][a-z0-9-]*)\(((?:[^()]|\([^()]*\))*)\)(.*)$")
OPERAND = re.compile(r"%([\w.-]+)")


def read_computations(text):
    """{computation: [(name, opcode, operands, rest)]}, in the order of the text, which is the schedule."""
    computations, current = {}, None
    for line in text.splitlines():
        if head := HEAD.match(line):
            current = computations.setdefault(head[1], [])
        elif current is not None and (match := LINE.match(line)):
            # A shape has no call before it: its tuples follow a blank only at the beginning.
            shape_end = end_of_shape(match[2])
            call = CALL.match(match[2][shape_end:])
            if call:
                current.append((match[1], call[1], OPERAND.findall(call[2]), call[3]))
    return computations


def end_of_shape(text):
    """Where the shape that `text` begins with ends: at the blank outside of brackets."""
    depth = 0
    for at, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0 and character == " ":
            return at
    return len(text)


def operations_of(rows, computations):
    """{start: (done, names between)} of a computation. `done` is "" if it is not in there."""
    place = {name: i for i, (name, *_) in enumerate(rows)}
    start_of, done_of, links, idle = {}, {}, {}, set()
    chains = {}
    for name, opcode, operands, rest in rows:
        calls = re.search(r"calls=%([\w.-]+)", rest)
        inner = computations.get(calls[1], []) if calls and opcode == "fusion" else []
        targets = re.findall(r'custom_call_target="AsyncCollective(Start|Done)"', " ".join(row[3] for row in inner))
        ids = [found[1] for row in inner if (found := re.search(r'chain_id="(\d+)"', row[3]))]
        if targets and ids:
            if targets[0] == "Start":
                chains[ids[0]] = name
                start_of[name] = name
            elif ids[0] in chains:
                done_of[chains[ids[0]]] = name
            idle.add(name)
        elif opcode in ("send", "recv") or opcode.endswith("-start"):
            start_of[name] = name
            idle.add(name)
        elif opcode.endswith(("-update", "-done")) and operands:
            start = start_of.get(operands[0])
            if start is None:
                continue
            start_of[name] = start
            idle.add(name)
            if opcode.endswith("-done"):
                done_of[start] = name
            else:
                links.setdefault(start, []).append(name)
    found = {}
    for start in [name for name in start_of if start_of[name] == name]:
        done = done_of.get(start, "")
        if not done:
            found[start] = ("", None)
            continue
        between = [name for name, opcode, *_ in rows[place[start] + 1:place[done]]
                   if name not in links.get(start, []) and opcode != "get-tuple-element"]
        found[start] = (done, between)
    return found


def page_operations(page):
    """The same of a page, for each computation with bars."""
    data = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.S)[1])
    found = {}
    for computation in data["computations"]:
        rows = [row[0].lstrip("%") for row in computation["rows"]]
        opcodes = [row[3] for row in computation["rows"]]
        for bar in computation.get("timeline", {}).get("bars", []):
            start, done, begin, end, *_, links, _operands, _work, _why_generic = bar
            idle = {link[0] for link in links if not link[3]}
            of = found.setdefault(computation["name"].lstrip("%"), {})
            name = rows[start] if start >= 0 else f"(before) {rows[links[0][0]]}"
            if done < 0:
                of[name] = ("", None)
                continue
            # The text may leave get-tuple-elements out, as %t#0.
            of[name] = (rows[done], [rows[step] for step in range(begin, end + 1) if step not in idle
                                     and opcodes[step] != "get-tuple-element"])
    return found


def last_dump(folder):
    for ending in ("after_codegen.txt", "after_optimizations.txt"):
        files = sorted(file for file in folder.glob(f"*.{ending}"))
        if files:
            return max(files, key=lambda file: file.stat().st_size)
    return None


def check(view, folder, with_list):
    """The number of operations of a program; what differs is printed."""
    dump = last_dump(folder)
    if dump is None:
        print(f"{folder.name}: no dump")
        return 0, 1
    computations = read_computations(dump.read_text())
    page = subprocess.run([view, "--format=html", dump], capture_output=True, text=True, check=True).stdout
    shown = page_operations(page)
    fused = {call for rows in computations.values() for row in rows if row[1] == "fusion"
             for call in re.findall(r"calls=%([\w.-]+)", row[3])}
    count = wrong = 0
    for name, rows in computations.items():
        if name in fused:
            continue
        read, seen = operations_of(rows, computations), shown.get(name, {})
        for start in sorted(read.keys() | seen.keys()):
            count += 1
            if read.get(start) != seen.get(start):
                wrong += 1
                print(f"{folder.name}: {name}: {start}: text {read.get(start)}, timeline {seen.get(start)}")
            elif with_list:
                done, between = read[start]
                print(f"  {start} ... {done or '(elsewhere)'}: {' '.join(between or []) or '-'}")
    print(f"{folder.name}: {count} operations, {wrong} differ")
    return count, wrong


def install(python, folder):
    """The Python of a virtual environment with jax[tpu], as far as the package index has it."""
    if not folder.exists():
        subprocess.run([python, "-m", "venv", folder], check=True)
        subprocess.run([folder / "bin/pip", "install", "-q", "jax[tpu]==0.12.0.1"])
    return folder / "bin/python"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="hlo-view")
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--python", default=sys.executable, help="with jax[tpu]")
    parser.add_argument("--install", action="store_true", help="jax[tpu], in FOLDER")
    parser.add_argument("--list", action="store_true", help="print each operation with what runs meanwhile")
    arguments = parser.parse_args()
    dumps = arguments.work / "dumps"
    if not any(dumps.glob("*/*.txt")):
        if arguments.install:
            arguments.python = install(arguments.python, arguments.work / "venv")
        if subprocess.run([arguments.python, "-c", "import jax, libtpu"], capture_output=True).returncode != 0:
            print("no jax with libtpu")
            return SKIPPED
        programs = pathlib.Path(__file__).with_name("tpu_programs.py")
        subprocess.run([arguments.python, programs, dumps], check=True)
    results = [check(arguments.bin, folder, arguments.list) for folder in sorted(dumps.iterdir()) if folder.is_dir()]
    total, wrong = (sum(column) for column in zip(*results)) if results else (0, 0)
    print(f"{len(results)} programs, {total} operations, {wrong} differ")
    return 1 if wrong or not total else 0


if __name__ == "__main__":
    sys.exit(main())
