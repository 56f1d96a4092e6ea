// See merge_order.h.
#include "src/diff/merge_order.h"

#include "hlo/graph.h"

namespace hlo_text_v1::internal {

std::vector<InstructionPair> MergedInstructions(const HloComputation& before,
                                                const HloComputation& after,
                                                const Matching& matching) {
  const std::vector<const HloInstruction*> order = PrintOrder(after);
  std::vector<size_t> places(after.index_limit());
  for (size_t i = 0; i < order.size(); ++i) places[order[i]->index()] = i + 1;
  const auto afters = matching.AftersOf(before), befores = matching.BeforesOf(after);
  std::vector<InstructionPair> merged;
  MergeOrder(
      PrintOrder(before), order,
      [&](const HloInstruction* i) {
        const HloInstruction* counterpart = afters[i->index()];
        return counterpart == nullptr ? 0 : places[counterpart->index()];
      },
      [&](const HloInstruction* i) { merged.push_back({i, nullptr}); },
      [&](const HloInstruction* i) { merged.push_back({befores[i->index()], i}); });
  return merged;
}

}  // namespace hlo_text_v1::internal
