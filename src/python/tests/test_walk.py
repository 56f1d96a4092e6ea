"""The properties of Module, Computation, Instruction and Shape."""

from unittest import mock

import hlo_text
import pytest


def test_module(small: hlo_text.Module) -> None:
    assert small.name == "small"
    assert [c.name for c in small.computations] == ["add", "main"]
    assert small.entry_computation == small.computations[1]
    assert len(small) == 2 and small.instruction_count == 8
    assert len(hlo_text.Module("m")) == 0 and hlo_text.Module("m")
    assert (small.is_scheduled, small.replica_count, small.num_partitions) == (True, 2, 4)
    assert small.warnings == []
    assert repr(small) == "<hlo_text.Module small>"


def test_computation(small: hlo_text.Module) -> None:
    add, main = small.computations
    assert [i.name for i in add] == ["a", "b", "sum"]
    assert add.instructions == list(add)
    assert len(add) == 3
    assert [p.name for p in add.parameters] == ["a", "b"]
    assert add.root.name == "sum"
    assert (add.is_entry, main.is_entry) == (False, True)
    assert add.module == small
    assert add.execution_thread == "main"
    assert repr(add) == "<hlo_text.Computation add>"


def test_instruction(main: dict[str, hlo_text.Instruction]) -> None:
    reduce = main["r"]
    assert reduce.opcode == "reduce"
    assert reduce.shape == "f32[2]{0}"
    assert (reduce.shape.element_type, reduce.shape.dimensions) == ("f32", (2,))
    assert not reduce.shape.is_tuple and reduce.shape.tuple_shapes == []
    assert [o.name for o in reduce.operands] == ["x", "zero"]
    assert reduce.attributes == {"dimensions": [1], "to_apply": reduce.module["add"]}
    assert (reduce.dimensions, reduce.to_apply) == ([1], reduce.module["add"])
    assert [c.name for c in reduce.called_computations] == ["add"]
    assert reduce.parent.name == "main"
    assert (reduce.is_root, main["t"].is_root) == (False, True)
    assert repr(reduce) == "<hlo_text.Instruction r: reduce>"


def test_users(main: dict[str, hlo_text.Instruction]) -> None:
    assert main["r"].users == [main["n"], main["t"]]
    assert main["t"].users == []
    # A control dependency does not count as a use.
    assert main["x"].users == [main["r"]]
    assert main["n"].control_predecessors == [main["x"]]


def test_an_operand_can_occur_twice(main: dict[str, hlo_text.Instruction]) -> None:
    assert main["t"].operands == [main["r"], main["n"], main["r"]]
    assert main["t"].operand(1) == main["n"]
    for number in (-1, 3):
        with pytest.raises(IndexError, match=f"t has no operand {number}"):
            main["t"].operand(number)
    with pytest.raises(IndexError):
        main["zero"].operand(0)


def test_parameters_and_constants(main: dict[str, hlo_text.Instruction]) -> None:
    assert (main["x"].parameter_number, main["r"].parameter_number) == (0, None)
    assert (str(main["zero"].literal), main["r"].literal) == ("0", None)


def test_metadata(main: dict[str, hlo_text.Instruction]) -> None:
    assert main["x"].metadata == hlo_text.OpMetadata(
        op_name="x", source_file="f.py", source_line=7
    )
    assert main["x"].attributes == {}
    assert main["r"].metadata == hlo_text.OpMetadata()
    for i in main["x"], main["r"]:
        m = i.metadata
        assert (i.op_name, i.source_file, i.source_line) == (m.op_name, m.source_file, m.source_line)


def test_shapes(main: dict[str, hlo_text.Instruction]) -> None:
    root = main["t"].shape
    assert root.is_tuple and root.element_type == "tuple" and root.dimensions == ()
    assert root.tuple_shapes == ["f32[2]{0}", "f32[2]{0}", "(s32[], pred[<=5]{0})"]
    nested = root.tuple_shapes[2]
    assert nested.is_tuple and nested.element_type == "tuple"
    assert [s.element_type for s in nested.tuple_shapes] == ["s32", "pred"]
    assert nested.tuple_shapes[1].dimensions == (5,)
    assert str(nested) == "(s32[], pred[<=5]{0})"
    first, second = root.tuple_shapes[:2]
    assert first == second and hash(first) == hash(second) == hash("f32[2]{0}")
    assert first != nested and first != 1
    assert repr(first) == "<hlo_text.Shape f32[2]{0}>"


def test_an_unbounded_dimension() -> None:
    module = hlo_text.parse("ENTRY e { ROOT p = f32[?,<=3] parameter(0) }")
    assert module.entry_computation.root.shape.dimensions == (-1, 3)


def test_identity(small: hlo_text.Module) -> None:
    main = small.entry_computation
    assert main.root == main.root and hash(main.root) == hash(main.root)
    assert main.root != main.parameters[0]
    assert main.root != "t" and main.root is not None
    assert len({i for _ in range(3) for i in main}) == len(main)
    other = hlo_text.parse(str(small))
    assert other != small and other.entry_computation.root != main.root


def test_comparing_with_anything(small: hlo_text.Module) -> None:
    main = small.entry_computation
    literal = main["zero"].literal
    for part in (small, main, main["x"], main["x"].shape, literal):
        for other in (None, 1, b"x", [], object()):
            assert not part == other and part != other
        assert part == mock.ANY and mock.ANY == part
    assert literal != main["x"].literal
    for key in (None, 1, b"x", [], object()):
        assert key not in small and key not in main


def test_verify() -> None:
    text = """ENTRY e {
  p = f32[4]{0} parameter(0)
  s = ((f32[4]{0}), f32[4]{0}) custom-call-start(p), custom_call_target="f"
  ROOT r = f32[4]{0} negate(p)
}
"""
    assert hlo_text.parse(text.replace("  s =", "  // s =")).verify() == []
    (violation,) = hlo_text.parse(text).verify()
    assert (violation.severity, violation.line, violation.column) == ("error", 3, 3)
    layouts = hlo_text.parse("""ENTRY e {
  p = f32[2,3]{1,0} parameter(0)
  ROOT r = f32[2,3]{0,1} negate(p)
}
""")
    assert layouts.verify() == layouts.verify(strict=True) == []
    (violation,) = layouts.verify(layouts=True)
    assert violation.message.startswith("Instruction shouldn't change layouts")
    with pytest.raises(TypeError):
        layouts.verify(True)  # type: ignore[call-arg]
    mixed = hlo_text.parse("ENTRY e { x = f32[4] parameter(0) ROOT y = bf16[2,2] reshape(x) }")
    assert mixed.verify() and not mixed.verify(mixed_precision=True)


def test_fingerprint_does_not_depend_on_names(small: hlo_text.Module) -> None:
    fingerprint = small.fingerprint()
    assert len(fingerprint) == 32 and int(fingerprint, 16)
    renamed = str(small).replace("%zero", "%nought")
    assert renamed != str(small)
    assert hlo_text.parse(renamed).fingerprint() == fingerprint
    assert hlo_text.parse(renamed).canonical_text() == small.canonical_text()
    changed = str(small).replace("dimensions={1}", "dimensions={0}").replace("f32[2]", "f32[3]")
    assert hlo_text.parse(changed).fingerprint() != fingerprint


@pytest.mark.parametrize("name", ["Computation", "Instruction", "ModuleDiff", "AsyncOperation"])
def test_objects_cannot_be_constructed(name: str) -> None:
    with pytest.raises(TypeError):
        getattr(hlo_text, name)()
