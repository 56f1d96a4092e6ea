#!/usr/bin/env python3
"""Checks that the recipes of the documents work, and that the programs know all flags there.

  recipes_check.py --bin HLO_FMT --translate HLO_TRANSLATE --work DIRECTORY

Runs the blocks of the documents verbatim in Vim, Emacs and git, if these are installed; hlo-fmt must
know all its flags in the documents. Replaces DIRECTORY. Exits with 77, skipped, if none of the
programs is installed.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

SKIPPED = 77
ROOT = pathlib.Path(__file__).resolve().parents[2]
UGLY = """// A comment.
HloModule ugly
ENTRY   main {
  x  = f32[2]   parameter( 0 )
  y  = f32[2]   negate(x)
  ROOT z  = f32[2]   negate(y)
}
"""
BAD = UGLY.replace("negate(y)", "negate(unknown)")


def blocks(document, language):
  text = (ROOT / "docs" / document).read_text()
  fences = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
  return [block for its_language, block in fences if its_language == language]


class Failure(Exception):
  pass


def expect_equal(actual, expected, what):
  if actual != expected:
    raise Failure(f"{what}: expected\n{expected}\nfound\n{actual}")


class Recipes:

  def __init__(self, hlo_fmt, hlo_translate, work):
    self.hlo_fmt, self.work = hlo_fmt, work
    (work / "bin").mkdir(parents=True)
    (work / "bin" / "hlo-fmt").symlink_to(hlo_fmt)
    (work / "bin" / "hlo-translate").symlink_to(hlo_translate)
    self.file = work / "ugly.hlo"
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    self.env = dict(env, PATH=f"{work / 'bin'}:{env['PATH']}", GIT_CONFIG_GLOBAL="/dev/null",
                    GIT_CONFIG_SYSTEM="/dev/null", TERM="dumb")

  def run(self, *command, stdin=""):
    return subprocess.run([str(c) for c in command], cwd=self.work, env=self.env, text=True,
                          input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)

  def keep(self, *flags):
    result = self.run(self.hlo_fmt, "--keep", *flags, stdin=UGLY)
    assert result.returncode == 0 and result.stdout != UGLY, result
    return result.stdout

  def check_editor(self, name, edit):
    """edit(lines) formats self.file: line 5 if `lines`, or all by saving it."""
    for text, lines, expected in ((UGLY, False, self.keep()), (UGLY, True, self.keep("--lines=5:5")),
                                  (BAD, True, BAD)):
      self.file.write_text(text)
      result = edit(lines)
      expect_equal(self.file.read_text(), expected,
                   f"{name}, lines={lines}\n{result.stdout}{result.stderr}")

  def vim(self):
    text = blocks("editors.md", "vim")[0].replace("/usr/share/hlo-text/editors",
                                                   str(ROOT / "src/editors"))
    (self.work / "vimrc").write_text(text)

    def edit(lines):
      save = ["-c", "normal! 5Ggqq", "-c", "noautocmd wq"] if lines else ["-c", "wq"]
      return self.run("vim", "-es", "-N", "-u", "vimrc", "-i", "NONE", *save, self.file)

    self.check_editor("vim", edit)
    self.file.write_text("HloModule m\n\nENTRY e {\nROOT x = f32[] parameter(0)\n}\n")
    self.run("vim", "-es", "-N", "-u", "vimrc", "-i", "NONE", "-c", "normal! gg=G", "-c",
             "set foldenable", "-c",
             "call setline(1, map(range(1, 5), 'foldlevel(v:val) . getline(v:val)'))",
             "-c", "noautocmd wq", self.file)
    expect_equal(self.file.read_text(),
                 "0HloModule m\n0\n1ENTRY e {\n1  ROOT x = f32[] parameter(0)\n1}\n",
                 "vim, indents and folds")

  def nvim(self):
    version = re.search(r"v0\.(\d+)", self.run("nvim", "--version").stdout)
    if version is None or int(version[1]) < 10 or shutil.which("cc") is None:
      print("nvim: older than 0.10, or no C compiler")
      return
    installed = "/usr/share/hlo-text/editors"
    grammar = next(b for b in blocks("editors.md", "sh") if "/parser/hlo.so" in b)
    script = next(b for b in blocks("editors.md", "lua") if "vim.treesitter.start" in b)
    (self.work / "init.lua").write_text(script.replace(installed, str(ROOT / "src/editors")))
    self.env.update(HOME=str(self.work), XDG_DATA_HOME=str(self.work / ".local/share"))
    result = self.run("bash", "-euc", grammar.replace(installed, str(ROOT / "src/editors")))
    expect_equal(result.returncode, 0, f"nvim, the grammar\n{result.stderr}")
    self.file.write_text(UGLY)
    (self.work / "look.lua").write_text("""
      local names = { "highlights", "folds", "locals", "tags" }
      for _, name in ipairs(names) do print(name, vim.treesitter.query.get("hlo", name) ~= nil) end
      vim.treesitter.get_parser(0):parse()
      print(vim.treesitter.get_captures_at_pos(0, 2, 0)[1].capture)
      print(vim.treesitter.get_captures_at_pos(0, 3, 18)[1].capture)
      vim.wo.foldenable = true
      print(vim.fn.foldlevel(4), server)""")
    result = self.run("nvim", "--headless", "--cmd", "lua vim.lsp.start = function(c) server = c.cmd[1] end",
                      "-u", "init.lua", self.file, "-c", "luafile look.lua", "-c", "qa!")
    words = " ".join((result.stdout + result.stderr).split())
    expect_equal(words, "highlights true folds true locals true tags true keyword function.builtin 1 hlo-lsp",
                 "nvim")

  def emacs(self):
    (self.work / "init.el").write_text(blocks("editors.md", "elisp")[0])

    def edit(lines):
      region = ("(progn (transient-mark-mode 1) (goto-char (point-min)) (forward-line 4) "
                "(push-mark (point) t t) (end-of-line) (hlo-format) "
                "(setq hlo-format-on-save nil))")
      return self.run("emacs", "-Q", "--batch", "-L", ROOT / "src/editors/emacs", "-l", "init.el",
                      self.file, "--eval",
                      region if lines else "(set-buffer-modified-p t)", "-f", "save-buffer")

    self.check_editor("emacs", edit)
    self.file.write_text("HloModule m\n\nENTRY e {\nROOT  x = f32[] parameter(0)\n}\n")
    for command, line in (("indent-for-tab-command", "  ROOT  x"), ("mark-whole-buffer", "  ROOT x")):
      self.run("emacs", "-Q", "--batch", "-L", ROOT / "src/editors/emacs", "-l", "hlo-mode", self.file,
               "--eval", f"(progn (forward-line 3) ({command}) "
               f"(when mark-active (indent-region (point-min) (point-max))) (save-buffer))")
      expect_equal(self.file.read_text().split("\n")[3], line + " = f32[] parameter(0)",
                   f"emacs, indents, {command}")

  def git(self):
    driver = re.search(r"^git config (diff\.hlo\.textconv) '(.*)'$",
                       (ROOT / "docs/ci.md").read_text(), re.MULTILINE)
    self.run("git", "init", "--quiet", ".")
    attributes = [b for b in blocks("ci.md", "") if "diff=hlo" in b]
    (self.work / ".gitattributes").write_text(attributes[0])
    self.run("git", "config", driver[1], driver[2])
    self.file.write_text(UGLY)
    self.run("git", "add", self.file)
    self.file.write_text(re.sub(r"\b([xyz])\b", r"\1.17", UGLY))
    expect_equal(self.run("git", "diff").stdout.count("\n+"), 0, "git diff of other names")
    self.file.write_text(UGLY.replace("negate(y)", "abs(y)"))
    expect_equal(len(re.findall(r"^\+.* abs\(", self.run("git", "diff").stdout, re.MULTILINE)), 1,
                 "git diff of another program")
    self.file.write_text(BAD)
    result = self.run("git", "diff")
    expect_equal("+  ROOT z  = f32[2]   negate(unknown)" in result.stdout, True,
                 f"git diff of a bad text\n{result.stdout}{result.stderr}")

  def protos(self):
    """git shows what has changed in a binary module as text."""
    script = next(b for b in blocks("reference/proto.md", "sh") if "textconv" in b)
    proto = self.work / "module.hlo.pb"

    def write(text):
      result = self.run("hlo-translate", "--to=hlo-proto", "-", "-o", proto, stdin=text)
      assert result.returncode == 0, result

    self.run("git", "init", "--quiet", ".")
    self.run("sh", "-e", "-c", script)
    write(UGLY)
    self.run("git", "add", proto)
    write(UGLY.replace("negate(y)", "abs(y)"))
    result = self.run("git", "diff")
    changed = re.findall(r"^[-+] .*", result.stdout, re.MULTILINE)
    expect_equal([re.sub(r".* = f32\[2\]\{0\} (\w+)\(.*", r"\1", line) for line in changed],
                 ["negate", "abs"], f"git diff of protos\n{result.stdout}{result.stderr}")

  def flags(self):
    """The programs know the flags of every command in the documents."""
    known = {}
    for program in ("check", "fmt", "lsp", "opt", "reduce", "translate", "view"):
      path = self.hlo_fmt.parent / f"hlo-{program}"
      helps = [self.run(path, *flags).stdout for flags in (["--help"], ["--help=print"])] if path.exists() else []
      known[program] = {flag.replace("-", "_") for flag in re.findall(r"(?<![\w-])--([a-z][\w-]*)", "".join(helps))}
    used = 0
    for page in [ROOT / "README.md", ROOT / ".pre-commit-hooks.yaml", *sorted((ROOT / "docs").rglob("*.md"))]:
      text = re.sub(r"""(["'])hlo-.*?\1""", "", page.read_text().replace("\\\n", " "))  # commands of commands
      for program, rest in re.findall(r"(?<![\w/-])hlo-(\w+)((?: [^|`#&;()<>\n]*)?)", text):
        if known.get(program):
          flags = {flag.replace("-", "_") for flag in re.findall(r"(?<=\s)--([a-z][\w-]*)", rest)}
          used += len(flags)
          expect_equal({flag for flag in flags if not {flag, flag.removeprefix("no")} & known[program]}, set(),
                       f"{page.name}: flags that hlo-{program} does not know: hlo-{program}{rest}")
    assert used > 100, used

  def pages(self):
    """The commands of the pages for beginners, on a dump of their program, print what the pages show."""
    shutil.copytree(ROOT / "testdata/passes/jax", self.work / "dump")
    env = dict(self.env, PATH=f"{self.hlo_fmt.parent}:{self.env['PATH']}")
    ran = 0
    for page in ("getting-started.md", "faq.md", "alternatives.md", "glossary.md"):
      text = (ROOT / "docs" / page).read_text().replace("/tmp/dump", "dump")
      for command, shown in re.findall(r"^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?", text, re.MULTILINE | re.DOTALL):
        done = subprocess.run(["bash", "-euc", command], cwd=self.work, env=env, text=True, capture_output=True,
                              timeout=60)
        # The dump of testdata has no lines of Python.
        lines = [line for line in shown.splitlines() if "train.py" not in line]
        missing = [line for line in lines if line not in done.stdout.splitlines()]
        expect_equal((done.returncode, missing), (0, []), f"{page}: {command}{done.stderr}")
        ran += 1
    assert ran > 4, ran
    program, = [b for b in blocks("getting-started.md", "python")]
    compile(program, "train.py", "exec")

  def readme(self):
    """The commands of the README's table do what they say, in the checkout."""
    rows = re.findall(r"^\| [^|]* \| `(hlo-\w+ [^`]*)`", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert len(rows) > 5, rows
    env = dict(self.env, PATH=f"{self.hlo_fmt.parent}:{self.env['PATH']}")
    for row in rows:
      command = row.replace("-o page.html", f"-o {self.work}/page.html")
      done = subprocess.run(["bash", "-c", command], cwd=ROOT, env=env, capture_output=True, timeout=60)
      expected = 1 if "--diff_against" in row else 0  # different programs
      if done.returncode != expected or not (done.stdout or "-o " in row):
        raise Failure(f"{row}: exit {done.returncode}, {done.stderr.decode()}")

  def costs(self):
    """The commands of docs/cost.md print something, for a module with its source, profile and machine."""
    (commands,) = blocks("cost.md", "sh")
    profile = ROOT / "testdata/profile"
    for name, source in {"step.txt": "module_0000.jit_scanned_step.cpu_after_optimizations.txt",
                         "train.py": "scanned_step.py", "host.xplane.pb": "scanned_step.xplane.pb"}.items():
      text = (profile / source).read_bytes()
      (self.work / name).write_bytes(text.replace(b"scanned_step.py", b"train.py") if name == "step.txt" else text)
    shutil.copy(ROOT / "docs/examples/machines/tpu-v5e.json", self.work / "machine.json")
    env = dict(self.env, PATH=f"{self.hlo_fmt.parent}:{self.env['PATH']}", BROWSER="true")
    for line in commands.splitlines():
      done = subprocess.run(["bash", "-c", line], cwd=self.work, env=env, capture_output=True, timeout=60)
      if done.returncode != 0 or not (done.stdout or ">" in line or "--open" in line):
        raise Failure(f"{line}: exit {done.returncode}, {done.stderr.decode()}")
    for machine in (ROOT / "docs/examples/machines").glob("*.json"):
      done = self.run(self.hlo_fmt, "--cost", f"--machine={machine}", "step.txt")
      if "\non " not in done.stdout:
        raise Failure(f"{machine}: {done.stdout} {done.stderr}")

  def packages(self):
    def installed(document):
      lines = re.findall(r"apt-get install -y (.*?)(?: &&|$)",
                         (ROOT / document).read_text().replace("\\\n", ""), re.MULTILINE)
      return [set(line.split()) for line in lines]

    # CPack finds dependencies of programs with file(1).
    expect_equal(installed("docs/ci.md")[0], installed("README.md")[0] | {"file"},
                 "packages of docs/ci.md and of README.md")


def main():
  parser = argparse.ArgumentParser(description=__doc__,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("--bin", type=pathlib.Path, required=True)
  parser.add_argument("--translate", type=pathlib.Path, required=True)
  parser.add_argument("--work", type=pathlib.Path, required=True)
  flags = parser.parse_args()
  work = flags.work.resolve()
  done, failed = 0, False
  programs = {"vim": "vim", "nvim": "nvim", "emacs": "emacs", "git": "git", "protos": "git"}
  for name in ("flags", "packages", "pages", "readme", "costs", *programs):
    if name in programs and shutil.which(programs[name]) is None:
      print(f"{programs[name]} is not installed")
      continue
    shutil.rmtree(work, ignore_errors=True)
    try:
      getattr(Recipes(flags.bin.resolve(), flags.translate.resolve(), work), name)()
      print(f"{name}: fine")
    except Failure as failure:
      print(f"{name}: {failure}")
      failed = True
    done += name != "flags"
  return 1 if failed else 0 if done else SKIPPED


if __name__ == "__main__":
  sys.exit(main())
