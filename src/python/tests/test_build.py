"""The builder: a program of each kind of instruction, and of attributes of any name."""

import hlo_text
import pytest
from conftest import SMALL

np = pytest.importorskip("numpy")


def scalar(module: hlo_text.Module, name: str, opcode: str, type: str = "f32") -> hlo_text.Computation:
    with hlo_text.Builder(module, name) as b:
        x, y = b.add_parameter(f"{type}[]"), b.add_parameter(f"{type}[]")
        if opcode == "compare":
            b.add_compare(x, y, "LT")
        else:
            b.add_binary(opcode, x, y)
    return b.computation


def test_a_layer_with_numpy_weights() -> None:
    rng = np.random.default_rng(1)
    weights = rng.standard_normal((3, 5), dtype=np.float32)
    module = hlo_text.Module("layer")
    add = scalar(module, "sum", "add")
    with hlo_text.Builder(module, "main", entry=True) as b:
        x = b.add_parameter("f32[2,3]", "x")
        w = b.add_constant(weights, name="weights")
        y = b.add_dot(x, w, [1], [0])
        zero = b.add_constant(0.0, "f32")
        relu = b.add_binary("maximum", y, b.add_broadcast(zero, [2, 5]))
        total = b.add_reduce([relu], [zero], [1], add)
        b.add_tuple([relu, total])
    assert module.verify() == []
    root = module.entry_computation.root
    assert root.shape == "(f32[2,5]{1,0}, f32[2]{0})"
    literal = module.entry_computation["weights"].literal
    assert literal is not None and (np.asarray(literal) == weights).all()
    again = hlo_text.parse(module.print(print_large_constants=True))
    assert again.fingerprint() == module.fingerprint()


def test_control_flow() -> None:
    module = hlo_text.Module("loop")
    with hlo_text.Builder(module, "condition") as b:
        p = b.add_parameter("(s32[], f32[4])")
        b.add_compare(b.add_get_tuple_element(p, 0), b.add_constant(10), "LT")
    condition = b.computation
    with hlo_text.Builder(module, "body") as b:
        p = b.add_parameter("(s32[], f32[4])")
        i = b.add_binary("add", b.add_get_tuple_element(p, 0), b.add_constant(1))
        x = b.add_get_tuple_element(p, 1)
        b.add_tuple([i, b.add_binary("multiply", x, x)])
    body = b.computation
    less = scalar(module, "less", "compare")
    with hlo_text.Builder(module, "main", entry=True) as b:
        x = b.add_parameter("f32[4]")
        loop = b.add_while(condition, body, b.add_tuple([b.add_constant(0), x]))
        b.add_sort([b.add_get_tuple_element(loop, 1)], 0, less, is_stable=True)
    assert module.verify() == []
    assert (loop.while_body, loop.while_condition) == (body, condition)
    assert module.entry_computation.root.is_stable
    assert hlo_text.CallGraph(module).callers(body) == [loop]


def test_collectives_and_asynchrony() -> None:
    module = hlo_text.Module("collectives")
    module.replica_count = 4
    add = scalar(module, "sum", "add")
    with hlo_text.Builder(module, "work") as b:
        p = b.add_parameter("f32[8]")
        b.add_unary("negate", p)
    work = b.computation
    groups = [[0, 1], [2, 3]]
    with hlo_text.Builder(module, "main", entry=True) as b:
        x = b.add_parameter("f32[8]")
        r = b.add_all_reduce([x], add, replica_groups=groups, channel_id=1)
        g = b.add_all_gather([r], 0, replica_groups=groups)
        s = b.add_reduce_scatter([g], 0, add, replica_groups="[2,2]<=[4]")
        p = b.add_collective_permute([s], [(0, 1), (1, 0)])
        start = b.add_async_start([p], work, execution_thread="side")
        done = b.add_async_done(start)
        b.add_tuple([done, b.add_copy_done(b.add_copy_start(x))])
    assert module.verify() == [] and g.shape == "f32[16]{0}" and s.shape == "f32[8]{0}"
    assert hlo_text.device_groups(s) == groups == hlo_text.device_groups(r)
    assert p.source_target_pairs == [(0, 1), (1, 0)]
    operations = hlo_text.find_async_operations(module.entry_computation)
    assert [o.wrapped_opcode for o in operations] == ["negate", "copy"]
    assert work.execution_thread == "side"
    assert {c.opcode for c in hlo_text.find_collectives(module)} == {
        "all-reduce", "all-gather", "reduce-scatter", "collective-permute"}
    assert hlo_text.parse(str(module)).fingerprint() == module.fingerprint()


def test_shapes_are_inferred_or_given() -> None:
    module = hlo_text.parse(SMALL)
    b = hlo_text.Builder(module.entry_computation)
    x = module.entry_computation["x"]
    pad = b.add_pad(x, b.add_constant(0.0), [(1, 2), (0, 0, 1)])
    assert pad.shape.dimensions == (5, 5) and pad.padding_config.dimensions[1].interior == 1
    assert b.add_iota("s32[3,4]", 1).iota_dimension == 1
    assert b.add_convert(x, "bf16").shape.element_type == "bf16"
    assert b.add_concatenate([x, x], 1).shape.dimensions == (2, 6)
    call = b.add_custom_call("(f32[2], s8[4])", [x], "target", backend_config="{}",
                             custom_call_has_side_effect=True)
    assert call.shape.is_tuple and call.has_side_effect and call.backend_config == "{}"
    named = b.add_unary("negate", x, name="n")
    assert named.name != "n" and named.name.startswith("n")
    assert module.verify() == []


def test_what_does_not_fit_is_an_hlo_error() -> None:
    module, other = hlo_text.parse(SMALL), hlo_text.parse(SMALL)
    b = hlo_text.Builder(module.entry_computation)
    x, count = module.entry_computation["x"], len(module.entry_computation)
    for refused in (
        lambda: b.add_unary("frobnicate", x),
        lambda: b.add_instruction("parameter", []),
        lambda: b.add_instruction("negate", [x], zap=1),
        lambda: b.add_instruction("negate", [x], dimensions=[1]),
        lambda: b.add_convert(x, "f31"),
        lambda: b.add_compare(x, x, "NEARLY"),
        lambda: b.add_unary("negate", other.entry_computation["x"]),
        lambda: b.add_unary("negate", module["add"].root),
        lambda: hlo_text.Builder(module, "second", entry=True),
        b.build,
        lambda: x.set_attribute("zap", 1),
    ):
        with pytest.raises(hlo_text.HloError):
            refused()
    assert len(module.entry_computation) == count


def test_where_it_adds() -> None:
    module = hlo_text.parse(SMALL)
    main = module.entry_computation
    b = hlo_text.Builder(main)
    b.set_insertion_point(main["r"])
    first = b.add_unary("negate", main["x"])
    b.set_insertion_point_after(main["r"])
    second = b.add_unary("abs", main["r"])
    order = main.instructions
    assert order.index(first) + 1 == order.index(main["r"]) == order.index(second) - 1


def test_a_block_that_raises_builds_nothing() -> None:
    module = hlo_text.Module("m")
    with pytest.raises(KeyError), hlo_text.Builder(module, "main", entry=True) as b:
        b.add_constant(1)
        raise KeyError
    assert len(module.computations) == 0 and "main" not in module
