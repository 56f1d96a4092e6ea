// Edits attributes in place, for the passes that normalize a module.
#ifndef HLO_CANONICAL_EDIT_ATTRIBUTES_H_
#define HLO_CANONICAL_EDIT_ATTRIBUTES_H_

#include <algorithm>
#include <vector>

#include "hlo/attribute.h"
#include "hlo/sharding.h"
#include "src/ir/attribute_order.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1::internal {

// Calls edit(instruction, &attribute), which may replace the attribute, for each attribute. If it
// returns false, removes the attribute and drops the use lists, since it may have been control
// predecessors.
template <typename Edit>
void EditAttributes(IrAccess::ModuleState& state, Edit edit) {
  for (HloComputation* computation : state.computations) {
    for (HloInstruction* instruction : computation->instructions()) {
      const absl::Span<Attribute> attributes = IrAccess::MutableAttributes(instruction);
      size_t kept = 0;
      for (Attribute& attribute : attributes) {
        if (edit(*instruction, &attribute)) attributes[kept++] = attribute;
      }
      if (kept == attributes.size()) continue;
      IrAccess::TruncateAttributes(instruction, kept);
      IrAccess::DropUses(computation);
    }
  }
}

// Replaces the metadata of a sharding, and that of its elements, by keep(span), unless
// changes(metadata) is false for all of it.
template <typename Changes, typename Keep>
void EditMetadataOfSharding(Arena& arena, Changes changes, Keep keep, Attribute* attribute) {
  HloSharding copy = attribute->As<HloSharding>();
  std::vector<HloSharding> elements(copy.elements.begin(), copy.elements.end());
  const auto any_changes = [&](const HloSharding& sharding) {
    return std::any_of(sharding.metadata.begin(), sharding.metadata.end(), changes);
  };
  if (!any_changes(copy) && std::none_of(elements.begin(), elements.end(), any_changes)) return;
  copy.metadata = keep(copy.metadata);
  for (HloSharding& element : elements) element.metadata = keep(element.metadata);
  copy.elements = arena.CopySpan<HloSharding>(elements);
  ReplaceValue(copy, arena, attribute);
}

// The entry of a sharding's metadata that names the reduction of an unreduced value; XLA keeps it
// there. The last one counts; without one it is a sum.
absl::Span<const OpMetadata> ReductionOnly(absl::Span<const OpMetadata> all);

// Removes stack_frame_id from the metadata of shardings.
void DropStackFramesOfSharding(Arena& arena, Attribute* attribute);

// Sorts the JSON in each backend_config, which is all of SortMaps that a fingerprint ignores.
void SortBackendConfigs(IrAccess::ModuleState& state);

}  // namespace hlo_text_v1::internal

#endif  // HLO_CANONICAL_EDIT_ATTRIBUTES_H_
