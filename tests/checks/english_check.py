#!/usr/bin/env python3
"""Counts phrases that a native reader stumbles over; their numbers may only fall.

    english_check.py            fails if a folder has more of a pattern than MOST says
    english_check.py --update   writes today's counts into this file
    english_check.py --show verb [FOLDER]   the lines of a pattern

Reads comments, help texts, docs and scripts as lines of text; the inputs in tests/fuzz/corpus are data.
"""
import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("include", "src", "docs", "tests", ".ci", "README.md")
SUFFIXES = (".cc", ".h", ".def", ".md", ".py", ".pyi", ".cmake", ".txt", ".js", ".ts", ".html", "")
PATTERNS = {
    # "What printed text does not say": name the thing, then the verb.
    "noun": r"(?:// ?|^ *# |\* |\"\"\"|[.:] )(?:What|That which) (?!is|are|do|does|did|you|if|happens|can|each pass)\w+",
    # "X is no Y": "is not a Y", "there is no ...".
    "no": r"(?<!there )(?<!There )\b(?:is|are|was|were) (?:no(?! longer| more than| less than)|none)\b|\b(?:has|have) none\b",
    # After, next to, again, also, whose.
    "word": r"\b(?:behind|beside|anew|likewise|of which|of then)\b",
    # One per line, alternately, as usual, belongs in, missing.
    "idiom": r"\b(?:one a line|a byte each|in turns|as ever|belongs? into|lacking|maybe gzip)\b",
}
MOST = {
    "include noun": 4,
    "include no": 22,
    "include word": 19,
    "src no": 10,
    "src word": 30,
    "docs noun": 2,
    "docs no": 1,
    "docs word": 4,
    "tests noun": 4,
    "tests no": 25,
    "tests word": 53,
    "tests idiom": 3,
    ".ci noun": 1,
}


def files():
    listed = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-z", *FOLDERS], cwd=ROOT,
                            stdout=subprocess.PIPE, check=False).stdout.decode().split("\0")
    return [name for name in listed if name and pathlib.Path(name).suffix in SUFFIXES and
            not name.startswith("tests/fuzz/corpus/") and (ROOT / name).is_file() and (ROOT / name) != pathlib.Path(__file__).resolve()]


def matches():
    """(folder, pattern, "FILE:LINE: text") of each."""
    compiled = {name: re.compile(pattern) for name, pattern in PATTERNS.items()}
    for name in files():
        try:
            lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(lines, 1):
            if name.endswith(".md") and line.startswith("#"):
                continue  # a heading may ask
            for pattern, regex in compiled.items():
                for _ in regex.finditer(line):
                    yield name.split("/")[0], pattern, f"{name}:{number}: {line.strip()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--show", nargs="+", metavar=("PATTERN", "FOLDER"))
    args = parser.parse_args()
    counts = {f"{folder} {pattern}": 0 for folder in FOLDERS for pattern in PATTERNS}
    for folder, pattern, line in matches():
        counts[f"{folder} {pattern}"] += 1
        if args.show and pattern == args.show[0] and line.startswith(args.show[1] if args.show[1:] else ""):
            print(line)
    if args.show:
        return 0
    if not any(counts.values()) and not files():
        return 77  # not a checkout
    if args.update:
        own = pathlib.Path(__file__)
        table = "".join(f'    "{key}": {count},\n' for key, count in counts.items() if count)
        own.write_text(re.sub(r"^MOST = \{.*?\}\n", f"MOST = {{\n{table}}}\n" if table else "MOST = {}\n",
                              own.read_text(), flags=re.M | re.S))
        return 0
    more = {key: count for key, count in counts.items() if count > MOST.get(key, 0)}
    for key, count in more.items():
        print(f"{key}: {count}, {MOST.get(key, 0)} are allowed; english_check.py --show {key.split()[1]} "
              f"{key.split()[0]}")
    return 1 if more else 0


if __name__ == "__main__":
    sys.exit(main())
