// The attributes of an instruction with some of them removed or set, for IrAccess::SetAttributes or
// ReplaceAttributes.
//
//   ChangedAttributes attributes(*start);
//   attributes.Remove({AttributeKind::kSharding}).Set(thread);
//   attributes.Sort(HloOpcode::kAsyncStart);
#ifndef HLO_IR_CHANGED_ATTRIBUTES_H_
#define HLO_IR_CHANGED_ATTRIBUTES_H_

#include <initializer_list>
#include <vector>

#include "hlo/instruction.h"
#include "src/ir/attribute_order.h"

namespace hlo::internal {

// Whether `attribute` is of `kind`, or an unknown one with its name.
inline bool IsOrIsCalled(const Attribute& attribute, AttributeKind kind) {
  return attribute.kind() == kind ||
         (attribute.kind() == AttributeKind::kUnknown && attribute.name() == AttributeName(kind));
}
// The first such attribute; nullptr if there is none.
const Attribute* FindByName(const HloInstruction& instruction, AttributeKind kind);

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

}  // namespace hlo::internal

#endif  // HLO_IR_CHANGED_ATTRIBUTES_H_
