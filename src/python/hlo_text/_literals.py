"""Literals from arrays and numbers, and as arrays and numbers. numpy and ml_dtypes are optional."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hlo_text._core import Literal

# Element types by the name of numpy's or ml_dtypes' type.
_BY_DTYPE = {
    "bool": "pred",
    **{f"int{bits}": f"s{bits}" for bits in (1, 2, 4, 8, 16, 32, 64)},
    **{f"uint{bits}": f"u{bits}" for bits in (1, 2, 4, 8, 16, 32, 64)},
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "float64": "f64",
    "complex64": "c64",
    "complex128": "c128",
    "float8_e5m2": "f8e5m2",
    "float8_e4m3": "f8e4m3",
    "float8_e3m4": "f8e3m4",
    "float8_e4m3fn": "f8e4m3fn",
    "float8_e4m3fnuz": "f8e4m3fnuz",
    "float8_e5m2fnuz": "f8e5m2fnuz",
    "float8_e4m3b11fnuz": "f8e4m3b11fnuz",
    "float8_e8m0fnu": "f8e8m0fnu",
    "float6_e3m2fn": "f6e3m2fn",
    "float6_e2m3fn": "f6e2m3fn",
    "float4_e2m1fn": "f4e2m1fn",
}
_DTYPE_OF = {name: dtype for dtype, name in _BY_DTYPE.items()}

# By the format of a buffer and the size of its elements.
_INTEGERS = {"b": "s", "h": "s", "i": "s", "l": "s", "q": "s", "n": "s"}
_INTEGERS |= {letter.upper(): "u" for letter in _INTEGERS}
_OTHERS = {"?": "pred", "e": "f16", "f": "f32", "d": "f64", "Zf": "c64", "Zd": "c128"}


def convert(
    value: Any, element_type: str | None, dimensions: tuple[int, ...] | None
) -> tuple[str, tuple[int, ...], bytes | list[Any]]:
    """`value` as (element type, dimensions, bytes or flat list of numbers)."""
    found = _bytes_of(value)
    if found is None:
        shape, numbers = _flatten(value)
        element_type = element_type or _type_of(numbers)
        data: bytes | list[Any] = _same_kind(numbers, element_type)
    else:
        own_type, shape, data = found
        if element_type is not None and element_type != own_type:
            # Rounded element by element.
            shape, numbers = _flatten(value)
            data = _same_kind(numbers, element_type)
        else:
            element_type = own_type
    if dimensions is not None and shape != dimensions:
        # Lists have no sizes after a 0.
        is_cut = found is None and shape[-1:] == (0,) and dimensions[: len(shape)] == shape
        if not is_cut and (shape != () or math.prod(dimensions) != 1):
            raise ValueError(f"the value has dimensions {shape}, not {dimensions}")
    return element_type, shape if dimensions is None else dimensions, data


def _bytes_of(value: Any) -> tuple[str, tuple[int, ...], bytes] | None:
    """Of an array: element type, dimensions and elements; None for anything else."""
    dtype = getattr(value, "dtype", None)
    if dtype is not None and hasattr(value, "tobytes"):
        name = str(getattr(dtype, "name", dtype))
        if name not in _BY_DTYPE:
            raise TypeError(f"HLO has no element type for {name}")
        if getattr(dtype, "byteorder", "=") not in "=|" and not dtype.isnative:
            value = value.astype(dtype.newbyteorder("="))
        return _BY_DTYPE[name], tuple(value.shape), value.tobytes()
    if isinstance(value, (bool, int, float, complex, str, list, tuple)):
        return None
    try:
        view = memoryview(value)
    except (TypeError, BufferError):  # the latter: a Literal without a format
        return None
    letter = view.format.lstrip("@=<")
    if letter in _INTEGERS:
        name = f"{_INTEGERS[letter]}{8 * view.itemsize}"
    elif letter in _OTHERS and view.format[0] != ">":
        name = _OTHERS[letter]
    else:
        raise TypeError(f"HLO has no element type for buffers of format {view.format!r}")
    return name, tuple(view.shape or ()), view.tobytes()


def _is_row(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray))


def _flatten(value: Any) -> tuple[tuple[int, ...], list[Any]]:
    """The dimensions and numbers of nested sequences."""
    dimensions: list[int] = []
    numbers: list[Any] = [value]
    while True:
        # Arrays and scalars of numpy.
        numbers = [n.tolist() if hasattr(n, "tolist") else n for n in numbers]
        if not numbers or not all(_is_row(n) for n in numbers):
            break
        lengths = {len(n) for n in numbers}
        if len(lengths) != 1:
            raise ValueError("rows have different lengths")
        dimensions.append(lengths.pop())
        numbers = list(itertools.chain.from_iterable(numbers))
    for number in numbers:
        if isinstance(number, (bool, int, float, complex)):
            continue
        if _is_row(number):
            raise ValueError("rows have different lengths")
        raise TypeError(f"expects numbers, not {type(number).__name__}")
    return tuple(dimensions), numbers


def _type_of(numbers: Sequence[Any]) -> str:
    """JAX's default types."""
    if any(isinstance(n, complex) for n in numbers):
        return "c64"
    if any(isinstance(n, float) for n in numbers) or not numbers:
        return "f32"
    return "pred" if all(isinstance(n, bool) for n in numbers) else "s32"


def _same_kind(numbers: list[Any], element_type: str) -> list[Any]:
    """All int, all float or all complex."""
    if any(isinstance(n, complex) for n in numbers):
        return [complex(n) for n in numbers]
    # Integers stay integers, since the library rounds them only once, except those that do not fit
    # into 64 bits.
    is_floating = element_type[0] in "bfc"
    if any(isinstance(n, float) or (is_floating and not -(2**63) <= n < 2**63) for n in numbers):
        return [float(n) for n in numbers]
    return [int(n) for n in numbers]


def _dtype(element_type: str) -> Any:
    """numpy's type, or None."""
    import numpy

    name = _DTYPE_OF[element_type]
    if hasattr(numpy, name) and name not in ("int1", "uint1"):
        return numpy.dtype(name)
    try:
        import ml_dtypes
    except ImportError:
        return None
    return numpy.dtype(getattr(ml_dtypes, name)) if hasattr(ml_dtypes, name) else None


def to_numpy(literal: Literal) -> Any:
    """A read-only array, or a tuple of arrays."""
    import numpy

    if literal.shape.is_tuple:
        return tuple(to_numpy(element) for element in literal.elements)
    if literal.is_elided:
        raise ValueError("the values are unknown: {...}")
    element_type = literal.shape.element_type
    try:
        return numpy.asarray(memoryview(literal))
    except BufferError:
        pass
    data = literal.tobytes()
    dimensions = literal.shape.dimensions
    count = math.prod(dimensions)
    dtype = _dtype(element_type) or numpy.dtype(f"uint{8 * (len(data) // max(count, 1) or 1)}")
    return numpy.frombuffer(data, dtype=dtype).reshape(dimensions)


def array(literal: Literal, dtype: Any = None, copy: bool | None = None) -> Any:
    """For numpy.asarray(literal)."""
    import numpy

    values = to_numpy(literal)
    if isinstance(values, tuple):
        raise TypeError("a tuple is not an array: use numpy()")
    if dtype is not None and values.dtype != numpy.dtype(dtype):
        if copy is False:
            raise ValueError("the conversion needs a copy")
        return values.astype(dtype)
    return values.copy() if copy else values


def to_list(literal: Literal) -> Any:
    """Nested lists of numbers; a tuple of them for a tuple."""
    if literal.shape.is_tuple:
        return tuple(to_list(element) for element in literal.elements)
    values: list[Any] = literal._flat()
    dimensions = literal.shape.dimensions
    for i, size in reversed(list(enumerate(dimensions))):
        # Not from len(values), which does not count rows without elements.
        rows = math.prod(dimensions[:i])
        values = [values[row * size : (row + 1) * size] for row in range(rows)]
    return values[0]
