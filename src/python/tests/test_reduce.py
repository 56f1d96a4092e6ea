"""reduce(), Module.extract(), Module.anonymize()."""

import hlo_text
import pytest

MODEL = """HloModule model
sum { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }
ENTRY main {
  p = f32[8,128] parameter(0), metadata={op_name="p"}
  q = f32[128,8] parameter(1)
  e = f32[8,128] exponential(p)
  d = f32[8,8] dot(e, q), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  z = f32[] constant(0.5)
  ROOT r = f32[8] reduce(d, z), dimensions={1}, to_apply=sum
}
"""


def opcodes(module: hlo_text.Module) -> list[str]:
    return [i.opcode for computation in module for i in computation]


def has_dot(module: hlo_text.Module) -> bool:
    assert module.verify() == []
    return "dot" in opcodes(module)


@pytest.mark.parametrize("jobs", [1, 2])
def test_reduce(jobs: int) -> None:
    module = hlo_text.parse(MODEL)
    before = str(module)
    small = hlo_text.reduce(module, has_dot, jobs=jobs)
    assert opcodes(small) == ["parameter", "dot"]
    assert str(module) == before


def test_the_predicate_may_keep_and_change_its_module() -> None:
    kept = []

    def predicate(module: hlo_text.Module) -> bool:
        kept.append(module)
        fine = "reduce" in opcodes(module)
        module.anonymize()
        return fine

    small = hlo_text.reduce(hlo_text.parse(MODEL), predicate)
    assert "reduce" in opcodes(small) and len(kept) > 5
    assert all(str(module) for module in kept)


def test_errors() -> None:
    module = hlo_text.parse(MODEL)
    with pytest.raises(hlo_text.HloError, match="the module itself is not interesting"):
        hlo_text.reduce(module, lambda m: False)
    wrong = "HloModule m\nENTRY e { p = f32[4] parameter(0) ROOT n = f32[5] negate(p) }"
    with pytest.raises(hlo_text.HloError, match="the module itself is invalid") as invalid:
        hlo_text.reduce(hlo_text.parse(wrong), lambda m: True)
    assert invalid.value.code == "INVALID_ARGUMENT"
    calls = 0

    def broken(module: hlo_text.Module) -> bool:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyError("broken")
        return True

    with pytest.raises(KeyError, match="broken"):
        hlo_text.reduce(module, broken)
    assert calls == 3
    with pytest.raises(ValueError, match="jobs"):
        hlo_text.reduce(module, has_dot, jobs=0)


def test_max_tests() -> None:
    calls = 0

    def predicate(module: hlo_text.Module) -> bool:
        nonlocal calls
        calls += 1
        return has_dot(module)

    hlo_text.reduce(hlo_text.parse(MODEL), predicate, max_tests=2)
    assert calls == 2


def test_extract() -> None:
    module = hlo_text.parse(MODEL)
    assert opcodes(module.extract("e")) == ["parameter", "exponential"]
    assert opcodes(module.extract("d", hops=0)) == ["parameter", "parameter", "dot"]
    assert opcodes(module.extract("sum")) == ["parameter", "parameter", "add"]
    assert module.extract("e", "d").entry_computation.root.opcode == "tuple"
    with pytest.raises(hlo_text.HloError, match="nobody"):
        module.extract("nobody")
    with pytest.raises(ValueError, match="hops"):
        module.extract("e", hops=-1)


def test_anonymize() -> None:
    module = hlo_text.parse(MODEL)
    assert any("128" in line for line in module.anonymize())
    text = str(module)
    assert "model" not in text and "op_name" not in text and "0.5" not in text
    assert module.verify() == []
