// Passes that cut edges: dead, bypass, results, operands.
#include <algorithm>

#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/shape_inference.h"
#include "src/base/hash_table.h"
#include "src/reduce/map_shapes.h"
#include "src/reduce/passes.h"
#include "src/reduce/stand_in.h"

namespace hlo_text_v1::internal {

// ---- dead: instructions that nobody uses, with their operands. (Every trial drops unused
// computations.)

ReduceEdits ProposeDead(const HloModule& module) {
  ReduceEdits edits;
  if (module.computations().size() > 1) edits.push_back({0, 0, -1});
  ForEachReducible(module, [&](const HloInstruction* instruction, const ReduceEdit& edit) {
    if (instruction->opcode() != HloOpcode::kParameter || instruction->parent()->IsEntry()) {
      if (!HasUsers(*instruction) && !instruction->IsRoot()) edits.push_back(edit);
    }
  });
  return edits;
}

void ApplyDead(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  for (const ReduceEdit& edit : edits) {
    HloInstruction* dead = edit.detail < 0 ? nullptr : subject.instruction(edit);
    if (dead == nullptr) continue;
    if (dead->opcode() != HloOpcode::kParameter) {
      RemoveUnneeded(dead);
      continue;
    }
    DropAllControlDependencies(dead).IgnoreError();
    ForgetAliases(subject.module());
    RemoveParameter(dead->parent(), dead->parameter_number()).IgnoreError();
  }
}

// ---- bypass: replaces an instruction by a value of its shape that it depends on, directly or
// through a few others; an instruction that computes nothing by an earlier one that computes
// nothing. The detail is the position of that value.

namespace {

constexpr size_t kMostVisited = 64;
constexpr size_t kMostFound = 3;

// The nearest values of its shape that `instruction` depends on.
std::vector<const HloInstruction*> NearestAlike(const HloInstruction& instruction) {
  std::vector<const HloInstruction*> found;
  std::vector<const HloInstruction*> queue = {&instruction};
  for (size_t i = 0; i < queue.size() && found.size() < kMostFound; ++i) {
    if (i > 0 && ShapesCompatible(instruction.shape(), queue[i]->shape())) {
      found.push_back(queue[i]);
    }
    for (const HloInstruction* operand : queue[i]->operands()) {
      if (queue.size() == kMostVisited) break;
      if (std::find(queue.begin(), queue.end(), operand) == queue.end()) queue.push_back(operand);
    }
  }
  return found;
}

// In the entry computation parameters, which can be dropped; in others constants and the like.
bool IsReplaceable(const HloInstruction& instruction) {
  const bool is_parameter = instruction.opcode() == HloOpcode::kParameter;
  return instruction.parent()->IsEntry() ? is_parameter : !is_parameter && IsStandIn(instruction);
}

// By shape: the first value that computes nothing.
HashMap<const Shape*, const HloInstruction*> FirstOfShapes(const HloComputation& computation) {
  HashMap<const Shape*, const HloInstruction*> first;
  for (const HloInstruction* parameter : computation.parameters()) {
    first.try_emplace(&parameter->shape(), parameter);
  }
  for (const HloInstruction* instruction : computation.instructions()) {
    if (IsReplaceable(*instruction)) first.try_emplace(&instruction->shape(), instruction);
  }
  return first;
}

}  // namespace

ReduceEdits ProposeBypass(const HloModule& module) {
  ReduceEdits edits;
  const AsyncIndex operations(module);
  std::vector<uint32_t> positions;
  const HloComputation* current = nullptr;
  const HashSet<const HloComputation*> wrapped = WrappedComputations(module);
  HashMap<const Shape*, const HloInstruction*> firsts;
  ForEachReducible(module, [&](const HloInstruction* instruction, ReduceEdit edit) {
    if (instruction->parent() != current) {
      current = instruction->parent();
      positions = PositionsOf(*current);
      firsts = FirstOfShapes(*current);
    }
    if (operations.Of(*instruction) != nullptr || wrapped.contains(current)) return;
    if (IsReplaceable(*instruction)) {
      const HloInstruction* first = firsts[&instruction->shape()];
      edit.detail = positions[first->index()];
      if (first != instruction) edits.push_back(edit);
    }
    for (const HloInstruction* alike : NearestAlike(*instruction)) {
      edit.detail = positions[alike->index()];
      edits.push_back(edit);
    }
  });
  return edits;
}

void ApplyBypass(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  for (const ReduceEdit& edit : edits) {
    HloInstruction* instruction = subject.instruction(edit);
    HloInstruction* alike = subject.instructions(edit)[static_cast<size_t>(edit.detail)];
    if (instruction != nullptr && alike->parent() != nullptr) {
      SubstituteInstruction(instruction, alike);
    }
  }
  RemoveUnusedEntryParameters(subject.module());
}

// ---- results: elements of the tuple that the entry computation returns, or the tuple itself. If
// there are unused instructions, they may become the result: the detail is kUnused.

namespace {

constexpr int64_t kUnused = -1;

template <typename Instruction, typename Computation>
std::vector<Instruction*> UnusedInstructions(Computation& computation) {
  std::vector<Instruction*> unused;
  for (Instruction* instruction : computation.instructions()) {
    if (instruction->opcode() == HloOpcode::kParameter || instruction->IsRoot()) continue;
    if (!HasUsers(*instruction)) unused.push_back(instruction);
  }
  return unused;
}

}  // namespace

ReduceEdits ProposeResults(const HloModule& module) {
  ReduceEdits edits;
  const HloInstruction* root = module.entry_computation()->root_instruction();
  ForEachReducible(module, [&](const HloInstruction* instruction, ReduceEdit edit) {
    if (instruction != root) return;
    if (!UnusedInstructions<const HloInstruction>(*root->parent()).empty()) {
      edit.detail = kUnused;
      edits.push_back(edit);
    }
    for (int64_t i = 0; i < root->operand_count(); ++i) {
      edit.detail = i;
      edits.push_back(edit);
    }
  });
  return edits;
}

void ApplyResults(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  HloComputation* entry = subject.module().entry_computation();
  HloInstruction* root = entry->root_instruction();
  std::vector<HloInstruction*> kept;
  for (int64_t i = 0; i < root->operand_count(); ++i) {
    const bool is_dropped = std::any_of(edits.begin(), edits.end(),
                                        [&](const ReduceEdit& edit) { return edit.detail == i; });
    if (!is_dropped) kept.push_back(root->operand(i));
  }
  // Only a tuple may have more than one; anything else is replaced by its last operand.
  if (edits.front().detail == kUnused) {
    if (edits.size() > 1) return;
    kept = UnusedInstructions<HloInstruction>(*entry);
  } else if (root->opcode() != HloOpcode::kTuple) {
    kept = {root->operand(edits.front().detail)};
  } else if (root->operand_count() == 1) {
    kept = {root->operand(0)};
  }
  HloInstruction* new_root = nullptr;
  if (kept.size() == 1) {
    new_root = kept.front();
  } else {
    HloBuilder builder(entry);
    builder.SetInsertionPointAfter(LastInstruction(*entry));
    new_root = builder.AddTuple(kept, root->name());
  }
  if (new_root == nullptr) return;
  ForgetAliases(subject.module());
  SetRoot(entry, new_root).IgnoreError();
  RemoveUnneeded(root);
  RemoveUnusedEntryParameters(subject.module());
}

// ---- operands: drops operands of opcodes that take any number; shapes are inferred again.

namespace {

bool TakesAnyNumber(const HloInstruction& instruction) {
  const OpcodeInfo& info = GetOpcodeInfo(instruction.opcode());
  return info.arity == kVariadic && instruction.operand_count() > 1 &&
         info.group != OpcodeGroup::kControl && info.group != OpcodeGroup::kFusion &&
         info.group != OpcodeGroup::kAsync;
}

}  // namespace

ReduceEdits ProposeOperands(const HloModule& module) {
  ReduceEdits edits;
  ForEachReducible(module, [&](const HloInstruction* instruction, ReduceEdit edit) {
    const OpcodeInfo& info = GetOpcodeInfo(instruction->opcode());
    if (!TakesAnyNumber(*instruction) ||
        !(info.can_infer_shape || info.group == OpcodeGroup::kCustomCall))
      return;
    if (instruction->opcode() == HloOpcode::kTuple) return;
    for (int64_t i = 0; i < instruction->operand_count(); ++i) {
      edit.detail = i;
      edits.push_back(edit);
    }
  });
  return edits;
}

void ApplyOperands(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  bool is_result = false;  // of a called computation
  // From the last, so that the numbers of the others stay.
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) {
    HloInstruction* instruction = subject.instruction(*edit);
    if (instruction == nullptr || edit->detail >= instruction->operand_count()) continue;
    std::vector<HloInstruction*> operands(instruction->operands().begin(),
                                          instruction->operands().end());
    HloInstruction* dropped = operands[static_cast<size_t>(edit->detail)];
    operands.erase(operands.begin() + edit->detail);
    SetOperands(instruction, operands).IgnoreError();
    RemoveAttribute(instruction, AttributeKind::kOperandLayoutConstraints).IgnoreError();
    const absl::StatusOr<const Shape*> shape = InferShape(*instruction, subject.module().shapes());
    if (shape.ok()) SetShape(instruction, *shape).IgnoreError();
    RemoveUnneeded(dropped);
    is_result = is_result || (instruction->IsRoot() && !instruction->parent()->IsEntry());
  }
  if (is_result) InferShapesAgain(subject.module());
  RemoveUnusedEntryParameters(subject.module());
}

}  // namespace hlo_text_v1::internal
