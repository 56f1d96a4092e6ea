"""Values of attributes and results of analyses: frozen dataclasses, which compare and hash.

Fields have the names and defaults of the C++ structs in hlo/attribute_values.h, hlo/sharding.h and
hlo/metadata.h. str() of those that have a text of their own is that text, parse() reads it, and
wherever such a value is expected its text will do, too.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, Union

from hlo_text import _core

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from hlo_text._core import Computation, Instruction, Literal, Shape

_Self = TypeVar("_Self", bound="_Text")
_T = TypeVar("_T")


class _Text:
    """A value with a text of its own."""

    _struct: ClassVar[str]

    def __str__(self) -> str:
        return _core._print_value(self._struct, self)

    @classmethod
    def parse(cls: type[_Self], text: str) -> _Self:
        """Reads the text of a value; ParseError if there is none."""
        value = _core._parse_value(cls._struct, text)
        assert isinstance(value, cls)
        return value


@dataclasses.dataclass(frozen=True)
class WindowDimension:
    """One dimension of a window."""

    size: int = 0
    stride: int = 1
    padding_low: int = 0
    padding_high: int = 0
    base_dilation: int = 1
    window_dilation: int = 1
    window_reversal: bool = False


@dataclasses.dataclass(frozen=True)
class Window(_Text):
    """window={size=3x3 pad=1_1x1_1}."""

    _struct = "Window"
    dimensions: tuple[WindowDimension, ...] = ()


@dataclasses.dataclass(frozen=True)
class ConvolutionDimensionNumbers(_Text):
    """dim_labels=b01f_01io->b01f: positions in input, kernel and output."""

    _struct = "ConvolutionDimensionNumbers"
    input_batch_dimension: int = 0
    input_feature_dimension: int = 0
    input_spatial_dimensions: tuple[int, ...] = ()
    kernel_input_feature_dimension: int = 0
    kernel_output_feature_dimension: int = 0
    kernel_spatial_dimensions: tuple[int, ...] = ()
    output_batch_dimension: int = 0
    output_feature_dimension: int = 0
    output_spatial_dimensions: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True)
class PaddingDimension:
    """Elements before, after and between those of a dimension."""

    low: int = 0
    high: int = 0
    interior: int = 0


@dataclasses.dataclass(frozen=True)
class PaddingConfig(_Text):
    """padding=1_2_1x0_0."""

    _struct = "PaddingConfig"
    dimensions: tuple[PaddingDimension, ...] = ()


@dataclasses.dataclass(frozen=True)
class SliceRange:
    """From start to limit (exclusive) in steps of stride."""

    start: int = 0
    limit: int = 0
    stride: int = 1


@dataclasses.dataclass(frozen=True)
class SliceRanges(_Text):
    """slice={[0:4:2], [1:3]}."""

    _struct = "SliceRanges"
    dimensions: tuple[SliceRange, ...] = ()


@dataclasses.dataclass(frozen=True)
class OutputOperandAlias:
    """A part of the result that shares its buffer with a part of an operand."""

    output_index: tuple[int, ...] = ()
    operand_number: int = 0
    operand_index: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True)
class OutputOperandAliasing:
    """output_to_operand_aliasing={{0}: (1, {})}."""

    pairs: tuple[OutputOperandAlias, ...] = ()


@dataclasses.dataclass(frozen=True)
class Statistic:
    """A number about an instruction."""

    name: str = ""
    value: float = 0.0


@dataclasses.dataclass(frozen=True)
class Statistics(_Text):
    """statistics={visualizing_index=0,a=1.5}."""

    _struct = "Statistics"
    visualizing_index: int = 0
    values: tuple[Statistic, ...] = ()


@dataclasses.dataclass(frozen=True)
class TensorSparsity:
    """Sparsity of one operand."""

    present: bool = False
    num_non_zero: int = 0
    block_size: int = 0
    dimension: int = 0
    stride: int = 0
    index: int = 0


@dataclasses.dataclass(frozen=True)
class SparsityConfig:
    """sparsity_config= of a dot or convolution."""

    lhs: TensorSparsity = TensorSparsity()
    rhs: TensorSparsity = TensorSparsity()


@dataclasses.dataclass(frozen=True)
class TensorBlockScaling:
    """Block scaling of one operand."""

    present: bool = False
    scale_index: int = 0
    has_zero_index: bool = False
    zero_index: int = 0
    strides: tuple[int, ...] = ()
    steps: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True)
class BlockScalingConfig:
    """block_scaling_config= of a dot or convolution."""

    lhs: TensorBlockScaling = TensorBlockScaling()
    rhs: TensorBlockScaling = TensorBlockScaling()


@dataclasses.dataclass(frozen=True)
class ResultAccuracy:
    """result_accuracy=; mode is "default", "highest" or "tolerance"."""

    mode: str = "default"
    atol: float = 0.0
    rtol: float = 0.0
    ulps: int = 0


@dataclasses.dataclass(frozen=True)
class OriginalArray:
    """An array of the program before optimisation."""

    instruction_name: str = ""
    shape_index: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True)
class OriginalNode:
    """A node of the tree of an OriginalValue."""

    is_leaf: bool = False
    has_array: bool = False
    array: OriginalArray = OriginalArray()
    children: tuple[OriginalNode, ...] = ()


@dataclasses.dataclass(frozen=True)
class OriginalValue(_Text):
    """origin={({"a"}, {"b"})}."""

    _struct = "OriginalValue"
    root: OriginalNode = OriginalNode()
    has_call_hierarchy: bool = False
    call_hierarchy: str = ""


@dataclasses.dataclass(frozen=True)
class OpMetadata(_Text):
    """metadata={op_name="x" source_file="f.py" source_line=7}; empty fields do not print."""

    _struct = "OpMetadata"
    op_type: str = ""
    op_name: str = ""
    source_file: str = ""
    source_line: int = 0
    source_end_line: int = 0
    source_column: int = 0
    source_end_column: int = 0
    profile_type: tuple[int, ...] = ()
    deduplicated_name: str = ""
    scheduling_name: str = ""
    stack_frame_id: int = 0
    metadata_payload: str = ""
    has_metadata_payload: bool = False


@dataclasses.dataclass(frozen=True)
class IotaTile:
    """[R]T(P) of an iota: devices 0, 1, 2 ... reshaped and transposed."""

    reshape_dims: tuple[int, ...] = ()
    transpose_perm: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True)
class TileAssignment:
    """The devices of a tiled sharding: an iota, or a list."""

    dimensions: tuple[int, ...] = ()
    is_iota: bool = False
    iota: IotaTile = IotaTile()
    devices: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True)
class MeshAxis:
    """A named axis, 'x'=4."""

    name: str = ""
    size: int = 0


@dataclasses.dataclass(frozen=True)
class Mesh:
    """mesh['a'=2,'b'=4]: named axes, and the order of devices."""

    axes: tuple[MeshAxis, ...] = ()
    single_device: bool = False
    devices: TileAssignment = TileAssignment(is_iota=True)


@dataclasses.dataclass(frozen=True)
class AxisRef:
    """An axis of a mesh by number, or a part of it, 'x':(pre_size)size."""

    axis: int = 0
    is_sub_axis: bool = False
    pre_size: int = 1
    size: int = 1


@dataclasses.dataclass(frozen=True)
class DimensionSharding:
    """The axes that split a dimension; is_open: may be split further."""

    axes: tuple[AxisRef, ...] = ()
    is_open: bool = False


@dataclasses.dataclass(frozen=True)
class NamedSharding:
    """A sharding over the named axes of a mesh."""

    mesh: Mesh = Mesh()
    dimensions: tuple[DimensionSharding, ...] = ()
    replicated: tuple[AxisRef, ...] = ()
    unreduced: tuple[AxisRef, ...] = ()
    manual: tuple[AxisRef, ...] = ()
    reduction_op: str = "sum"


@dataclasses.dataclass(frozen=True)
class Sharding(_Text):
    """sharding={devices=[2,1]<=[2]}.

    kind is "replicated", "maximal", "manual", "unknown", "unreduced", "tiled", "tuple" (elements) or
    "named" (named). reduction_op is of an unreduced value from a proto; a text has it in metadata.
    """

    _struct = "Sharding"
    kind: str = "replicated"
    replicate_on_last_tile_dim: bool = False
    is_shard_group: bool = False
    is_shard_as: bool = False
    shard_group_id: int = 0
    tiles: TileAssignment = TileAssignment()
    subgroup_types: tuple[str, ...] = ()
    metadata: tuple[OpMetadata, ...] = ()
    elements: tuple[Sharding, ...] = ()
    named: NamedSharding | None = None
    reduction_op: str = "sum"


@dataclasses.dataclass(frozen=True)
class Domain:
    """domain={kind="sharding", entry=..., exit=...}."""

    entry: Sharding | None = None
    exit: Sharding | None = None


@dataclasses.dataclass(frozen=True)
class ReplicaGroups(_Text):
    """replica_groups= as a list, {{0,1},{2,3}}; an iota, [2,2]<=[4]; or axes of a mesh."""

    _struct = "ReplicaGroups"
    kind: str = "list"
    groups: tuple[tuple[int, ...], ...] = ()
    iota: TileAssignment = TileAssignment()
    mesh: Mesh = Mesh(devices=TileAssignment())
    axes: tuple[AxisRef, ...] = ()


@dataclasses.dataclass(frozen=True)
class SplitConfig:
    """SC(0:16,32) of a layout."""

    dimension: int
    split_indices: tuple[int, ...]


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


@dataclasses.dataclass(frozen=True)
class DotDimensionNumbers:
    """The dimensions of a dot."""

    lhs_contracting_dimensions: tuple[int, ...] = ()
    rhs_contracting_dimensions: tuple[int, ...] = ()
    lhs_batch_dimensions: tuple[int, ...] = ()
    rhs_batch_dimensions: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True)
class GatherDimensionNumbers:
    """The dimensions of a gather."""

    offset_dims: tuple[int, ...] = ()
    collapsed_slice_dims: tuple[int, ...] = ()
    start_index_map: tuple[int, ...] = ()
    operand_batching_dims: tuple[int, ...] = ()
    start_indices_batching_dims: tuple[int, ...] = ()
    index_vector_dim: int = 0


@dataclasses.dataclass(frozen=True)
class ScatterDimensionNumbers:
    """The dimensions of a scatter."""

    update_window_dims: tuple[int, ...] = ()
    inserted_window_dims: tuple[int, ...] = ()
    scatter_dims_to_operand_dims: tuple[int, ...] = ()
    input_batching_dims: tuple[int, ...] = ()
    scatter_indices_batching_dims: tuple[int, ...] = ()
    index_vector_dim: int = 0


@dataclasses.dataclass(frozen=True)
class TriangularSolveOptions:
    """The attributes of a triangular-solve."""

    left_side: bool = False
    lower: bool = False
    unit_diagonal: bool = False
    transpose_a: str = "TRANSPOSE_INVALID"


# ---- Of the module's header.


@dataclasses.dataclass(frozen=True)
class InputOutputAlias:
    """A part of the result that shares its buffer with a part of a parameter."""

    output_index: tuple[int, ...] = ()
    parameter_number: int = 0
    parameter_index: tuple[int, ...] = ()
    must_alias: bool = False


@dataclasses.dataclass(frozen=True)
class BufferDonor:
    """A part of a parameter whose buffer may be reused."""

    parameter_number: int = 0
    parameter_index: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True)
class StackLocation:
    """A place in a source file; numbers refer to the names in StackFrameTables, from 1."""

    file_name_id: int
    function_name_id: int
    line: int
    end_line: int
    column: int
    end_column: int


@dataclasses.dataclass(frozen=True)
class StackFrame:
    """A frame; numbers refer to the tables, from 1, and 0 is none."""

    location_id: int
    parent_frame_id: int


@dataclasses.dataclass(frozen=True)
class ResolvedStackFrame:
    """A frame with what its numbers stand for; function_name is empty if there is none."""

    file_name: str
    function_name: str
    location: StackLocation
    parent_frame_id: int


@dataclasses.dataclass(frozen=True)
class StackFrameTables:
    """What OpMetadata.stack_frame_id refers to: frame 1 is frames[0]."""

    file_names: tuple[str, ...]
    function_names: tuple[str, ...]
    locations: tuple[StackLocation, ...]
    frames: tuple[StackFrame, ...]

    def resolve(self, frame_id: int) -> ResolvedStackFrame | None:
        """Frame frame_id; None if there is no such frame, or it has no location or file: in a text
        the numbers may be any. Parents may form a cycle."""
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
    """A buffer: leaf number `leaf` of what `instruction` makes, alive from step begin to end."""

    instruction: Instruction
    leaf: int
    bytes: int
    begin: int
    end: int


@dataclasses.dataclass(frozen=True)
class Collective:
    """A collective operation. `operation` has its attributes; start and done are where it runs."""

    opcode: str
    operation: Instruction
    start: Instruction
    done: Instruction | None
    operand_bytes: int
    result_bytes: int

    @property
    def is_async(self) -> bool:
        """Whether it has a start and a done."""
        return self.start != self.done


@dataclasses.dataclass(frozen=True)
class InstructionDiff:
    """A difference: `kind` is "added", "removed" or "changed"; `changes` says what has changed."""

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
"""What an attribute is set to: its value, or what it converts from."""



class _Array(Protocol):
    """An array of numpy, also one of types that buffers do not have."""

    @property
    def dtype(self) -> Any: ...

    def tobytes(self) -> bytes: ...


LiteralLike = Union[bool, int, float, complex, str, "Literal", "Buffer", Sequence[Any], _Array]
"""What a Literal is made of."""
