// The print order of attributes.
#ifndef HLO_IR_ATTRIBUTE_ORDER_H_
#define HLO_IR_ATTRIBUTE_ORDER_H_

#include <cstdint>
#include <string_view>

#include "absl/types/span.h"
#include "hlo/arena.h"
#include "hlo/attribute.h"
#include "hlo/internal/attribute_access.h"
#include "hlo/opcode.h"

namespace hlo::internal {

// Ranks in print order: the thread of async sugar, the opcode's row, the aliasing of async sugar,
// the tail attributes.
inline constexpr uint8_t kFirstRowRank = 1;
inline constexpr uint8_t kSugarAliasingRank = 100;
inline constexpr uint8_t kFirstTailRank = 101;
inline constexpr AttributeKind kFirstTailAttribute = AttributeKind::kParameterReplication;

// Whether `kind` prints after the opcode's own attributes and called computations.
inline bool IsTailAttribute(AttributeKind kind) {
  return kind >= kFirstTailAttribute && kind < AttributeKind::kUnknown;
}
inline uint8_t TailRank(AttributeKind kind) {
  return static_cast<uint8_t>(kFirstTailRank + static_cast<int>(kind) -
                              static_cast<int>(kFirstTailAttribute));
}

// Whether a tail attribute has that name.
bool IsTailName(std::string_view name);

// The rank of `kind` on an instruction of `opcode`.
uint8_t AttributeRank(HloOpcode opcode, AttributeKind kind);

// `attribute` with its rank on an instruction of `opcode`.
inline Attribute Ranked(HloOpcode opcode, Attribute attribute) {
  AttributeAccess::Rank(attribute) = AttributeRank(opcode, attribute.kind());
  return attribute;
}

// Gives each attribute its rank on an instruction of `opcode`. An unknown attribute gets the rank
// of the one before it; so do all attributes of an unknown opcode.
void SetRanks(HloOpcode opcode, absl::Span<Attribute> attributes);
// The same, and sorts the list by rank.
void SortAttributes(HloOpcode opcode, absl::Span<Attribute> attributes);

// Replaces `*attribute` by `value` and keeps its rank.
inline void ReplaceAttribute(Attribute value, Attribute* attribute) {
  AttributeAccess::Rank(value) = AttributeAccess::Rank(*attribute);
  *attribute = value;
}

// The same for a value held by pointer: a copy of `value` in `arena`.
template <typename T>
void ReplaceValue(const T& value, Arena& arena, Attribute* attribute) {
  ReplaceAttribute(Attribute::Pointer(attribute->kind(), arena.New<T>(value)), attribute);
}

}  // namespace hlo::internal

#endif  // HLO_IR_ATTRIBUTE_ORDER_H_
