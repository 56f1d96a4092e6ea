// Entries of frontend_attributes.
#ifndef HLO_IR_FRONTEND_ATTRIBUTES_H_
#define HLO_IR_FRONTEND_ATTRIBUTES_H_

#include <algorithm>
#include <functional>
#include <string_view>
#include <vector>

#include "absl/algorithm/container.h"
#include "hlo/attribute_values.h"
#include "hlo/instruction.h"
#include "src/base/sort_unique.h"

namespace hlo::internal {

// Sorts them by key, as XLA prints them; the last of equal keys wins.
inline void SortEntries(std::vector<FrontendAttribute>* entries) {
  const auto by_key = [](const auto& a, const auto& b) { return a.key < b.key; };
  if (absl::c_adjacent_find(*entries, std::not_fn(by_key)) == entries->end()) return;
  std::reverse(entries->begin(), entries->end());
  *entries = SortUnique(*entries, by_key);
}

// The value of an entry of frontend_attributes; nullptr if there is none.
inline const std::string_view* FindFrontendAttribute(const HloInstruction& instruction,
                                                     std::string_view key) {
  const auto* attributes =
      instruction.GetAttribute<FrontendAttributes>(AttributeKind::kFrontendAttributes);
  if (attributes == nullptr) return nullptr;
  for (const FrontendAttribute& entry : attributes->entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

}  // namespace hlo::internal

#endif  // HLO_IR_FRONTEND_ATTRIBUTES_H_
