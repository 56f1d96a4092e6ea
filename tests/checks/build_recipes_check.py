#!/usr/bin/env python3
"""Runs the recipes of docs/install.md, docs/ci.md and docs/library.md that build hlo-fmt or the library.

  build_recipes_check.py --work DIRECTORY

Runs the blocks as printed, in a repository that has this checkout as a submodule. `sudo` runs its
command, and `apt-get` only checks that packages are installed; it unpacks those that the recipe
made. Replaces DIRECTORY. It builds the project again, so it runs only if HLO_TEXT_BUILD_RECIPES is
set; otherwise, and if a program is missing, it exits with 77: skipped.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

from recipes_check import BAD, ROOT, SKIPPED, UGLY, Failure, blocks

SUDO = """#!/bin/sh
exec "$@"
"""
APT_GET = """#!/bin/sh
[ "$1" = update ] && exit
shift 2  # install -y
for package; do
  case $package in
    ./*) dpkg-deb --extract "$package" "$PACKAGES" ;;
    *) dpkg --status "$package" > /dev/null || exit 77 ;;
  esac
done
"""
FORMATTED = """HloModule pretty

ENTRY main {
  ROOT x = f32[2] parameter(0)
}
"""


def expect(condition, what, result=None):
  if not condition:
    raise Failure(what + (f"; exit code {result.returncode}\n{result.stdout}" if result else ""))


class Machine:
  """A machine of GitHub's with an own root for packages, in `work`."""

  def __init__(self, work):
    self.work = work
    self.project = work / "project"
    self.packages = work / "packages"
    tools = work / "bin"
    tools.mkdir(parents=True)
    for name, text in (("sudo", SUDO), ("apt-get", APT_GET)):
      (tools / name).write_text(text)
      (tools / name).chmod(0o755)
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    path = f"{self.packages / 'usr/bin'}:{tools}:{env['PATH']}"
    self.env = dict(env, PATH=path, PACKAGES=str(self.packages), GIT_CONFIG_GLOBAL="/dev/null",
                    GIT_CONFIG_SYSTEM="/dev/null", GITHUB_WORKSPACE=str(self.project))
    for who in ("AUTHOR", "COMMITTER"):
      self.env[f"GIT_{who}_NAME"], self.env[f"GIT_{who}_EMAIL"] = "somebody", "somebody@localhost"
    if shutil.which("ccache"):
      # With the paths that a build in the checkout itself has, whose objects these may be.
      self.env.update(CMAKE_CXX_COMPILER_LAUNCHER="ccache", CCACHE_NOHASHDIR="1",
                      CCACHE_BASEDIR=str(self.project / "third_party/hlo-text"))

  def shell(self, commands, cwd=None, **env):
    result = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", commands], text=True,
                            cwd=cwd or self.project, env={**self.env, **env},
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode == SKIPPED:
      print(f"skipped: a package of the recipe is not installed\n{result.stdout}")
      sys.exit(SKIPPED)
    return result

  def must(self, commands, cwd=None, **env):
    result = self.shell(commands, cwd, **env)
    expect(result.returncode == 0, f"failed: {commands}", result)
    return result.stdout

  def make_project(self):
    """A repository with a formatted file, and with this checkout's files as a submodule."""
    origin = self.work / "hlo-text"
    origin.mkdir()
    self.must(f"git -C '{ROOT}' -c safe.directory='*' ls-files -z -c -o --exclude-standard > files; "
              f"tar -C '{ROOT}' --null --ignore-failed-read -cf - -T files | tar -xf - -C '{origin}'",
              cwd=self.work)
    self.project.mkdir()
    commit = "git init -q . && git add --all && git commit -q -m all"
    self.must(commit, cwd=origin)
    (self.project / "pretty.hlo").write_text(FORMATTED)
    self.must("git init -q . && git -c protocol.file.allow=always submodule --quiet add "
              f"'{origin}' third_party/hlo-text && {commit}")


def workflow_steps():
  import yaml
  text, = [b for b in blocks("ci.md", "yaml") if "runs-on:" in b]
  job, = yaml.safe_load(text)["jobs"].values()
  return job["steps"]


def run_workflow(machine, cache_hit):
  """The steps that a run executes; returns the result of the last."""
  outputs = {"cache.outputs.cache-hit": "true" if cache_hit else ""}
  key = None
  for step in workflow_steps():
    if "if" in step:
      output = re.fullmatch(r"steps\.(\S+) != 'true'", step["if"])[1]
      if outputs[output] == "true":
        continue
    if step.get("id") == "cache":
      key = re.sub(r"\$\{\{ steps\.(\S+) \}\}", lambda m: outputs[m[1]], step["with"]["key"])
    if "run" not in step:
      continue
    file = machine.work / "outputs"
    file.write_text("")
    result = machine.shell(step["run"], GITHUB_OUTPUT=str(file))
    for line in file.read_text().splitlines():
      name, value = line.split("=", 1)
      outputs[f"{step['id']}.outputs.{name}"] = value
    if result.returncode != 0:
      break
  expect(re.fullmatch(r"hlo-text-ubuntu-24\.04-[0-9a-f]{40}", key), f"key of the cache: {key}")
  return result


def check_workflow(machine):
  result = run_workflow(machine, cache_hit=False)
  expect(result.returncode == 0, "the workflow passes", result)
  shutil.rmtree(machine.packages)
  (machine.project / "ugly.hlo").write_text(UGLY)
  machine.must("git add --all -- '*.hlo'")
  result = run_workflow(machine, cache_hit=True)
  expect(result.returncode != 0 and "ugly.hlo" in result.stdout and "pretty" not in result.stdout,
         "the workflow refuses an ugly file", result)


def check_installation(machine):
  checkout = machine.project / "third_party/hlo-text"
  commands = blocks("install.md", "sh")
  install, packages = commands[0], commands[1]
  expect("cmake --install" in install and "cpack" in packages, "docs/install.md has both ways")
  machine.must(install, cwd=checkout, DESTDIR=str(machine.work / "installed"))
  root = machine.work / "installed/usr"
  for file in ("bin/hlo-fmt", "share/man/man1/hlo-fmt.1", "include/hlo/parser.h"):
    expect((root / file).exists(), f"{file} is installed")
  shutil.rmtree(machine.packages)
  machine.must(packages.replace("apt-get install ./", "apt-get install -y ./"), cwd=checkout)
  machine.must("hlo-fmt --version")


def check_cmake(machine):
  block, = blocks("ci.md", "cmake")
  folder = machine.work / "cmake"
  (folder / "testdata").mkdir(parents=True)
  (folder / "CMakeLists.txt").write_text(
      f"cmake_minimum_required(VERSION 3.16)\nproject(mine NONE)\nenable_testing()\n{block}")
  (folder / "testdata/pretty.hlo").write_text(FORMATTED)
  test = "cmake -S . -B build && ctest --test-dir build --no-tests=error"
  machine.must(test, cwd=folder)
  (folder / "testdata/bad.hlo").write_text(BAD)
  result = machine.shell(test, cwd=folder)
  expect(result.returncode != 0 and "hlo_format" in result.stdout, "the test finds a bad file", result)


def check_embedding(machine):
  installed, in_tree = blocks("library.md", "cmake")
  compile_line, = blocks("library.md", "sh")
  prefix = machine.work / "installed/usr"
  pkg_config = ":".join(str(folder.parent) for folder in prefix.rglob("hlo_text.pc"))
  build = ("cmake -S . -B build -G Ninja -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=12 "
           "&& cmake --build build")
  expected = "ROOT %sum = f32[2,3]{1,0} add(%x, %y)"
  for name, cmake_lists, commands in (("an installed copy", installed, build),
                                      ("pkg-config", "", compile_line),
                                      ("the source tree", in_tree, build)):
    folder = machine.project if cmake_lists == in_tree else machine.work / name.split()[-1]
    folder.mkdir(exist_ok=True)
    (folder / "CMakeLists.txt").write_text(cmake_lists)
    shutil.copy(ROOT / "tests/install/main.cc", folder)
    machine.must(commands, cwd=folder, CMAKE_PREFIX_PATH=str(prefix), PKG_CONFIG_PATH=pkg_config)
    result = machine.shell(f"./my_compiler '{ROOT}/tests/install/add.hlo'",
                           cwd=folder / "build" if cmake_lists else folder)
    expect(result.returncode == 0 and expected in result.stdout, f"{name}: the program runs", result)


def main():
  parser = argparse.ArgumentParser(description=__doc__,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("--work", type=pathlib.Path, required=True)
  work = parser.parse_args().work.resolve()
  if not os.environ.get("HLO_TEXT_BUILD_RECIPES"):
    print("skipped: builds the project again; set HLO_TEXT_BUILD_RECIPES=1 to run it")
    return SKIPPED
  missing = [name for name in ("git", "cmake", "ninja", "cpack", "dpkg-deb", "file", "tar")
             if shutil.which(name) is None]
  try:
    import yaml  # noqa: F401
  except ImportError:
    missing.append("python3-yaml")
  if missing:
    print("skipped: missing " + ", ".join(missing))
    return SKIPPED
  shutil.rmtree(work, ignore_errors=True)
  machine = Machine(work)
  try:
    machine.make_project()
    for name, check in (("GitHub Actions", check_workflow), ("Installation", check_installation),
                        ("CMake", check_cmake), ("Embedding", check_embedding)):
      check(machine)
      print(f"{name}: fine")
  except Failure as failure:
    print(failure)
    return 1
  shutil.rmtree(work)
  return 0


if __name__ == "__main__":
  sys.exit(main())
