"""The console script hlo-fmt: runs the program that the wheel brings."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Becomes hlo-fmt, with the arguments of this process."""
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "hlo-fmt")
    arguments = [program, *sys.argv[1:]]
    if os.name == "posix":
        os.execv(program, arguments)
    sys.exit(subprocess.call(arguments))
