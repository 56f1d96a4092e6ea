"""HLO text, the program format of XLA: read it, walk it, check it, print it.

    import hlo_text

    module = hlo_text.parse(open("module.hlo").read())
    for computation in module.computations:
        for instruction in computation:
            print(instruction.name, instruction.opcode, instruction.shape)
    print(module.print("short_parsable", print_metadata=True))

Text is str or bytes; invalid UTF-8 comes back as surrogate escapes (PEP 383). Every object keeps
its module alive. Several threads can use the same objects.
"""

from hlo_text._core import (
    Computation,
    Instruction,
    Module,
    Shape,
    __version__,
    format,
    parse,
)
from hlo_text._diagnostics import Diagnostic, Note, ParseError

__all__ = [
    "Computation",
    "Diagnostic",
    "Instruction",
    "Module",
    "Note",
    "ParseError",
    "Shape",
    "__version__",
    "format",
    "parse",
]
