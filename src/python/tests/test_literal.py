"""Literals: numpy, buffers, numbers."""

import collections
import ctypes
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
    for value, shape in ((300, "s8"), (1.5, "s32"), ([1, 2], "f32[3]"), (2**70, "s64"), (10**400, "f32")):
        with pytest.raises((ValueError, OverflowError)):
            hlo_text.Literal(value, shape)
    for wrong in ([[1], [1, 2]], [[1], 2]):
        with pytest.raises(ValueError):
            hlo_text.Literal(wrong)
    with pytest.raises(TypeError):
        hlo_text.Literal(object())  # type: ignore[arg-type]


@pytest.mark.parametrize("dimensions", [(), (0,), (2, 0), (0, 2), (2, 0, 3), (2, 3, 0), (1, 2, 3)])
def test_lists_are_those_of_numpy(dimensions: tuple[int, ...]) -> None:
    array = np.ones(dimensions, "float32")
    assert hlo_text.Literal(array).tolist() == array.tolist()
    assert hlo_text.Literal(array.tolist(), hlo_text.Literal(array).shape) == hlo_text.Literal(array)


def test_buffers_are_row_major() -> None:
    def is_given(literal: hlo_text.Literal, flags: int) -> bool:
        view = ctypes.create_string_buffer(256)  # a Py_buffer
        try:
            ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(literal), view, flags)
        except BufferError:
            return False
        ctypes.pythonapi.PyBuffer_Release(view)
        return True

    c_contiguous, f_contiguous, any_contiguous = 0x38, 0x58, 0x98
    matrix, vector = hlo_text.Literal([[1, 2], [3, 4]]), hlo_text.Literal([1, 2])
    assert is_given(matrix, c_contiguous) and is_given(matrix, any_contiguous)
    assert is_given(vector, f_contiguous) and not is_given(matrix, f_contiguous)


def test_sequences_of_other_types() -> None:
    for value in range(3), collections.deque([0, 1, 2]), collections.UserList([0, 1, 2]):
        assert hlo_text.Literal(value) == hlo_text.Literal([0, 1, 2])
        assert hlo_text.Literal([value, (3, 4, 5)]) == hlo_text.Literal([[0, 1, 2], [3, 4, 5]])
    for wrong in ["ab"], [b"ab"], {1, 2}:
        with pytest.raises(TypeError):
            hlo_text.Literal(wrong)  # type: ignore[arg-type]


def test_lists_of_arrays() -> None:
    for items, dimensions in (
        ([np.array([1]), np.array([2])], (2, 1)),
        ((np.array([1, 2]), [3, 4]), (2, 2)),
        ([np.int8(1), np.array(2)], (2,)),
        ([[hlo_text.Literal([1.0, 2.0], "bf16")]], (1, 1, 2)),
        ([memoryview(b"ab")], (1, 2)),
    ):
        literal = hlo_text.Literal(items)
        assert literal.shape.dimensions == dimensions
        assert literal.tolist() == np.array([np.asarray(i) for i in items]).tolist()
    assert hlo_text.Literal(hlo_text.Literal([1.5], "bf16"), "f32").tolist() == [1.5]
    with pytest.raises(ValueError):
        hlo_text.Literal([np.array([1]), np.array([1, 2])])
    for wrong in np.array(["a"]), np.longdouble(1), np.datetime64("2020-01-01"):
        with pytest.raises(TypeError):
            hlo_text.Literal([wrong])


def test_large_integers_are_rounded() -> None:
    for value in 2**70, -(2**70), 2**64 - 1, 2**63, -(2**63) - 1:
        for name in "f32", "bf16", "f64", "c64":
            assert hlo_text.Literal([value, 1], name).tolist() == [float(value), 1]
    # Once: as a double this is exactly between two of f32, and would go to the other.
    assert hlo_text.Literal(2**60 + 2**36 + 1, "f32").tolist() == 2.0**60 + 2.0**37


def test_is_all_of_u64() -> None:
    text = "ENTRY e { c = u64[] constant(18446744073709551615) ROOT b = u64[2] broadcast(c), dimensions={} }"
    for part in hlo_text.Literal([2**64 - 1], "u64"), hlo_text.parse(text).entry_computation.root:
        assert part.is_all(2**64 - 1) and part.is_all(np.uint64(2**64 - 1))
        assert not (part.is_all(-1) or part.is_all(2**63) or part.is_all(2.0**64))
        with pytest.raises(OverflowError):
            part.is_all(2**64)
    assert hlo_text.Literal([2.0**63]).is_all(2**63) and hlo_text.Literal([True]).is_all(True)


def test_sizes_that_are_unknown() -> None:
    with pytest.raises(ValueError, match=r"dimensions \(1,\), not \(-1,\)"):
        hlo_text.Literal([1], "f32[?]")


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


def test_elements() -> None:
    literal = hlo_text.Literal([[1, 2, 3], [4, 5, 6]])
    assert (literal[0, 0], literal[1, 2], literal[-1, -2], literal[(0, 1)]) == (1, 6, 5, 2)
    assert hlo_text.Literal(2.5)[()] == 2.5 and hlo_text.Literal([True, False])[1] is False
    assert hlo_text.Literal([1j, 2])[0] == 1j and hlo_text.Literal([2**64 - 1], "u64")[0] == 2**64 - 1
    both = hlo_text.Literal("(1, {2, 3})", "(s32[], s32[2])")
    assert both[-1] == hlo_text.Literal([2, 3]) and both[1][0] == 2
    for index in ((2, 0), (0, -4), (2**62, 0)):
        with pytest.raises(IndexError):
            literal[index]
    for wrong in (0, (0,), (0, 0, 0), (0, "x"), "x", (0, slice(1))):
        with pytest.raises(TypeError):
            literal[wrong]  # type: ignore[index]
    with pytest.raises(TypeError, match="index of 2 numbers"):
        list(literal)  # type: ignore[call-overload]
    with pytest.raises(IndexError):
        hlo_text.Literal("()", "()")[0]
    with pytest.raises(ValueError, match="unknown"):
        hlo_text.Literal("{...}", "f32[4]")[0]
