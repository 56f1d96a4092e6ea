"""Literals: numpy, buffers, numbers."""

import math
import pickle
from typing import Any

import hlo_text
import pytest

np = pytest.importorskip("numpy")


@pytest.mark.parametrize("name", ["bool", "int8", "uint16", "int32", "uint64", "float16", "float32",
                                  "float64", "complex64", "complex128"])
def test_round_trip(name: str) -> None:
    array = np.arange(6).reshape(2, 3).astype(name)
    literal = hlo_text.Literal(array)
    assert literal.shape.dimensions == (2, 3)
    same = np.asarray(literal)
    assert same.dtype == array.dtype and (same == array).all() and not same.flags.writeable
    assert literal == hlo_text.Literal(memoryview(array)) == pickle.loads(pickle.dumps(literal))
    assert literal.tolist() == array.tolist() and literal.tobytes() == array.tobytes()


@pytest.mark.parametrize("name", ["bfloat16", "float8_e4m3fn", "float8_e5m2", "int4", "uint4",
                                  "float4_e2m1fn"])
def test_types_of_ml_dtypes(name: str) -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    array = np.array([0, 1, 2, 3]).astype(getattr(ml_dtypes, name))
    literal = hlo_text.Literal(array)
    same: Any = literal.numpy()
    assert same.dtype == array.dtype and (same == array).all()
    assert np.asarray(literal).dtype == array.dtype
    with pytest.raises(BufferError):
        memoryview(literal)


def test_numbers() -> None:
    assert str(hlo_text.Literal([[1, 2], [3, 4]])) == "{ { 1, 2 }, { 3, 4 } }"
    assert hlo_text.Literal(1.5).shape == "f32[]" and hlo_text.Literal(True).shape == "pred[]"
    assert hlo_text.Literal(1.5, "bf16").tolist() == 1.5
    assert hlo_text.Literal(2**64 - 1, "u64").tolist() == 2**64 - 1
    assert math.isnan(hlo_text.Literal(math.nan).tolist())
    for value, shape in ((300, "s8"), (1.5, "s32"), ([1, 2], "f32[3]")):
        with pytest.raises((ValueError, OverflowError)):
            hlo_text.Literal(value, shape)
    for wrong in ([[1], [1, 2]], [[1], 2]):
        with pytest.raises(ValueError):
            hlo_text.Literal(wrong)
    with pytest.raises(TypeError):
        hlo_text.Literal(object())  # type: ignore[arg-type]


def test_constants_of_a_module() -> None:
    module = hlo_text.parse("ENTRY e { ROOT c = f32[2,2] constant({{1,2},{3,4}}) }")
    literal = module.entry_computation.root.literal
    assert literal is not None
    view = np.asarray(literal)
    del module, literal
    assert view.sum() == 10
    zeros = hlo_text.parse("ENTRY e { ROOT c = f32[64,64] constant(0) }").entry_computation.root
    assert zeros.literal is not None and not np.asarray(zeros.literal).any()
    elided = hlo_text.Literal("f32[4]{0} {...}")
    with pytest.raises(ValueError):
        elided.numpy()
