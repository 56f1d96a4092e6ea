"""HTML for notebooks: the text, colored by its words. Everything is escaped."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hlo_text._core import Computation, Instruction, Module

MAX_LINES = 300
MAX_LINE = 2000  # characters

_TOKEN = re.compile(
    r"""(?P<string>"(?:[^"\\]|\\.)*")"""
    r"""|(?P<comment>/\*.*?\*/|//.*)"""
    r"""|(?P<name>%[\w.-]+)"""
    r"""|(?P<keyword>\b(?:HloModule|ENTRY|ROOT)\b)"""
    r"""|(?P<shape>\b(?:pred|token|opaque|[usfc]\d+\w*|bf16)\[[^\]]*\](?:\{[^}]*\})?)"""
    r"""|(?P<opcode>(?<=\s)[a-z][a-z0-9-]*(?=\())"""
    r"""|(?P<attribute>(?<=[\s{])[a-z_-]+(?==))"""
)
# Readable on both white and black.
_COLORS = {
    "string": "#4d8a3d",
    "comment": "#808080",
    "name": "#3a7ec2",
    "keyword": "#b0560f",
    "shape": "#8a6fb3",
    "opcode": "#c0392b",
    "attribute": "#7f7f4f",
}


def _color(line: str) -> str:
    parts, end = [], 0
    for match in _TOKEN.finditer(line):
        parts.append(html.escape(line[end : match.start()]))
        color = _COLORS[match.lastgroup or ""]
        parts.append(f'<span style="color:{color}">{html.escape(match[0])}</span>')
        end = match.end()
    parts.append(html.escape(line[end:]))
    return "".join(parts)


def _render(lines: list[str], note: str) -> str:
    shown = []
    for line in lines:
        # A str may have surrogate escapes, which pages cannot encode.
        line = line.encode("utf-8", "replace").decode()
        cut = len(line) > MAX_LINE
        shown.append(_color(line[:MAX_LINE]) + (" &hellip;" if cut else ""))
    if note:
        shown.append(f'<span style="color:#808080">{html.escape(note)}</span>')
    return '<pre class="hlo-text" style="line-height:1.3">' + "\n".join(shown) + "</pre>"


def _of_text(text: str) -> str:
    lines = text.rstrip("\n").split("\n")
    more = len(lines) - MAX_LINES
    return _render(lines[:MAX_LINES], f"... {more} more lines: print() has all" if more > 0 else "")


def of_instruction(instruction: Instruction) -> str:
    return _of_text(instruction.print())


def of_computation(computation: Computation) -> str:
    return _of_text(computation.print())


def of_module(module: Module) -> str:
    """Of a long module only the beginning of the entry computation."""
    if not module.computations or not any(c.is_entry for c in module):
        return _render([f"HloModule {module.name}"], "no entry computation yet")
    if module.instruction_count <= MAX_LINES:
        return _of_text(module.print())
    lines = [f"HloModule {module.name}", ""]
    lines += module.entry_computation.print().split("\n")[: MAX_LINES - 2]
    others = len(module.computations) - 1
    note = f"... {module.instruction_count} instructions, {others} other computations: print() has all"
    return _render(lines, note)
