#!/usr/bin/env python3
"""Checks the JSON of every module of testdata against docs/reference/hlo.schema.json, and its references.

    json_schema_check.py --bin build/hlo-translate [--limit BYTES] [FILE]...

Exit status 77: Python has no jsonschema (Debian: python3-jsonschema). Members that the schema does
not list are errors here, although readers must ignore them.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("SKIPPED: Python has no jsonschema")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]


def make_strict(schema):
    """Forbids members that are not listed."""
    if isinstance(schema, dict):
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
        for value in schema.values():
            make_strict(value)
    elif isinstance(schema, list):
        for value in schema:
            make_strict(value)


def validator():
    schema = json.loads((ROOT / "docs/reference/hlo.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    make_strict(schema)
    return jsonschema.Draft202012Validator(schema)


def refuse_constant(word):
    raise ValueError(f"{word} is no JSON")


def unique_members(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member stands there twice")
    return members


def check_numbers(module):
    """Checks that ids are list indices and that all references are valid."""
    computations = module["computations"]
    if "entry_computation" in module:
        assert module["entry_computation"] < len(computations), "entry"
    for number, computation in enumerate(computations):
        assert computation["id"] == number, "id of a computation"
        instructions = computation["instructions"]
        count = len(instructions)
        for i in computation["parameters"] + [computation.get("root", 0)]:
            assert i < max(count, 1), "parameter or root"
        for i, instruction in enumerate(instructions):
            assert instruction["id"] == i, "id of an instruction"
            operands = instruction["operands"] + instruction.get("control_predecessors", [])
            assert all(j < i for j in operands), "operands come first"
            callees = instruction.get("called_computations", [])
            assert all(c < number for c in callees), "callees come first"
        for chain in computation.get("async_chains", []):
            links = [chain["start"]] + chain["updates"] + [chain.get("done", count)]
            assert links == sorted(set(links)), "links of a chain come in order"


def check(args, path):
    """None if the file is rejected, else the error in its JSON, an empty string for none."""
    command = [args.bin, "--to=json", "--upgrade_legacy", path]
    run = subprocess.run(command, capture_output=True)
    if run.returncode == 1:
        return None
    if run.returncode != 0:
        return f"exit status {run.returncode}: {run.stderr.decode(errors='replace')}"
    try:
        text = run.stdout.decode("utf-8")
        module = json.loads(text, parse_constant=refuse_constant, object_pairs_hook=unique_members)
        check_numbers(module)
    except (ValueError, AssertionError) as error:
        return repr(error)
    error = jsonschema.exceptions.best_match(VALIDATOR.iter_errors(module))
    return "" if error is None else f"{list(error.absolute_path)}: {error.message[:500]}"


VALIDATOR = validator()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--limit", type=int, default=100_000, help="skip longer files")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each Nth file alone")
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    files = args.files or [
        str(path) for path in sorted((ROOT / "testdata").rglob("*.hlo"))
        if not path.name.endswith((".default.hlo", ".again.hlo"))
        and path.stat().st_size <= args.limit
    ][::args.every]
    checked = wrong = 0
    with concurrent.futures.ProcessPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        for path, error in zip(files, pool.map(check, [args] * len(files), files, chunksize=16)):
            checked += error is not None
            if error:
                wrong += 1
                print(f"{path}: {error}")
    print(f"{checked} modules checked, {wrong} wrong, {len(files) - checked} refused")
    sys.exit(1 if wrong or (not args.files and checked * args.every < 300) else 0)


if __name__ == "__main__":
    main()
