// Edits attributes in place, for the passes that normalize a module.
#ifndef HLO_CANONICAL_EDIT_ATTRIBUTES_H_
#define HLO_CANONICAL_EDIT_ATTRIBUTES_H_

#include <vector>

#include "hlo/attribute.h"
#include "hlo/sharding.h"
#include "src/ir/module_state.h"

namespace hlo {

// Calls visit(state) for `module` and for the modules in its origin_recovery_table, at any depth.
template <typename Visit>
void ForEachModule(HloModule& module, Visit visit) {
  std::vector<HloModule*> to_visit = {&module};
  while (!to_visit.empty()) {
    internal::IrAccess::ModuleState& state = internal::IrAccess::StateOf(*to_visit.back());
    to_visit.pop_back();
    for (const auto& nested : state.nested_modules) to_visit.push_back(nested.get());
    visit(state);
  }
}

// Calls edit(instruction, &attribute), which may replace the attribute, for each one. If it returns
// false, removes the attribute and drops the use lists: it may have been control predecessors.
template <typename Edit>
void EditAttributes(internal::IrAccess::ModuleState& state, Edit edit) {
  for (HloComputation* computation : state.computations) {
    for (HloInstruction* instruction : computation->instructions()) {
      const absl::Span<Attribute> attributes = internal::IrAccess::MutableAttributes(instruction);
      size_t kept = 0;
      for (Attribute& attribute : attributes) {
        if (edit(*instruction, &attribute)) attributes[kept++] = attribute;
      }
      if (kept == attributes.size()) continue;
      internal::IrAccess::TruncateAttributes(instruction, kept);
      internal::IrAccess::DropUses(computation);
    }
  }
}

// Replaces `*attribute` by `value` and keeps its rank.
inline void ReplaceAttribute(Attribute value, Attribute* attribute) {
  value.set_rank(attribute->rank());
  *attribute = value;
}

// A copy of `sharding` whose metadata, and that of its elements, is the result of keep(span).
template <typename Keep>
HloSharding WithMetadata(const HloSharding& sharding, Arena& arena, Keep keep) {
  HloSharding copy = sharding;
  copy.metadata = keep(sharding.metadata);
  std::vector<HloSharding> elements(sharding.elements.begin(), sharding.elements.end());
  for (HloSharding& element : elements) element.metadata = keep(element.metadata);
  copy.elements = arena.CopySpan<HloSharding>(elements);
  return copy;
}

// Whether `holds` is true of the metadata of `sharding` or of one of its elements.
template <typename Holds>
bool AnyMetadata(const HloSharding& sharding, Holds holds) {
  if (holds(sharding.metadata)) return true;
  for (const HloSharding& element : sharding.elements) {
    if (holds(element.metadata)) return true;
  }
  return false;
}

// Removes stack_frame_id from the metadata of shardings.
void DropStackFramesOfSharding(Arena& arena, Attribute* attribute);

}  // namespace hlo

#endif  // HLO_CANONICAL_EDIT_ATTRIBUTES_H_
