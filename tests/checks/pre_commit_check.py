#!/usr/bin/env python3
"""The hooks of .pre-commit-hooks.yaml and that of docs/ci.md, run by pre-commit in a git repository.

  pre_commit_check.py --bin HLO_FMT --work DIRECTORY

Replaces DIRECTORY. Uses pre-commit from the PATH, or installs it with pip into a virtual environment
beside it; if neither works, exits with 77: skipped.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys

from recipes_check import blocks

SKIPPED = 77
ROOT = pathlib.Path(__file__).resolve().parents[2]
UGLY = """// A comment.
HloModule ugly
ENTRY   main {
  x  = f32[2]   parameter( 0 )
  ROOT y =   f32[2]   negate(x)
}
"""


def find_pre_commit(environment):
  """The command, as a list; None if there is none."""
  if shutil.which("pre-commit"):
    return ["pre-commit"]
  python = environment / "bin" / "python"
  install = [[sys.executable, "-m", "venv", environment],
             [python, "-m", "pip", "install", "--quiet", "pre-commit"]]
  command = [str(python), "-m", "pre_commit"]
  for step in [[*command, "--version"]] if python.exists() else install:
    if subprocess.run(step, capture_output=True).returncode != 0:
      return None
  return command


class Repository:
  """A git repository with its own user name."""

  def __init__(self, path, env):
    path.mkdir(parents=True)
    self.path, self.env = path, env
    self.run("git", "init", "--quiet", ".")

  def run(self, *command):
    return subprocess.run([str(c) for c in command], cwd=self.path, env=self.env, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

  def commit(self, message):
    self.run("git", "add", "--all")
    return self.run("git", "commit", "--quiet", "-m", message)

  def head(self):
    return self.run("git", "rev-parse", "HEAD").stdout.strip()


def expect(condition, what, result):
  if condition:
    return
  print(f"{what}; exit code {result.returncode}\n{result.stdout}")
  sys.exit(1)


def check(pre_commit, hlo_fmt, work):
  # Ignores the user's configuration and the GIT_DIR of a hook that runs this.
  env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
  (work / "bin").mkdir(parents=True)
  (work / "bin" / "hlo-fmt").symlink_to(hlo_fmt)
  env.update(PATH=f"{work / 'bin'}:{env['PATH']}", PRE_COMMIT_HOME=str(work / "cache"),
             GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_SYSTEM="/dev/null")
  for who in ("AUTHOR", "COMMITTER"):
    env[f"GIT_{who}_NAME"], env[f"GIT_{who}_EMAIL"] = "somebody", "somebody@localhost"

  hooks = Repository(work / "hooks", env)
  shutil.copy(ROOT / ".pre-commit-hooks.yaml", hooks.path)
  hooks.commit("hooks")

  user = Repository(work / "user", env)
  ugly = user.path / "ugly.hlo"
  ugly.write_text(UGLY)
  (user.path / "ugly.txt").write_text(UGLY)
  (user.path / ".pre-commit-config.yaml").write_text(
      f"repos:\n- repo: {hooks.path}\n  rev: {hooks.head()}\n"
      "  hooks: [{id: hlo-fmt}, {id: hlo-fmt-check}]\n")
  user.run("git", "add", "--all")
  formatted = subprocess.run([hlo_fmt, "--keep", ugly], capture_output=True, text=True,
                             check=True).stdout
  assert formatted != UGLY

  def run(hook):
    return user.run(*pre_commit, "run", hook, "--all-files")

  result = run("hlo-fmt-check")
  expect(result.returncode == 1 and "ugly.hlo" in result.stdout, "the check refuses", result)
  expect("ugly.txt" not in result.stdout, "only *.hlo is looked at", result)
  expect(ugly.read_text() == UGLY, "the check leaves the file alone", result)
  result = run("hlo-fmt")
  expect(result.returncode == 1, "pre-commit tells of a changed file", result)
  expect(ugly.read_text() == formatted, "the file is formatted", result)
  expect((user.path / "ugly.txt").read_text() == UGLY, "another file is not", result)
  for hook in ("hlo-fmt", "hlo-fmt-check"):
    result = run(hook)
    expect(result.returncode == 0 and "Passed" in result.stdout, f"then {hook} passes", result)

  printed = [b for b in blocks("ci.md", "yaml") if b.startswith("repos:")]
  expect(len(printed) == 1, "docs/ci.md has one configuration", result)
  (user.path / ".pre-commit-config.yaml").write_text(printed[0])
  ugly.write_text(UGLY)
  user.run("git", "add", "--all")
  result = run("hlo-fmt")
  expect(result.returncode == 1 and ugly.read_text() == formatted, "the printed hook formats", result)
  result = run("hlo-fmt")
  expect(result.returncode == 0 and "Passed" in result.stdout, "then the printed hook passes", result)

  (user.path / ".pre-commit-config.yaml").write_text(
      printed[0].replace("--keep -i", "--keep --check"))
  user.run(*pre_commit, "install")
  result = user.commit("a formatted file")
  expect(result.returncode == 0, "git commits what is formatted", result)
  ugly.write_text(UGLY + "// more\n")
  head = user.head()
  result = user.commit("an ugly file")
  expect(result.returncode == 1 and user.head() == head, "git refuses an ugly file", result)
  (user.path / "bad.hlo").write_text("HloModule bad\nENTRY main {\n  x = f32[2] add(y)\n}\n")
  result = user.commit("a file with an error")
  expect(result.returncode == 1 and "error: " in result.stdout, "an error is shown", result)


def main():
  parser = argparse.ArgumentParser(description=__doc__,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("--bin", type=pathlib.Path, required=True)
  parser.add_argument("--work", type=pathlib.Path, required=True)
  flags = parser.parse_args()
  work = flags.work.resolve()
  if shutil.which("git") is None:
    print("skipped: there is no git")
    return SKIPPED
  pre_commit = find_pre_commit(work.parent / (work.name + "-environment"))
  if pre_commit is None:
    print("skipped: there is no pre-commit, and pip cannot install it")
    return SKIPPED
  shutil.rmtree(work, ignore_errors=True)
  check(pre_commit, flags.bin.resolve(), work)
  return 0


if __name__ == "__main__":
  sys.exit(main())
