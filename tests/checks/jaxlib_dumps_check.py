#!/usr/bin/env python3
"""Dumps by old and new versions of jaxlib come back from hlo-fmt byte for byte.

    jaxlib_dumps_check.py --bin build/hlo-fmt --work FOLDER [VERSION...]

For each version: a virtual environment with that jaxlib, dumps of the programs of jaxlib_programs.py, and
`hlo-fmt --style=dump --xla_version=auto` of each. Needs a Python for which the package index has all of them, such as
3.12. docs/reference/printing.md has the spellings that differ.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import venv

VERSIONS = ["0.4.30", "0.6.2", "0.8.3", "0.10.2", "0.11.2", "0.12.0.1"]
NOT_HLO = re.compile(r"buffer-assignment|memory-usage|live-range|thunk|debug_options|flagfile")


def dump(version, work):
    """The folder with the dumps of this version; what is there already is used."""
    environment, folder = work / f"venv-{version}", work / f"dumps-{version}"
    if not folder.exists():
        venv.create(environment, with_pip=True)
        subprocess.run([environment / "bin/pip", "install", "-q", f"jax=={version}", f"jaxlib=={version}"], check=True)
        subprocess.run([environment / "bin/python", pathlib.Path(__file__).with_name("jaxlib_programs.py"), folder],
                       check=True, stderr=subprocess.DEVNULL)
    return folder


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("versions", nargs="*", default=VERSIONS)
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    failed = False
    for version in arguments.versions:
        files = [file for file in sorted(dump(version, arguments.work).glob("*.txt")) if not NOT_HLO.search(file.name)]
        other = [file.name for file in files if file.read_bytes() != subprocess.run(
            [arguments.bin, "--style=dump", "--xla_version=auto", file], capture_output=True).stdout]
        print(f"jaxlib {version}: {len(files) - len(other)} of {len(files)} dumps come back", *other[:5])
        failed |= bool(other) or not files
    return failed


if __name__ == "__main__":
    sys.exit(main())
