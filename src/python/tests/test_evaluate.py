"""Module.evaluate(), Module.fold_constants()."""

import hlo_text
import pytest

PROGRAM = """HloModule m
ENTRY e {
  x = f32[2,3] parameter(0)
  n = s32[] parameter(1)
  two = f32[] constant(2)
  twos = f32[2,3] broadcast(two), dimensions={}
  y = f32[2,3] multiply(x, twos)
  ROOT r = (f32[2,3], s32[]) tuple(y, n)
}
"""


def test_evaluate() -> None:
    numpy = pytest.importorskip("numpy")
    module = hlo_text.parse(PROGRAM)
    x = numpy.arange(6, dtype=numpy.float32).reshape(2, 3)
    y, n = module.evaluate(x, 7).numpy()
    assert (y == 2 * x).all() and n == 7
    y, n = module.evaluate([[1, 2, 3], [4, 5, 6]], hlo_text.Literal(3, "s32")).numpy()
    assert y.tolist() == [[2, 4, 6], [8, 10, 12]] and n == 3


def test_refusals() -> None:
    module = hlo_text.parse(PROGRAM)
    with pytest.raises(hlo_text.HloError, match="2 parameters"):
        module.evaluate(1)
    with pytest.raises(hlo_text.HloError, match="max_steps"):
        module.evaluate([[1, 2, 3], [4, 5, 6]], 7, max_steps=3)
    unknown = hlo_text.parse('HloModule m\nENTRY e { ROOT c = f32[] custom-call(), custom_call_target="f" }')
    with pytest.raises(hlo_text.HloError, match='%c = custom-call: calls "f"'):
        unknown.evaluate()


def test_fold_constants() -> None:
    module = hlo_text.parse("HloModule m\nENTRY e { a = s32[] constant(2)\n ROOT b = s32[] multiply(a, a) }")
    assert module.fold_constants() == 1
    root = module.entry_computation.root
    literal = root.literal
    assert root.opcode == "constant" and literal is not None and literal.numpy() == 4
