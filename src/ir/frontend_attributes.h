// Entries of frontend_attributes.
#ifndef HLO_IR_FRONTEND_ATTRIBUTES_H_
#define HLO_IR_FRONTEND_ATTRIBUTES_H_

#include <string_view>

#include "hlo/attribute_values.h"
#include "hlo/instruction.h"

namespace hlo::internal {

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
