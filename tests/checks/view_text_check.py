"""The pieces in the pages of hlo-view, joined, equal the text that hlo-fmt prints.

    view_text_check.py --view build/hlo-view --fmt build/hlo-fmt testdata
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

DATA = re.compile(rb'<script id="data" type="application/json">(.*?)</script>', re.DOTALL)


TABLES = re.compile(r"\n\n(?:(?:FileNames|FunctionNames|FileLocations|StackFrames)\n(?:.+\n)*\n+)+")


def piece_text(data, computation, piece):
    if isinstance(piece, str):
        return piece
    if isinstance(piece, int):
        return computation["rows"][piece][0]
    if isinstance(piece, dict):
        return data["computations"][piece["c"]]["name"]
    return "".join(piece_text(data, computation, part) for part in piece)


def text_of(data):
    lines = []
    for computation in data["computations"]:
        lines.append(computation["head"])
        for name, shape, is_root, opcode, *pieces in computation["rows"]:
            rest = "".join(piece_text(data, computation, piece) for piece in pieces)
            root = "ROOT " if is_root else ""
            lines.append(f"  {root}{name} = {(data['shapes'][shape][2:] or data['shapes'][shape])[0]} {opcode}{rest}")
        lines += ["}" + computation["tail"], ""]
    return "".join(line + "\n" for line in lines)


def check(view, fmt, path):
    """None if hlo-fmt rejects the file, else whether the texts agree."""
    command = [fmt, "--allow_unknown"]
    printed = subprocess.run([*command, path], capture_output=True)
    page = subprocess.run([view, path], capture_output=True)
    if printed.returncode != 0:
        return None if page.returncode == printed.returncode and not page.stdout else False
    if page.returncode != 0:
        return False
    data = json.loads(DATA.search(page.stdout)[1])
    # hlo-fmt starts with the header and the stack frame tables.
    expected = printed.stdout.decode(errors="replace")
    text = text_of(data)
    if not data["computations"] or not expected.startswith(data["header"] + "\n"):
        return False
    if expected.endswith("\n\n" + text):
        return True
    # The page shows what the text says, hlo-fmt what XLA's parser makes of it: once read, they are the same, but for
    # the sign of a zero and the payload of a NaN, which XLA's parser drops in places.
    again = subprocess.run([*command, "-"], input=(data["header"] + "\n\n" + text).encode(), capture_output=True)
    return without_signs(again.stdout.decode(errors="replace")) == without_signs(TABLES.sub("\n\n", expected))


def without_signs(text):
    text = re.sub(r", metadata=\{stack_frame_id=\d+\}| stack_frame_id=\d+", "", text)  # the page has no tables of stack frames
    return re.sub(r"nan\(0x[0-9a-f]+\)", "nan", re.sub(r"-0(?=[,)} ])", "0", text))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--view", required=True)
    parser.add_argument("--fmt", required=True)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each Nth file alone")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    # Goldens are NAME.STYLE.hlo: the same programs as their inputs.
    paths = [path for folder in arguments.folders for path in sorted(folder.rglob("*.hlo"))
             if "." not in path.stem]
    results = {path: check(arguments.view, arguments.fmt, path)
               for path in paths[::arguments.every]}
    for path, result in results.items():
        if result is False:
            print(f"{path}: the page has another text")
    good = sum(result is True for result in results.values())
    print(f"{good} agree, {sum(result is None for result in results.values())} are refused")
    return 1 if good == 0 or False in results.values() else 0


if __name__ == "__main__":
    sys.exit(main())
