"""What a pickle of a Module calls: nanobind's functions cannot be pickled."""

from __future__ import annotations

from hlo_text import _core


def module(
    name: str,
    text: bytes,
    is_desugared: bool,
    keep_stack_frames: bool,
    keep_names: bool,
    folds_tuple_elements: bool = True,  # absent in pickles of older versions, as what follows
    writes_compare_type: bool | None = None,
) -> _core.Module:
    return _core._unpickle(
        name, text, is_desugared, keep_stack_frames, keep_names, folds_tuple_elements, writes_compare_type
    )
