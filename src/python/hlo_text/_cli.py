"""The console scripts hlo-check, hlo-fmt, hlo-lsp, hlo-opt, hlo-reduce, hlo-translate, hlo-view: run those programs."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import NoReturn


def _run(name: str) -> NoReturn:
    """Replaces this process by the program `name`, with the same arguments."""
    # One file holds all programs and runs the one that argv[0] names.
    file = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "hlo-tools")
    arguments = [name, *sys.argv[1:]]
    if os.name == "posix":
        os.execv(file, arguments)
    sys.exit(subprocess.call(arguments, executable=file))


def hlo_check() -> NoReturn:
    _run("hlo-check")


def hlo_fmt() -> NoReturn:
    _run("hlo-fmt")


def hlo_opt() -> NoReturn:
    _run("hlo-opt")


def hlo_reduce() -> NoReturn:
    _run("hlo-reduce")


def hlo_translate() -> NoReturn:
    _run("hlo-translate")


def hlo_view() -> NoReturn:
    _run("hlo-view")


def hlo_lsp() -> NoReturn:
    _run("hlo-lsp")
