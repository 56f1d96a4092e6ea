"""Assertions about programs, for pytest and any other runner of tests.

    from hlo_text.testing import assert_hlo

    def test_step():
        compiled = jax.jit(step).lower(params, batch).compile()
        hlo = assert_hlo(compiled, mesh=mesh)
        hlo.has("all-gather", count=2, axis="model").overlapped()
        hlo.no("copy", bytes_over=1 << 20)
        hlo.collectives({"all-gather": 2, "all-reduce": 1}).donated(0, 1)

    hlo.matches("golden/step.hlo")  # written by pytest --hlo-update

A failure is an AssertionError with the instructions in question and where they come from. An
asynchronous operation counts once, under the opcode of what it runs: "all-gather" is also an
all-gather-start with its done. docs/assertions.md has more examples, docs/golden-hlo.md those with
golden files.
"""

from __future__ import annotations

import difflib
import fnmatch
import os
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, Union, cast

import hlo_text
from hlo_text import Module, _core, _goldens
from hlo_text._operations import (
    CONDITIONS,
    Conditions,
    Operation,
    Program,
    generic,
    line_of,
    not_overlapped,
    synchronous,
    why_not,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Conditions", "HloAssertion", "assert_hlo", "module_of"]

_MAX_LINES = 12


class _HasShape(Protocol):
    @property
    def shape(self) -> Any: ...


_Mesh = Union[Mapping[str, int], _HasShape, None]


def module_of(program: Any) -> Module:
    """The module of an argument of assert_hlo()."""
    if isinstance(program, Module):
        return program
    if isinstance(program, os.PathLike):
        with open(program, "rb") as file:
            return _parse(file.read(), os.fspath(program))
    if isinstance(program, (str, bytes)):
        return _parse(program, "<program>")
    # jax.stages.Lowered: its as_text() is StableHLO by default.
    if hasattr(program, "compiler_ir"):
        program = program.compiler_ir(dialect="hlo")
    # XLA's own HloModule; its proto does not have the number of partitions.
    if hasattr(program, "to_string"):
        return _parse(program.to_string(), "<program>")
    if hasattr(program, "as_serialized_hlo_module_proto"):
        return _parse(program.as_serialized_hlo_module_proto(), "<program>")
    if hasattr(program, "as_text"):  # jax.stages.Compiled
        return _parse(program.as_text(), "<program>")
    raise TypeError(
        f"{type(program).__name__} is not a program: need text, a proto's bytes, a path, a hlo_text.Module, "
        "or what jax.jit(f).lower(...) or .compile() returns"
    )


def _parse(text: str | bytes, filename: str) -> Module:
    return hlo_text.parse(text, filename=filename, allow_unknown=True)


def assert_hlo(program: Any, *, mesh: _Mesh = None) -> HloAssertion:
    """Begins assertions about a program; parses it once.

    program: a jax.stages.Compiled, a Lowered (then it is the program before all optimizations), HLO
        text, the bytes of a proto, the path of a file with either, or a hlo_text.Module, which must
        not change meanwhile.
    mesh: for axis=; a jax.sharding.Mesh, or its axes with their sizes: {"data": 2, "model": 4}.
    """
    sizes: Any = {} if mesh is None else mesh if isinstance(mesh, Mapping) else mesh.shape
    made = Program(module_of(program), dict(sizes))
    made.specs = _goldens.specs_of(program)
    return HloAssertion(made, ())


class HloAssertion:
    """Assertions about a program. Each method returns one, so that calls can be chained.

    `has`, `no` and `all` take an opcode, also as a pattern ("all-*"), and conditions:

    - dtype="f32": of the result, or of one of its elements
    - shape="f32[8,128]": of the result; with a layout, that too
    - bytes_over=n, bytes_under=n: of the result, on one device
    - custom_call_target="*topk*": a pattern
    - computation="body*", op_name="*/psum": patterns for the computation it is in, and for
      op_name in its metadata
    - in_loop=True: in the body or condition of a while, or in what these call
    - in_fusion=True: in a fused computation
    - overlapped=True: asynchronous, and something works between its start and done
    - group_size=4, groups=[[0, 1], [2, 3]]: of the devices of a collective, whatever the syntax
    - axis="model", axis=("data", "model"): a collective along these axes of the mesh
    - sharding="{replicated}": its sharding= is this one
    - text=r"channel_id=\\d+": a regular expression found in its text
    - where=lambda i: ...: anything else about the hlo_text.Instruction

    Patterns are those of fnmatch. A word that is not an opcode raises ValueError, not to let a typing
    error pass `no`.
    """

    def __init__(self, program: Program, found: Sequence[Operation]) -> None:
        self._program = program
        self._found = tuple(found)

    @property
    def module(self) -> Module:
        """The program."""
        return self._program.module

    @property
    def found(self) -> list[hlo_text.Instruction]:
        """The instructions that the last has() found, for assertions of your own; for asynchronous ones the start."""
        return [operation.start for operation in self._found]

    def has(
        self,
        opcode: str = "*",
        *,
        count: int | None = None,
        at_least: int | None = None,
        at_most: int | None = None,
        **conditions: Unpack[Conditions],
    ) -> HloAssertion:
        """There are operations like this: one or more, exactly `count`, `at_least` or `at_most` that many.

        What it finds is for the next all() or overlapped().
        """
        __tracebackhide__ = True
        low, high = (at_least, at_most) if count is None else (count, count)
        if low is None:
            low = 1 if high is None else 0
        candidates = self._candidates(opcode, conditions)
        found = [o for o in candidates if not why_not(self._program, o, _plain(conditions))]
        if len(found) < low or (high is not None and len(found) > high):
            expected = str(count) if count is not None else f"at least {low}" if len(found) < low else f"at most {high}"
            self._fail_has(opcode, conditions, expected, candidates, found)
        return HloAssertion(self._program, found)

    def no(self, opcode: str = "*", **conditions: Unpack[Conditions]) -> HloAssertion:
        """There is no operation like this: has(..., count=0)."""
        __tracebackhide__ = True
        self.has(opcode, count=0, **conditions)
        return self

    def all(self, **conditions: Unpack[Conditions]) -> HloAssertion:
        """All operations that the last has() found also meet these conditions."""
        __tracebackhide__ = True
        self._candidates("*", conditions)
        self._expect_all(lambda o: why_not(self._program, o, _plain(conditions)), _values(conditions))
        return self

    def overlapped(self, by: str = "*", *, at_least: int = 1) -> HloAssertion:
        """All operations that the last has() found are asynchronous, and others work in the meantime.

        by: a pattern for the opcodes that count, such as "fusion". What does no work never does:
            tuples, parameters, bitcasts, starts and dones. The module must be scheduled.
        at_least: so many instructions.
        """
        __tracebackhide__ = True
        what = f"overlapped by at least {at_least} {'instructions' if by == '*' else by}"
        self._expect_all(lambda o: not_overlapped(self._program, o, by, at_least), what)
        return self

    def collectives(self, counts: Mapping[str, int]) -> HloAssertion:
        """The collectives are exactly these: {"all-gather": 2, "all-reduce": 1}; {}: none."""
        __tracebackhide__ = True
        for opcode in counts:
            _check_opcode(self._program, opcode)
        operations = [o for o in self._program.operations if o.is_collective]
        actual = Counter(o.opcode for o in operations)
        if actual != Counter({opcode: count for opcode, count in counts.items() if count}):
            wrong = [o for o in operations if actual[o.opcode] != counts.get(o.opcode, 0)]
            self._fail(f"collectives are {_counted(actual)}, expected {_counted(counts)}", [("", wrong)])
        return self

    def root_is(self, opcode: str, **conditions: Unpack[Conditions]) -> HloAssertion:
        """The root of the entry computation is like this."""
        __tracebackhide__ = True
        self._candidates(opcode, conditions)
        root = self.module.entry_computation.root
        of = (o for o in self._program.operations if root in (o.start, o.done))
        operation = next(of, synchronous(root))
        why = "" if fnmatch.fnmatchcase(operation.opcode, opcode) else f"is a {operation.opcode}"
        why = why or why_not(self._program, operation, _plain(conditions))
        if why:
            self._fail(f"the root is not {_words(opcode, conditions)}: {why}", [("", [operation])])
        return self

    def donated(self, *parameters: int) -> HloAssertion:
        """The buffers of these parameters of the entry are reused: for a result, or as donors."""
        __tracebackhide__ = True
        aliases = self.module.input_output_alias
        donors = {a.parameter_number for a in aliases} | {d.parameter_number for d in self.module.buffer_donor}
        entry = self.module.entry_computation.parameters
        missing = [number for number in parameters if number not in donors]
        if missing:
            lines = [synchronous(entry[n]) for n in missing if n < len(entry)]
            these = ", ".join(map(str, sorted(donors))) or "none"
            self._fail(f"parameters {', '.join(map(str, missing))} are not donated; donated: {these}", [("", lines)])
        return self

    def peak_bytes(
        self, *, under: int | None = None, by_line: Mapping[str, int] | None = None, memory_space: int = 0
    ) -> HloAssertion:
        """The most bytes of values alive at a time are fewer than these.

        by_line: patterns of source lines, {"train.py:12": 1 << 20}: when the module needs most memory, the buffers
        that instructions of these lines make have fewer bytes.
        memory_space: S(n) of layouts: on a TPU 0 is HBM, 1 VMEM.

        An estimate from the order of instructions: XLA may reuse more.
        """
        __tracebackhide__ = True
        if under is None and by_line is None:
            raise ValueError("peak_bytes needs under or by_line")
        peak = hlo_text.PeakMemory(self.module, memory_space=memory_space)
        limits = [("", peak.bytes, under)] if under is not None else []
        rows = peak.by("source_line") if by_line else []
        for pattern, most in (by_line or {}).items():
            total = sum(row.bytes for row in rows if _is_line(pattern, row.key))
            limits.append((f" of {pattern}", total, most))
        for of, total, most in limits:
            if total >= most:
                at = peak.instruction.name if peak.instruction else "any time"
                self._fail(
                    f"{total} bytes{of} are alive at {at}, expected under {most}",
                    [("largest:", list(dict.fromkeys(synchronous(b.instruction) for b in peak.buffers)))],
                )
        return self

    def same_as(self, other: Any) -> HloAssertion:
        """It is the same program as `other`, except for names and metadata."""
        __tracebackhide__ = True
        changes = hlo_text.diff(generic(module_of(other)), self.module)
        if changes:
            lines = str(changes).splitlines()
            more = [f"... and {len(lines) - 40} more lines"] if len(lines) > 40 else []
            title = f"{self.module.name}: not the same program; + is this one"
            raise AssertionError("\n".join([title, *lines[:40], *more]))
        return self

    def matches(
        self, path: str | os.PathLike[str], *, ignore: Collection[str] = _goldens.DEFAULT_IGNORE
    ) -> HloAssertion:
        """It is the program in a golden file, which pytest --hlo-update, or HLO_UPDATE_GOLDENS=1, writes.

        path: from the folder of the test; without the plugin for pytest, from the current one.
        ignore: what does not count and is not in the file: "names", "layouts", "constants" (of more
            than ten elements), "schedule", or any option of Module.strip(), such as "metadata".

        A failure shows what differs, by structure.
        """
        __tracebackhide__ = True
        _goldens.check_program(self.module, path, ignore)
        return self

    def matches_shardings(self, path: str | os.PathLike[str]) -> HloAssertion:
        """The parameters of the entry have the shardings in a golden file: a line for each, with its
        name in JAX, its shape and its spec on the mesh. The file is written as that of matches()."""
        __tracebackhide__ = True
        _goldens.check_shardings(self._program, path)
        return self

    def __repr__(self) -> str:
        return f"<HloAssertion {self.module.name}, {len(self._found)} found>"

    # ---- Failures.

    def _candidates(self, opcode: str, conditions: Conditions) -> list[Operation]:
        """The operations with this opcode, after checking the arguments."""
        _check_opcode(self._program, opcode)
        for name in conditions:
            if name not in CONDITIONS:
                raise TypeError(f"no condition is called {name!r}; there are {', '.join(CONDITIONS)}")
        if "dtype" in conditions:
            _check_dtype(conditions["dtype"])
        if "shape" in conditions:
            hlo_text.Shape(conditions["shape"])
        if "sharding" in conditions:
            hlo_text.Sharding.parse(conditions["sharding"])
        if "text" in conditions:
            re.compile(conditions["text"])
        if "axis" in conditions:
            self._program.axis_groups(conditions["axis"])
        return self._program.with_opcode(opcode)

    def _expect_all(self, why: Any, expected: str) -> None:
        __tracebackhide__ = True
        if not self._found:
            raise ValueError("nothing was found before: call has() first")
        wrong = [(o, reason) for o in self._found if (reason := why(o))]
        if wrong:
            opcodes = "/".join(sorted({o.opcode for o in self._found}))
            title = f"{len(wrong)} of {len(self._found)} {opcodes} not {expected}"
            self._fail(title, [("", [o for o, _ in wrong])], dict(wrong))

    def _fail_has(
        self, opcode: str, conditions: Conditions, expected: str, candidates: list[Operation], found: list[Operation]
    ) -> NoReturn:
        __tracebackhide__ = True
        title = f"{len(found)} {_words(opcode, conditions)}, expected {'none' if expected == '0' else expected}"
        parts = [("found:", found)] if found else []
        reasons: dict[Operation, str] = {}
        if expected != "0" and not expected.startswith("at most"):
            near = [o for o in candidates if o not in found]
            if conditions and near and opcode != "*":
                reasons = {o: why_not(self._program, o, _plain(conditions)) for o in near}
                parts.append((f"other {opcode}:", near))
        if not parts:
            instructions = [o for o in self._program.operations if o.is_collective]
            if instructions:
                parts.append(("the collectives:", instructions))
            counts = Counter(o.opcode for o in self._program.with_opcode("*"))
            title += f"\n  opcodes: {_counted(dict(counts.most_common(12)))}"
        self._fail(title, parts, reasons)

    def _fail(
        self, title: str, parts: list[tuple[str, list[Operation]]], reasons: Mapping[Operation, str] | None = None
    ) -> NoReturn:
        __tracebackhide__ = True
        lines = [f"{self.module.name}: {title}"]
        for heading, operations in parts:
            lines += [f"  {heading}"] if heading else []
            for operation in operations[:_MAX_LINES]:
                reason = (reasons or {}).get(operation)
                lines.append(f"    {line_of(operation)}")
                lines += [f"      {reason}"] if reason else []
            if len(operations) > _MAX_LINES:
                lines.append(f"    ... and {len(operations) - _MAX_LINES} more")
        raise AssertionError("\n".join(lines))


def _is_line(pattern: str, place: str) -> bool:
    """Whether "/me/train.py:12 in f" matches, also without the folder or the function."""
    line, _, function = place.partition(" in ")
    short = line.rpartition("/")[2]
    names = [line, short, place, f"{short} in {function}"]
    return any(fnmatch.fnmatchcase(name, pattern) for name in names)


def _plain(conditions: Conditions) -> Mapping[str, object]:
    return cast(Mapping[str, object], conditions)


def _words(opcode: str, conditions: Conditions) -> str:
    """all-gather with group_size=4, in_loop=True."""
    name = "operations" if opcode == "*" else opcode
    return f"{name} with {_values(conditions)}" if conditions else name


def _values(conditions: Conditions) -> str:
    return ", ".join(f"{key}={value!r}" for key, value in conditions.items())


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {opcode}" for opcode, count in sorted(counts.items())) or "none"


def _check_dtype(dtype: str) -> None:
    try:
        hlo_text.Shape(f"{dtype}[]")
    except hlo_text.ParseError:
        raise ValueError(f"{dtype!r} is not an element type of HLO, as f32, bf16 and s32 are") from None


def _check_opcode(program: Program, pattern: str) -> None:
    opcodes = _core._opcodes()
    # Asynchronous sugar is custom-call-start. The program may have a new opcode.
    words = pattern, re.sub("-(start|update|done)$", "", pattern)
    known = opcodes + [o.opcode for o in program.operations]
    if any(fnmatch.fnmatchcase(opcode, word) for opcode in known for word in words):
        return
    near = difflib.get_close_matches(pattern, opcodes, n=3)
    raise ValueError(f"{pattern!r} is not an opcode" + (f"; did you mean {' or '.join(near)}?" if near else ""))
