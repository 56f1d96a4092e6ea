// In post order, the row of an instruction is the union of those of its predecessors.
#include "hlo/async.h"
#include "hlo/dependencies.h"
#include "hlo/graph.h"
#include "src/ir/instruction_order.h"

namespace hlo_text_v1 {

using namespace internal;

HloReachability::HloReachability(const HloComputation& computation)
    : words_((size_t{computation.index_limit()} + 63) / 64),
      rows_(words_ * computation.index_limit()),
      end_(computation.index_limit()) {
  for (const HloInstruction* instruction : InstructionPostOrder(computation)) {
    uint64_t* row = &rows_[instruction->index() * words_];
    row[instruction->index() / 64] |= uint64_t{1} << (instruction->index() % 64);
    const Predecessors predecessors(instruction);
    for (size_t i = 0; i < predecessors.size(); ++i) {
      if (predecessors[i]->parent() != &computation) continue;
      const uint64_t* more = &rows_[predecessors[i]->index() * words_];
      for (size_t word = 0; word < words_; ++word) row[word] |= more[word];
    }
    end_[instruction->index()] = instruction;
  }
  for (const AsyncOperation& operation : FindAsyncOperations(computation)) {
    for (const HloInstruction* link : operation.links()) end_[link->index()] = operation.done();
  }
}

bool HloReachability::FinishesBefore(const HloInstruction& a, const HloInstruction& b) const {
  if (a.index() >= end_.size()) return false;
  const HloInstruction* end = end_[a.index()];
  return end != nullptr && end != &b && IsReachable(*end, b);
}

}  // namespace hlo_text_v1
