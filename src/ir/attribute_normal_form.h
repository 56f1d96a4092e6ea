// The normal form of an instruction's attributes, which text, builder and edits are brought into: a
// value that XLA would not print is not there, one that it always prints is, older spellings are
// replaced, and the list is in print order.
//
//   AttributeOwner owner{opcode, phase, operands};
//   const AllowedAttributes allowed = AllowedAttributesOf(owner);
//   ... collect an AttributeList of what is allowed ...
//   if (FindMissing(owner, allowed, list) != nullptr) ... an error
//   ApplyOpcodeRules(owner, arena, &list);
//   FinishAttributes(owner, allowed, &list);
//
// Source: XLA hlo_parser.cc CreateInstruction, HloInstruction::PrintExtraAttributes.
#ifndef HLO_IR_ATTRIBUTE_NORMAL_FORM_H_
#define HLO_IR_ATTRIBUTE_NORMAL_FORM_H_

#include "absl/types/span.h"
#include "hlo/arena.h"
#include "hlo/attribute.h"
#include "hlo/instruction.h"
#include "hlo/opcode.h"
#include "hlo/sharding.h"
#include "src/ir/attribute_list.h"
#include "src/ir/attribute_order.h"

namespace hlo {

// What decides which attributes an instruction may have and what they mean.
struct AttributeOwner {
  HloOpcode opcode;
  AsyncPhase phase;
  absl::Span<HloInstruction* const> operands;
};

// What an instruction may have besides the attributes of every opcode.
struct AllowedAttributes {
  absl::Span<const AttributeSpec> row;  // in print order
  bool async_execution_thread = false;
  bool output_to_operand_aliasing = false;
};
AllowedAttributes AllowedAttributesOf(const AttributeOwner& owner);

// Whether every opcode takes `kind`.
inline bool IsForEveryOpcode(AttributeKind kind) {
  return IsTailAttribute(kind) && kind != AttributeKind::kResultAccuracy;
}

// Of the required attributes that the list does not have, the first by name; nullptr for none.
const AttributeSpec* FindMissing(const AttributeOwner& owner, const AllowedAttributes& allowed,
                                 const AttributeList& list);

// ---- What opcodes make of their attributes. Lists may lack any, and values may be any.

// compare: the obsolete type= becomes order=, which goes if it is the one of operands of `element`.
void NormalizeComparison(PrimitiveType element, AttributeList* list);
// custom-call: to_apply=f is the old spelling of called_computations={f}, and wins over it; layout
// constraints forget both.
void NormalizeCustomCall(Arena* arena, AttributeList* list);
// reduce-precision: XLA keeps 32 bits of the two numbers.
void NarrowPrecision(AttributeList* list);
// outfeed: the shape of its first operand, unless one is given. Whether it was added.
bool AddOutfeedShape(const Shape& operand, AttributeList* list);
// Those of the above that apply, and the shorter ones.
void ApplyOpcodeRules(const AttributeOwner& owner, Arena* arena, AttributeList* list);

// Adds what always prints, drops what never does, and sorts by rank, which each attribute has. The
// attributes of an unknown opcode stay in their order, and so do values that others would drop.
void FinishAttributes(const AttributeOwner& owner, const AllowedAttributes& allowed,
                      AttributeList* list);

// Whether XLA does not print the value (DropRule).
bool IsDroppedValue(const Attribute& attribute);

// What an instruction of `shape` holds for `sharding`: one that is no tuple is replicated to every
// leaf of a tuple shape (an empty tuple counts as one leaf).
HloSharding NormalizeSharding(const HloSharding& sharding, const Shape& shape, Arena* arena);

}  // namespace hlo

#endif  // HLO_IR_ATTRIBUTE_NORMAL_FORM_H_
