"""The operations of a program and conditions on them, for hlo_text.testing.

A Program lists each operation once, however it is written: a collective with its start and its done
is one, and so is the wrapped call of an async-start, and a collective that goes through fusions. A condition is a function in CONDITIONS: it
says why an operation does not meet a value, or "" if it does.
"""

from __future__ import annotations

import dataclasses
import fnmatch
import itertools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict, Union

import hlo_text
from hlo_text import Instruction, Module

if TYPE_CHECKING:
    from hlo_text import AsyncOperation, Collective, Computation, Shape


class Conditions(TypedDict, total=False):
    """The conditions that `has`, `no` and `all` of hlo_text.testing accept besides an opcode."""

    dtype: str
    shape: str
    bytes_over: int
    bytes_under: int
    custom_call_target: str
    computation: str
    op_name: str
    in_loop: bool
    in_fusion: bool
    overlapped: bool
    group_size: int
    groups: Sequence[Sequence[int]]
    axis: Union[str, Sequence[str]]
    sharding: str
    text: str
    where: Callable[[Instruction], bool]


# They do no work, so nothing overlaps with them.
_IDLE = frozenset(
    "parameter constant tuple get-tuple-element bitcast after-all opt-barrier async-start async-update "
    "async-done partition-id replica-id send recv".split()
)


def _works(instruction: Instruction) -> bool:
    opcode = instruction.opcode
    return opcode not in _IDLE and not opcode.endswith(("-start", "-update", "-done"))


def _is_fused(collective: Collective) -> bool:
    return collective.is_async and collective.start.opcode == "fusion"


@dataclasses.dataclass(frozen=True)
class Operation:
    """An operation: `instruction` has its attributes, `start` and `done` are where it runs."""

    opcode: str
    instruction: Instruction
    start: Instruction
    done: Instruction | None
    between: tuple[Instruction, ...] | None = None
    """The instructions that work from start to done, as scheduled; None if it is not asynchronous."""
    is_collective: bool = False
    continues: str | None = None
    """The opcode that runs if this is the update or done of an earlier operation, which is also in the list."""

    @property
    def names(self) -> tuple[str, ...]:
        """The opcodes that the text may have for it: all-to-all, async-start, all-to-all-start."""
        step = self.start.opcode.rpartition("-")[2]
        return self.opcode, self.start.opcode, f"{self.continues or self.opcode}-{step}"

    @property
    def result(self) -> Shape:
        return self.done.shape if self.done is not None else self.instruction.shape


def generic(module: Module) -> Module:
    """The module itself, or a desugared copy."""
    if module.has_sugar:
        module = module.clone()
        module.desugar()
    return module


class Program:
    """A module and its operations."""

    def __init__(self, module: Module, mesh: Mapping[str, int]) -> None:
        self.module = module = generic(module)
        self.mesh = mesh
        # The specs of the parameters if JAX has said so: XLA forgets them when it partitions.
        self.specs: list[str] | None = None
        self.operations = list(_operations_of(module))
        self._loops = _called_from(module, "while")
        self._fusions = _called_from(module, "fusion")

    def with_opcode(self, pattern: str) -> list[Operation]:
        """A done only matches by its own opcode: for "all-*" it is a part of its start."""
        return [
            o
            for o in self.operations
            if pattern in o.names or (o.continues is None and fnmatch.fnmatchcase(o.opcode, pattern))
        ]

    def in_loop(self, operation: Operation) -> bool:
        return operation.start.parent in self._loops

    def in_fusion(self, operation: Operation) -> bool:
        return operation.start.parent in self._fusions

    def axis_groups(self, axes: str | Sequence[str]) -> set[tuple[int, ...]]:
        """The groups of devices that differ in these axes of the mesh, which is in row-major order."""
        named = (axes,) if isinstance(axes, str) else tuple(axes)
        if not self.mesh:
            raise ValueError("axis needs a mesh: assert_hlo(program, mesh=mesh)")
        for axis in named:
            if axis not in self.mesh:
                raise ValueError(f"the mesh has no axis {axis!r}, it has {', '.join(map(repr, self.mesh))}")
        groups: dict[tuple[int, ...], list[int]] = {}
        for device, place in enumerate(itertools.product(*map(range, self.mesh.values()))):
            key = tuple(at for axis, at in zip(self.mesh, place) if axis not in named)
            groups.setdefault(key, []).append(device)
        return {tuple(group) for group in groups.values()}

    def axes_of(self, groups: Iterable[Sequence[int]]) -> str:
        """The axes of the mesh with these groups: "model"; empty if there are none."""
        found = {tuple(sorted(group)) for group in groups}
        for count in range(1, len(self.mesh) + 1):
            for axes in itertools.combinations(self.mesh, count):
                if math.prod(self.mesh[axis] for axis in axes) > 1 and self.axis_groups(axes) == found:
                    return ",".join(axes)
        return ""


def _called_from(module: Module, opcode: str) -> set[Computation]:
    """The computations that instructions with an opcode call, and what these call."""
    opcodes = opcode, f"{opcode}-start"  # sugar calls at its start
    found: set[Computation] = set()
    # Callers come after their callees.
    for computation in reversed(module.computation_post_order()):
        for instruction in computation:
            if instruction.opcode in opcodes or computation in found:
                found.update(instruction.called_computations)
    return found


def _operations_of(module: Module) -> Iterator[Operation]:
    starts: dict[Instruction, AsyncOperation] = {}
    later: dict[Instruction, str] = {}
    wrapped: set[Computation] = set()
    for computation in module.computations:
        for found in hlo_text.find_async_operations(computation):
            starts[found.start] = found
            later.update(dict.fromkeys(found.links[1:], found.wrapped_opcode))
            if found.wrapped_computation is not None:
                wrapped.add(found.wrapped_computation)
    inside: dict[Instruction, list[Collective]] = {}
    alone: set[Instruction] = set()
    parts: set[Instruction] = set()  # of an operation that is in the list
    ends: set[Instruction] = set()  # fusions that do nothing but start or end a collective
    for collective in hlo_text.find_collectives(module):
        if not collective.is_async:
            alone.add(collective.start)
            continue
        inside.setdefault(collective.start, []).append(collective)
        parts.add(collective.operation)
        if not _is_fused(collective):
            continue
        links = [collective.start, *collective.updates, *([collective.done] if collective.done else [])]
        parts.update(i for link in links for c in link.called_computations for i in c if i.is_collective)
        ends.add(collective.start)
        if collective.done:
            ends.add(collective.done)
            later[collective.done] = collective.opcode
    for computation in module.computations:
        order = computation.print_order()
        for instruction in order:
            # These belong to the operation that the start stands for.
            if computation in wrapped and (instruction.is_root or instruction.opcode == "parameter"):
                continue
            collectives = inside.get(instruction, [])
            if instruction in starts:
                found = starts[instruction]
                between = tuple(i for i in found.between if _works(i) and i not in ends) if found.done else ()
                opcode = found.wrapped_opcode
                of = found.wrapped_instruction or found.start
                is_collective = any(c.operation == of for c in collectives)
                yield Operation(opcode, of, found.start, found.done, between, is_collective)
                for c in collectives:
                    if c.operation != of:
                        yield Operation(c.opcode, c.operation, c.start, c.done, between, True)
            elif collectives:
                for c in collectives:
                    yield _fused(c, order, ends)
            elif instruction not in parts:
                yield synchronous(instruction, instruction in alone, later.get(instruction))


def synchronous(instruction: Instruction, is_collective: bool = False, continues: str | None = None) -> Operation:
    return Operation(instruction.opcode, instruction, instruction, instruction, None, is_collective, continues)


def _fused(collective: Collective, order: Sequence[Instruction], ends: set[Instruction]) -> Operation:
    """A collective in fusions: those that it goes through work meanwhile."""
    c = collective
    between: tuple[Instruction, ...] = ()
    if c.done is not None and c.done.parent == c.start.parent:
        first, last = order.index(c.start), order.index(c.done)
        between = tuple(i for i in order[first + 1 : last] if _works(i) and i not in ends)
    return Operation(c.opcode, c.operation, c.start, c.done, between, True)


def line_of(operation: Operation) -> str:
    """`main: %x = f32[8]{0} all-gather(...), ...  # model.py:12`, for people."""
    instruction = operation.start
    text = instruction.print(
        print_metadata=False, print_backend_config=False, print_frontend_attributes=False, print_operand_shape=False
    ).strip()
    if len(text) > 200:
        text = text[:197] + "..."
    source = source_of(operation.instruction)
    return f"{instruction.parent.name}: {text}" + (f"  # {source}" if source else "")


def source_of(instruction: Instruction) -> str:
    metadata = instruction.metadata
    if metadata.source_file:
        return f"{metadata.source_file}:{metadata.source_line}"
    if not metadata.stack_frame_id:
        return ""
    frame = instruction.module.stack_frames.resolve(metadata.stack_frame_id)
    return f"{frame.file_name}:{frame.location.line}" if frame else ""


# ---- Conditions. Each says why an operation does not meet `wanted`, or "".


def _unless(met: bool, why: str) -> str:
    return "" if met else why


def leaves_of(shape: Shape, place: str = "") -> Iterator[tuple[str, Shape]]:
    """The arrays of a shape, each with its place: "[0][1]"; "" if it is not a tuple."""
    if not shape.is_tuple:
        yield place, shape
    for number, element in enumerate(shape.tuple_shapes):
        yield from leaves_of(element, f"{place}[{number}]")


def _dtype(program: Program, operation: Operation, wanted: str) -> str:
    types = [leaf.element_type for _, leaf in leaves_of(operation.result)]
    return _unless(wanted in types, f"dtype is {', '.join(dict.fromkeys(types))}")


def _shape(program: Program, operation: Operation, wanted: str) -> str:
    layout = re.search(r"\{[^}]*\}", wanted) is not None
    shape = operation.result.to_string(layout=layout)
    return _unless(shape == hlo_text.Shape(wanted).to_string(layout=layout), f"shape is {shape}")


def _bytes_over(program: Program, operation: Operation, wanted: int) -> str:
    return _unless(operation.result.byte_size > wanted, f"has {operation.result.byte_size} bytes")


def _bytes_under(program: Program, operation: Operation, wanted: int) -> str:
    return _unless(operation.result.byte_size < wanted, f"has {operation.result.byte_size} bytes")


def _custom_call_target(program: Program, operation: Operation, wanted: str) -> str:
    if operation.opcode != "custom-call":
        return "is not a custom-call"
    target = operation.instruction.custom_call_target
    return _unless(fnmatch.fnmatchcase(target, wanted), f"custom_call_target is {target!r}")


def _computation(program: Program, operation: Operation, wanted: str) -> str:
    name = operation.start.parent.name
    return _unless(fnmatch.fnmatchcase(name, wanted), f"is in {name}")


def _op_name(program: Program, operation: Operation, wanted: str) -> str:
    name = operation.instruction.op_name or operation.start.op_name
    return _unless(fnmatch.fnmatchcase(name, wanted), f"op_name is {name!r}")


def _in_loop(program: Program, operation: Operation, wanted: bool) -> str:
    return _unless(program.in_loop(operation) == wanted, "is in no loop" if wanted else "is in a loop")


def _in_fusion(program: Program, operation: Operation, wanted: bool) -> str:
    return _unless(program.in_fusion(operation) == wanted, "is not fused" if wanted else "is fused")


def _overlapped(program: Program, operation: Operation, wanted: bool) -> str:
    why = not_overlapped(program, operation, "*", 1)
    return why if wanted else _unless(bool(why), "is overlapped")


def not_overlapped(program: Program, operation: Operation, by: str, at_least: int) -> str:
    """Why fewer than `at_least` instructions `by` run while the operation does, or ""."""
    if operation.between is None:
        return "is not asynchronous"
    if operation.done is None:
        return "has no done"
    if not program.module.is_scheduled:
        return "the module is not scheduled, its order says nothing"
    count = sum(fnmatch.fnmatchcase(i.opcode, by) for i in operation.between)
    what = "instructions that work" if by == "*" else by
    names = ", ".join(f"{i.name} ({i.opcode})" for i in operation.between[:4])
    return _unless(count >= at_least, f"{count} {what} between start and done" + (f": {names}" if names else ""))


def _device_groups(operation: Operation) -> list[list[int]] | None:
    if not operation.is_collective:
        return None
    try:
        return hlo_text.device_groups(operation.instruction)
    except ValueError:  # they name no devices of this program
        return None


def _group_size(program: Program, operation: Operation, wanted: int) -> str:
    groups = _device_groups(operation)
    if groups is None:
        return "has no groups"
    sizes = sorted({len(group) for group in groups})
    return _unless(sizes == [wanted], f"group_size is {', '.join(map(str, sizes))}")


def _groups(program: Program, operation: Operation, wanted: Sequence[Sequence[int]]) -> str:
    groups = _device_groups(operation)
    if groups is None:
        return "has no groups"
    met = sorted(map(list, groups)) == sorted(map(list, wanted))
    return _unless(met, f"groups are {_short(groups)}")


def _axis(program: Program, operation: Operation, wanted: str | Sequence[str]) -> str:
    expected = program.axis_groups(wanted)
    groups = _device_groups(operation)
    if groups is None:
        return "has no groups"
    if operation.opcode == "collective-permute":
        # A pair stays on the axis if both ends are in one group of it.
        of = {device: group for group in expected for device in group}
        met = all(of.get(pair[0], pair[0]) == of.get(pair[-1], pair[-1]) for pair in groups)
        return _unless(met, f"pairs are {_short(groups)}")
    axes = program.axes_of(groups)
    met = {tuple(sorted(group)) for group in groups} == expected
    return _unless(met, f"axis is {axes}" if axes else f"groups are {_short(groups)}")


def _short(groups: list[list[int]]) -> str:
    text = str(groups)
    return text if len(text) <= 120 else text[:117] + "..."


def _sharding(program: Program, operation: Operation, wanted: str) -> str:
    # Sugar has it only at its start and done.
    links = operation.instruction, operation.done, operation.start
    given = [i.sharding for i in links if i is not None and i.sharding is not None]
    met = hlo_text.Sharding.parse(wanted) in given
    return _unless(met, f"sharding is {given[0] if given else 'not given'}")


def _text(program: Program, operation: Operation, wanted: str) -> str:
    lines = {operation.start.print(), operation.instruction.print()}
    return _unless(any(re.search(wanted, line) for line in lines), "its text does not match")


def _where(program: Program, operation: Operation, wanted: Callable[[Instruction], bool]) -> str:
    return _unless(wanted(operation.instruction), "where= says no")


CONDITIONS: dict[str, Callable[[Program, Operation, Any], str]] = {
    "dtype": _dtype,
    "shape": _shape,
    "bytes_over": _bytes_over,
    "bytes_under": _bytes_under,
    "custom_call_target": _custom_call_target,
    "computation": _computation,
    "op_name": _op_name,
    "in_loop": _in_loop,
    "in_fusion": _in_fusion,
    "overlapped": _overlapped,
    "group_size": _group_size,
    "groups": _groups,
    "axis": _axis,
    "sharding": _sharding,
    "text": _text,
    "where": _where,
}


def why_not(program: Program, operation: Operation, conditions: Mapping[str, object]) -> str:
    """Why an operation does not meet all conditions, or ""."""
    for name, wanted in conditions.items():
        why = CONDITIONS[name](program, operation, wanted)
        if why:
            return why
    return ""
