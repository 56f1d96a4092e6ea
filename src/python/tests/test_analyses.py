"""Analyses against what a few lines of Python compute, on every test input."""

from typing import Any

import hlo_text
import pytest
from conftest import INPUTS, SMALL


def modules() -> list[hlo_text.Module]:
    result = []
    for path in INPUTS[::3]:
        try:
            result.append(hlo_text.parse(path.read_bytes()))
        except hlo_text.ParseError:
            continue
    return result


def test_reachability() -> None:
    for module in modules():
        for computation in module:
            if len(computation) > 40:
                continue
            order = computation.post_order()
            below: dict[hlo_text.Instruction, set[hlo_text.Instruction]] = {}
            for i in order:
                below[i] = {i}.union(*(below[o] for o in [*i.operands, *i.control_predecessors]))
            reachability = hlo_text.Reachability(computation)
            for a in order:
                for b in order:
                    assert reachability.is_reachable(a, b) == (a in below[b])


def test_calls() -> None:
    for module in modules():
        graph = hlo_text.CallGraph(module)
        for computation in module:
            callers = [i for c in module for i in c if computation in i.called_computations]
            assert set(graph.callers(computation)) == set(callers)
            called = {c for i in computation for c in i.called_computations}
            assert set(graph.callees(computation)) == called
            assert set(graph.callsites(computation)) == {i for i in computation if i.called_computations}


def test_users() -> None:
    for module in modules():
        for computation in module:
            for i in computation:
                assert {(u, n) for u, n in i.uses} == {
                    (u, n) for u in computation for n, o in enumerate(u.operands) if o == i}
                assert set(i.users) == {u for u, _ in i.uses}
                assert all(i in s.control_predecessors for s in i.control_successors)


def test_live_ranges() -> None:
    for module in modules():
        if not module.is_scheduled:
            continue
        live = hlo_text.LiveRanges(module.entry_computation)
        assert live.steps == module.entry_computation.instructions
        alive = live.bytes_alive
        assert len(alive) == len(live.steps)
        assert live.peak_bytes == max(alive) == alive[live.peak_step]
        for step, bytes_ in enumerate(alive):
            assert bytes_ == sum(r.bytes for r in live.ranges if r.begin <= step <= r.end and r.memory_space == 0)


def test_buffers() -> None:
    for module in modules():
        buffers = hlo_text.BufferAnalysis(module)
        for buffer in range(buffers.buffer_count):
            places = buffers.places_of(buffer)
            assert places and set(buffers.definitions_of(buffer)) <= set(places)
            for instruction, leaf in places:
                assert buffers.buffers_of(instruction)[leaf] == buffer


def test_dominators() -> None:
    computation = hlo_text.parse(SMALL).entry_computation
    tree = hlo_text.DominatorTree(computation, backward=True)
    x, r, t = computation["x"], computation["r"], computation["t"]
    assert tree.dominates(t, x) and tree.immediate_dominator(r) == t
    assert tree.nearest_common_dominator(x, r) in (r, t)


def test_a_module_differs_from_itself_in_nothing() -> None:
    for module in modules():
        same = module.clone()
        difference = hlo_text.diff(module, same)
        assert not difference and difference.computations == [] and difference.header_changes == []
        for computation in module:
            assert difference.counterpart_of(computation) is not None


def test_a_difference() -> None:
    before = hlo_text.parse(SMALL)
    after = before.clone()
    after.replica_count = 8
    n = after.entry_computation["n"]
    n.replace_with_new_instruction("abs", n.operands)
    difference = hlo_text.diff(before, after)
    assert difference and [h.name for h in difference.header_changes] == ["replica_count"]
    assert difference.added + difference.removed + difference.changed > 0
    assert len(difference.computations) == 1


def test_collectives_of_a_module_are_those_of_its_computations() -> None:
    for module in modules():
        of_parts = [c for computation in module for c in hlo_text.find_collectives(computation)]
        assert {c.start for c in hlo_text.find_collectives(module)} <= {c.start for c in of_parts}


def test_buffers_of_what_is_not_built() -> None:
    module = hlo_text.parse(SMALL)
    unbuilt = hlo_text.Builder(module, "new").add_parameter("f32[]")
    with pytest.raises(hlo_text.HloError, match="not built yet"):
        hlo_text.BufferAnalysis(module).buffers_of(unbuilt)


def test_an_edit_makes_them_stale() -> None:
    module = hlo_text.parse(SMALL)
    main = module.entry_computation
    calls, buffers = hlo_text.CallGraph(module), hlo_text.BufferAnalysis(module)
    difference = hlo_text.diff(module, module.clone())
    assert calls.context(main) == "control_flow"
    assert buffers.places_of(buffers.buffer_at(main["x"]))[0] == (main["x"], 0)
    with pytest.raises(ValueError):
        hlo_text.Reachability(main).is_reachable(module["add"].root, main["x"])
    main["x"].name = "y"
    uses: list[Any] = [lambda: calls.is_flat, lambda: buffers.buffer_count, lambda: bool(difference)]
    for use in uses:
        with pytest.raises(hlo_text.StaleError):
            use()
