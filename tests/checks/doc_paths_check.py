#!/usr/bin/env python3
"""Every file that README.md and docs/ link to, or name in `backticks`, exists: src/lex/lexer.h,
hlo/parser.h, testdata/bad/*.hlo. SUBJECT, NAME and the like stand for any file."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATH = re.compile(r"(?:(?:src|include|tests|testdata|docs|\.ci)/|hlo/(?=[\w/]+\.(?:h|def)$))[\w./*-]*")
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]+)")
QUOTED = re.compile(r"`([^`\s]+)`")
PLACEHOLDER = re.compile(r"(?<![A-Za-z])[A-Z]{2,}(?![A-Za-z])(?!\.md)")


def missing_files(doc):
    """For each path in `doc`: None if it exists, else the path with its line."""
    for number, line in enumerate(doc.read_text().splitlines(), 1):
        found = {target: (doc.parent / target).exists() for target in LINK.findall(line)}
        for path in filter(PATH.fullmatch, QUOTED.findall(line)):
            pattern = ("include/" if path.startswith("hlo/") else "") + path.rstrip("/")
            found[path] = PLACEHOLDER.search(path) or any(ROOT.glob(pattern))
        for path, exists in found.items():
            yield None if exists else f"{doc.relative_to(ROOT)}:{number}: there is no {path}"


def main():
    docs = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    results = [result for doc in docs for result in missing_files(doc)]
    missing = [result for result in results if result]
    print("\n".join(missing) or f"{len(results)} files are where the docs say")
    return 1 if missing or not results else 0


if __name__ == "__main__":
    sys.exit(main())
