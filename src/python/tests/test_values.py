"""Values of attributes: what a module has can be set as it is, printed and read, by any test input."""

import dataclasses
import math
import pickle
from typing import Any

import hlo_text
import pytest
from conftest import INPUTS, SMALL

# Inputs that an edit brings into normal form, and those with NaN or unknown values.
ODD = {"outer_blanks.hlo", "numbers.hlo", "statistics.hlo", "mesh_devices.hlo", "unreduced.hlo",
       "dim_labels.hlo", "dim_labels_lost.hlo", "hard_to_write.hlo", "literal_attribute.hlo",
       "layout_not_compared.hlo"}


def modules() -> list[tuple[str, hlo_text.Module]]:
    result = []
    for path in INPUTS:
        try:
            result.append((path.name, hlo_text.parse(path.read_bytes())))
        except hlo_text.ParseError:
            continue
    assert len(result) > 100
    return result


def test_setting_what_is_there_changes_nothing() -> None:
    seen = set()
    for file, module in modules():
        if file in ODD:
            continue
        before = module.print("dump")
        for instruction in (i for c in module for i in c):
            for name, value in instruction.attributes.items():
                instruction.set_attribute(name, value)
                assert instruction.attributes[name] == value, (file, instruction, name)
                seen.add(name)
            instruction.name = instruction.name
            instruction.metadata = instruction.metadata
            instruction.sharding = instruction.sharding
            instruction.backend_config = instruction.backend_config
        for computation in module:
            computation.name = computation.name
            computation.root = computation.root
        assert module.print("dump") == before, file
    assert len(seen) > 80


def test_texts_of_values_read_back() -> None:
    kinds = set()
    for file, module in modules():
        if file in ODD:
            continue
        for instruction in (i for c in module for i in c):
            for value in [*instruction.attributes.values(), instruction.metadata]:
                if hasattr(type(value), "parse"):
                    kinds.add(type(value).__name__)
                    text = str(value)
                    # XLA writes some texts of metadata without escapes.
                    texts = str(vars(value).values()) if isinstance(value, hlo_text.OpMetadata) else ""
                    if '"' in texts or "\\" in texts:
                        continue
                    assert type(value).parse(text) == value, (file, text)  # type: ignore[union-attr]
    assert kinds >= {"Window", "Sharding", "ReplicaGroups", "OpMetadata", "PaddingConfig",
                     "ConvolutionDimensionNumbers", "SliceRanges", "Statistics"}


def test_every_property_of_every_instruction() -> None:
    names = [n for n in dir(hlo_text.Instruction)
             if isinstance(getattr(hlo_text.Instruction, n), property)]
    assert len(names) > 70
    for _, module in modules():
        for instruction in (i for c in module for i in c):
            for name in names:
                getattr(instruction, name)


def test_values_are_frozen_and_hash() -> None:
    padding = hlo_text.PaddingConfig.parse("1_2_1x0_0")
    assert padding.dimensions[0] == hlo_text.PaddingDimension(1, 2, 1)
    assert hash(padding) == hash(hlo_text.PaddingConfig.parse(str(padding)))
    with pytest.raises(dataclasses.FrozenInstanceError):
        padding.dimensions = ()  # type: ignore[misc]
    assert dataclasses.replace(padding, dimensions=()) == hlo_text.PaddingConfig()
    for value in padding, hlo_text.Sharding("manual"), hlo_text.OpMetadata(op_name="\udcff"):
        assert pickle.loads(pickle.dumps(value)) == value


@pytest.mark.parametrize("form", [
    "{{0,1},{2,3}}",
    [[0, 1], [2, 3]],
    ((0, 1), (2, 3)),
    hlo_text.ReplicaGroups(groups=((0, 1), (2, 3))),
])
def test_forms_of_an_argument(form: Any) -> None:
    module = hlo_text.parse("HloModule m, replica_count=4\nadd { a = f32[] parameter(0) b = f32[] parameter(1) "
                            "ROOT s = f32[] add(a, b) }\nENTRY e { ROOT p = f32[4] parameter(0) }")
    b = hlo_text.Builder(module.entry_computation)
    r = b.add_all_reduce([module.entry_computation.root], module["add"], replica_groups=form)
    assert r.replica_groups == hlo_text.ReplicaGroups(groups=((0, 1), (2, 3)))
    assert hlo_text.device_groups(r) == [[0, 1], [2, 3]]


@pytest.mark.parametrize("name, value, error", [
    ("dimensions", "x", TypeError),
    ("dimensions", [2**63], OverflowError),
    ("dimensions", [1.5], TypeError),
    ("dimensions", 3, TypeError),
    ("to_apply", "add", TypeError),
    ("nonsense", 1, ValueError),
    ("metadata", 1, TypeError),
    ("sharding", "{devices=", hlo_text.ParseError),
    ("sharding", 1.0, TypeError),
    ("frontend_attributes", {"a": 1}, TypeError),
    ("frontend_attributes", 5, TypeError),
    ("control_predecessors", [1], TypeError),
    ("backend_config", 7, TypeError),
])
def test_wrong_values_change_nothing(name: str, value: Any, error: type[Exception]) -> None:
    module = hlo_text.parse(SMALL)
    reduce = module.entry_computation["r"]
    before = str(module)
    with pytest.raises(error):
        reduce.set_attribute(name, value)
    assert str(module) == before


def test_values_of_an_outfeed() -> None:
    module = hlo_text.parse("ENTRY e { p = f32[2] parameter(0) t = token[] after-all() "
                            "ROOT o = token[] outfeed(p, t), outfeed_shape=f32[2]{0} }")
    assert module.entry_computation.root.outfeed_shape == "f32[2]{0}"
    assert module.entry_computation["p"].outfeed_shape is None


@pytest.mark.parametrize("text", [
    "bf?01_io?01->bf?01", "b01f?_01io?->b01f?", "f01_01io->b01f", "b01_01io->b01f", "f210b_2o1i0->012bf",
])
def test_dim_labels_of_any_text(text: str) -> None:
    module = hlo_text.parse(f"ENTRY e {{ p = f32[4] parameter(0) ROOT c = f32[4] custom-call(p), "
                            f"custom_call_target=\"t\", dim_labels={text} }}")
    root = module.entry_computation.root
    numbers = root.convolution_dimension_numbers
    assert f"dim_labels={numbers}," in f"{root},"
    root.set_attribute("dim_labels", numbers)
    assert root.convolution_dimension_numbers == numbers
    assert str(hlo_text.ConvolutionDimensionNumbers.parse(text)) == str(numbers)


@pytest.mark.parametrize("wrong", [
    {"input_batch_dimension": -1},
    {"input_batch_dimension": 1, "input_feature_dimension": 1},
    {"kernel_spatial_dimensions": (2, 2)},
    {"output_feature_dimension": 10**12},
])
def test_wrong_dim_labels(wrong: dict[str, Any]) -> None:
    with pytest.raises(hlo_text.HloError, match="each but 0 once"):
        str(hlo_text.ConvolutionDimensionNumbers(**wrong))


def test_floats_keep_their_bits() -> None:
    module = hlo_text.parse(SMALL)
    r = module.entry_computation["n"]
    for value in 0.1, -0.0, 5e-324, math.inf:
        r.set_attribute("statistics", (0, (("x", value),)))
        assert r.statistics.values[0].value == value
        assert math.copysign(1, r.statistics.values[0].value) == math.copysign(1, value)


@pytest.mark.parametrize("value", ['a"b', "a\nb", "{", "}", "\\", "'", "", "{a=b}", "\udcff", "a=b,c"])
def test_frontend_attributes_of_any_text(value: str) -> None:
    module = hlo_text.parse(SMALL)
    instruction = module.entry_computation["n"]
    instruction.set_attribute("frontend_attributes", {"k": value})
    assert instruction.frontend_attributes == {"k": value}
    again = hlo_text.parse(str(module)).instruction("n")
    assert again is not None and again.frontend_attributes == {"k": value}


@pytest.mark.parametrize("value", ['{"a":1}\n', '{"a":1} // x', ' {"a":1}', '{"a":/**/1}', "\0\udcff"])
def test_frontend_attributes_keep_every_byte(value: str) -> None:
    module = hlo_text.parse(SMALL)
    n = module.entry_computation["n"]
    n.set_attribute("frontend_attributes", {"k": value, "a": "x"})
    module.frontend_attributes = {"k": value, "a": "x"}
    added = hlo_text.Builder(module.entry_computation).add_instruction(
        "abs", [n], frontend_attributes={"k": value, "a": "x"})
    for attributes in n.frontend_attributes, module.frontend_attributes, added.frontend_attributes:
        assert list(attributes.items()) == [("a", "x"), ("k", value)]


@pytest.mark.parametrize("key", ["", "a b", "a ", 'a="x",b', "}", "\udcff"])
def test_frontend_attributes_have_names(key: str) -> None:
    module = hlo_text.parse(SMALL)
    with pytest.raises(hlo_text.HloError):
        module.frontend_attributes = {key: "x"}


@pytest.mark.parametrize("name", ["", "a b", " a", 'a"', "a=1,b", "}", "//", "\udcff"])
def test_statistics_have_names(name: str) -> None:
    n = hlo_text.parse(SMALL).entry_computation["n"]
    with pytest.raises(hlo_text.HloError):
        n.set_attribute("statistics", (0, ((name, 1.0),)))
    assert n.statistics == hlo_text.Statistics()


def test_stack_frames_resolve() -> None:
    location = hlo_text.StackLocation(1, 0, 7, 0, 0, 0)
    no_file = hlo_text.StackLocation(0, 1, 7, 0, 0, 0)
    frames = tuple(hlo_text.StackFrame(i, 0) for i in (1, 2, 0, 9))
    tables = hlo_text.StackFrameTables(("a.py",), ("f",), (location, no_file), frames)
    assert tables.resolve(1) == hlo_text.ResolvedStackFrame("a.py", "", location, 0)
    assert [tables.resolve(i) for i in (-1, 0, 2, 3, 4, 5)] == [None] * 6
