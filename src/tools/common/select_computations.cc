// Walks the calls with an explicit list: long chains of calls need no stack.
#include "src/tools/common/select_computations.h"

#include <re2/re2.h>

#include <vector>

namespace hlo_text_v1::internal {

bool IsSelected(std::string_view computation, const re2::RE2& name) {
  return re2::RE2::PartialMatch(re2::StringPiece(computation.data(), computation.size()), name);
}

ComputationSet SelectComputations(const HloModule& module, const re2::RE2& name) {
  ComputationSet selected;
  std::vector<const HloComputation*> to_visit;
  const auto select = [&](const HloComputation* computation) {
    if (selected.insert(computation).second) to_visit.push_back(computation);
  };
  for (const HloComputation* computation : module.computations()) {
    if (IsSelected(computation->name(), name)) select(computation);
  }
  while (!to_visit.empty()) {
    const HloComputation* computation = to_visit.back();
    to_visit.pop_back();
    for (const HloInstruction* instruction : computation->instructions()) {
      instruction->ForEachCalledComputation(select);
    }
  }
  return selected;
}

}  // namespace hlo_text_v1::internal
