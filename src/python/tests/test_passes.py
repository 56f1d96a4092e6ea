"""Module.run_passes() and Pattern."""

import pathlib

import hlo_text
import pytest
from conftest import SMALL
from hlo_text import Pattern

PROGRAM = """HloModule m
ENTRY e {
  x = f32[4] parameter(0)
  zero = f32[] constant(0)
  zeros = f32[4] broadcast(zero), dimensions={}
  y = f32[4] negate(x)
  y2 = f32[4] negate(x)
  ROOT s = f32[4] add(zeros, y2)
}
"""


def remove_zeros(module: hlo_text.Module) -> bool:
    x = Pattern().named("x")
    pattern = Pattern.any_order("add", x, Pattern.constant(0))
    changed = False
    for computation in module:
        for instruction in computation:
            found = pattern.match(instruction)
            if found:
                instruction.replace_with(found["x"])
                changed = True
    return changed


def test_passes_of_the_library_and_of_python(tmp_path: pathlib.Path) -> None:
    module = hlo_text.parse(PROGRAM)
    runs = module.run_passes(
        "simplify*(zeros,cse,dce)", passes={"zeros": remove_zeros}, check_changes=True, dump_to=str(tmp_path))
    assert [(r.pipeline, r.name, r.changed) for r in runs[:2]] == [("simplify", "zeros", True), ("simplify", "cse", True)]
    assert len(runs) == 6 and not any(r.changed for r in runs[3:])
    assert [i.opcode for i in module.entry_computation] == ["parameter", "negate"]
    assert any("after_zeros" in path.name for path in tmp_path.iterdir())
    assert "dce" in hlo_text.Module.pass_names()


def test_failures() -> None:
    module = hlo_text.parse(PROGRAM)

    def raises(module: hlo_text.Module) -> bool:
        raise KeyError("mine")

    def breaks(module: hlo_text.Module) -> bool:
        module.entry_computation.root.shape = hlo_text.Shape("f32[5]")
        return True

    with pytest.raises(KeyError, match="mine"):
        module.run_passes("p", passes={"p": raises})
    with pytest.raises(TypeError, match="returns whether it changed"):
        module.run_passes("p", passes={"p": lambda module: None})  # type: ignore[dict-item, return-value]
    with pytest.raises(hlo_text.HloError, match="does not say so"):
        module.clone().run_passes("p", passes={"p": lambda m: remove_zeros(m) and False}, check_changes=True)
    with pytest.raises(hlo_text.HloError, match="no pass is called 'dcee'; did you mean dce"):
        module.run_passes("dcee")
    with pytest.raises(hlo_text.HloError, match="p"):
        module.run_passes("p", passes={"p": breaks})


def test_patterns() -> None:
    module = hlo_text.parse(SMALL)
    main = module.entry_computation
    add = Pattern("add", Pattern.parameter(0).named("a"), Pattern.parameter(1))
    reduce = Pattern("reduce").with_operand(0, Pattern().named("x")).with_to_apply(add).named("r")
    found = reduce.match(main["r"])
    assert found == {"": main["r"], "r": main["r"], "x": main["x"], "a": module["add"]["a"]}
    assert reduce.match(main["n"]) is None and reduce.explain(main["r"]) == ""
    assert reduce.explain(main["n"]) == "%n is negate, not reduce"
    cases: list[tuple[Pattern, str, bool]] = [
        (Pattern(), "x", True),
        (Pattern("reduce", Pattern(), Pattern.constant(0)), "r", True),
        (Pattern("reduce", Pattern(), Pattern.constant(1.5)), "r", False),
        (Pattern("reduce", Pattern()), "r", False),
        (Pattern().with_type("f32").with_rank(2).with_shape("f32[2,3]"), "x", True),
        (Pattern().with_shape("f32[3,2]"), "x", False),
        (Pattern().with_one_user(), "x", True),
        (Pattern().with_one_user(), "r", False),
        (Pattern().with_target("f"), "t", True),
        (Pattern().with_direction("LT"), "t", False),
        (Pattern().with_fusion_kind("kLoop"), "t", False),
        (Pattern().with_fused(Pattern()), "t", False),
        (Pattern.any_of(Pattern("abs"), Pattern("negate")), "n", True),
        (Pattern().where(lambda i: i.name == "x"), "x", True),
        (Pattern().where(lambda i: i.name == "x"), "n", False),
    ]
    for number, (pattern, name, matches) in enumerate(cases):
        assert (pattern.match(main[name]) is not None) == matches, number
        assert (pattern.explain(main[name]) == "") == matches, number


def test_patterns_that_are_refused() -> None:
    main = hlo_text.parse(SMALL).entry_computation
    x = Pattern().named("x")
    with pytest.raises(ValueError, match="two patterns are called 'x'"):
        Pattern("add", x, Pattern().named("x"))
    with pytest.raises(ValueError):
        x.named("x")
    deep = x
    with pytest.raises(ValueError, match="too deep"):
        for _ in range(1000):
            deep = deep.with_one_user()
    with pytest.raises(ZeroDivisionError):
        Pattern().where(lambda i: bool(1 // 0)).match(main["x"])
    with pytest.raises(ValueError, match="a condition edited the module"):
        Pattern().where(lambda i: bool(i.module.remove_dead_instructions())).match(main["x"])
    with pytest.raises(hlo_text.HloError, match="did you mean 'negate'"):
        Pattern("negat")
