// See drop.h, and the passes that use it: `drop` shares values, `cut` makes a new parameter for
// each.
#include "src/reduce/drop.h"

#include <algorithm>

#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "src/base/hash_table.h"
#include "src/reduce/passes.h"
#include "src/reduce/stand_in.h"

namespace hlo_text_v1::internal {
namespace {

// By index(); instructions made since are not dropped.
bool IsDropped(const HloInstruction* instruction, const std::vector<bool>& dropped) {
  return instruction->index() < dropped.size() && dropped[instruction->index()];
}

// Replaces a dropped root: by the only unused value, or a tuple of all unused values.
HloInstruction* RootOfUnused(HloComputation* computation, const std::vector<bool>& dropped) {
  std::vector<HloInstruction*> unused;
  for (HloInstruction* instruction : computation->instructions()) {
    if (IsDropped(instruction, dropped) || instruction->opcode() == HloOpcode::kParameter) continue;
    const std::vector<HloInstruction*> users = CurrentUsers(*instruction);
    if (std::all_of(users.begin(), users.end(),
                    [&](const HloInstruction* user) { return IsDropped(user, dropped); })) {
      unused.push_back(instruction);
    }
  }
  if (unused.size() == 1) return unused.front();
  HloBuilder builder(computation);
  builder.SetInsertionPointAfter(LastInstruction(*computation));
  return builder.AddTuple(unused);
}

// Leaves dropped elements out of the tuple that the entry computation returns.
void NarrowRoot(HloComputation* computation, const std::vector<bool>& dropped) {
  HloInstruction* root = computation->root_instruction();
  if (root->opcode() != HloOpcode::kTuple || HasUsers(*root)) return;
  std::vector<HloInstruction*> kept;
  for (HloInstruction* element : root->operands()) {
    if (!IsDropped(element, dropped)) kept.push_back(element);
  }
  if (static_cast<int64_t>(kept.size()) == root->operand_count()) return;
  HloBuilder builder(computation);
  builder.SetInsertionPointAfter(root);
  HloInstruction* narrow = builder.AddTuple(kept, root->name());
  if (narrow == nullptr) return;
  SetRoot(computation, narrow).IgnoreError();
  DropAllControlDependencies(root).IgnoreError();
  RemoveInstruction(root).IgnoreError();
}

void RemoveDropped(HloInstruction* instruction, StandIns& stand_ins) {
  if (HasUsers(*instruction) || instruction->IsRoot()) {
    HloInstruction* value = stand_ins.Of(&instruction->shape());
    if (value == nullptr) return;
    ReplaceAllUsesWithDifferentShape(instruction, value).IgnoreError();
  }
  DropAllControlDependencies(instruction).IgnoreError();
  RemoveInstruction(instruction).IgnoreError();
}

}  // namespace

void DropInstructions(HloComputation* computation, const std::vector<bool>& dropped, bool shares) {
  const bool is_entry = computation->IsEntry();
  std::vector<const HloInstruction*> unused_before;
  for (const HloInstruction* parameter : computation->parameters()) {
    if (!HasUsers(*parameter)) unused_before.push_back(parameter);
  }
  if (is_entry) {
    if (IsDropped(computation->root_instruction(), dropped)) {
      SetRoot(computation, RootOfUnused(computation, dropped)).IgnoreError();
    } else {
      NarrowRoot(computation, dropped);
    }
    ForgetAliases(*computation->parent());
  }
  StandIns stand_ins(computation, shares);
  std::vector<HloInstruction*> order = PrintOrder(*computation);
  for (auto at = order.rbegin(); at != order.rend(); ++at) {
    if (IsDropped(*at, dropped) && (*at)->opcode() != HloOpcode::kParameter) {
      RemoveDropped(*at, stand_ins);
    }
  }
  if (is_entry) RemoveUnusedEntryParameters(*computation->parent(), unused_before);
}

namespace {

// Groups of instructions that go together: a chain, or one instruction. By index(): the first
// instruction of its group.
std::vector<uint32_t> GroupsOf(const HloComputation& computation) {
  std::vector<uint32_t> group(computation.index_limit());
  for (uint32_t i = 0; i < group.size(); ++i) group[i] = i;
  for (const AsyncOperation& operation : FindAsyncOperations(computation)) {
    for (const HloInstruction* link : operation.all_links()) {
      if (link->parent() == &computation) group[link->index()] = operation.start().index();
    }
  }
  return group;
}

// The users come before their operands.
ReduceEdits ProposeGroups(const HloModule& module) {
  ReduceEdits edits;
  const HloComputation* current = nullptr;
  std::vector<uint32_t> groups;
  size_t first = 0;
  const HashSet<const HloComputation*> wrapped = WrappedComputations(module);
  ForEachReducible(module, [&](const HloInstruction* instruction, ReduceEdit edit) {
    if (instruction->parent() != current) {
      std::reverse(edits.begin() + static_cast<std::ptrdiff_t>(first), edits.end());
      first = edits.size();
      current = instruction->parent();
      groups = GroupsOf(*current);
    }
    if (wrapped.contains(current) || instruction->opcode() == HloOpcode::kParameter) return;
    if (groups[instruction->index()] != instruction->index()) return;
    if (!current->IsEntry() && IsStandIn(*instruction)) return;
    edits.push_back(edit);
  });
  std::reverse(edits.begin() + static_cast<std::ptrdiff_t>(first), edits.end());
  return edits;
}

void ApplyGroups(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits, bool shares) {
  for (size_t i = 0; i < edits.size();) {
    HloComputation* computation = subject.computation(edits[i]);
    const std::vector<uint32_t> groups = GroupsOf(*computation);
    std::vector<bool> chosen(computation->index_limit());
    const uint32_t number = edits[i].computation;
    for (; i < edits.size() && edits[i].computation == number; ++i) {
      chosen[subject.instruction(edits[i])->index()] = true;
    }
    std::vector<bool> dropped(groups.size());
    for (size_t index = 0; index < groups.size(); ++index) dropped[index] = chosen[groups[index]];
    DropInstructions(computation, dropped, shares);
  }
}

}  // namespace

ReduceEdits ProposeDrop(const HloModule& module) { return ProposeGroups(module); }
void ApplyDrop(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  ApplyGroups(subject, edits, /*shares=*/true);
}

// For cases where `drop` has failed because the value that it substitutes matters.
ReduceEdits ProposeCut(const HloModule& module) {
  ReduceEdits edits;
  for (const ReduceEdit& edit : ProposeGroups(module)) {
    if (module.computations()[edit.computation]->IsEntry()) edits.push_back(edit);
  }
  return edits;
}
void ApplyCut(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  ApplyGroups(subject, edits, /*shares=*/false);
}

}  // namespace hlo_text_v1::internal
