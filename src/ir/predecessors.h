// What comes before an instruction, and the depth-first walk over it with a stack of its own.
#ifndef HLO_IR_PREDECESSORS_H_
#define HLO_IR_PREDECESSORS_H_

#include <cstddef>
#include <vector>

#include "absl/types/span.h"
#include "hlo/instruction.h"
#include "src/ir/huge_pages.h"

namespace hlo {

// Control predecessors, the last one first, then operands.
class Predecessors {
 public:
  explicit Predecessors(HloInstruction* instruction)
      : control_(instruction->control_predecessors()), operands_(instruction->operands()) {}

  size_t size() const { return control_.size() + operands_.size(); }
  HloInstruction* operator[](size_t i) const {
    return i < control_.size() ? control_[control_.size() - 1 - i] : operands_[i - control_.size()];
  }

 private:
  absl::Span<HloInstruction* const> control_;
  absl::Span<HloInstruction* const> operands_;
};

class PostOrderWalk {
 public:
  // Appends to `order` what `start` depends on and is not `seen`, by index, and `start`; nothing if
  // that is seen. Each is marked when it is put on the stack: on a path without cycles that is as
  // good as when it leaves it, and on a cycle, which an edit may make, the walk ends.
  void Append(HloInstruction* start, std::vector<bool>* seen, std::vector<HloInstruction*>* order) {
    if ((*seen)[start->index()]) return;
    (*seen)[start->index()] = true;
    stack_.push_back(Visit{start, 0});
    while (!stack_.empty()) {
      HloInstruction* instruction = stack_.back().instruction;
      const Predecessors predecessors(instruction);
      const size_t count = predecessors.size();
      size_t next = stack_.back().next;
      while (next < count && (*seen)[predecessors[next]->index()]) ++next;
      if (next == count) {
        order->push_back(instruction);
        stack_.pop_back();
        continue;
      }
      stack_.back().next = next + 1;
      (*seen)[predecessors[next]->index()] = true;
      stack_.push_back(Visit{predecessors[next], 0});
    }
  }

 private:
  // As small as can be: the stack may get as deep as the computation is long.
  struct Visit {
    HloInstruction* instruction;
    size_t next;
  };

  LargeVector<Visit> stack_;
};

}  // namespace hlo

#endif  // HLO_IR_PREDECESSORS_H_
