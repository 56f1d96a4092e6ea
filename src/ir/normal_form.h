// The normal form of an instruction's attributes, used by text, builder and edits: values that XLA
// does not print are removed, those that it always prints are added, older spellings are replaced,
// and the list is in print order.
//
//   AttributeOwner owner{opcode, operands};
//   const AllowedAttributes allowed = AllowedAttributesOf(owner);
//   ... collect an AttributeList of what is allowed ...
//   if (FindMissing(owner, allowed, list) != nullptr) ... an error
//   ApplyOpcodeRules(owner, arena, &list);
//   FinishAttributes(owner, allowed, &list);
//
// Source: XLA hlo_parser.cc CreateInstruction, HloInstruction::PrintExtraAttributes.
#ifndef HLO_IR_NORMAL_FORM_H_
#define HLO_IR_NORMAL_FORM_H_

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "hlo/arena.h"
#include "hlo/attribute.h"
#include "hlo/attribute_values.h"
#include "hlo/instruction.h"
#include "hlo/opcode.h"
#include "hlo/shape.h"
#include "hlo/sharding.h"
#include "src/base/sort_unique.h"
#include "src/ir/attribute_order.h"

namespace hlo_text_v1::internal {

// The attributes of an instruction under construction, before they are in normal form.
class AttributeList : public absl::InlinedVector<Attribute, 4> {
 public:
  // Whether an attribute of this kind was given, possibly only as text.
  bool Has(AttributeKind kind) const { return given_[static_cast<size_t>(kind)]; }
  void SetGiven(AttributeKind kind, bool given = true) {
    given_[static_cast<size_t>(kind)] = given;
  }

  // The attribute; nullptr if there is none, or only its text is kept.
  Attribute* Find(AttributeKind kind) {
    if (!Has(kind)) return nullptr;
    for (Attribute& attribute : *this) {
      if (attribute.kind() == kind) return &attribute;
    }
    return nullptr;
  }
  const Attribute* Find(AttributeKind kind) const {
    return const_cast<AttributeList*>(this)->Find(kind);
  }
  // Removes all attributes, keeping the capacity.
  void Clear() {
    clear();
    given_.reset();
  }
  void Add(const Attribute& attribute) {
    push_back(attribute);
    SetGiven(attribute.kind());
  }
  // The same for an attribute of `opcode`; an unknown one may be one of the opcode's own, with a
  // value that was not understood.
  void Add(HloOpcode opcode, const Attribute& attribute);
  // Replaces `old`, an element of the list, by `attribute`, whose kind may differ.
  void Replace(Attribute* old, const Attribute& attribute) {
    SetGiven(old->kind(), false);
    SetGiven(attribute.kind());
    *old = attribute;
  }
  // No effect if there is none.
  void Remove(AttributeKind kind) {
    const Attribute* attribute = Find(kind);
    if (attribute == nullptr) return;
    erase(attribute);
    SetGiven(kind, false);
  }

 private:
  std::bitset<static_cast<size_t>(AttributeKind::kUnknownOpcode) + 1> given_;
};

// Decides which attributes an instruction may have and what they mean.
struct AttributeOwner {
  HloOpcode opcode;
  absl::Span<const HloInstruction* const> operands;
  AsyncPhase phase = AsyncPhase::kNone;  // of sugar
};

// The attributes that an instruction may have besides those of every opcode.
struct AllowedAttributes {
  absl::Span<const AttributeSpec> row;  // in print order
  uint8_t first_rank = kFirstRowRank;   // of the row
  bool async_execution_thread = false;
  bool output_to_operand_aliasing = false;

  struct Place {
    AttributeKind kind;
    uint8_t rank;
  };
  // The meaning of `kind` or a name here; nullopt if it is not allowed. 16 bytes must be readable
  // from the start of the name.
  std::optional<Place> Find(AttributeKind kind) const;
  std::optional<Place> Find(std::string_view padded_name) const;
  // All names that a text may have, sorted.
  std::vector<std::string_view> Names() const;
};
AllowedAttributes AllowedAttributesOf(const AttributeOwner& owner);

// The first required attribute, by name, that is missing in the list; nullptr if none is missing.
const AttributeSpec* FindMissing(const AttributeOwner& owner, const AllowedAttributes& allowed,
                                 const AttributeList& list);

// ---- Rules of single opcodes. Any attribute may be missing, and values may be anything.

// The order of a comparison that is not printed; depends on the element type of the first operand.
// XLA Comparison::DefaultComparisonType.
inline ComparisonOrder DefaultComparisonOrder(PrimitiveType type) {
  return IsFloatingType(type) || IsComplexType(type) ? ComparisonOrder::kPartial
                                                     : ComparisonOrder::kTotal;
}
// compare: the obsolete type= becomes order=, which is dropped if it is the default for `element`.
void NormalizeComparison(PrimitiveType element, AttributeList* list);
// custom-call: to_apply=f is the old spelling of called_computations={f} and wins over it; layout
// constraints drop both.
void NormalizeCustomCall(Arena* arena, AttributeList* list);
// reduce-precision: XLA keeps 32 bits of both numbers.
void NarrowPrecision(AttributeList* list);
// map: sets `dimensions` to {0, 1, ... rank-1}, all dimensions of the result, whatever the text
// says; no effect if there are none. XLA HloInstruction::CreateMap.
void SetMapDimensions(absl::Span<Attribute> attributes, int64_t rank, Arena* arena);
// outfeed: adds the shape of its first operand, unless one is given. Returns whether it did.
bool AddOutfeedShape(const Shape& operand, AttributeList* list);
// get-tuple-element of `operand`: if that is a tuple, takes the origin of the element, unless one
// is given. XLA HloInstruction::CreateGetTupleElement.
void TakeOriginOfElement(const HloInstruction& operand, AttributeList* list);
// Applies the rules above that fit the opcode, except for map, and the shorter rules. Does nothing
// for links of sugar, since the rules apply to the wrapped instruction.
void ApplyOpcodeRules(const AttributeOwner& owner, Arena* arena, AttributeList* list);

// Adds attributes that always print, drops those that never do, and sorts by rank, which each
// attribute must have. The attributes of an unknown opcode keep their order and all their values.
void FinishAttributes(const AttributeOwner& owner, const AllowedAttributes& allowed,
                      AttributeList* list);

// Whether XLA does not print the value (DropRule).
bool IsDroppedValue(const Attribute& attribute);

// Once the shape of an instruction is known: the dimensions of a map become all of its result's,
// and the non-tuple sharding of a tuple becomes tuple_of(sharding). False if that is nullptr.
bool AdaptAttributesToShape(HloOpcode opcode, const Shape& shape, Arena* arena,
                            absl::Span<Attribute> attributes,
                            absl::FunctionRef<const HloSharding*(const HloSharding&)> tuple_of);
// The same, with NormalizeSharding.
void AdaptAttributesToShape(HloOpcode opcode, const Shape& shape, Arena* arena,
                            absl::Span<Attribute> attributes);

// The sharding that an instruction of `shape` holds: a non-tuple sharding is replicated to every
// leaf of a tuple shape (an empty tuple counts as one leaf).
HloSharding NormalizeSharding(const HloSharding& sharding, const Shape& shape, Arena* arena);

// ---- Entries of frontend_attributes.

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
      instruction.FindAttribute<FrontendAttributes>(AttributeKind::kFrontendAttributes);
  if (attributes == nullptr) return nullptr;
  for (const FrontendAttribute& entry : attributes->entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

// ---- Opcodes that make their own shape, whatever the text says.

// The shape of an instruction of `opcode` that is written with `shape`, if it makes its own;
// `shape` for any other opcode. `operand` is the shape of operand 0, nullptr if there is none. If
// `shape` or `operand` does not have the part that the opcode needs, also `shape`. Constant time.
// XLA HloInstruction::CreateOutfeed and its like.
const Shape* MadeShape(HloOpcode opcode, const Shape* shape, const Shape* operand,
                       ShapePool& shapes);

}  // namespace hlo_text_v1::internal

#endif  // HLO_IR_NORMAL_FORM_H_
