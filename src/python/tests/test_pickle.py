"""pickle and copy keep what the text keeps, and share nothing."""

import copy
import pickle
import subprocess
import sys
from typing import Any

import hlo_text
import pytest
from conftest import SMALL


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_module(small: hlo_text.Module, protocol: int) -> None:
    again = pickle.loads(pickle.dumps(small, protocol))
    assert isinstance(again, hlo_text.Module) and again != small
    assert str(again) == str(small) and again.fingerprint() == small.fingerprint()
    assert (again.name, again.is_scheduled, again.replica_count) == ("small", True, 2)


@pytest.mark.parametrize("copies", [copy.copy, copy.deepcopy, hlo_text.Module.clone])
def test_a_copy_shares_nothing(small: hlo_text.Module, copies: Any) -> None:
    text = str(small)
    other = copies(small)
    other.entry_computation["x"].name = "changed"
    other.replica_count = 7
    assert str(small) == text and str(other) != text


def test_modules_in_a_structure(small: hlo_text.Module) -> None:
    one, two = copy.deepcopy([small, {"m": small}])
    assert str(one) == str(two["m"]) and one == two["m"]  # type: ignore[index]


@pytest.mark.parametrize("element", ["t#1", "b"])
def test_a_dump_keeps_its_spelling(element: str) -> None:
    folded = element != "b"
    module = hlo_text.parse(f"""ENTRY e {{
  p = f32[] parameter(0)
  t = (f32[], f32[]) tuple(p, p)
  {"" if folded else "b = f32[] get-tuple-element(t), index=1"}
  ROOT r = pred[] compare(p, {element}), direction=LT{"" if folded else ", type=TOTALORDER"}
}}""", keep_instruction_names=True)
    dump = module.print("dump")
    assert ("get-tuple-element" not in dump) == ("type=TOTALORDER" not in dump) == folded
    for again in module.clone(), copy.copy(module), pickle.loads(pickle.dumps(module)):
        assert again.print("dump") == dump
        assert again.entry_computation.print("dump") == module.entry_computation.print("dump")
        assert again.entry_computation.root.print("dump") in dump


def test_the_order_of_a_comparison_that_binds_late() -> None:
    module = hlo_text.parse("""ENTRY e {
  p = f32[2] parameter(0)
  a = ((f32[2], f32[2]), pred[2]) compare-start(p, p), direction=LT, type=TOTALORDER
  b = pred[2] compare-done(a)
  c = ((), ()) compare-start(), direction=LT, order=TOTAL
  d = ((f32[2], f32[2]), pred[2]) compare-update(c, p, p)
  f = pred[2] compare-done(d)
  ROOT t = (pred[2], pred[2]) tuple(b, f)
}""", desugar=False)
    again = pickle.loads(pickle.dumps(module))
    assert str(again) == str(module) and again.fingerprint() == module.fingerprint()
    assert again.print("dump") == module.print("dump")


def test_sugar_stays_sugar() -> None:
    text = ("ENTRY e { p = f32[8] parameter(0) s = ((f32[8]), f32[8], u32[]) negate-start(p) "
            "ROOT d = f32[8] negate-done(s) }")
    for desugar in False, True:
        module = hlo_text.parse(text, desugar=desugar)
        again = pickle.loads(pickle.dumps(module))
        assert [i.opcode for i in again.entry_computation] == [
            i.opcode for i in module.entry_computation]
        assert str(again) == str(module)


def test_instructions_out_of_order() -> None:
    module = hlo_text.parse("ENTRY e { p = f32[] parameter(0) a = f32[] negate(p) b = f32[] abs(p) "
                            "ROOT t = f32[] add(a, b) }")
    main = module.entry_computation
    main["b"].add_control_dependency_to(main["a"])
    for place in main["p"], main["t"]:
        main["a"].move_after(place)
        again = pickle.loads(pickle.dumps(module))
        assert str(again) == str(module) and not hlo_text.diff(module, again)
        assert again.entry_computation["a"].control_predecessors == [again.entry_computation["b"]]


def test_parts_do_not_pickle(small: hlo_text.Module) -> None:
    main = small.entry_computation
    for part in (main, main["x"], hlo_text.CallGraph(small), hlo_text.Builder(small, "b"), iter(main)):
        with pytest.raises(TypeError):
            pickle.dumps(part)


def test_values(small: hlo_text.Module) -> None:
    main = small.entry_computation
    for value in (main["t"].shape, main["zero"].literal, main["x"].metadata, main["x"].shape.layout,
                  hlo_text.Literal([1.5, float("inf")]), hlo_text.Literal("(s32[] 1, pred[] true)")):
        for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert again == value and str(again) == str(value)


def test_an_elided_tuple() -> None:
    module = hlo_text.parse("ENTRY e { ROOT c = (f32[3], (s32[], s32[2]{0})) constant({...}) }")
    literal = module.entry_computation.root.literal
    assert literal is not None
    for again in pickle.loads(pickle.dumps(literal)), copy.copy(literal), copy.deepcopy(literal):
        assert again.is_elided and again.shape == literal.shape


def test_errors() -> None:
    with pytest.raises(hlo_text.ParseError) as caught:
        hlo_text.parse("ENTRY e { ROOT x = nonsense }")
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value) and again.diagnostics == caught.value.diagnostics
    refusal = pickle.loads(pickle.dumps(hlo_text.HloError("no", "NOT_FOUND")))
    assert (refusal.message, refusal.code) == ("no", "NOT_FOUND")


# nanobind counts its objects; it complains at the end if some are left.
EDITS = f"""
import gc, resource, hlo_text
def edits(count):
    module = hlo_text.parse({SMALL!r})
    main = module.entry_computation
    for n in range(count):
        b = hlo_text.Builder(main)
        c = b.add_constant([1.0, float(n)])
        i = b.add_binary("add", main["r"], c)
        i.metadata = hlo_text.OpMetadata(op_name=str(n))
        i.set_attribute("frontend_attributes", {{"a": str(n)}})
        try:
            b.add_reshape(i, [7])
        except hlo_text.HloError:
            pass
        i.users, i.operands, i.attributes, i.shape.layout, i.uses
        hlo_text.Reachability(main)
        i.remove(); c.remove()
    assert module.verify() == [] and len(main) == 5
edits(1000)
gc.collect()
before = len(gc.get_objects())
edits(1000)
gc.collect()
assert len(gc.get_objects()) - before < 20, len(gc.get_objects()) - before
"""


def test_a_thousand_edits_leave_no_object_behind() -> None:
    done = subprocess.run([sys.executable, "-c", EDITS], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
