#include "src/parse/module/computation_names.h"

#include <algorithm>

#include "src/ir/module_state.h"

namespace hlo {

using internal::IrAccess;

void ForwardReferences::Add(const Mention& mention) {
  undefined_.emplace(mention.computation, mention);
  any_ = true;
}

std::vector<ForwardReferences::Mention> ForwardReferences::Undefined() const {
  std::vector<Mention> mentions;
  for (const auto& [computation, mention] : undefined_) mentions.push_back(mention);
  std::sort(mentions.begin(), mentions.end(),
            [](const Mention& a, const Mention& b) { return a.position < b.position; });
  return mentions;
}

HloComputation* EarlierComputations::FindCallee(uint32_t name) {
  auto found = by_name_.find(name);
  if (found == by_name_.end()) return nullptr;
  fusion_callers_before_.emplace_back(found->second, IrAccess::FusionCallers(found->second));
  return found->second;
}

void EarlierComputations::RestoreFusionCallers() const {
  // The first entry of a computation has its original value.
  for (auto it = fusion_callers_before_.rbegin(); it != fusion_callers_before_.rend(); ++it) {
    IrAccess::FusionCallers(it->first) = it->second;
  }
}

}  // namespace hlo
