// See control_predecessors.h.
#include "src/edit/control_predecessors.h"

#include <vector>

#include "src/base/hash_table.h"
#include "src/edit/derived_data.h"
#include "src/ir/attribute_order.h"

namespace hlo::internal {

void SetControlPredecessors(absl::Span<HloInstruction* const> predecessors,
                            HloInstruction* instruction) {
  std::vector<Attribute> attributes;
  // One whose value was not understood has the name.
  const std::string_view name = AttributeName(AttributeKind::kControlPredecessors);
  for (const Attribute& attribute : instruction->attributes()) {
    if (attribute.name() != name) attributes.push_back(attribute);
  }
  if (!predecessors.empty()) {
    attributes.push_back(Attribute::List<HloInstruction*>(
        AttributeKind::kControlPredecessors, StateOf(instruction).arena.CopySpan(predecessors)));
  }
  SortAttributes(instruction->spelled_opcode(), &attributes);
  ReplaceAttributes(instruction, attributes);
}

void AddControlPredecessors(absl::Span<HloInstruction* const> predecessors,
                            HloInstruction* instruction) {
  if (predecessors.empty()) return;
  const auto old = instruction->control_predecessors();
  std::vector<HloInstruction*> all(old.begin(), old.end());
  HashSet<const HloInstruction*> seen(old.begin(), old.end());
  for (HloInstruction* predecessor : predecessors) {
    if (predecessor != instruction && seen.insert(predecessor).second) all.push_back(predecessor);
  }
  if (all.size() == old.size()) return;
  SetControlPredecessors(all, instruction);
}

}  // namespace hlo::internal
