"""Misuse raises; nothing crashes, nothing is changed by halves."""

import inspect
from typing import Any

import hlo_text
import pytest
from conftest import SMALL

WRONG: list[Any] = [None, 1, -1, 2**70, 1.5, "x", b"x", [], {}, object(), [None], (1, "x")]


def objects() -> list[Any]:
    module = hlo_text.parse(SMALL)
    main = module.entry_computation
    return [
        module, main, main["r"], main["zero"].literal, main["t"].shape,
        hlo_text.Builder(module, "new"), hlo_text.Builder(main), hlo_text.CallGraph(module),
        hlo_text.Reachability(main), hlo_text.DominatorTree(main), hlo_text.BufferAnalysis(module),
        hlo_text.LiveRanges(main), hlo_text.diff(module, module.clone()), hlo_text.Module("empty"),
        hlo_text.Builder(hlo_text.Module("m"), "unbuilt", entry=True).computation,
    ]


ALLOWED = (TypeError, ValueError, KeyError, IndexError, OverflowError, ReferenceError, BufferError,
           RuntimeError, AttributeError)


@pytest.mark.parametrize("number", range(len(objects())))
def test_every_method_with_wrong_arguments(number: int) -> None:
    kind = type(objects()[number])
    for name in dir(kind):
        if name in ("__class__", "__new__", "__init__", "__init_subclass__", "__subclasshook__", "__del__"):
            continue
        if name.startswith("__") and not hasattr(kind, name):
            continue
        for wrong in WRONG:
            for arguments in ((), (wrong,), (wrong, wrong), (wrong, wrong, wrong)):
                it = objects()[number] if name in ("build", "remove", "desugar") else None
                it = it if it is not None else FRESH[number]
                try:
                    value = getattr(it, name)
                    if callable(value) and not inspect.isclass(value):
                        value(*arguments)
                    elif not name.startswith("__"):
                        setattr(it, name, wrong)
                except ALLOWED as error:
                    assert "std::" not in str(error) and "bad_cast" not in str(error), (name, error)
                    # A C++ exception that no code expects.
                    assert type(error) is not RuntimeError, (name, arguments, error)


FRESH = objects()


def test_functions_with_wrong_arguments() -> None:
    functions = [hlo_text.parse, hlo_text.parse_mlir, hlo_text.format, hlo_text.diff,
                 hlo_text.find_async_operations, hlo_text.find_collectives, hlo_text.device_groups,
                 hlo_text.Shape, hlo_text.Shape.array, hlo_text.Shape.tuple_of, hlo_text.Builder,
                 hlo_text.Reachability, hlo_text.BufferAnalysis, hlo_text.Sharding.parse]
    for function in functions:
        for a in WRONG:
            for arguments in ((a,), (a, a)):
                try:
                    function(*arguments)  # type: ignore[operator]
                except (TypeError, ValueError, OverflowError):
                    pass


def test_parts_that_are_gone() -> None:
    module = hlo_text.parse(SMALL)
    main = module.entry_computation
    dead = hlo_text.Builder(main).add_unary("negate", main["x"])
    users, iterator = main["x"].users, iter(main)
    analyses: list[Any] = [hlo_text.Reachability(main), hlo_text.LiveRanges(main)]
    dead.remove()
    assert dead in users and dead.is_removed and dead not in main
    assert [i.name for i in iterator] == ["x", "zero", "r", "n", "t"]
    for analysis in analyses:
        with pytest.raises(hlo_text.StaleError):
            analysis.step_of(main["x"]) if hasattr(analysis, "step_of") else analysis.is_connected(
                main["x"], main["r"])
    with pytest.raises(ReferenceError):
        main["x"].identical(dead)
    with pytest.raises(ReferenceError):
        hlo_text.Builder(main).add_unary("negate", dead)
    with pytest.raises(ReferenceError):
        main["r"].set_attribute("control_predecessors", [dead])
    # Comparing and hashing go on: a set of them can be emptied.
    assert {dead} == {dead} and dead != main["x"]


def test_a_removed_computation_in_a_builder() -> None:
    module = hlo_text.parse(SMALL + "\n")
    spare = module.parse_computation("spare { ROOT p = f32[] parameter(0) }")
    builder = hlo_text.Builder(spare)
    spare.remove()
    with pytest.raises(ReferenceError):
        builder.add_constant(1.0)
    with pytest.raises(ReferenceError):
        hlo_text.Builder(module.entry_computation).add_call([], spare)


def test_numbers_that_do_not_fit() -> None:
    module = hlo_text.parse(SMALL)
    for value in (2**63, -(2**63) - 1, 1.5, "4", None, -1, 0):
        with pytest.raises((TypeError, ValueError, OverflowError)):
            module.replica_count = value  # type: ignore[assignment]
    assert module.replica_count == 2
    x = module.entry_computation["x"]
    builder = hlo_text.Builder(module.entry_computation)
    count = len(module.entry_computation)
    for sizes in ([2**62, 2**62], [-1], [7], [2**63]):
        with pytest.raises((ValueError, OverflowError)):
            builder.add_reshape(x, sizes)
    assert len(module.entry_computation) == count and module.verify() == []
