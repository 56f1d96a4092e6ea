"""Results of functions, and the types of values of attributes, which are in _structs.py."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, Union

from hlo_text._structs import *  # the module looks classes up here

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from hlo_text._core import Computation, Instruction, Literal, Shape

_T = TypeVar("_T")


@dataclasses.dataclass(frozen=True)
class Layout:
    """How an array lies in memory. In a tile, "*" combines dimensions and "d" is a whole one."""

    minor_to_major: tuple[int, ...]
    tiles: tuple[tuple[int | str, ...], ...] = ()
    tail_padding_alignment: int = 1
    index_primitive_type: str | None = None
    pointer_primitive_type: str | None = None
    element_size_in_bits: int = 0
    memory_space: int = 0
    split_configs: tuple[SplitConfig, ...] = ()
    dynamic_shape_metadata_prefix_bytes: int = 0


# ---- Of the module's header.


@dataclasses.dataclass(frozen=True)
class ResolvedStackFrame:
    """A frame with what its numbers stand for; function_name is empty if there is none."""

    file_name: str
    function_name: str
    location: StackLocation
    parent_frame_id: int


@dataclasses.dataclass(frozen=True)
class StackFrameTables:
    """The tables that OpMetadata.stack_frame_id refers to: frame 1 is frames[0]."""

    file_names: tuple[str, ...]
    function_names: tuple[str, ...]
    locations: tuple[StackLocation, ...]
    frames: tuple[StackFrame, ...]

    def resolve(self, frame_id: int) -> ResolvedStackFrame | None:
        """Frame frame_id; None if there is no such frame, or it has no location or file: a text may
        have any numbers. Parents may form a cycle."""
        frame = _from_one(self.frames, frame_id)
        location = _from_one(self.locations, frame.location_id) if frame else None
        file_name = _from_one(self.file_names, location.file_name_id) if location else None
        if frame is None or location is None or file_name is None:
            return None
        function_name = _from_one(self.function_names, location.function_name_id) or ""
        return ResolvedStackFrame(file_name, function_name, location, frame.parent_frame_id)


def _from_one(values: tuple[_T, ...], number: int) -> _T | None:
    return values[number - 1] if 0 < number <= len(values) else None


# ---- Results of analyses.


@dataclasses.dataclass(frozen=True)
class OperandLifetime:
    """The buffer of `operand` must live from `bound_at` to `until` (None: the end)."""

    operand: Instruction
    bound_at: Instruction
    until: Instruction | None


@dataclasses.dataclass(frozen=True)
class LiveRange:
    """A buffer: leaf number `leaf` of the result of `instruction`, alive from step begin to end."""

    instruction: Instruction
    leaf: int
    bytes: int
    begin: int
    end: int
    memory_space: int


@dataclasses.dataclass(frozen=True)
class MemorySpacePeak:
    """The most bytes alive in a memory, S(memory_space) in layouts, and the first step with that many."""

    memory_space: int
    peak_bytes: int
    peak_step: int


@dataclasses.dataclass(frozen=True)
class Collective:
    """A collective operation. `operation` has its attributes; start and done are where it runs.

    updates: those of a chain; of a collective in fusions those that its state goes through, which work meanwhile.
    """

    opcode: str
    operation: Instruction
    start: Instruction
    done: Instruction | None
    updates: tuple[Instruction, ...]
    operand_bytes: int
    result_bytes: int

    @property
    def is_async(self) -> bool:
        """Whether it has a start and a done."""
        return self.start != self.done


@dataclasses.dataclass(frozen=True)
class PeakBuffer:
    """A buffer that is alive at the peak: a parameter, constant, result or temporary. last_user keeps it alive."""

    instruction: Instruction
    leaf: int
    bytes: int
    padding_bytes: int
    kind: str
    last_user: Instruction | None


@dataclasses.dataclass(frozen=True)
class InstructionTime:
    """An instruction, and what a profile says about it."""

    instruction: Instruction
    op: MeasuredOp


@dataclasses.dataclass(frozen=True)
class ProfileMatch:
    """The times of a module's instructions. `module` is the program of the profile, None if no program has this name.

    unmatched: operations whose name no instruction has, or more than one; other_programs: of this name.
    """

    module: MeasuredModule | None
    times: tuple[InstructionTime, ...]
    unmatched: tuple[MeasuredOp, ...]
    other_programs: int


@dataclasses.dataclass(frozen=True)
class BufferTimes:
    """When values are alive. Times are places in `sequence`, the instructions as they run, callees first.

    ranges: by allocation, then by value: begin and end, both included; -1 if unknown.
    is_reported: the ranges are XLA's own, of a live range report.
    """

    sequence: tuple[Instruction | None, ...]
    ranges: tuple[tuple[tuple[int, int], ...], ...]
    bytes_alive: tuple[int, ...]
    peak_bytes: int
    peak_time: int
    is_reported: bool


@dataclasses.dataclass(frozen=True)
class InstructionDiff:
    """A difference: `kind` is "added", "removed" or "changed"; `changes` names the changed parts."""

    kind: str
    before: Instruction | None
    after: Instruction | None
    changes: tuple[str, ...]
    attributes: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class ComputationDiff:
    """A computation with differences."""

    kind: str
    before: Computation | None
    after: Computation | None
    instructions: tuple[InstructionDiff, ...]
    changes: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class HeaderDiff:
    """A field of the module's header that differs; values are text."""

    name: str
    before: str
    after: str


AttributeValue = Union[
    bool,
    int,
    float,
    str,
    list[int],
    list[bool],
    list[str],
    list[tuple[int, ...]],
    list["Shape"],
    list["Computation"],
    list["Instruction"],
    dict[str, str],
    "Shape",
    "Computation",
    "Literal",
    Window,
    ConvolutionDimensionNumbers,
    PaddingConfig,
    SliceRanges,
    OutputOperandAliasing,
    Domain,
    Statistics,
    SparsityConfig,
    BlockScalingConfig,
    ResultAccuracy,
    OriginalValue,
    Sharding,
    ReplicaGroups,
]
"""The value of an attribute."""

AttributeArgument = Union[
    AttributeValue, OpMetadata, Sequence[Any], Mapping[str, str], "Buffer", None
]
"""An argument for an attribute: its value, or something that converts to it."""


class _Array(Protocol):
    """An array of numpy, including types that buffers do not have."""

    @property
    def dtype(self) -> Any: ...

    def tobytes(self) -> bytes: ...


LiteralLike = Union[bool, int, float, complex, str, "Literal", "Buffer", Sequence[Any], _Array]
"""An argument from which a Literal can be made."""
