#!/usr/bin/env python3
"""BUILD.bazel and MODULE.bazel say the same as CMakeLists.txt; Bazel builds a program with them.

  bazel_check.py --work DIRECTORY

The build takes minutes, so it runs only if HLO_TEXT_BUILD_RECIPES is set and Bazel, the library's
headers of abseil and pkg-config are installed. It takes BUILD.bazel of docs/embedding.md as printed,
repositories from a WORKSPACE, and abseil from the system. Replaces DIRECTORY.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

from recipes_check import ROOT, blocks

# Debian's packages bazel-rules-java, bazel-rules-proto and bazel-platforms, instead of downloads;
# its bazel-rules-cc does not load.
DEBIAN = pathlib.Path("/usr/share/bazel")
RULES_CC = "".join(f"def {rule}(**args):\n  native.{rule}(**args)\n\n" for rule in (
    "cc_binary", "cc_import", "cc_library", "cc_test", "cc_toolchain", "cc_toolchain_suite"))


def match(pattern, file):
  return re.search(pattern, (ROOT / file).read_text(), re.DOTALL)[1]


def labels():
  """(package, target) of each library of abseil in BUILD.bazel."""
  found = re.findall(r'"@abseil-cpp//(absl/\w+)(?::(\w+))?"', (ROOT / "BUILD.bazel").read_text())
  return [(package, target or package.split("/")[1]) for package, target in found]


def check_equal(of_cmake, of_bazel, what):
  if of_cmake != of_bazel:
    sys.exit(f"{what}: CMake has {of_cmake}, Bazel has {of_bazel}")


def check_build_files():
  folders = match(r"foreach\(folder (.*?)\)", "CMakeLists.txt").split()
  folders += match(r"set\(HLO_TEXT_COMPONENTS (.*?)\)", "CMakeLists.txt").split()
  check_equal(folders, re.findall(r'"(\w+)"', match(r"FOLDERS = \[(.*?)\]", "BUILD.bazel")), "folders")
  cmake = "".join(match(rf"set\(HLO_TEXT_ABSL_{kind}(.*?)\)", "CMakeLists.txt")
                  for kind in ("PUBLIC", "PRIVATE"))
  check_equal(sorted(re.findall(r"absl::(\w+)", cmake)), sorted(target for _, target in labels()),
              "libraries of abseil")
  check_equal(match(r'HLO_TEXT_VERSION "(.*?)"', "include/hlo/version.h"),
              match(r'version = "(.*?)"', "MODULE.bazel"), "version")


def build(work):
  shutil.rmtree(work, ignore_errors=True)

  def write(file, text):
    (work / file).parent.mkdir(parents=True, exist_ok=True)
    (work / file).write_text(text)

  write("rules_cc/WORKSPACE", "")
  write("rules_cc/cc/BUILD", "")
  write("rules_cc/cc/defs.bzl", RULES_CC)
  write("abseil/WORKSPACE", "")
  for package in {package for package, _ in labels()}:
    text = ""
    for target in (t for p, t in labels() if p == package):
      libraries = subprocess.run(["pkg-config", "--libs", f"absl_{target}"], check=True, text=True,
                                 capture_output=True).stdout.split()
      text += (f'cc_library(name = "{target}", linkopts = {libraries},\n'
               '    visibility = ["//visibility:public"])\n')
    write(f"abseil/{package}/BUILD", text)
  write("project/WORKSPACE", "".join(
      f'local_repository(name = "{name}", path = "{path}")\n'
      for name, path in (("rules_cc", work / "rules_cc"), ("abseil-cpp", work / "abseil"),
                         ("rules_java", DEBIAN / "rules/java"),
                         ("rules_proto", DEBIAN / "rules/proto"),
                         ("platforms", DEBIAN / "tools/platforms"))) +
      f'new_local_repository(name = "hlo_text", path = "{ROOT}", build_file = "//:hlo_text.BUILD")\n')
  shutil.copy(ROOT / "BUILD.bazel", work / "project/hlo_text.BUILD")
  write("project/BUILD.bazel", blocks("embedding.md", "starlark")[1])
  shutil.copy(ROOT / "tests/install/main.cc", work / "project")
  bazel = ["bazel", f"--output_user_root={work / 'cache'}", "--batch"]
  try:
    subprocess.run([*bazel, "build", "--compilation_mode=fastbuild", "//:my_compiler"],
                   cwd=work / "project", check=True)
    printed = subprocess.run([work / "project/bazel-bin/my_compiler", ROOT / "tests/install/add.hlo"],
                             check=True, text=True, capture_output=True).stdout
  except subprocess.CalledProcessError as error:
    sys.exit(str(error))
  if "ROOT %sum = f32[2,3]{1,0} add(%x, %y)" not in printed:
    sys.exit(f"the program prints\n{printed}")
  subprocess.run(["chmod", "-R", "u+w", work], check=True)  # Bazel's cache is read-only
  shutil.rmtree(work)


def main():
  parser = argparse.ArgumentParser(description=__doc__,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("--work", type=pathlib.Path, required=True)
  work = parser.parse_args().work.resolve()
  check_build_files()
  print("the build files agree")
  if not os.environ.get("HLO_TEXT_BUILD_RECIPES"):
    print("not built: HLO_TEXT_BUILD_RECIPES is not set")
  elif not (shutil.which("bazel") and shutil.which("pkg-config") and (DEBIAN / "rules/java").is_dir()):
    print("not built: Bazel, its rules or pkg-config are not installed")
  else:
    build(work)
    print("Bazel builds a program with the library")


if __name__ == "__main__":
  main()
