#!/usr/bin/env python3
"""Programs that only read open a dump of an XLA that is newer than they are.

Takes modules of testdata, gives each a few words that no XLA has (an opcode, an attribute, an enumerator, an
attribute of the header, the name of its first element type), and asks every reader for its answer: a page,
JSON, a graph, a row of a table, a hover.
"""
import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

INSTRUCTION = re.compile(r"^(\s+(?:ROOT )?%?[\w.-]+ = \(?\w+\[[^=]*? )([a-z][\w-]*)(\(.*\).*)$")
KEPT_OPCODES = {"parameter", "constant", "tuple", "get-tuple-element"}  # readers ask for these by name


def is_whole(rest):
    """Whether operands and attributes end on this line, which has no comment."""
    return (rest.rstrip()[-1] != "," and "//" not in rest and "/*" not in rest
            and all(rest.count(a) == rest.count(b) for a, b in ("()", "{}", "[]")) and rest.count('"') % 2 == 0)


def with_new_words(text, seed):
    """The text with new words; None if it has no instruction that can have them."""
    rng = random.Random(seed)
    lines = text.split("\n")
    places = [i for i, line in enumerate(lines)
              if (found := INSTRUCTION.match(line)) and found[2] not in KEPT_OPCODES
              and not re.search(r"-(start|update|done)$", found[2]) and is_whole(found[3])]
    if not places or not text.startswith("HloModule ") or text.count("HloModule ") > 1:
        return None
    for i in rng.sample(places, min(3, len(places))):
        head, opcode, rest = INSTRUCTION.match(lines[i]).groups()
        if rng.random() < 0.5:
            opcode = "future-" + opcode
        lines[i] = f"{head}{opcode}{rest.rstrip()}, future_attribute={{mode=fast, sizes={{1,2}}}}"
    text = "\n".join(lines)
    text = re.sub(r"(= pred\[.* compare\(.*\bdirection=)[A-Z]+", r"\1FUTURE", text, count=1)
    if found := re.search(r"= \(?(f32|bf16|f16|s32)\[", text):
        # Everywhere, so that shapes still agree; a literal and the number of a parameter need no type.
        if rng.random() < 0.5:
            text = re.sub(rf"\b{found[1]}\[", "f99[", text)
    return re.sub(r"^(HloModule [^,\n]+)", r"\1, future_header={on=true}", text, count=1)


def hover(server, text):
    """The server's hover over the first instruction with a new word."""
    lines = text.split("\n")
    line = next(i for i, each in enumerate(lines) if "future_attribute" in each)
    name = re.match(r"\s+(?:ROOT )?%?", lines[line]).end()
    uri = "file:///future.hlo"
    messages = [
        {"id": 1, "method": "initialize", "params": {"capabilities": {}}},
        {"method": "textDocument/didOpen",
         "params": {"textDocument": {"uri": uri, "languageId": "hlo", "version": 1, "text": text}}},
        {"id": 2, "method": "textDocument/hover",
         "params": {"textDocument": {"uri": uri}, "position": {"line": line, "character": name}}},
        {"id": 3, "method": "shutdown"}, {"method": "exit"}]
    frames = b""
    for message in messages:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        frames += b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    run = subprocess.run([server], input=frames, capture_output=True, timeout=60)
    return run.returncode == 0 and b'"id":2,"result":{' in run.stdout.replace(b": ", b":").replace(b", ", b",")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", required=True, type=pathlib.Path, help="the folder of the programs")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("texts", nargs="+", type=pathlib.Path, help="folders of modules")
    arguments = parser.parse_args()
    files = sorted(file for folder in arguments.texts for file in folder.rglob("*.hlo"))
    random.Random(7).shuffle(files)
    readers = {
        "page": ["hlo-view"], "json": ["hlo-translate", "--to=json"],
        "graph": ["hlo-translate", "--to=dot", "--max_nodes=100000"],
        "row": ["hlo-translate", "--to=ndjson", "--table=modules"], "text": ["hlo-fmt", "--allow_unknown"]}
    fine = done = 0
    for file in files:
        if done == arguments.count:
            break
        text = file.read_text(errors="replace")
        # As XLA would dump it: with the shapes that a text by hand leaves out.
        dump = subprocess.run([arguments.programs / "hlo-fmt", "-"], input=text.encode(), capture_output=True)
        new = with_new_words(dump.stdout.decode(errors="replace"), str(file))
        if new is None or dump.returncode != 0:
            continue
        done += 1
        problems = []
        with tempfile.NamedTemporaryFile("w", suffix=".hlo") as future:
            future.write(new)
            future.flush()
            for name, command in readers.items():
                run = subprocess.run([arguments.programs / command[0], *command[1:], future.name],
                                     capture_output=True, timeout=60)
                if run.returncode != 0 or not run.stdout:
                    problems.append(f"{name}: {run.stderr.decode(errors='replace').strip()[:300]}")
        server = arguments.programs / "hlo-lsp"
        if server.exists() and not hover(server, new):
            problems.append("hover: none")
        fine += not problems
        for problem in problems:
            print(f"{file}: {problem}")
    print(f"{fine} of {done} future modules open in every reader")
    return 0 if done and fine == done else 1


if __name__ == "__main__":
    sys.exit(main())
