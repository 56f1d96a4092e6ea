#!/usr/bin/env python3
"""Checks the syntax files of src/editors.

  editor_syntax_check.py --work DIRECTORY [--update] [FILE]...

  - they are what src/editors/generate writes;
  - they colour editor_syntax/sample.hlo as the goldens beside it say: the TextMate grammar, Vim's
    and Emacs' file, the latter two if the editors are installed; --update writes the goldens;
  - Vim and Neovim know files of HLO by their names, XLA's dumps also by their first line;
  - the TextMate grammar leaves no token of FILE, HLO that XLA reads, "invalid", but does so of a
    character that HLO does not have;
  - vscode-textmate, the engine of VS Code, finds the same tokens as the interpreter of the grammar
    here, if npm can install it.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
EDITORS = ROOT / "src/editors"
SAMPLES = ROOT / "tests/checks/editor_syntax"
GRAMMAR = json.loads((EDITORS / "hlo.tmLanguage.json").read_text())

VIM = """set nocompatible
set runtimepath^={editors}/vim
filetype plugin on
syntax on
edit {sample}
let s:lines = []
for s:line in range(1, line('$'))
  let [s:last, s:text] = ['', '']
  for s:column in range(1, len(getline(s:line)))
    let s:name = synIDattr(synID(s:line, s:column, 0), 'name')
    let s:char = getline(s:line)[s:column - 1]
    if s:name !=# s:last
      let s:text .= (s:last ==# '' ? '' : '›') . (s:name ==# '' ? '' : '‹' . s:name[3:] . ' ')
    endif
    let s:text .= s:char
    let s:last = s:name
  endfor
  call add(s:lines, s:text . (s:last ==# '' ? '' : '›'))
endfor
call writefile(s:lines, '{out}')
qa!
"""
# Names of files, their first lines, and the types that editors give them.
FILETYPES = [
    ("a.hlo", "ENTRY e {", "hlo"),
    ("a.hlo.txt", "ENTRY e {", "hlo"),
    ("module_0001.jit_f.before_optimizations.txt", "HloModule jit_f", "hlo"),
    ("17000.module_0012.f.0003.fusion.after_cse.before_dce.txt", "HloModule f, is_scheduled=true", "hlo"),
    ("module_0001.jit_f.thunk_sequence.txt", "000: kGemm", "text"),
    ("module_0001.jit_f.notes.txt", "HloModules", "text"),
    ("module_of_mine.txt", "HloModule m", "text"),
    ("notes.txt", "HloModule m", "text"),
]
FILETYPE = """set nocompatible
set runtimepath^={editors}/vim
filetype plugin on
let s:types = []
for s:file in readfile('{names}')
  execute 'edit' s:file
  call add(s:types, &filetype)
endfor
call writefile(s:types, '{out}')
qa!
"""
EMACS = """(require 'subr-x)
(add-to-list 'load-path "{editors}/emacs")
(require 'hlo-mode)
(find-file "{sample}")
(font-lock-ensure)
(let ((position (point-min)) (text ""))
  (while (< position (point-max))
    (let* ((next (next-single-property-change position 'face nil (point-max)))
           (face (get-text-property position 'face))
           (name (and face (string-remove-suffix "-face" (substring (symbol-name face) 10))))
           (part (buffer-substring-no-properties position next)))
      (setq text (concat text (if face (format "‹%s %s›" name part) part)))
      (setq position next)))
  (let ((coding-system-for-write 'utf-8))
    (write-region text nil "{out}")))
"""


class Textmate:
  """Interprets the grammar: the first rule that matches earliest in the rest of the line wins."""

  def __init__(self):
    self.compiled = {}

  def find(self, pattern, line, at):
    if pattern not in self.compiled:
      self.compiled[pattern] = re.compile(pattern)
    return self.compiled[pattern].search(line, at)

  def rules(self, patterns):
    for rule in patterns:
      if "include" in rule:
        yield from self.rules(GRAMMAR["repository"][rule["include"][1:]]["patterns"])
      else:
        yield rule

  def tokens(self, text):
    stack = [{"patterns": GRAMMAR["patterns"], "name": "source.hlo"}]
    for line in text.split("\n"):
      at = 0
      while at <= len(line):
        top = stack[-1]
        best, match = None, self.find(top["end"], line, at) if "end" in top else None
        for rule in self.rules(top.get("patterns", [])):
          found = self.find(rule.get("match", rule.get("begin")), line, at)
          if found and (match is None or found.start() < match.start()):
            best, match = rule, found
        if match is None:
          yield from self.token(self.scope(stack), line[at:])
          break
        yield from self.token(self.scope(stack), line[at:match.start()])
        if best is None:  # the end
          captures = top.get("endCaptures", top.get("captures", {}))
          yield from self.captured(captures, match, self.scope(stack))
          stack.pop()
        else:
          if "begin" in best:
            stack.append(best)
          scope = best.get("name") or self.scope(stack)
          yield from self.captured(best.get("captures", {}), match, scope)
        at = match.end() + (match.end() == match.start())
      yield "", "\n"

  @staticmethod
  def scope(stack):
    return next(rule["name"] for rule in reversed(stack) if "name" in rule)

  @staticmethod
  def token(scope, text):
    if text:
      yield scope, text

  def captured(self, captures, match, scope):
    if "0" in captures:
      scope = captures["0"]["name"]
    at = match.start()
    for index in range(1, (match.re.groups or 0) + 1):
      if match.group(index) is None or str(index) not in captures:
        continue
      yield from self.token(scope, match.string[at:match.start(index)])
      yield from self.token(captures[str(index)]["name"], match.group(index))
      at = match.end(index)
    yield from self.token(scope, match.string[at:match.end()])


def run(*command, cwd=None):
  return subprocess.run([str(c) for c in command], cwd=cwd, text=True, stdout=subprocess.PIPE,
                        stderr=subprocess.STDOUT, timeout=240)


def compare(golden, actual, update):
  actual = actual.rstrip("\n") + "\n"
  file = SAMPLES / golden
  if update:
    file.write_text(actual)
  elif not file.exists() or file.read_text() != actual:
    sys.exit(f"{golden} differs, --update writes\n{actual}")
  print(f"{golden}: fine")


def marked(tokens):
  """The text with its scopes: ‹constant.numeric 3›. Blanks between tokens have none."""
  def mark(scope, text):
    scope = scope.removesuffix(".hlo")
    return text if scope in ("", "source") or not text.strip() else f"‹{scope} {text}›"

  return "".join(mark(*token) for token in tokens)


def check_editors(work, update):
  sample = SAMPLES / "sample.hlo"
  for program, golden, script, command in (
      ("vim", "sample.vim.txt", VIM, ["vim", "-es", "-N", "-u", "NONE", "-i", "NONE", "-S"]),
      ("emacs", "sample.emacs.txt", EMACS, ["emacs", "-Q", "--batch", "-l"])):
    if shutil.which(program) is None:
      print(f"{program} is not installed")
      continue
    if program == "vim" and "+syntax" not in run("vim", "--version").stdout:
      print("this vim has no syntax files")
      continue
    out = work / golden
    (work / "script").write_text(script.format(editors=EDITORS, sample=sample, out=out))
    result = run(*command, work / "script")
    if not out.exists():
      sys.exit(f"{program} fails:\n{result.stdout}")
    compare(golden, out.read_text(), update)


def check_filetypes(work):
  folder = work / "filetypes"
  folder.mkdir()
  for name, line, _ in FILETYPES:
    (folder / name).write_text(line + "\n")
  names, out, script = work / "names", work / "types", work / "filetype.vim"
  names.write_text("".join(f"{folder / name}\n" for name, _, _ in FILETYPES))
  script.write_text(FILETYPE.format(editors=EDITORS, names=names, out=out))
  quiet = ["-u", "NONE", "-i", "NONE", "-n", "-S", script]
  for program, how in (("vim", ["-es", "-N"]), ("nvim", ["--headless"])):
    if shutil.which(program) is None:
      print(f"{program} is not installed")
      continue
    out.unlink(missing_ok=True)
    result = run(program, *how, *quiet)
    types = out.read_text().split() if out.exists() else sys.exit(f"{program} fails:\n{result.stdout}")
    for (name, _, expected), found in zip(FILETYPES, types, strict=True):
      if found != expected:
        sys.exit(f"{program}: {name} is of type {found}, not {expected}")
    print(f"{program}: the types of {len(types)} files")


def check_engine(work, files):
  """The interpreter above beside vscode-textmate."""
  if shutil.which("npm") is None or run("npm", "install", "--no-fund", "--no-audit", "--prefix", work,
                                        "vscode-textmate", "vscode-oniguruma").returncode != 0:
    print("vscode-textmate is not there")
    return
  result = run("node", ROOT / "tests/checks/textmate_tokens.mjs", EDITORS / "hlo.tmLanguage.json",
               *(file.resolve() for file in files), cwd=work)
  tokens = [token for file in files for token in Textmate().tokens(file.read_text())]
  if result.returncode != 0:
    sys.exit(result.stdout)
  found = [tuple(json.loads(line)) for line in result.stdout.split("\n") if line]
  if marked(found) != marked(tokens):
    pairs = zip(marked(found).splitlines(), marked(tokens).splitlines())
    sys.exit(f"vscode-textmate differs: {next((p for p in pairs if p[0] != p[1]), 'in length')}")
  print(f"vscode-textmate: the same tokens in {len(files)} files")


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

  result = run(EDITORS / "generate", "--check")
  if result.returncode != 0:
    sys.exit(result.stdout)
  engine = Textmate()
  sample = SAMPLES / "sample.hlo"
  compare("sample.textmate.txt", marked(engine.tokens(sample.read_text())), flags.update)
  check_editors(work, flags.update)
  check_filetypes(work)
  if ("invalid.illegal.hlo", "$") not in list(engine.tokens("  a = f32[] negate(b) $")):
    sys.exit("the grammar takes a $ for valid")
  for file in flags.files:
    text = file.read_text(errors="surrogateescape")
    for scope, token in engine.tokens(text):
      if scope.startswith("invalid"):
        sys.exit(f"{file}: invalid: {token}")
  print(f"{len(flags.files)} files without an invalid token")
  check_engine(work, [sample, *flags.files[:40]])


if __name__ == "__main__":
  main()
