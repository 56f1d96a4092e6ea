#!/usr/bin/env python3
"""Writes hlo_text/_structs.py: generate_structs.py FOLDER_OF_CORE OUTPUT.

The structs of include/hlo/tables/attribute_types.def and src/results.h as dataclasses. The module _core says what their members are
called, their types and defaults (src/structs.cc); here is what the structs are. Run by CMakeLists.txt.
"""

import pathlib
import sys

# Ordered so that defaults only use earlier classes.
DOCS = {
    "WindowDimension": "One dimension of a window.",
    "Window": "window={size=3x3 pad=1_1x1_1}.",
    "ConvolutionDimensionNumbers": "dim_labels=b01f_01io->b01f: positions in input, kernel and output.",
    "PaddingDimension": "Elements before, after and between those of a dimension.",
    "PaddingConfig": "padding=1_2_1x0_0.",
    "SliceRange": "From start to limit (exclusive) in steps of stride.",
    "SliceRanges": "slice={[0:4:2], [1:3]}.",
    "OutputOperandAlias": "A part of the result that shares its buffer with a part of an operand.",
    "OutputOperandAliasing": "output_to_operand_aliasing={{0}: (1, {})}.",
    "Statistic": "A number about an instruction.",
    "Statistics": "statistics={visualizing_index=0,a=1.5}.",
    "TensorSparsity": "Sparsity of one operand.",
    "SparsityConfig": "sparsity_config= of a dot or convolution.",
    "TensorBlockScaling": "Block scaling of one operand.",
    "BlockScalingConfig": "block_scaling_config= of a dot or convolution.",
    "ResultAccuracy": 'result_accuracy=; mode is "default", "highest" or "tolerance".',
    "OriginalArray": "An array of the program before optimisation.",
    "OriginalNode": "A node of the tree of an OriginalValue.",
    "OriginalValue": 'origin={({"a"}, {"b"})}.',
    "OpMetadata": 'metadata={op_name="x" source_file="f.py" source_line=7}; empty fields do not print.',
    "IotaTile": "[R]T(P) of an iota: devices 0, 1, 2 ... reshaped and transposed.",
    "TileAssignment": "The devices of a tiled sharding: an iota, or a list.",
    "MeshAxis": "A named axis, 'x'=4.",
    "Mesh": "mesh['a'=2,'b'=4]: named axes, and the order of devices.",
    "AxisRef": "An axis of a mesh by number, or a part of it, 'x':(pre_size)size.",
    "DimensionSharding": "The axes that split a dimension; is_open: may be split further.",
    "NamedSharding": "A sharding over the named axes of a mesh.",
    "Sharding": """sharding={devices=[2,1]<=[2]}; `elements` are of a tuple, `named` is of a named one. reduction_op is of an
    unreduced value from a proto; a text has it in metadata.""",
    "Domain": 'domain={kind="sharding", entry=..., exit=...}.',
    "ReplicaGroups": "replica_groups= as a list, {{0,1},{2,3}}; an iota, [2,2]<=[4]; or axes of a mesh.",
    "SplitConfig": "SC(0:16,32) of a layout.",
    "DotDimensionNumbers": "The dimensions of a dot.",
    "GatherDimensionNumbers": "The dimensions of a gather.",
    "ScatterDimensionNumbers": "The dimensions of a scatter.",
    "TriangularSolveOptions": "The attributes of a triangular-solve.",
    "InputOutputAlias": "A part of the result that shares its buffer with a part of a parameter.",
    "BufferDonor": "A part of a parameter whose buffer may be reused.",
    "StackLocation": "A place in a source file; numbers refer to the names in StackFrameTables, from 1.",
    "Cost": "Of a run: floating-point operations, bytes read and written, bytes that each device sends.",
    "CostRow": "The cost of all instructions with a key, over all runs; key is empty if they do not say.",
    "PeakRow": "The buffers at the peak with a key. Without them the peak would be freed_bytes lower.",
    "PassRun": "A run of a pass, `name`, in the pipeline around it; seconds are without checks and dumps.",
    "MeasuredOp": "All executions of an instruction; self_ps is without what ran meanwhile on the same thread.",
    "MeasuredModule": "A program that ran; runs is 0 if the profile does not tell.",
    "BufferValue": "A value, a part of the result of `instruction`, and its place in an allocation.",
    "BufferAllocation": "A piece of memory; kind is 'parameter 0', 'output', 'constant', 'thread-local' or 'temporary'.",
    "MemorySpaceReport": "The bytes of all allocations in a memory, as XLA sums them.",
    "StackFrame": "A frame; numbers refer to the tables, from 1, and 0 is none.",
}
NOT_IN_PYTHON = {"FrontendAttribute", "FrontendAttributes", "DebugAttributes", "DebugAttributesEntry"}
# A mesh made in Python has its devices in order; one that is missing in a text is empty.
OTHER_DEFAULTS = {
    ("Mesh", "devices"): "TileAssignment(is_iota=True)",
    ("ReplicaGroups", "mesh"): "Mesh(devices=TileAssignment())",
}
HEAD = '''"""Values of attributes, and results: frozen dataclasses, which compare and hash.

Fields have the names and defaults of the C++ structs in hlo/attribute_values.h, hlo/sharding.h
and the headers of the functions that return them. str() of those that have a text of their own is that text, parse() reads it, and
wherever such a value is expected its text will do, too.
"""
# Written by src/python/generate_structs.py.

from __future__ import annotations

import dataclasses
from typing import ClassVar, TypeVar

from hlo_text import _core

_Self = TypeVar("_Self", bound="_Text")


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
'''


def dataclass(name: str, has_text: bool, fields: list[tuple[str, str, str]]) -> str:
    lines = [
        "", "", "@dataclasses.dataclass(frozen=True)",
        f"class {name}{'(_Text)' if has_text else ''}:",
        f'    """{DOCS[name]}"""', "",
    ]
    if has_text:
        lines.append(f'    _struct = "{name}"')
    for field, kind, default in fields:
        lines.append(f"    {field}: {kind} = {OTHER_DEFAULTS.get((name, field), default)}")
    return "\n".join(lines) + "\n"


def main() -> None:
    sys.path.insert(0, sys.argv[1])
    import _core  # type: ignore[import-not-found]

    structs = {name: (name, has_text, fields) for name, has_text, fields in _core._structs()}
    different = set(DOCS) ^ (set(structs) - NOT_IN_PYTHON)
    if different:
        sys.exit(f"generate_structs.py: DOCS and attribute_types.def differ: {', '.join(sorted(different))}")
    names = "__all__ = [\n" + "".join(f'    "{name}",\n' for name in sorted(DOCS)) + "]\n"
    text = HEAD + "".join(dataclass(*structs[name]) for name in DOCS) + "\n\n" + names
    pathlib.Path(sys.argv[2]).write_text(text, encoding="utf-8")


main()
