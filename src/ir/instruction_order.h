// The predecessors of an instruction, the depth-first walk over them with its own stack, and the
// orders that it gives.
#ifndef HLO_IR_INSTRUCTION_ORDER_H_
#define HLO_IR_INSTRUCTION_ORDER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "hlo/computation.h"
#include "hlo/module.h"
#include "src/base/huge_pages.h"
#include "src/ir/prefetch.h"

namespace hlo_text_v1::internal {

// Whether a proto gave a schedule that differs from the order of creation.
bool HasCreationRanks(const HloModule& module);
// Sorts instructions of the module, which are in their computation's order, by creation.
void SortByCreation(const HloModule& module, absl::Span<const HloInstruction*> instructions);

// Control predecessors, last one first, then operands.
template <typename Instruction>
class Predecessors {
 public:
  explicit Predecessors(Instruction* instruction)
      : control_(instruction->control_predecessors()), operands_(instruction->operands()) {}

  size_t size() const { return control_.size() + operands_.size(); }
  Instruction* operator[](size_t i) const {
    return i < control_.size() ? control_[control_.size() - 1 - i] : operands_[i - control_.size()];
  }

 private:
  absl::Span<Instruction* const> control_;
  absl::Span<Instruction* const> operands_;
};

// Whether each instruction comes after its predecessors, as in any text. Linear.
bool HasOperandsFirst(const HloComputation& computation);

class PostOrderWalk {
 public:
  PostOrderWalk() { stack_.reserve(kUsualDepth); }

  // Appends to `order`, by its push_back, all transitive predecessors of `start` not in `seen` (by
  // index), then `start`; no effect if `start` is seen. Each is marked when pushed: without cycles
  // this gives the same order as marking it when popped, and with a cycle, which an edit may make,
  // the walk still ends.
  template <typename Order>
  void Append(const HloInstruction* start, std::vector<bool>* seen, Order* order) {
    Open(start, seen, order);
    if (stack_.empty()) return;
    const bool is_large = IsLargerThanCache(*start->parent()->parent());
    while (!stack_.empty()) {
      const HloInstruction* predecessor = stack_.back().Next();
      if (predecessor == nullptr) {
        if (is_large) PrefetchNextLayer(stack_.back().instruction);
        order->push_back(stack_.back().instruction);
        stack_.pop_back();
      } else {
        Open(predecessor, seen, order);
      }
    }
  }

 private:
  // Small, because the stack may get as deep as the computation is long. Keeps its place in the
  // operands, since reading the instruction again takes longer than all the rest.
  struct Visit {
    explicit Visit(const HloInstruction* opened)
        : instruction(opened),
          operand(opened->operands().data()),
          operands_left(static_cast<uint32_t>(opened->operands().size())),
          control_left(static_cast<uint32_t>(opened->control_predecessors().size())) {}
    // In the order of Predecessors, then nullptr.
    const HloInstruction* Next() {
      if (control_left > 0) return instruction->control_predecessors()[--control_left];
      if (operands_left == 0) return nullptr;
      --operands_left;
      return *operand++;
    }

    const HloInstruction* instruction;
    const HloInstruction* const* operand;
    uint32_t operands_left;
    uint32_t control_left;
  };
  // Parameters and constants, a third of a program, leave the stack at once.
  template <typename Order>
  void Open(const HloInstruction* instruction, std::vector<bool>* seen, Order* order) {
    std::vector<bool>::reference is_seen = (*seen)[instruction->index()];
    if (is_seen) return;
    is_seen = true;
    const Visit& visit = stack_.emplace_back(instruction);
    if (visit.operands_left + visit.control_left > 0) return;
    stack_.pop_back();
    order->push_back(instruction);
  }

  static constexpr size_t kUsualDepth = 32;
  LargeVector<Visit> stack_;
};

// How often instructions call each computation of `module`, by Node(computation).number.
std::vector<uint32_t> CallerCounts(const HloModule& module);
// The same, counting only the instructions of some computations of `module`.
std::vector<uint32_t> CallerCounts(const HloModule& module,
                                   absl::Span<const HloComputation* const> callers);

// The instruction order of many computations, with buffers that are reused: most computations are
// small, and allocating takes as long as walking them.
class InstructionOrder {
 public:
  // As InstructionPostOrder and PrintOrder of hlo/graph.h.
  std::vector<const HloInstruction*> PostOrder(const HloComputation& computation);
  // The same for a caller that has already found the instructions without users, in order.
  std::vector<const HloInstruction*> PostOrder(
      const HloComputation& computation, absl::Span<const HloInstruction* const> without_users);
  std::vector<const HloInstruction*> PrintOrder(const HloComputation& computation);

 private:
  std::vector<bool> seen_;
  PostOrderWalk walk_;
};

// Whether the list of its instructions is a schedule; that of a fusion never is.
inline bool IsScheduled(const HloComputation& computation) {
  return computation.parent()->config().is_scheduled && !computation.is_fusion_computation();
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_IR_INSTRUCTION_ORDER_H_
