#!/usr/bin/env python3
"""Every file and heading that README.md and docs/ link to exists, and every file that they name in
`backticks`: src/lex/lexer.h, hlo/parser.h, testdata/bad/*.hlo. SUBJECT, NAME and the like stand for any
file. docs/README.md has a line for each page."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATH = re.compile(r"(?:(?:src|include|tests|testdata|docs|\.ci)/|hlo/(?=[\w/]+\.(?:h|def)$))[\w./*-]*")
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)")
QUOTED = re.compile(r"`([^`\s]+)`")
PLACEHOLDER = re.compile(r"(?<![A-Za-z])[A-Z]{2,}(?![A-Za-z])(?!\.md)")


def anchors(page):
    """Of the headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)", re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def missing(doc):
    """For each path in `doc`: None if it exists, else the path with its line."""
    for number, line in enumerate(doc.read_text().splitlines(), 1):
        found = {}
        for target, anchor in LINK.findall(line):
            page = doc.parent / target if target else doc
            found[target + "#" + anchor] = page.exists() and (not anchor or anchor in anchors(page))
        for path in filter(PATH.fullmatch, QUOTED.findall(line)):
            pattern = ("include/" if path.startswith("hlo/") else "") + path.rstrip("/")
            found[path] = PLACEHOLDER.search(path) or any(ROOT.glob(pattern))
        for path, exists in found.items():
            yield None if exists else f"{doc.relative_to(ROOT)}:{number}: there is no {path}"


def main():
    pages = sorted((ROOT / "docs").rglob("*.md"))
    results = [result for doc in [ROOT / "README.md", *pages] for result in missing(doc)]
    wrong = [result for result in results if result]
    index = ROOT / "docs" / "README.md"
    linked = [(index.parent / target).resolve() for target, _ in LINK.findall(index.read_text())]
    wrong += [f"docs/README.md: {linked.count(page)} links to {page.relative_to(ROOT)}, not one"
              for page in pages if page != index and linked.count(page) != 1]
    print("\n".join(wrong) or f"{len(results)} files are where the docs say")
    return 1 if wrong or not results else 0


if __name__ == "__main__":
    sys.exit(main())
