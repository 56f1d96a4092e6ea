// The attributes of the HloModule line, header_attributes.def.
//
//   ForEachHeaderAttribute([&](std::string_view name, auto field) {
//     if (IsGiven(config, field)) Use(name, config.*field);
//   });
#ifndef HLO_IR_HEADER_ATTRIBUTES_H_
#define HLO_IR_HEADER_ATTRIBUTES_H_

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "absl/types/span.h"
#include "hlo/attribute_values.h"
#include "hlo/module_config.h"

namespace hlo_text_v1::internal {

// Code that lists all of them by hand asserts this number.
inline constexpr size_t kHeaderAttributeCount = 0
#define HLO_HEADER_ATTRIBUTE(name, ...) +1
#include "hlo/tables/header_attributes.def"
    ;

// Calls visit(name, &HloModuleConfig::field) for each, in the order of the text.
template <typename Visit>
void ForEachHeaderAttribute(Visit visit) {
#define HLO_HEADER_ATTRIBUTE(name, ...) visit(std::string_view(#name), &HloModuleConfig::name);
#include "hlo/tables/header_attributes.def"
}

// The values of the two allow_spmd_sharding_propagation_to_ in a text or proto without them.
inline constexpr bool kNoPropagation[] = {false};

// Whether `field` differs from its value in a text without it, and so is printed.
template <typename T>
bool IsGiven(const HloModuleConfig& config, T HloModuleConfig::* field) {
  const T& value = config.*field;
  if constexpr (std::is_arithmetic_v<T>) {
    return value != HloModuleConfig().*field;
  } else if constexpr (std::is_same_v<T, absl::Span<const bool>>) {
    return !value.empty() && value != absl::MakeConstSpan(kNoPropagation);
  } else if constexpr (std::is_same_v<T, EntryComputationLayout>) {
    return value.result != nullptr;
  } else if constexpr (std::is_same_v<T, FrontendAttributes>) {
    return !value.entries.empty();
  } else {
    return !value.empty();
  }
}

// Whether an attribute describes the origin of the program; false for names not in the table.
constexpr bool IsOriginOfHeader(std::string_view name) {
  constexpr bool kProgram = false, kOrigin = true;
#define HLO_HEADER_ATTRIBUTE(attribute, Role, ...) \
  if (name == #attribute) return k##Role;
#include "hlo/tables/header_attributes.def"
  return false;
}

// The order of origin_recovery_table and debug_attributes, whose keys are original arrays: maps in
// XLA.
inline bool ArrayLess(const OriginalArray& a, const OriginalArray& b) {
  return std::tie(a.instruction_name, a.shape_index) < std::tie(b.instruction_name, b.shape_index);
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_IR_HEADER_ATTRIBUTES_H_
