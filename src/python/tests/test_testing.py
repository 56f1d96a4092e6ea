"""hlo_text.testing: each condition, what failures say, and what counts as a program."""

import importlib.util
import os
import pathlib
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import hlo_text
import pytest
from conftest import ROOT, SMALL, TESTDATA
from hlo_text._operations import CONDITIONS
from hlo_text.testing import HloAssertion, assert_hlo, module_of

STEP = TESTDATA / "tables" / "step.hlo"

# Axis data has the groups of all-reduce, model those of all-to-all; the permutation stays in model.
MESH = {"data": 2, "model": 4}
COLLECTIVES = """HloModule m, is_scheduled=true, num_partitions=8, input_output_alias={ {}: (1, {}) }, buffer_donor={ (2, {}) }

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}

ENTRY main {
  x = f32[8]{0} parameter(0), sharding={replicated}
  y = f32[8]{0} parameter(1)
  z = (bf16[], f32[8]{0}) parameter(2)
  sum = f32[8]{0} all-reduce(x), replica_groups=[4,2]<=[2,4]T(1,0), use_global_device_ids=true, channel_id=1, to_apply=add
  swap = f32[8]{0} all-to-all(x), replica_groups={{3,2,1,0},{4,5,6,7}}, channel_id=2, dimensions={0}
  ring = f32[8]{0} collective-permute(x), source_target_pairs={{0,1},{1,2},{2,3},{3,0}}, channel_id=3
  t = ((f32[8]{0}), f32[8]{0}, s32[]) all-to-all-start(x), replica_groups={}, channel_id=4, dimensions={0}, metadata={op_name="jit(f)/a2a"}
  w = f32[8]{0} negate(y)
  u = f32[8]{0} all-to-all-done(t)
  ROOT v = f32[8]{0} custom-call(sum, swap, ring, w, u), custom_call_target="top_k"
}
"""


@pytest.fixture
def step() -> HloAssertion:
    return assert_hlo(STEP, mesh={"data": 4, "model": 2})


@pytest.fixture
def m() -> HloAssertion:
    return assert_hlo(COLLECTIVES, mesh=MESH)


def message(check: Callable[[], object]) -> str:
    with pytest.raises(AssertionError) as failure:
        check()
    return str(failure.value)


def names(hlo: HloAssertion) -> list[str]:
    return [instruction.name for instruction in hlo.found]


def test_the_chain(step: HloAssertion) -> None:
    step.has("all-reduce", count=1).overlapped().no("copy", bytes_over=1 << 20)
    assert repr(step.has("add")) == "<HloAssertion jit_step, 4 found>"


@pytest.mark.parametrize(
    ("conditions", "met"),
    [
        ({"dtype": "f32"}, True), ({"dtype": "s32"}, False),
        ({"shape": "f32[8]"}, True), ({"shape": "f32[8]{0}"}, True), ({"shape": "f32[4]"}, False),
        ({"bytes_over": 31}, True), ({"bytes_over": 32}, False),
        ({"bytes_under": 33}, True), ({"bytes_under": 32}, False),
        ({"custom_call_target": "*"}, False),
        ({"computation": "ma*"}, True), ({"computation": "add"}, False),
        ({"op_name": "jit(?)/a2a"}, False), ({"op_name": ""}, True),
        ({"in_loop": False}, True), ({"in_loop": True}, False),
        ({"in_fusion": False}, True), ({"in_fusion": True}, False),
        ({"overlapped": False}, True), ({"overlapped": True}, False),
        ({"group_size": 4}, True), ({"group_size": 2}, False),
        ({"groups": [[4, 5, 6, 7], [3, 2, 1, 0]]}, True), ({"groups": [[0, 1]]}, False),
        ({"axis": "model"}, True), ({"axis": ["model"]}, True), ({"axis": "data"}, False),
        ({"axis": ("data", "model")}, False),
        ({"sharding": "{replicated}"}, False),
        ({"text": r"dimensions=\{0\}"}, True), ({"text": "use_global"}, False),
        ({"where": lambda i: i.channel_id == 2}, True), ({"where": lambda i: False}, False),
        ({"group_size": 4, "dtype": "s32"}, False),
    ],
)  # fmt: skip
def test_conditions(conditions: Any, met: bool, m: HloAssertion) -> None:
    found = m.has("all-to-all", where=lambda i: i.channel_id == 2)
    if met:
        found.all(**conditions)
        assert "swap" in names(m.has("all-to-all", **conditions))
    else:
        text = message(lambda: found.all(**conditions))
        assert text.startswith("m: 1 of 1 all-to-all not ")
        assert "main: %swap = f32[8]{0} all-to-all(%x)" in text
        assert len(text.splitlines()) == 3


def test_all_conditions_are_documented() -> None:
    assert HloAssertion.__doc__ is not None
    for name in CONDITIONS:
        assert f"{name}=" in HloAssertion.__doc__
        assert f"`{name}=" in (ROOT / "docs" / "assertions.md").read_text(encoding="utf-8")


def test_conditions_of_other_instructions(m: HloAssertion, step: HloAssertion) -> None:
    m.has("custom-call", custom_call_target="top?k", count=1)
    m.has("parameter", sharding="{replicated}", count=1)
    m.has("parameter", dtype="bf16", count=1).all(shape="(bf16[], f32[8])", bytes_over=33)
    step.has("add", in_fusion=True, count=1)
    step.has("all-reduce", in_loop=True).no("all-gather", in_loop=True)
    step.has("custom-call", custom_call_target="norm", overlapped=True)


def test_axes(m: HloAssertion) -> None:
    assert names(m.has("all-reduce", axis="data")) == ["sum"]
    assert names(m.has("collective-permute", axis="model")) == ["ring"]
    assert names(m.has("all-*", axis=("data", "model"))) == ["t"]
    m.no("collective-permute", axis="data")
    assert "axis is data" in message(lambda: m.has("all-reduce", axis="model"))

    class JaxMesh:
        shape = MESH

    assert_hlo(COLLECTIVES, mesh=JaxMesh()).has("all-reduce", axis="data")


def test_an_asynchronous_operation_counts_once(m: HloAssertion, step: HloAssertion) -> None:
    assert names(m.has("all-to-all", count=2)) == ["swap", "t"]
    assert names(m.has("all-*", count=3)) == ["sum", "swap", "t"]
    assert names(m.has("async-done", count=1)) == ["u"]
    assert names(m.has("all-to-all-done", count=1)) == ["u"]
    assert names(m.has("all-to-all-start", count=1)) == names(m.has("async-start", count=1)) == ["t"]
    assert names(step.has("all-reduce-start", count=1)) == ["reduce-start"]
    assert names(step.has("all-reduce-done", count=1)) == ["reduce-done"]
    m.collectives({"all-reduce": 1, "all-to-all": 2, "collective-permute": 1, "all-gather": 0})


@pytest.mark.parametrize("desugar", [False, True])
def test_the_sharding_of_an_asynchronous_operation(desugar: bool) -> None:
    hlo = assert_hlo(hlo_text.parse("""ENTRY e {
  p = f32[8] parameter(0)
  s = ((f32[8]), f32[8], s32[]) abs-start(p), sharding={{replicated}, {manual}, {replicated}}
  ROOT d = f32[8] abs-done(s), sharding={manual}
}""", desugar=desugar))
    hlo.has("abs", count=1, sharding="{manual}").root_is("abs", sharding="{manual}")
    hlo.no("abs", sharding="{replicated}")


@pytest.mark.parametrize("desugar", [False, True])
def test_sugar_is_like_what_it_stands_for(desugar: bool) -> None:
    hlo = assert_hlo(hlo_text.parse("""HloModule m, is_scheduled=true
f { a = f32[8] parameter(0) ROOT b = f32[8] negate(a) }
less { i = f32[8] parameter(0) ROOT c = pred[] constant(false) }
more { j = f32[8] parameter(0) ROOT k = f32[8] abs(j) }
ENTRY e {
  p = f32[8] parameter(0)
  s = ((f32[8]), f32[8], s32[]) fusion-start(p), kind=kLoop, calls=f
  t = ((), (), s32[]) tanh-start()
  u = ((f32[8]), f32[8], s32[]) tanh-update(t, p)
  q = f32[8] fusion-done(s)
  w = ((f32[8]), f32[8], s32[]) while-start(q), condition=less, body=more
  r = f32[8] while-done(w)
  v = f32[8] tanh-done(u)
  ROOT x = (f32[8], f32[8]) tuple(r, v)
}""", desugar=desugar))
    hlo.has("negate", count=1, in_fusion=True, in_loop=False).has("abs", count=1, in_loop=True)
    hlo.has("fusion", count=1, overlapped=False).has("while", count=1, overlapped=False)


def test_counts(m: HloAssertion) -> None:
    m.has("parameter", at_least=4, at_most=5, computation="*")
    assert "2 all-to-all, expected 3" in message(lambda: m.has("all-to-all", count=3))
    assert "expected at least 3" in message(lambda: m.has("all-to-all", at_least=3))
    m.has("all-to-all", at_most=2).has("all-gather", at_most=2)
    assert "expected at most 1" in message(lambda: m.has("all-to-all", at_most=1))


def test_near_misses(m: HloAssertion) -> None:
    lines = message(lambda: m.has("all-to-all", group_size=2)).splitlines()
    assert lines[0] == "m: 0 all-to-all with group_size=2, expected at least 1"
    assert lines[1] == "  other all-to-all:"
    assert [line.strip() for line in lines[3::2]] == ["group_size is 4", "group_size is 8"]
    text = message(lambda: m.has("all-gather"))
    assert "1 all-reduce, 2 all-to-all" in text and "the collectives:" in text and "%ring = " in text


def test_failures_name_the_source(step: HloAssertion) -> None:
    assert "to_apply=%add  # model.py:12" in message(lambda: step.no("all-reduce"))  # by its stack frame
    assert "add(%p, %p)  # model.py:9" in message(lambda: step.no("add", in_fusion=True))


def test_failures_are_short() -> None:
    lines = "\n".join(f"  x{i} = f32[{i}]{{0}} parameter({i})" for i in range(100))
    hlo = assert_hlo(f"HloModule m\nENTRY e {{\n{lines}\n  ROOT t = () tuple()\n}}\n")
    text = message(lambda: hlo.no("parameter"))
    assert "... and 88 more" in text and len(text.splitlines()) == 15


def test_overlapped(m: HloAssertion, step: HloAssertion) -> None:
    m.has("all-to-all", text="channel_id=4").overlapped("negate").all(overlapped=True)
    step.has("all-reduce").overlapped(by="fusion")
    text = message(lambda: step.has("all-reduce").overlapped(by="dot"))
    assert "0 dot between start and done: fusion (fusion)" in text
    assert "is not asynchronous" in message(lambda: step.has("all-gather").overlapped())
    # Without a schedule, and without work between.
    unscheduled = STEP.read_text().replace("is_scheduled=true, ", "")
    assert "not scheduled" in message(lambda: assert_hlo(unscheduled).has("all-reduce").overlapped())
    idle = COLLECTIVES.replace("negate(y)", "bitcast(y)")
    assert "0 instructions that work" in message(lambda: assert_hlo(idle).has("all-to-all-start").overlapped())


def test_collectives(m: HloAssertion) -> None:
    text = message(lambda: m.collectives({"all-reduce": 1}))
    assert "collectives are 1 all-reduce, 2 all-to-all, 1 collective-permute, expected 1 all-reduce" in text
    assert "%swap" in text and "%sum" not in text
    assert_hlo(SMALL).collectives({})


def test_root(m: HloAssertion) -> None:
    m.root_is("custom-call", custom_call_target="top_k").root_is("custom-*")
    assert "the root is not tuple: is a custom-call" in message(lambda: m.root_is("tuple"))
    assert "with shape='f32[9]': shape is f32[8]" in message(lambda: m.root_is("custom-call", shape="f32[9]"))


def test_donated(m: HloAssertion) -> None:
    m.donated(1).donated(1, 2)
    text = message(lambda: m.donated(0, 1, 7))
    assert "parameters 0, 7 are not donated; donated: 1, 2" in text and "%x = " in text


def test_peak_bytes(m: HloAssertion) -> None:
    m.peak_bytes(under=1000)
    text = message(lambda: m.peak_bytes(under=10))
    assert re.search(r"\d+ bytes are alive at \w+, expected under 10", text) and "%sum = " in text


def test_peak_bytes_by_line(m: HloAssertion) -> None:
    line = 'metadata={op_name="f/neg" source_file="/me/train.py" source_line=12}'
    hlo = assert_hlo(COLLECTIVES.replace("negate(y)", f"negate(y), {line}"))
    hlo.peak_bytes(by_line={"train.py:12": 33, "/me/*": 33, "train.py:1": 1})
    hlo.peak_bytes(under=1000, by_line={"train.py:12": 33})
    with pytest.raises(ValueError, match="needs under or by_line"):
        hlo.peak_bytes()
    text = message(lambda: hlo.peak_bytes(by_line={"train.py:*": 32}))
    assert re.search(r"32 bytes of train.py:\* are alive at \w+, expected under 32", text)
    assert "largest:" in text and "# /me/train.py:12" in text


def test_same_as(m: HloAssertion) -> None:
    m.same_as(COLLECTIVES.replace("swap", "other"))
    text = message(lambda: m.same_as(COLLECTIVES.replace("negate", "abs")))
    assert "not the same program" in text and "+ %w = f32[8]{0} negate" in text


def test_mistakes(m: HloAssertion) -> None:
    with pytest.raises(ValueError, match="is not an opcode; did you mean all-gather"):
        m.no("all-gathr")
    with pytest.raises(ValueError, match="'float32' is not an element type"):
        m.no("add", dtype="float32")
    with pytest.raises(ValueError, match="no axis 'x', it has 'data', 'model'"):
        m.no("all-reduce", axis="x")
    # Nothing here is a sort, so the conditions of one are not asked.
    with pytest.raises(hlo_text.ParseError):
        m.no("sort", sharding="{replicate}")
    with pytest.raises(re.error):
        m.no("sort", text="(")
    with pytest.raises(ValueError, match="axis needs a mesh"):
        assert_hlo(COLLECTIVES).no("all-reduce", axis="data")
    with pytest.raises(ValueError, match="has\\(\\) first"):
        m.overlapped()
    with pytest.raises(TypeError, match="no condition is called 'size'"):
        m.no("add", size=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="no condition is called 'size'"):
        m.root_is("add", size=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="list is not a program"):
        assert_hlo([])


class Computation:
    """As of XLA's bindings."""

    def as_serialized_hlo_module_proto(self) -> bytes:
        return hlo_text.parse(SMALL).to_proto()


class HloModule(Computation):
    def to_string(self) -> str:
        return SMALL


class Compiled:
    def as_text(self) -> str:
        return SMALL


class Lowered:
    def compiler_ir(self, dialect: str) -> object:
        assert dialect == "hlo"
        return Computation()

    def as_text(self) -> str:
        return "module @jit_f {}"


def test_programs(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "small.hlo"
    path.write_text(SMALL)
    module = hlo_text.parse(SMALL)
    assert module_of(module) is module
    for text in [SMALL, SMALL.encode(), path, Compiled(), HloModule()]:
        assert_hlo(text).same_as(module)
    # Protos do not have the number of replicas.
    for proto in [module.to_proto(), Lowered(), Computation()]:
        assert_hlo(proto).same_as(module.to_proto())
    with pytest.raises(hlo_text.ParseError):
        assert_hlo("HloModule")


def test_new_opcodes_are_no_mistake() -> None:
    hlo = assert_hlo("HloModule m\nENTRY e {\n  ROOT x = f32[] new-thing()\n}\n")
    hlo.has("new-thing", count=1)


def test_the_frames_of_failures_are_hidden(tmp_path: pathlib.Path) -> None:
    test = tmp_path / "test_it.py"
    test.write_text(
        "from hlo_text.testing import assert_hlo\n"
        f"def test_it():\n    assert_hlo({COLLECTIVES!r}).has('all-gather')\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "E       AssertionError: m: 0 all-gather, expected at least 1" in done.stdout
    assert "testing.py" not in done.stdout


@pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="needs JAX")
def test_a_sharded_step_of_jax() -> None:
    """In a process of its own, since XLA must be told of the devices first."""
    test = ROOT / "docs" / "examples" / "test_sharded_step.py"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ, JAX_PLATFORMS="cpu"))
    assert done.returncode == 0, done.stdout


def test_collectives_that_fusions_hide() -> None:
    tpu = assert_hlo(TESTDATA / "tables" / "tpu.hlo").collectives({"all-gather": 1})
    assert names(tpu.has("all-gather", count=1).overlapped("fusion")) == ["start"]
    tpu.has("all-gather", in_fusion=False, overlapped=True, dtype="bf16")
    assert "2 instructions that work" in message(lambda: tpu.has("all-gather").overlapped(at_least=3))
    tpu.peak_bytes(under=1_836_545, memory_space=0).peak_bytes(under=1, memory_space=7)
    assert "1836544 bytes" in message(lambda: tpu.peak_bytes(under=1_836_544))  # callees count
    assert "3670016 bytes are alive at multiplied" in message(lambda: tpu.peak_bytes(under=9, memory_space=1))
    gpu = assert_hlo(TESTDATA / "view" / "in_flight.hlo").collectives({"all-reduce": 1})
    assert names(gpu.has("all-reduce").overlapped("cosine")) == ["sum-start"]
    gpu.has("fusion", count=1)
