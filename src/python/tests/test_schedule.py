"""Schedule, Ordering, LiveRanges of modules, CostAnalysis, profiles and buffer assignments: what XLA and we say about a run."""

import json

import hlo_text
import pytest
from conftest import SMALL, TESTDATA

STEP = TESTDATA / "tables" / "step.hlo"
DUMP = TESTDATA / "profile"
STEM = "module_0000.jit_scanned_step.cpu_after_optimizations"
# The large value is needed first: another order has a lower peak.
ORDERS = """HloModule m, is_scheduled=true
ENTRY e {
  x = f32[8] parameter(0)
  wide = f32[800] broadcast(x), dimensions={}
  other = f32[800] broadcast(x), dimensions={}
  a = f32[8] slice(wide), slice={[0:8]}
  b = f32[8] slice(other), slice={[0:8]}
  ROOT s = f32[8] add(a, b)
}
""".replace("broadcast(x), dimensions={}", 'custom-call(x), custom_call_target="f"')


def test_schedules() -> None:
    module = hlo_text.parse(ORDERS)
    entry = module.entry_computation
    schedule = hlo_text.Schedule(module)
    assert schedule.sequence(entry) == entry.instructions
    order = [entry[name] for name in ("x", "wide", "a", "other", "b", "s")]
    schedule.set_sequence(entry, order)
    assert hlo_text.LiveRanges(schedule).peak_bytes < hlo_text.LiveRanges(module).peak_bytes
    assert entry.instructions != order and schedule.apply() and entry.instructions == order
    assert not schedule.apply()
    with pytest.raises(hlo_text.HloError):
        schedule.set_sequence(entry, order[::-1])
    entry["s"].replace_with_new_instruction("subtract", entry["s"].operands)
    with pytest.raises(hlo_text.StaleError):
        schedule.sequence(entry)
    schedule.update()
    assert schedule.sequence(entry) == [*order[:-1], entry.root]


def test_orderings() -> None:
    module = hlo_text.parse(ORDERS)
    entry = module.entry_computation
    wide, other = entry["wide"], entry["other"]
    assert hlo_text.Ordering(hlo_text.Schedule(module)).executes_before(wide, other)
    by_dependencies = hlo_text.Ordering(module)
    assert not by_dependencies.executes_before(wide, other)
    assert by_dependencies.executes_before(wide, entry.root)
    assert by_dependencies.runs_within(wide, entry)


def test_costs() -> None:
    module = hlo_text.parse(STEP.read_bytes())
    costs = hlo_text.CostAnalysis(module)
    total = costs.total
    assert not costs.is_minimum and costs.of(module.entry_computation) == total
    everything = [i for computation in module for i in computation]
    assert sum(costs.share(i).flops for i in everything) == total.flops
    for key in ("opcode", "computation", "scope", "source_line", "stack", "collective"):
        assert sum(row.flops for row in costs.by(key)) == total.flops
    twice = module.instruction("twice")
    assert twice is not None and costs.runs(twice.parent) == 10
    as_xla = hlo_text.CostAnalysis(module, as_xla=True)
    assert as_xla.total.flops < total.flops
    with pytest.raises(ValueError, match="'scop'; did you mean 'scope'"):
        costs.by("scop")  # type: ignore[arg-type]


def test_peak() -> None:
    module = hlo_text.parse(STEP.read_bytes())
    peak = hlo_text.PeakMemory(module)
    assert peak.bytes == hlo_text.LiveRanges(module).peak_bytes == sum(b.bytes for b in peak.buffers)
    assert peak.instruction is not None and {b.kind for b in peak.buffers} >= {"parameter"}
    assert sum(row.bytes for row in peak.by("scope")) == peak.bytes
    assert hlo_text.PeakMemory(module, memory_space=7).instruction is None
    stacks = hlo_text.CostAnalysis(module).folded_stacks("bytes").splitlines()
    assert stacks and all(line.rpartition(" ")[2].isdigit() for line in stacks)


def test_cost_is_a_table() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    module = hlo_text.parse(STEP.read_bytes())
    rows = pyarrow.table(hlo_text.cost(module)).to_pylist()
    for kind in ("scope", "source_line"):
        by = hlo_text.CostAnalysis(module).by(kind)
        assert [(r["key"] or "", r["flops"]) for r in rows if r["kind"] == kind] == [(r.key, r.flops) for r in by]


def test_profile() -> None:
    module = hlo_text.parse((DUMP / f"{STEM}.txt").read_bytes())
    profile = hlo_text.parse_xplane((DUMP / "scanned_step.xplane.pb").read_bytes())
    match = profile.match(module)
    assert match.module is not None and match.module.name == module.name and match.module in profile.modules
    assert sum(t.op.count for t in match.times) + sum(op.count for op in match.unmatched) <= profile.events
    assert match.times and all(t.instruction.name == t.op.name for t in match.times)
    with pytest.raises(hlo_text.HloError):
        hlo_text.parse_xplane(b"no profile")
    assert profile.match(hlo_text.parse(SMALL)).module is None


def test_buffer_assignment() -> None:
    data = (DUMP / f"{STEM}.hlo.pb").read_bytes()
    of_proto = hlo_text.parse_buffer_assignment(data)
    of_text = hlo_text.parse_buffer_assignment((DUMP / f"{STEM}-buffer-assignment.txt").read_text())
    assert of_proto.total_bytes == of_text.total_bytes == sum(a.size for a in of_text.allocations)
    assert "parameter 0" in {a.kind for a in of_proto.allocations}
    [default] = hlo_text.parse_memory_usage_report((DUMP / f"{STEM}-memory-usage-report.txt").read_bytes())
    assert default.total_bytes == of_text.total_bytes
    module = hlo_text.parse(data)
    times = of_proto.times(module)
    reported = of_proto.times(module, (DUMP / f"{STEM}-live-range.txt").read_text())
    assert reported.is_reported and not times.is_reported
    assert times.peak_bytes == max(times.bytes_alive) == reported.peak_bytes
    assert times.sequence[times.peak_time] is not None
    with pytest.raises(hlo_text.HloError):
        hlo_text.parse_buffer_assignment("no buffers")


def test_summary() -> None:
    module = hlo_text.parse(STEP.read_bytes())
    assert module.summary().startswith("jit_step: 29 instructions in 6 computations, scheduled")
    assert json.loads(module.summary(json=True))["name"] == "jit_step"


def test_inference() -> None:
    assert hlo_text.infer_shape("transpose", ["f32[8,4]"], dimensions=[1, 0]) == "f32[4,8]{0,1}"
    reduction = hlo_text.parse(SMALL)["add"]
    reduced = hlo_text.infer_shape("reduce", ["f32[2,3]", "f32[]"], dimensions=[1], to_apply=reduction)
    assert reduced == "f32[2]{0}"
    with pytest.raises(hlo_text.HloError):
        hlo_text.infer_shape("add", ["f32[2]", "f32[3]"])
    with pytest.raises(hlo_text.HloError, match="did you mean 'transpose'"):
        hlo_text.infer_shape("transpos", ["f32[8,4]"])
