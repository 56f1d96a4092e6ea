"""What a pickle of a Module calls: nanobind's functions cannot be pickled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hlo_text import _core

_HEADER = (
    "is_scheduled alias_passthrough_params replica_count num_partitions backend_config "
    "frontend_attributes input_output_alias buffer_donor".split()
)


def header(module: _core.Module) -> dict[str, Any]:
    """The header of a module that has no text, since it has no computation."""
    return {name: getattr(module, name) for name in _HEADER}


def module(
    name: str,
    text: bytes,
    is_desugared: bool,
    keep_stack_frames: bool,
    keep_names: bool,
    folds_tuple_elements: bool = True,  # absent in pickles of older versions, as what follows
    writes_compare_type: bool | None = None,
    header: Mapping[str, Any] | None = None,
) -> _core.Module:
    result = _core._unpickle(
        name, text, is_desugared, keep_stack_frames, keep_names, folds_tuple_elements, writes_compare_type
    )
    for field, value in (header or {}).items():
        setattr(result, field, value)
    return result
