// What comes before an instruction, for walks that are depth-first with a stack of their own.
#ifndef HLO_IR_PREDECESSORS_H_
#define HLO_IR_PREDECESSORS_H_

#include <cstddef>

#include "absl/types/span.h"
#include "hlo/instruction.h"

namespace hlo {

// Control predecessors, the last one first, then operands.
class Predecessors {
 public:
  explicit Predecessors(HloInstruction* instruction)
      : instruction_(instruction),
        control_(instruction->control_predecessors()),
        operands_(instruction->operands()) {}

  HloInstruction* instruction() const { return instruction_; }
  size_t size() const { return control_.size() + operands_.size(); }
  HloInstruction* operator[](size_t i) const {
    return i < control_.size() ? control_[control_.size() - 1 - i] : operands_[i - control_.size()];
  }
  // One after the other, then nullptr.
  HloInstruction* Next() { return next_ == size() ? nullptr : (*this)[next_++]; }

 private:
  HloInstruction* instruction_;
  absl::Span<HloInstruction* const> control_;
  absl::Span<HloInstruction* const> operands_;
  size_t next_ = 0;
};

}  // namespace hlo

#endif  // HLO_IR_PREDECESSORS_H_
