// Schedules, the orderings that follow from them, and live ranges.
#include "hlo/schedule.h"

#include <utility>

#include "bind.h"
#include "hlo/edit.h"
#include "hlo/live_ranges.h"
#include "stale.h"

HLO_PYTHON_RESULT(hlo_text::LiveRange, "LiveRange", instruction, leaf, bytes, begin, end,
                  memory_space)
HLO_PYTHON_RESULT(hlo_text::MemorySpacePeak, "MemorySpacePeak", memory_space, peak_bytes, peak_step)

namespace hlo_python {
namespace {

using I = const Instruction&;

// The only analysis that changes, and can follow an edit.
struct Schedule : Analysis<hlo_text::HloSchedule> {
  hlo_text::HloSchedule& Mutable() const { return const_cast<hlo_text::HloSchedule&>(**this); }
};

Schedule MakeSchedule(const Module& m) {
  CheckEntry(m);
  CheckDesugared(*m.owner);
  return {{m, std::make_shared<hlo_text::HloSchedule>(&*m), nullptr}};
}

void SetSequence(const Schedule& s, const Computation& c, InstructionList instructions) {
  const hlo_text::HloComputation& computation = s.Known(c);
  const auto sequence = PartsOf(*s.module.owner, &computation, instructions);
  Check(s.Mutable().SetSequence(computation, sequence));
}

void Update(Schedule& s) {
  auto& schedule = const_cast<hlo_text::HloSchedule&>(*s.value);
  Check(schedule.Update());
  s.version = s.module.owner->version;
}

// The edit leaves the schedule as it is, and up to date.
bool Apply(Schedule& s) {
  const hlo_text::HloSchedule& schedule = *s;
  (void)s.module.Edit();
  s.version = s.module.owner->version;
  return Value(hlo_text::SetSchedule(schedule));
}

void DefineSchedules(nb::module_& m) {
  nb::class_<Schedule> type(
      m, "Schedule",
      "Orders of a module's computations, apart from the module: to be changed, compared and "
      "applied. After an edit of the module StaleError until update().");
  Make(type, "module"_a, "The order that the module has.", &MakeSchedule);
  Def(type, "sequence", "computation"_a,
      "The instructions in order; empty for computations of fusions, reductions and the like.",
      [](const Schedule& s, const Computation& c) { return s->sequence(s.Known(c)); });
  Def(type, "set_sequence", "computation"_a, "instructions"_a,
      "Another order, with each instruction once, operands and control predecessors first.",
      &SetSequence);
  type.def("update", Update,
           "Follows edits of the module: what is gone leaves, what is new comes after the last "
           "instruction that it depends on.");
  type.def("apply", Apply,
           "Writes the sequences into the module, which is scheduled then; returns whether that "
           "changed anything.");
}

void DefineOrderings(nb::module_& m) {
  using Ordering = Analysis<hlo_text::HloOrdering>;
  using O = const Ordering&;
  nb::class_<Ordering> type(
      m, "Ordering",
      "What runs before what, across computations. Of computations with several callers nothing is "
      "known. StaleError after an edit.");
  Make(type, "schedule"_a, "As a schedule has it.", [](const Schedule& s) {
    return Ordering(s.module, std::make_shared<hlo_text::HloOrdering>(*s), nullptr);
  });
  Make(type, "module"_a, "By dependencies alone: what holds for any schedule.",
       [](const Module& module) { return Analyze<hlo_text::HloOrdering>(module); });
  Def(type, "executes_before", "a"_a, "b"_a,
      "Whether `a` has run when `b` begins, in whatever computations they are.",
      [](O o, I a, I b) { return o->ExecutesBefore(o.Known(a), o.Known(b)); });
  Def(type, "runs_within", "instruction"_a, "computation"_a,
      "Whether it is in this computation, or in one that it calls.",
      [](O o, I i, const Computation& c) { return o->RunsWithin(o.Known(i), o.Known(c)); });
}

void DefineLiveRanges(nb::module_& m) {
  using LiveRanges = Analysis<hlo_text::LiveRanges>;
  using L = const LiveRanges&;
  nb::class_<LiveRanges> type(
      m, "LiveRanges",
      "When buffers are alive, in steps of a schedule, and how many bytes that takes. StaleError "
      "after an edit.");
  Make(type, "computation"_a, "Of one computation, without what those that it calls need.",
       [](const Computation& c) { return Analyze<hlo_text::LiveRanges>(c); });
  Make(type, "module"_a, "Of the entry and all that it calls.",
       [](const Module& module) { return Analyze<hlo_text::LiveRanges>(module); });
  Make(type, "schedule"_a, "The same in the order of a schedule.", [](const Schedule& s) {
    return LiveRanges(s.module, std::make_shared<hlo_text::LiveRanges>(*s), nullptr);
  });
  Get(type, "steps", "The instructions in order.", &hlo_text::LiveRanges::steps);
  Def(type, "step_of", "instruction"_a, "The step of an instruction.",
      [](L l, I i) { return l->StepOf(l.Known(i)); });
  Get(type, "ranges", "The buffers, in the order in which they are made.",
      &hlo_text::LiveRanges::ranges);
  Get(type, "bytes_alive", "Bytes alive in the default memory, S(0), at each step.",
      &hlo_text::LiveRanges::bytes_alive);
  Get(type, "peak_bytes", "The most bytes alive at a step.", &hlo_text::LiveRanges::peak_bytes);
  Get(type, "peak_step", "The first step with that many.", &hlo_text::LiveRanges::peak_step);
  Get(type, "spaces", "The peak of each memory, S(n) in layouts, that has bytes.",
      &hlo_text::LiveRanges::spaces);
  Def(type, "bytes_of", "instruction"_a, "The bytes of all buffers of a value.",
      [](L l, I i) { return l->BytesOf(l.Known(i)); });
  Def(type, "last_use", "instruction"_a,
      "The last step that needs one of the buffers of a value; -1 if none does.",
      [](L l, I i) { return l->LastUse(l.Known(i)); });
}

}  // namespace

void DefineSchedule(nb::module_& m) {
  DefineSchedules(m);
  DefineOrderings(m);
  DefineLiveRanges(m);
}

}  // namespace hlo_python
