#!/usr/bin/env python3
"""Checks the tree-sitter grammar in src/editors/tree-sitter-hlo.

  tree_sitter_check.py --work DIRECTORY [--update] [FILE|FOLDER]...

  - tree_sitter_corpus: the trees of texts;
  - FILE, or the .hlo files of FOLDER, HLO that XLA reads, and the sample of editor_syntax_check.py
    have no syntax error; a text that lacks a brace has one;
  - queries/*.scm fit the grammar, and highlights.scm colours the sample as its golden says;
    --update writes the golden.

The program tree-sitter (cargo install tree-sitter-cli) makes the parser in DIRECTORY, which is compiled and
loaded into Python by the package tree-sitter, which pip installs there. 77: no program, compiler or package.
"""
import argparse
import ctypes
import importlib
import os
import pathlib
import re
import shutil
import sys
import time

from editor_syntax_check import EDITORS, SAMPLES, compare, marked, run

FOLDER = EDITORS / "tree-sitter-hlo"
CORPUS = pathlib.Path(__file__).resolve().parent / "tree_sitter_corpus"
TEST = re.compile(r"^=+\n([^\n]+)\n=+\n(.*?)^---+\n(.*?)(?=^=+\n|\Z)", re.MULTILINE | re.DOTALL)


def library(work):
  """The module tree_sitter, or exits with 77."""
  try:
    return importlib.import_module("tree_sitter")
  except ImportError:
    pass
  result = run(sys.executable, "-m", "pip", "install", "-q", "--target", work / "pip", "tree-sitter")
  if result.returncode != 0:
    print(f"pip cannot install tree-sitter\n{result.stdout}")
    sys.exit(77)
  sys.path.insert(0, str(work / "pip"))
  return importlib.import_module("tree_sitter")


def language(tree_sitter, work):
  compiler = os.environ.get("CC") or shutil.which("cc")
  if compiler is None or shutil.which("tree-sitter") is None:
    print("there is no C compiler, or no tree-sitter")
    sys.exit(77)
  grammar = work / "grammar"
  shutil.copytree(FOLDER, grammar, ignore=shutil.ignore_patterns("src"))
  result = run("tree-sitter", "generate", "--abi", "14", cwd=grammar)
  if result.returncode != 0:
    sys.exit(result.stdout)
  shared = work / "hlo.so"
  result = run(compiler, "-shared", "-fPIC", "-O1", f"-I{grammar}/src", grammar / "src/parser.c", "-o",
               shared)
  if result.returncode != 0:
    sys.exit(result.stdout)
  function = ctypes.CDLL(str(shared)).tree_sitter_hlo
  function.restype = ctypes.c_void_p
  capsule = ctypes.pythonapi.PyCapsule_New
  capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
  capsule.restype = ctypes.py_object
  return tree_sitter.Language(capsule(function(), b"tree_sitter.Language", None))


def tree(node):
  """As the corpus writes it: without the names of fields."""
  return re.sub(r"\s+", " ", re.sub(r"\b[a-z_]+: ", "", str(node)))


def check_trees(parser):
  count = 0
  for file in sorted(CORPUS.glob("*.txt")):
    for name, text, expected in TEST.findall(file.read_text()):
      actual = tree(parser.parse(text.strip("\n").encode()).root_node)
      if actual != re.sub(r"\s+", " ", expected).strip().replace("( ", "(").replace(" )", ")"):
        sys.exit(f"{file}: {name}\n{text}\n{actual}")
      count += 1
  if count == 0:
    sys.exit("the corpus has no test")
  print(f"{count} trees: fine")


def check_files(parser, files):
  size, start = 0, time.monotonic()
  for file in files:
    text = file.read_bytes()
    size += len(text)
    root = parser.parse(text).root_node
    if root.has_error:
      while root.children:  # the first error, as deep as it is
        root = next((child for child in root.children if child.has_error), root.children[0])
      sys.exit(f"{file}:{root.start_point[0] + 1}: syntax error")
  seconds = time.monotonic() - start
  print(f"{len(files)} files without a syntax error, {size / 1e6:.1f} MB in {seconds:.2f} s")
  if not parser.parse(b"HloModule m\nENTRY e { a = f32[] add(").root_node.has_error:
    sys.exit("half an instruction has no syntax error")


def check_queries(tree_sitter, hlo, parser, update):
  queries = {file.stem: tree_sitter.Query(hlo, file.read_text())
             for file in sorted((FOLDER / "queries").glob("*.scm"))}
  text = (SAMPLES / "sample.hlo").read_bytes()
  root = parser.parse(text).root_node
  captures = tree_sitter.QueryCursor(queries["highlights"]).captures(root)
  spans = sorted((node.start_byte, node.end_byte, name)
                 for name, nodes in captures.items()
                 for node in {node.id: node for node in nodes}.values())
  tokens, at = [], 0
  for begin, end, name in spans:
    if begin < at:
      sys.exit(f"two colours for one text: {name}, {text[begin:end]}")
    tokens += [("", text[at:begin].decode()), (name, text[begin:end].decode())]
    at = end
  compare("sample.tree-sitter.txt", marked([*tokens, ("", text[at:].decode())]), update)
  print(f"{len(queries)} queries: {' '.join(queries)}")


def main():
  parser = argparse.ArgumentParser(description=__doc__,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("--work", type=pathlib.Path, required=True)
  parser.add_argument("--update", action="store_true")
  parser.add_argument("files", nargs="*", type=pathlib.Path)
  flags = parser.parse_args()
  work = flags.work.resolve()
  shutil.rmtree(work, ignore_errors=True)
  work.mkdir(parents=True)

  tree_sitter = library(work)
  hlo = language(tree_sitter, work)
  reader = tree_sitter.Parser(hlo)
  check_trees(reader)
  files = [file for path in flags.files for file in (path.glob("*.hlo") if path.is_dir() else [path])]
  files.append(SAMPLES / "sample.hlo")
  check_files(reader, files)
  check_queries(tree_sitter, hlo, reader, flags.update)


if __name__ == "__main__":
  main()
