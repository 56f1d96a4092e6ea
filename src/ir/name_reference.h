// Kept texts (hlo/unknown_words.h), and what they name after edits.
#ifndef HLO_IR_NAME_REFERENCE_H_
#define HLO_IR_NAME_REFERENCE_H_

#include <algorithm>
#include <iterator>
#include <vector>

#include "hlo/attribute.h"
#include "hlo/unknown_words.h"
#include "src/ir/module_state.h"

namespace hlo::internal {

// Whether the module has what `reference` names: it may have had it when it was read, and not now.
inline bool IsHere(const NameReference& reference) {
  if (reference.computation != nullptr) return !Node(reference.computation).is_removed;
  return reference.instruction != nullptr && reference.instruction->parent() != nullptr;
}

// Calls visit(attribute, text) for each kept text of `instruction`.
template <typename Visit>
void ForEachKeptText(const HloInstruction& instruction, Visit visit) {
  if (!Node(&instruction).has_calls) return;
  for (const Attribute& attribute : instruction.attributes()) {
    if (attribute.kind() == AttributeKind::kUnknown) {
      visit(attribute, attribute.As<UnknownAttribute>().value);
    } else if (attribute.kind() == AttributeKind::kUnknownOpcode) {
      for (const UnknownOperand& operand : attribute.As<UnknownOpcode>().operands) {
        visit(attribute, operand.text);
      }
    }
  }
}

// Those of `attributes` that drops(attribute) does not name; a copy in `arena` if some are dropped.
template <typename Drops>
absl::Span<const UnknownAttribute> WithoutDropped(absl::Span<const UnknownAttribute> attributes,
                                                  Arena& arena, Drops drops) {
  std::vector<UnknownAttribute> kept;
  std::remove_copy_if(attributes.begin(), attributes.end(), std::back_inserter(kept), drops);
  return kept.size() == attributes.size()
             ? attributes
             : arena.CopySpan(absl::Span<const UnknownAttribute>(kept));
}

// Whether `text` names an instruction, or what nothing in the module is called: where it stands
// then says what it means.
inline bool NamesSurroundings(const UnknownText& text) {
  for (const NameReference& reference : text.references) {
    if (reference.computation == nullptr) return true;
  }
  return false;
}
inline bool NamesSurroundings(const Attribute& attribute) {
  return attribute.kind() == AttributeKind::kUnknown &&
         NamesSurroundings(attribute.As<UnknownAttribute>().value);
}

}  // namespace hlo::internal

#endif  // HLO_IR_NAME_REFERENCE_H_
