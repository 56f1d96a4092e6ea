// The print order of attributes, and lists with some of them changed.
#ifndef HLO_IR_ATTRIBUTE_ORDER_H_
#define HLO_IR_ATTRIBUTE_ORDER_H_

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "hlo/arena.h"
#include "hlo/attribute.h"
#include "hlo/instruction.h"
#include "hlo/internal/attribute_access.h"
#include "hlo/opcode.h"

namespace hlo_text_v1::internal {

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

// ---- Changed lists.

// Whether `attribute` is of `kind`, or an unknown one with its name.
inline bool IsOrIsCalled(const Attribute& attribute, AttributeKind kind) {
  return attribute.kind() == kind ||
         (attribute.kind() == AttributeKind::kUnknown && attribute.name() == AttributeName(kind));
}
// The first such attribute; nullptr if there is none.
const Attribute* FindByName(const HloInstruction& instruction, AttributeKind kind);

// The attributes of an instruction with some of them removed or set, for IrAccess::SetAttributes or
// ReplaceAttributes.
//
//   ChangedAttributes attributes(*start);
//   attributes.Remove({AttributeKind::kSharding}).Set(thread);
//   attributes.Sort(HloOpcode::kAsyncStart);
class ChangedAttributes : public std::vector<Attribute> {
 public:
  explicit ChangedAttributes(absl::Span<const Attribute> attributes)
      : std::vector<Attribute>(attributes.begin(), attributes.end()) {}
  explicit ChangedAttributes(const HloInstruction& instruction)
      : ChangedAttributes(instruction.attributes()) {}

  // The attribute of `kind`; nullptr if there is none.
  const Attribute* Find(AttributeKind kind) const;
  // Removes the attributes of these kinds, and unknown ones with their names.
  ChangedAttributes& Remove(std::initializer_list<AttributeKind> kinds);
  // Removes all others.
  ChangedAttributes& KeepOnly(std::initializer_list<AttributeKind> kinds);
  // Replaces the attribute that Remove would remove by `attribute`, or adds it at the end.
  ChangedAttributes& Set(const Attribute& attribute);
  // Sorts them in the order in which an instruction of `opcode` prints them (SortAttributes).
  ChangedAttributes& Sort(HloOpcode opcode);
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_IR_ATTRIBUTE_ORDER_H_
