// Texts that are kept as written (hlo/unknown_words.h).
#ifndef HLO_IR_KEPT_TEXT_H_
#define HLO_IR_KEPT_TEXT_H_

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "hlo/attribute.h"
#include "hlo/unknown_words.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1::internal {

// Whether a kept text of the module mentions the name of this instruction or computation, which
// must then keep it.
inline bool IsPinned(const HloInstruction& instruction) {
  return IrAccess::StateOf(*instruction.parent()->parent()).IsPinned(Node(&instruction).name);
}
inline bool IsPinned(const HloComputation& computation) {
  return IrAccess::StateOf(*computation.parent()).IsPinned(Node(&computation).name);
}

// Whether an attribute of this name describes the origin of the program: if its value is not
// understood, its text does not pin names.
inline bool IsOriginName(std::string_view name) {
  return name == AttributeName(AttributeKind::kMetadata) ||
         name == AttributeName(AttributeKind::kOrigin);
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

// The `attributes` for which drops(attribute) is false; a copy in `arena` if some are dropped.
template <typename Drops>
absl::Span<const UnknownAttribute> WithoutDropped(absl::Span<const UnknownAttribute> attributes,
                                                  Arena& arena, Drops drops) {
  std::vector<UnknownAttribute> kept;
  std::remove_copy_if(attributes.begin(), attributes.end(), std::back_inserter(kept), drops);
  return kept.size() == attributes.size()
             ? attributes
             : arena.CopySpan(absl::Span<const UnknownAttribute>(kept));
}

// Whether it is an unknown attribute that only has a meaning in its own computation.
inline bool IsLocal(const Attribute& attribute) {
  return attribute.kind() == AttributeKind::kUnknown && attribute.As<UnknownAttribute>().is_local;
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_IR_KEPT_TEXT_H_
