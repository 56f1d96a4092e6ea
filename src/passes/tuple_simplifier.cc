#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/passes.h"
#include "hlo/pattern_matcher.h"

namespace hlo_text_v1 {
namespace {

// The tuple whose elements `tuple` has all, in their order; nullptr if there is none.
HloInstruction* TupleOfAllElements(HloInstruction& tuple) {
  HloInstruction* whole = nullptr;
  for (int64_t i = 0; i < tuple.operand_count(); ++i) {
    HloInstruction* element = tuple.operand(i);
    if (element->opcode() != HloOpcode::kGetTupleElement || element->tuple_index() != i) {
      return nullptr;
    }
    if (whole != nullptr && element->operand(0) != whole) return nullptr;
    whole = element->operand(0);
  }
  return whole;
}

}  // namespace

absl::StatusOr<bool> TupleSimplifierPass(HloModule* module) {
  bool changed = false;
  for (HloComputation* computation : ComputationPostOrder(*module)) {
    for (HloInstruction* i : InstructionPostOrder(*computation)) {
      if (i->parent() == nullptr || HasControlDependencies(*i)) continue;
      HloInstruction* simpler = nullptr;
      if (Match(i, m::GetTupleElement(m::Tuple()))) {
        simpler = i->operand(0)->operand(i->tuple_index());
      } else if (i->opcode() == HloOpcode::kTuple) {
        simpler = TupleOfAllElements(*i);
      }
      if (simpler == nullptr || &simpler->shape() != &i->shape()) continue;
      if (absl::Status status = ReplaceInstruction(i, simpler); !status.ok()) return status;
      changed = true;
    }
  }
  return changed;
}

}  // namespace hlo_text_v1
