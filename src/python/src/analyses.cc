// Analyses: call graph, dependencies, buffers, collectives; live ranges are in schedule.cc, costs
// in costs.cc. Each looks at the module as it is: StaleError after an edit.
#include <string>

#include "bind.h"
#include "hlo/buffer_analysis.h"
#include "hlo/call_graph.h"
#include "hlo/collectives.h"
#include "hlo/dependencies.h"
#include "hlo/query.h"
#include "stale.h"

HLO_PYTHON_RESULT(hlo_text::MutableCollective, "Collective", opcode, operation, start, done,
                  updates, operand_bytes, result_bytes)

namespace hlo_python {
namespace {

// ---- Calls.

using CallGraph = Analysis<hlo_text::CallGraph>;

void DefineCallGraph(nb::module_& m) {
  using Graph = const CallGraph&;
  using Of = const Computation&;
  nb::class_<CallGraph> type(m, "CallGraph",
                             "Which computation calls which. StaleError after an edit.");
  Make(type, "module"_a, "Linear in the module.",
       [](const Module& module) { return Analyze<hlo_text::CallGraph>(module); });
  Def(type, "callers", "computation"_a, "The instructions that call it.",
      [](Graph g, Of c) { return g->callers(g.Known(c)); });
  Def(type, "callees", "computation"_a, "What it calls.",
      [](Graph g, Of c) { return g->callees(g.Known(c)); });
  Def(type, "callsites", "computation"_a, "Its instructions that call something.",
      [](Graph g, Of c) { return g->callsites(g.Known(c)); });
  Def(type, "context", "computation"_a,
      "How it runs: 'control_flow', 'embedded' (fused, or element by element) or 'both'.",
      [](Graph g, Of c) { return hlo_text::internal::TextOf(g->context(g.Known(c))); });
  Def(type, "depth", "computation"_a, "The calls on the longest path to it.",
      [](Graph g, Of c) { return g->depth(g.Known(c)); });
  Def(type, "caller", "computation"_a, "The only instruction that calls it, if there is just one.",
      [](Graph g, Of c) { return g->caller(g.Known(c)); });
  Get(type, "is_flat", "True if each computation in control flow has at most one caller.",
      &hlo_text::CallGraph::IsFlat);
}

// ---- Dependencies.

void DefineReachability(nb::module_& m) {
  using Reachability = Analysis<hlo_text::HloReachability>;
  using R = const Reachability&;
  using I = const Instruction&;
  nb::class_<Reachability> type(
      m, "Reachability",
      "Which instruction depends on which, a bit for each pair. StaleError after an edit.");
  Make(type, "computation"_a, "Memory is n * n / 8 bytes for n instructions.",
       [](const Computation& c) { return Analyze<hlo_text::HloReachability>(c); });
  Def(type, "is_reachable", "from_"_a, "to"_a, "Whether a path of dependencies leads there.",
      [](R r, I a, I b) { return r->IsReachable(r.Known(a), r.Known(b)); });
  Def(type, "is_connected", "a"_a, "b"_a, "Whether one depends on the other.",
      [](R r, I a, I b) { return r->IsConnected(r.Known(a), r.Known(b)); });
  Def(type, "finishes_before", "a"_a, "b"_a, "Whether all work of `a` is done when `b` begins.",
      [](R r, I a, I b) { return r->FinishesBefore(r.Known(a), r.Known(b)); });
}

void DefineDominatorTree(nb::module_& m) {
  using DominatorTree = Analysis<hlo_text::DominatorTree>;
  using Tree = const DominatorTree&;
  using I = const Instruction&;
  nb::class_<DominatorTree> type(
      m, "DominatorTree",
      "Which instruction all paths of dependencies pass through. StaleError after an edit.");
  Make(type, "computation"_a, nb::kw_only(), "backward"_a = false, "backward: post-dominators.",
       [](const Computation& c, bool backward) {
         return Analyze<hlo_text::DominatorTree>(
             c, backward ? hlo_text::FlowDirection::kBackward : hlo_text::FlowDirection::kForward);
       });
  Def(type, "immediate_dominator", "instruction"_a, "The nearest dominator other than itself.",
      [](Tree t, I i) { return t->ImmediateDominator(t.Known(i)); });
  Def(type, "nearest_common_dominator", "a"_a, "b"_a,
      "The nearest instruction that dominates both.",
      [](Tree t, I a, I b) { return t->NearestCommonDominator(t.Known(a), t.Known(b)); });
  Def(type, "dominates", "a"_a, "b"_a, "Whether every path to `b` passes through `a`.",
      [](Tree t, I a, I b) { return t->Dominates(t.Known(a), t.Known(b)); });
}

// ---- Buffers.

using BufferAnalysis = Analysis<hlo_text::BufferAnalysis>;

template <typename Part>
BufferAnalysis AnalyzeBuffers(const Handle<Part>& part, bool in_place, bool input_output_alias) {
  hlo_text::BufferOptions options;
  options.in_place = in_place;
  options.input_output_alias = input_output_alias;
  return Analyze<hlo_text::BufferAnalysis>(part, options);
}

int64_t CheckBuffer(const BufferAnalysis& b, int64_t buffer) {
  if (buffer >= 0 && buffer < b->buffer_count()) return buffer;
  Raise(PyExc_IndexError, "there is no buffer " + std::to_string(buffer));
}

// (instruction, leaf)
template <typename Places>
auto Pairs(const Places& places) {
  std::vector<std::pair<const hlo_text::HloInstruction*, int64_t>> pairs;
  for (const auto& place : places) pairs.emplace_back(place.instruction, place.leaf);
  return pairs;
}

int32_t BufferAt(const BufferAnalysis& b, const Instruction& i, IntList index) {
  hlo_text::Arena arena;
  const absl::Span<const int64_t> path = ToInts("index", index, arena);
  const hlo_text::HloInstruction& instruction = b.Known(i);
  int32_t buffer = -1;
  if (SubshapeAt(instruction.shape(), path) != nullptr) buffer = b->BufferAt(instruction, path);
  if (buffer < 0) Raise(PyExc_IndexError, "there is no leaf at this index");
  return buffer;
}

void DefineBuffers(nb::module_& m) {
  using B = const BufferAnalysis&;
  nb::class_<BufferAnalysis> type(
      m, "BufferAnalysis",
      "Which places of a program are one buffer. A place is an instruction with the number of a "
      "leaf of its shape. StaleError after an edit.");
  Make(type, "module"_a, nb::kw_only(), "in_place"_a = false, "input_output_alias"_a = true,
       "in_place: dynamic-update-slice and scatter write into their operands.\n"
       "input_output_alias: obey the header's.",
       &AnalyzeBuffers<hlo_text::HloModule>);
  Make(type, "computation"_a, nb::kw_only(), "in_place"_a = false, "input_output_alias"_a = true,
       "Of one computation, where calls make new buffers.",
       &AnalyzeBuffers<hlo_text::HloComputation>);
  Get(type, "buffer_count", "Buffers have the numbers 0 to buffer_count - 1.",
      &hlo_text::BufferAnalysis::buffer_count);
  Def(type, "buffers_of", "instruction"_a, "The buffers of the leaves of its shape, in order.",
      [](B b, const Instruction& i) { return b->BuffersOf(b.Known(i)); });
  Def(type, "buffer_at", "instruction"_a, "index"_a = nb::make_tuple(),
      "The buffer of the leaf at an index of its shape.", &BufferAt);
  Def(type, "places_of", "buffer"_a, "All places of a buffer.",
      [](B b, int64_t buffer) { return Pairs(b->PlacesOf(CheckBuffer(b, buffer))); });
  Def(type, "definitions_of", "buffer"_a, "Those where a value is written, not passed on.",
      [](B b, int64_t buffer) { return Pairs(b->DefinitionsOf(CheckBuffer(b, buffer))); });
}

// ---- Collectives.

List<List<int64_t>> DeviceGroups(const Instruction& i) {
  if (!hlo_text::IsCollective(i->opcode())) throw nb::value_error("this is not a collective");
  const std::optional<hlo_text::DeviceGroups> groups = hlo_text::CollectiveGroups(*i);
  if (!groups.has_value()) throw nb::value_error("the groups are invalid, or too many devices");
  nb::list list;
  for (const std::vector<int64_t>& group : *groups) list.append(ToList(nullptr, group));
  return list;
}

void DefineCollectives(nb::module_& m) {
  Def(m, "find_collectives", "module"_a,
      "The collectives of a module or computation: one for each operation, synchronous or not, "
      "also "
      "in the fusions that hide it.",
      [](const Module& module) {
        CheckEntry(module);
        CheckDesugared(*module.owner);
        return hlo_text::FindCollectives(*module);
      });
  Def(m, "find_collectives", "computation"_a, [](const Computation& c) {
    CheckBuilt(*c);
    CheckDesugared(*c.owner);
    return hlo_text::FindCollectives(*c);
  });
  Def(m, "device_groups", "collective"_a,
      "The groups of devices in which a collective exchanges data; replica r in partition p is "
      "device r * num_partitions + p.",
      &DeviceGroups);
}

}  // namespace

void DefineAnalyses(nb::module_& m) {
  DefineCallGraph(m);
  DefineReachability(m);
  DefineDominatorTree(m);
  DefineBuffers(m);
  DefineCollectives(m);
}

}  // namespace hlo_python
