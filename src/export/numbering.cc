// Takes the printer's orders, then adds the parts that these leave out. Callees that XLA prints
// after a caller are moved before it.
#include "src/export/numbering.h"

#include <cstddef>

#include "hlo/graph.h"
#include "src/ir/walk.h"

namespace hlo_text_v1::internal {

ModuleNumbering::ModuleNumbering(const HloModule& module) {
  for (const HloComputation* computation : ComputationPostOrder(module)) Add(computation);
  for (const HloComputation* computation : module.computations()) Add(computation);
}

void ModuleNumbering::Add(const HloComputation* computation) {
  WalkPostOrder(
      computation,
      [&](const HloComputation* next) { return numbers_.try_emplace(next, -1).second; },
      [](const HloComputation* next) { return Callees(*next); },
      [&](const HloComputation* done) {
        numbers_[done] = static_cast<int64_t>(computations_.size());
        computations_.push_back(done);
      });
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

}  // namespace hlo_text_v1::internal
