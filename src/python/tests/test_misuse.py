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


FRESH = objects()
# No other RuntimeError: that would be a C++ exception which no code expects.
ALLOWED = (TypeError, ValueError, KeyError, IndexError, OverflowError, ReferenceError, BufferError,
           AttributeError, hlo_text.StaleError)


@pytest.mark.parametrize("number", range(len(objects())))
def test_every_method_with_wrong_arguments(number: int) -> None:
    kind = type(objects()[number])
    for name in dir(kind):
        if name in ("__class__", "__new__", "__init__", "__init_subclass__", "__subclasshook__", "__del__",
                    "__setstate__"):
            continue
        for wrong in WRONG:
            for arguments in ((), (wrong,), (wrong, wrong), (wrong, wrong, wrong)):
                it = objects()[number] if name in ("build", "remove", "desugar") else FRESH[number]
                try:
                    value = getattr(it, name)
                    if callable(value) and not inspect.isclass(value):
                        value(*arguments)
                    elif not name.startswith("__"):
                        setattr(it, name, wrong)
                except ALLOWED:
                    pass


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


def test_objects_without_init() -> None:
    class Lazy(hlo_text.Literal):
        def __init__(self) -> None:
            pass

    for literal in Lazy(), hlo_text.Literal.__new__(hlo_text.Literal):
        with pytest.raises(BufferError):
            memoryview(literal)


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
    module = hlo_text.parse(SMALL)
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


class EditingArgument:
    """A sequence and mapping that edits the module while it is read."""

    def __init__(self, edit: Any, items: Any) -> None:
        self.edit, self.items = edit, items

    def keys(self) -> Any:
        self.edit()
        return list(self.items)

    def __iter__(self) -> Any:
        self.edit()
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, key: Any) -> Any:
        return self.items[key]


def editing(edit: Any, items: Any) -> Any:
    return EditingArgument(edit, items)


def test_arguments_that_edit_the_module() -> None:
    module = hlo_text.parse(SMALL)
    main = module.entry_computation
    b = hlo_text.Builder(main)
    x, zero = main["x"], main["zero"]
    uses: list[Any] = [
        lambda d, s: d.set_attribute("frontend_attributes", editing(d.remove, {"a": "b"})),
        lambda d, s: x.set_attribute("control_predecessors", editing(d.remove, [d])),
        lambda d, s: setattr(d, "operands", editing(d.remove, [x])),
        lambda d, s: b.add_tuple(editing(d.remove, [d])),
        lambda d, s: b.add_transpose(d, editing(d.remove, [1, 0])),
        lambda d, s: b.add_instruction(
            "negate", [d], frontend_attributes=editing(d.remove, {"a": "b"})),
        lambda d, s: b.add_instruction("call", [zero], to_apply=s,
                                       frontend_attributes=editing(s.remove, {"a": "b"})),
        lambda d, s: d.clone_with_new_operands(editing(d.remove, [x])),
        lambda d, s: d.replace_with_new_instruction("abs", editing(d.remove, [x])),
        lambda d, s: main.set_sequence(editing(d.remove, list(main))),
        lambda d, s: main.outline(editing(d.remove, [d]), "outlined"),
        lambda d, s: main.create_fusion_instruction(editing(d.remove, [d])),
        lambda d, s: b.add_call(editing(s.remove, [zero]), s),
        lambda d, s: hlo_text.Builder(s).add_tuple(editing(s.remove, [s.root])),
    ]
    for use in uses:
        dead = b.add_unary("negate", x)
        spare = module.parse_computation("spare { ROOT p = f32[] parameter(0) }")
        with pytest.raises((ReferenceError, hlo_text.HloError)):
            use(dead, spare)
        assert dead.is_removed or spare.is_removed
        module.remove_unused_computations()
        main.remove_dead_instructions()
        assert module.verify() == [] and len(main) == 5


def test_suggestions() -> None:
    module = hlo_text.parse(SMALL)
    main = module.entry_computation
    reduce = main["r"]
    b = hlo_text.Builder(main)
    cases: list[tuple[Any, str]] = [
        (lambda: module["man"], "man; did you mean 'main'?"),
        (lambda: main["zer"], "zer; did you mean 'zero'?"),
        (lambda: module["nothing like it"], "'nothing like it'"),
        (lambda: getattr(module, "print")(print_metdata=True), "'print_metdata'; did you mean 'print_metadata'?"),
        (lambda: getattr(module, "strip")(metdata=True), "'metdata'; did you mean 'metadata'?"),
        (lambda: reduce.set_attribute("to_aply", main), "'to_aply'; did you mean 'to_apply'?"),
        (lambda: b.add_instruction("negat", [reduce]), "'negat'; did you mean 'negate'?"),
        (lambda: b.add_instruction("negate", [reduce], metdata=""), "'metdata'; did you mean 'metadata'?"),
        (lambda: hlo_text.Shape.array("bf61", []), "'bf61'; did you mean 'bf16'?"),
    ]
    for use, message in cases:
        with pytest.raises((KeyError, TypeError, ValueError)) as caught:
            use()
        assert message in str(caught.value)


def test_tokens_have_no_names_of_c_plus_plus() -> None:
    with pytest.raises(hlo_text.ParseError) as caught:
        hlo_text.parse(SMALL.replace("dimensions={1}", "dimensions=(1)"))
    assert caught.value.message == "expects a list to end with '}'"
    assert "error: expects a list to end with '}'\n" in str(caught.value)
    with pytest.raises(hlo_text.ParseError, match="expected primitive type, saw a word"):
        hlo_text.Shape("float")
