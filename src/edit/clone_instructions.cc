// See clone_instructions.h.
#include "src/edit/clone_instructions.h"

#include "src/ir/module_state.h"

namespace hlo::internal {

InstructionCloner::InstructionCloner(Arena* arena, ValueCopier* copier)
    : arena_(*arena), copier_(*copier) {
  copier_.map_computation = [this](HloComputation* c) { return CloneOf(c); };
  copier_.map_instruction = [this](HloInstruction* i) { return CloneOf(i); };
}

void InstructionCloner::Add(const HloComputation& from, HloComputation* to) {
  clone_of_[&from] = clones_.size();
  clones_.push_back(Clone{&from, to, {}});
  std::vector<HloInstruction*>& instructions = clones_.back().instructions;
  instructions.resize(from.index_limit());
  for (const HloInstruction* instruction : from.instructions()) {
    instructions[instruction->index()] = IrAccess::Append(arena_, to);
  }
}

HloComputation* InstructionCloner::CloneOf(HloComputation* computation) const {
  auto found = clone_of_.find(computation);
  return found == clone_of_.end() ? computation : clones_[found->second].to;
}

HloInstruction* InstructionCloner::CloneOf(HloInstruction* instruction) const {
  auto found = clone_of_.find(instruction->parent());
  return found == clone_of_.end() ? instruction
                                  : clones_[found->second].instructions[instruction->index()];
}

void InstructionCloner::Fill(const HloInstruction* from, const Clone& clone, HloInstruction* to) {
  Node(to).opcode = from->spelled_opcode();
  Node(to).phase = from->async_phase();
  Node(to).shape =
      copier_.shapes == nullptr ? &from->shape() : copier_.shapes->Import(&from->shape());
  Node(to).source_offset = copier_.other_source ? 0 : from->source_offset();
  if (from->async_phase() == AsyncPhase::kNone && from->opcode() == HloOpcode::kParameter) {
    Node(to).parameter_number = from->parameter_number();
  } else if (from->async_phase() == AsyncPhase::kNone && from->opcode() == HloOpcode::kConstant) {
    Node(to).literal = arena_.New<Literal>(copier_.Copy(from->literal()));
  } else {
    std::vector<HloInstruction*> operands;
    for (HloInstruction* operand : from->operands()) {
      operands.push_back(operand->parent() == clone.from ? clone.instructions[operand->index()]
                                                         : CloneOf(operand));
    }
    IrAccess::SetOperandsOnly(arena_, to, operands);
  }
  std::vector<Attribute> attributes;
  for (const Attribute& attribute : from->attributes()) {
    attributes.push_back(copier_.Copy(attribute));
  }
  IrAccess::SetAttributes(arena_, to, attributes);
  Node(to).has_users = Node(from).has_users;
  Node(to).was_sugar = Node(from).was_sugar;
  Node(to).is_floating = Node(from).is_floating;
}

void InstructionCloner::Fill(const std::function<uint32_t(const HloInstruction*)>& name) {
  for (const Clone& clone : clones_) {
    for (const HloInstruction* from : clone.from->instructions()) {
      HloInstruction* to = clone.instructions[from->index()];
      Fill(from, clone, to);
      Node(to).name = name(from);
    }
    if (const HloInstruction* root = clone.from->root_instruction()) {
      Node(clone.to).root = clone.instructions[root->index()];
    }
    for (const HloInstruction* parameter : clone.from->parameters()) {
      Node(clone.to).parameters.push_back(clone.instructions[parameter->index()]);
    }
    if (clone.from->execution_thread() != "main") {
      Node(clone.to).execution_thread = copier_.Copy(clone.from->execution_thread());
    }
    Node(clone.to).unknown_attributes = copier_.Copy(clone.from->unknown_attributes());
    Node(clone.to).backend_config = copier_.Copy(clone.from->backend_config());
    if (!copier_.other_source) {
      Node(clone.to).source_offset = clone.from->source_offset();
    }
  }
}

}  // namespace hlo::internal
