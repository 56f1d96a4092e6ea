"""Diagnostics. Plain Python dataclasses, which can be pickled and compared."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Note:
    """Another place in the text, part of a diagnostic."""

    line: int
    column: int
    message: str


@dataclasses.dataclass(frozen=True)
class Suggestion:
    """A possible fix: `text` in place of the bytes from line:column up to the end."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """An error or a warning. Lines and columns start at 1; columns count bytes of UTF-8."""

    severity: str
    """"error", "warning" or "note"."""
    code: str
    """The kind, such as "ExpectsName": a name from hlo/tables/diagnostics.def."""
    line: int
    column: int
    message: str
    notes: tuple[Note, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    """Alternatives; the message has them, too."""

    def __str__(self) -> str:
        """"line:column: severity: message", and a line for each note."""
        lines = [f"{self.line}:{self.column}: {self.severity}: {self.message}"]
        lines += [f"{note.line}:{note.column}: note: {note.message}" for note in self.notes]
        return "\n".join(lines)


class HloError(ValueError):
    """Raised if the library refuses to do something. Nothing has changed."""

    message: str
    code: str
    """"INVALID_ARGUMENT", "FAILED_PRECONDITION", "RESOURCE_EXHAUSTED" ..."""
    diagnostics: list[Diagnostic]
    """Errors and warnings with their places, if there was a text."""

    def __init__(self, message: str, code: str = "INVALID_ARGUMENT") -> None:
        super().__init__(message, code)
        self.message = message
        self.code = code
        self.diagnostics = []

    def __str__(self) -> str:
        return self.message


class StaleError(RuntimeError):
    """Raised if an analysis is used after an edit of its module."""


class ParseError(HloError):
    """The text is rejected. str() shows all diagnostics with their source lines, as hlo-fmt does;
    `message` is the first error, in XLA's words except for names of tokens: '}', not kRbrace."""

    line: int
    """Of the first error. Lines and columns start at 1; columns count bytes."""
    column: int

    def __init__(self, rendered: str, diagnostics: list[Diagnostic] | None = None) -> None:
        super().__init__(rendered)
        self.args = (rendered, diagnostics or [])
        self.diagnostics = diagnostics or []
        errors = [d for d in self.diagnostics if d.severity == "error"]
        self.line = errors[0].line if errors else 1
        self.column = errors[0].column if errors else 1
        self.message = errors[0].message if errors else rendered

    def __str__(self) -> str:
        return str(self.args[0])
