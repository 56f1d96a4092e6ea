// Analyses: call graph, dependencies, buffers, live ranges, collectives. Each looks at the module
// as it is: StaleError after an edit.
#include <string>

#include "errors.h"
#include "hlo/buffer_analysis.h"
#include "hlo/call_graph.h"
#include "hlo/collectives.h"
#include "hlo/device_groups.h"
#include "hlo/dominators.h"
#include "hlo/live_ranges.h"
#include "hlo/query.h"
#include "hlo/reachability.h"
#include "module.h"
#include "stale.h"
#include "text.h"
#include "values.h"

namespace hlo_python {
namespace {

// An analysis of a module, or of the computation `of`.
template <typename T>
struct Analysis : Snapshot<T> {
  Analysis(Snapshot<T> snapshot, const hlo::HloComputation* c)
      : Snapshot<T>(std::move(snapshot)), of(c) {}

  // An instruction that it knows; ValueError for any other.
  const hlo::HloInstruction& Known(const Instruction& i) const {
    if (of != nullptr) return *PartOf(*this->module.owner, of, i);
    const hlo::HloInstruction* instruction = PartOf(*this->module.owner, i);
    CheckBuilt(*instruction->parent());
    return *instruction;
  }
  const hlo::HloComputation& Known(const Computation& c) const {
    const hlo::HloComputation* computation = PartOf(*this->module.owner, c);
    CheckBuilt(*computation);
    return *computation;
  }

  const hlo::HloComputation* of;
};

template <typename T, typename... Options>
Analysis<T> Analyze(const Computation& c, Options... options) {
  CheckBuilt(*c);
  CheckDesugared(*c.owner);
  return {Snapshot<T>(ModuleOf(c), std::make_shared<T>(*c, options...)), c.object};
}
template <typename T, typename... Options>
Analysis<T> Analyze(const Module& m, Options... options) {
  CheckEntry(m);
  CheckDesugared(*m.owner);
  return {Snapshot<T>(m, std::make_shared<T>(*m, options...)), nullptr};
}

// ---- Calls.

using CallGraph = Analysis<hlo::CallGraph>;

const char* ContextName(hlo::CallContext context) {
  switch (context) {
    case hlo::CallContext::kNone:
      return "none";
    case hlo::CallContext::kControlFlow:
      return "control_flow";
    case hlo::CallContext::kEmbedded:
      return "embedded";
    case hlo::CallContext::kBoth:
      break;
  }
  return "both";
}

void DefineCallGraph(nb::module_& m) {
  nb::class_<CallGraph> type(m, "CallGraph",
                             "Which computation calls which. StaleError after an edit.");
  type.def(
      "__init__",
      [](CallGraph* self, const Module& module) {
        new (self) CallGraph(Analyze<hlo::CallGraph>(module));
      },
      nb::arg("module"), "Linear in the module.");
  type.def(
      "callers",
      [](const CallGraph& g, const Computation& c) {
        return ToList(g.module, g->callers(g.Known(c)));
      },
      nb::arg("computation"),
      nb::sig("def callers(self, computation: Computation) -> list[Instruction]"),
      "The instructions that call it.");
  type.def(
      "callees",
      [](const CallGraph& g, const Computation& c) {
        return ToList(g.module, g->callees(g.Known(c)));
      },
      nb::arg("computation"),
      nb::sig("def callees(self, computation: Computation) -> list[Computation]"),
      "What it calls.");
  type.def(
      "callsites",
      [](const CallGraph& g, const Computation& c) {
        return ToList(g.module, g->callsites(g.Known(c)));
      },
      nb::arg("computation"),
      nb::sig("def callsites(self, computation: Computation) -> list[Instruction]"),
      "Its instructions that call something.");
  type.def(
      "context",
      [](const CallGraph& g, const Computation& c) { return ContextName(g->context(g.Known(c))); },
      nb::arg("computation"),
      "How it runs: 'control_flow', 'embedded' (fused, or element by element) or 'both'.");
  type.def(
      "depth", [](const CallGraph& g, const Computation& c) { return g->depth(g.Known(c)); },
      nb::arg("computation"), "The calls on the longest path to it.");
  type.def(
      "caller",
      [](const CallGraph& g, const Computation& c) {
        return ToOptional(g.module, g->caller(g.Known(c)));
      },
      nb::arg("computation"),
      nb::sig("def caller(self, computation: Computation) -> Instruction | None"),
      "The only instruction that calls it, if there is just one.");
  type.def_prop_ro(
      "is_flat", [](const CallGraph& g) { return g->IsFlat(); },
      "True if each computation in control flow has at most one caller.");
}

// ---- Dependencies.

using Reachability = Analysis<hlo::HloReachability>;
using DominatorTree = Analysis<hlo::DominatorTree>;

void DefineDependencies(nb::module_& m) {
  nb::class_<Reachability> type(
      m, "Reachability",
      "Which instruction depends on which, a bit for each pair. StaleError after an edit.");
  type.def(
      "__init__",
      [](Reachability* self, const Computation& c) {
        new (self) Reachability(Analyze<hlo::HloReachability>(c));
      },
      nb::arg("computation"), "Memory is n * n / 8 bytes for n instructions.");
  type.def(
      "is_reachable",
      [](const Reachability& r, const Instruction& a, const Instruction& b) {
        return r->IsReachable(r.Known(a), r.Known(b));
      },
      nb::arg("from_"), nb::arg("to"), "Whether a path of dependencies leads there.");
  type.def(
      "is_connected",
      [](const Reachability& r, const Instruction& a, const Instruction& b) {
        return r->IsConnected(r.Known(a), r.Known(b));
      },
      nb::arg("a"), nb::arg("b"), "Whether one depends on the other.");
  type.def(
      "finishes_before",
      [](const Reachability& r, const Instruction& a, const Instruction& b) {
        return r->FinishesBefore(r.Known(a), r.Known(b));
      },
      nb::arg("a"), nb::arg("b"), "Whether all work of `a` is done when `b` begins.");

  nb::class_<DominatorTree> tree(
      m, "DominatorTree",
      "Which instruction all paths of dependencies pass through. StaleError after an edit.");
  tree.def(
      "__init__",
      [](DominatorTree* self, const Computation& c, bool backward) {
        const auto direction =
            backward ? hlo::FlowDirection::kBackward : hlo::FlowDirection::kForward;
        new (self) DominatorTree(Analyze<hlo::DominatorTree>(c, direction));
      },
      nb::arg("computation"), nb::kw_only(), nb::arg("backward") = false,
      "backward: post-dominators.");
  tree.def(
      "immediate_dominator",
      [](const DominatorTree& t, const Instruction& i) {
        return ToOptional(t.module, t->ImmediateDominator(t.Known(i)));
      },
      nb::arg("instruction"),
      nb::sig("def immediate_dominator(self, instruction: Instruction) -> Instruction | None"),
      "The nearest dominator other than itself.");
  tree.def(
      "nearest_common_dominator",
      [](const DominatorTree& t, const Instruction& a, const Instruction& b) {
        return ToOptional(t.module, t->NearestCommonDominator(t.Known(a), t.Known(b)));
      },
      nb::arg("a"), nb::arg("b"),
      nb::sig("def nearest_common_dominator(self, a: Instruction, b: Instruction) -> Instruction | "
              "None"),
      "The nearest instruction that dominates both.");
  tree.def(
      "dominates",
      [](const DominatorTree& t, const Instruction& a, const Instruction& b) {
        return t->Dominates(t.Known(a), t.Known(b));
      },
      nb::arg("a"), nb::arg("b"), "Whether every path to `b` passes through `a`.");
}

// ---- Buffers.

using BufferAnalysis = Analysis<hlo::BufferAnalysis>;
using LiveRanges = Analysis<hlo::LiveRanges>;

void CheckBuffer(const BufferAnalysis& b, int64_t buffer) {
  if (buffer < 0 || buffer >= b->buffer_count()) {
    Raise(PyExc_IndexError, "there is no buffer " + std::to_string(buffer));
  }
}

nb::object Place(const Module& m, const hlo::BufferAnalysis::Place& place) {
  return nb::make_tuple(ToOptional(m, place.instruction), place.leaf);
}

template <typename Places>
nb::list ToPlaces(const Module& m, const Places& places) {
  nb::list list;
  for (const hlo::BufferAnalysis::Place& place : places) list.append(Place(m, place));
  return list;
}

void DefineBuffers(nb::module_& m) {
  nb::class_<BufferAnalysis> type(
      m, "BufferAnalysis",
      "Which places of a program are one buffer. A place is an instruction with the number of a "
      "leaf of its shape. StaleError after an edit.");
  const auto options = [](bool in_place, bool input_output_alias) {
    hlo::BufferOptions result;
    result.in_place = in_place;
    result.input_output_alias = input_output_alias;
    return result;
  };
  type.def(
      "__init__",
      [options](BufferAnalysis* self, const Module& module, bool in_place, bool alias) {
        new (self) BufferAnalysis(Analyze<hlo::BufferAnalysis>(module, options(in_place, alias)));
      },
      nb::arg("module"), nb::kw_only(), nb::arg("in_place") = false,
      nb::arg("input_output_alias") = true,
      "in_place: dynamic-update-slice and scatter write into their operands.\n"
      "input_output_alias: obey the header's.");
  type.def(
      "__init__",
      [options](BufferAnalysis* self, const Computation& c, bool in_place, bool alias) {
        new (self) BufferAnalysis(Analyze<hlo::BufferAnalysis>(c, options(in_place, alias)));
      },
      nb::arg("computation"), nb::kw_only(), nb::arg("in_place") = false,
      nb::arg("input_output_alias") = true, "Of one computation, where calls make new buffers.");
  type.def_prop_ro(
      "buffer_count", [](const BufferAnalysis& b) { return b->buffer_count(); },
      "Buffers have the numbers 0 to buffer_count - 1.");
  type.def(
      "buffers_of",
      [](const BufferAnalysis& b, const Instruction& i) {
        nb::list list;
        for (const int32_t buffer : b->BuffersOf(b.Known(i))) list.append(buffer);
        return list;
      },
      nb::arg("instruction"),
      nb::sig("def buffers_of(self, instruction: Instruction) -> list[int]"),
      "The buffers of the leaves of its shape, in order.");
  type.def(
      "buffer_at",
      [](const BufferAnalysis& b, const Instruction& i, nb::handle index) {
        hlo::Arena arena;
        const absl::Span<const int64_t> path = ToInts("index", index, arena);
        const hlo::HloInstruction& instruction = b.Known(i);
        int32_t buffer = -1;
        const hlo::Shape* leaf = nullptr;
        bool in_range = true;
        for (const int64_t number : path) in_range = in_range && number >= 0;
        if (in_range) leaf = hlo::Subshape(instruction.shape(), path);
        if (leaf != nullptr) buffer = b->BufferAt(instruction, path);
        if (buffer < 0) Raise(PyExc_IndexError, "there is no leaf at this index");
        return buffer;
      },
      nb::arg("instruction"), nb::arg("index") = nb::make_tuple(),
      nb::sig("def buffer_at(self, instruction: Instruction, index: "
              "collections.abc.Sequence[int] = ()) -> int"),
      "The buffer of the leaf at an index of its shape.");
  type.def(
      "places_of",
      [](const BufferAnalysis& b, int64_t buffer) {
        CheckBuffer(b, buffer);
        return ToPlaces(b.module, b->PlacesOf(buffer));
      },
      nb::arg("buffer"),
      nb::sig("def places_of(self, buffer: int) -> list[tuple[Instruction, int]]"),
      "All places of a buffer.");
  type.def(
      "definitions_of",
      [](const BufferAnalysis& b, int64_t buffer) {
        CheckBuffer(b, buffer);
        return ToPlaces(b.module, b->DefinitionsOf(buffer));
      },
      nb::arg("buffer"),
      nb::sig("def definitions_of(self, buffer: int) -> list[tuple[Instruction, int]]"),
      "Those where a value is written, not passed on.");
}

void DefineLiveRanges(nb::module_& m) {
  nb::class_<LiveRanges> type(
      m, "LiveRanges",
      "When the buffers of a computation are alive, in steps of its schedule, and how many bytes "
      "that takes. StaleError after an edit.");
  type.def(
      "__init__",
      [](LiveRanges* self, const Computation& c) {
        new (self) LiveRanges(Analyze<hlo::LiveRanges>(c));
      },
      nb::arg("computation"));
  type.def_prop_ro(
      "steps", [](const LiveRanges& l) { return ToList(l.module, l->steps()); },
      nb::sig("def steps(self) -> list[Instruction]"), "The instructions in order.");
  type.def(
      "step_of", [](const LiveRanges& l, const Instruction& i) { return l->StepOf(l.Known(i)); },
      nb::arg("instruction"), "The step of an instruction.");
  type.def_prop_ro(
      "ranges",
      [](const LiveRanges& l) {
        nb::list list;
        for (const hlo::LiveRange& range : l->ranges()) {
          list.append(MakeValue("LiveRange",
                                nb::make_tuple(ToOptional(l.module, range.instruction), range.leaf,
                                               range.bytes, range.begin, range.end)));
        }
        return list;
      },
      nb::sig("def ranges(self) -> list[hlo_text.LiveRange]"),
      "The buffers, in the order in which they are made.");
  type.def_prop_ro(
      "bytes_alive", [](const LiveRanges& l) { return ToPythonList(l->bytes_alive()); },
      nb::sig("def bytes_alive(self) -> list[int]"), "By step.");
  type.def_prop_ro(
      "peak_bytes", [](const LiveRanges& l) { return l->peak_bytes(); },
      "The most bytes alive at a step.");
  type.def_prop_ro(
      "peak_step", [](const LiveRanges& l) { return l->peak_step(); },
      "The first step with that many.");
  type.def(
      "bytes_of", [](const LiveRanges& l, const Instruction& i) { return l->BytesOf(l.Known(i)); },
      nb::arg("instruction"), "The bytes of all buffers of a value.");
  type.def(
      "last_use", [](const LiveRanges& l, const Instruction& i) { return l->LastUse(l.Known(i)); },
      nb::arg("instruction"),
      "The last step that needs one of the buffers of a value; -1 if none does.");
}

// ---- Collectives.

nb::list ToCollectives(const Module& m, const std::vector<hlo::Collective>& collectives) {
  nb::list list;
  for (const hlo::Collective& c : collectives) {
    list.append(MakeValue("Collective",
                          nb::make_tuple(ToStr(hlo::HloOpcodeName(c.opcode)),
                                         ToOptional(m, c.operation), ToOptional(m, c.start),
                                         ToOptional(m, c.done), c.operand_bytes, c.result_bytes)));
  }
  return list;
}

nb::object DeviceGroups(const Instruction& i) {
  if (!hlo::IsCollective(i->opcode())) throw nb::value_error("this is no collective");
  const std::optional<hlo::DeviceGroups> groups = hlo::CollectiveGroups(*i);
  if (!groups.has_value()) throw nb::value_error("the groups are invalid, or too many devices");
  nb::list list;
  for (const std::vector<int64_t>& group : *groups) {
    list.append(ToPythonList(absl::MakeConstSpan(group)));
  }
  return list;
}

void DefineCollectives(nb::module_& m) {
  m.def(
      "find_collectives",
      [](const Module& module) {
        CheckEntry(module);
        CheckDesugared(*module.owner);
        return ToCollectives(module, hlo::FindCollectives(*module));
      },
      nb::arg("module"),
      nb::sig("def find_collectives(module: Module) -> list[hlo_text.Collective]"),
      "The collectives of a module or computation: one for each operation, synchronous or not.");
  m.def(
      "find_collectives",
      [](const Computation& c) {
        CheckBuilt(*c);
        CheckDesugared(*c.owner);
        return ToCollectives(ModuleOf(c), hlo::FindCollectives(*c));
      },
      nb::arg("computation"),
      nb::sig("def find_collectives(computation: Computation) -> list[hlo_text.Collective]"));
  m.def("device_groups", DeviceGroups, nb::arg("collective"),
        nb::sig("def device_groups(collective: Instruction) -> list[list[int]]"),
        "The groups of devices in which a collective exchanges data; replica r in partition p is "
        "device r * num_partitions + p.");
}

}  // namespace

void DefineAnalyses(nb::module_& m) {
  DefineCallGraph(m);
  DefineDependencies(m);
  DefineBuffers(m);
  DefineLiveRanges(m);
  DefineCollectives(m);
}

}  // namespace hlo_python
