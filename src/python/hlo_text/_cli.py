"""The console script hlo-fmt: runs the program in the wheel."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Replaces this process by hlo-fmt with the same arguments."""
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "hlo-fmt")
    arguments = [program, *sys.argv[1:]]
    if os.name == "posix":
        os.execv(program, arguments)
    sys.exit(subprocess.call(arguments))
