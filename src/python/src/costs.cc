// CostAnalysis and PeakMemory: what instructions cost, and what is in memory, by scope, line ...
#include <string>
#include <vector>

#include "bind.h"
#include "hlo/cost.h"
#include "hlo/evaluate.h"
#include "hlo/peak_memory.h"
#include "results.h"
#include "stale.h"

HLO_PYTHON_ARGUMENT(
    CostKeyWord,
    "typing.Literal['opcode', 'computation', 'scope', 'source_line', 'stack', 'collective']")

HLO_PYTHON_ARGUMENT(MeasureWord, "typing.Literal['flops', 'bytes', 'wire_bytes']")

namespace hlo_text_v1 {
inline std::string_view WordOf(BufferKind kind) { return BufferKindName(kind); }
}  // namespace hlo_text_v1

namespace hlo_python {
namespace {

// hlo_text::PeakBuffer with the members of its LiveRange.
struct PeakBuffer {
  const hlo_text::HloInstruction* instruction;
  int64_t leaf, bytes, padding_bytes;
  hlo_text::BufferKind kind;
  const hlo_text::HloInstruction* last_user;
};

}  // namespace
}  // namespace hlo_python

HLO_PYTHON_RESULT(hlo_python::PeakBuffer, "PeakBuffer", instruction, leaf, bytes, padding_bytes,
                  kind, last_user)

namespace hlo_python {
namespace {

// A row of a table of names that has this name; ValueError if there is none.
template <typename Table>
const auto& Named(const Table& table, std::string_view name) {
  for (const auto& row : table) {
    if (row.name == name) return row;
  }
  const auto name_of = [](const auto& row) { return row.name; };
  throw nb::value_error(
      ("no costs are called '" + std::string(name) + "'" + DidYouMean(name, table, name_of))
          .c_str());
}
hlo_text::CostKey KeyOf(CostKeyWord word) {
  return Named(hlo_text::CostKeyTable(), TextArgument(word).view()).key;
}

using CostAnalysis = Analysis<hlo_text::CostAnalysis>;
using Costs = const CostAnalysis&;
using PeakMemory = Analysis<hlo_text::PeakMemory>;

std::vector<CostRow> By(Costs costs, CostKeyWord word) {
  std::vector<CostRow> rows;
  for (const hlo_text::CostRow& row : hlo_text::CostBy(*costs.module, *costs, KeyOf(word))) {
    rows.push_back({row.key, row.instructions, row.cost.flops, row.cost.transcendentals,
                    row.cost.read_bytes, row.cost.written_bytes, row.cost.wire_bytes});
  }
  return rows;
}

std::string FoldedStacks(Costs costs, MeasureWord word) {
  struct Measure {
    hlo_text::CostMeasure measure;
    std::string_view name;
  };
  static const std::vector<Measure> measures = {{hlo_text::CostMeasure::kFlops, "flops"},
                                                {hlo_text::CostMeasure::kBytes, "bytes"},
                                                {hlo_text::CostMeasure::kWireBytes, "wire_bytes"}};
  const hlo_text::CostMeasure measure = Named(measures, TextArgument(word).view()).measure;
  return hlo_text::FoldedStacks(*costs.module, *costs, measure);
}

std::vector<PeakBuffer> Buffers(const PeakMemory& peak) {
  std::vector<PeakBuffer> buffers;
  for (const hlo_text::PeakBuffer& b : peak->buffers()) {
    buffers.push_back(
        {b.range.instruction, b.range.leaf, b.range.bytes, b.padding_bytes, b.kind, b.last_user});
  }
  return buffers;
}

void DefinePeak(nb::module_& m) {
  nb::class_<PeakMemory> type(
      m, "PeakMemory",
      "The buffers that are alive when a program needs most memory, in the order of its schedule. "
      "StaleError after an edit.");
  Make(type, "module"_a, nb::kw_only(), "memory_space"_a = 0,
       "memory_space: of the memory that is S(n) in layouts.",
       [](const Module& module, int64_t memory_space) {
         return Analyze<hlo_text::PeakMemory>(module, memory_space);
       });
  Get(type, "bytes", "The most bytes alive.", &hlo_text::PeakMemory::bytes);
  Get(type, "instruction", "The first instruction with that many; None if there are no bytes.",
      &hlo_text::PeakMemory::instruction);
  Get(type, "buffers", "Those alive there, most bytes first.", &Buffers);
  Def(type, "by", "key"_a,
      "The bytes by the same keys as CostAnalysis.by(), of the instructions that make the buffers.",
      [](const PeakMemory& p, CostKeyWord word) {
        return hlo_text::PeakBy(*p.module, *p, KeyOf(word));
      });
}

}  // namespace

void DefineCosts(nb::module_& m) {
  nb::class_<CostAnalysis> type(
      m, "CostAnalysis",
      "What each instruction costs: flops, transcendentals, bytes read, written and sent, with "
      "loops counted as often as they run. StaleError after an edit.");
  Make(type, "module"_a, nb::kw_only(), "as_xla"_a = false,
       "as_xla: the figures of XLA's own analysis, which counts a loop once.",
       [](const Module& module, bool as_xla) {
         return Analyze<hlo_text::CostAnalysis>(module, hlo_text::CostOptions{as_xla},
                                                hlo_text::TripCounter());
       });
  Get(type, "total", "Of one run of the entry.", &hlo_text::CostAnalysis::total);
  Get(type, "is_minimum", "Whether a loop has an unknown trip count, and counts once.",
      &hlo_text::CostAnalysis::is_minimum);
  Def(type, "of", "part"_a,
      "Of one run: of an instruction, without the sequences that it calls; of a computation, with "
      "all that it calls.",
      [](Costs c, const Instruction& i) { return c->of(c.Known(i)); });
  Def(type, "of", "part"_a,
      [](Costs c, const Computation& computation) { return c->of(c.Known(computation)); });
  Def(type, "runs", "computation"_a, "How often it runs while the entry runs once.",
      [](Costs c, const Computation& computation) { return c->runs(c.Known(computation)); });
  Def(type, "share", "instruction"_a,
      "Its part of the total, over all runs. The sum over all instructions is the total.",
      [](Costs c, const Instruction& i) { return c->share(c.Known(i)); });
  Def(type, "by", "key"_a,
      "Sums over all runs by 'opcode', 'computation', 'scope', 'source_line', 'stack' or "
      "'collective', most flops first.",
      &By);
  Def(type, "folded_stacks", "measure"_a = "flops",
      "A line for each stack of the program, for flame graphs: main;loss_fn;dot 1048576.",
      &FoldedStacks);
  DefinePeak(m);
}

}  // namespace hlo_python
