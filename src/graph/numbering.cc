// The printer's orders, and what they leave out.
#include "src/graph/numbering.h"

#include "hlo/printer.h"

namespace hlo {

ModuleNumbering::ModuleNumbering(const HloModule& module) {
  const auto add = [&](const HloComputation* computation) {
    const bool is_new =
        numbers_.try_emplace(computation, static_cast<int64_t>(computations_.size())).second;
    if (is_new) computations_.push_back(computation);
  };
  for (const HloComputation* computation : ComputationPostOrder(module)) add(computation);
  for (const HloComputation* computation : module.computations()) add(computation);
}

InstructionNumbering::InstructionNumbering(const HloComputation& computation)
    : computation_(computation), numbers_(computation.index_limit(), -1) {
  instructions_.reserve(static_cast<size_t>(computation.instruction_count()));
  const auto add = [&](const HloInstruction* instruction) {
    int64_t& number = numbers_[instruction->index()];
    if (number >= 0) return;
    number = static_cast<int64_t>(instructions_.size());
    instructions_.push_back(instruction);
  };
  for (const HloInstruction* instruction : PrintOrder(computation)) add(instruction);
  for (const HloInstruction* instruction : computation.instructions()) add(instruction);
}

}  // namespace hlo
