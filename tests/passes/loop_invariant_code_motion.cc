// First chooses in the body; then makes copies before the loop, which carries their values in, and
// removes the originals.
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hlo/builder.h"
#include "hlo/call_graph.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/query.h"
#include "hlo/transform.h"
#include "tests/passes/compiler_passes.h"

namespace compiler_passes {

using namespace hlo_text;  // NOLINT

namespace {

bool IsElementOf(const HloInstruction& i, const HloInstruction& state) {
  return i.opcode() == HloOpcode::kGetTupleElement && i.operand(0) == &state;
}

// Small to make again, or larger than its operand: not worth carrying.
bool IsCheap(const HloInstruction& i) {
  return i.opcode() == HloOpcode::kConstant || i.opcode() == HloOpcode::kBroadcast ||
         i.opcode() == HloOpcode::kIota;
}

bool MayHoist(const HloInstruction& i) {
  const OpcodeGroup group = GetOpcodeInfo(i.opcode()).group;
  return i.opcode() != HloOpcode::kParameter && i.shape().IsArray() && !IsCollective(i) &&
         group != OpcodeGroup::kAsync && i.opcode() != HloOpcode::kAsyncStart &&
         !HasSideEffect(i) && i.sharding() == nullptr && !HasControlDependencies(i);
}

class Hoister {
 public:
  explicit Hoister(HloInstruction* loop)
      : loop_(*loop), body_(*loop->while_body()), state_(*body_.parameters()[0]) {}

  absl::StatusOr<bool> Run() {
    const HloInstruction& root = *body_.root_instruction();
    for (HloInstruction* i : PrintOrder(body_)) {
      if (IsElementOf(*i, state_)) {
        const HloInstruction& next = *root.operand(i->tuple_index());
        if (!IsElementOf(next, state_) || next.tuple_index() != i->tuple_index()) continue;
      } else {
        bool is_invariant = MayHoist(*i);
        for (const HloInstruction* operand : i->operands()) is_invariant &= Is(operand);
        if (!is_invariant) continue;
        if (!IsCheap(*i)) hoisted_.insert(i);
      }
      invariant_.push_back(i);
      is_invariant_.insert(i);
    }
    for (HloInstruction* i : invariant_) {
      if (hoisted_.count(i) == 0) continue;
      bool is_needed = i->IsRoot();
      for (const HloInstruction* user : CurrentUsers(*i)) is_needed |= hoisted_.count(user) == 0;
      if (is_needed) carried_.push_back(i);
    }
    if (carried_.empty()) return false;
    return Carry();
  }

 private:
  bool Is(const HloInstruction* i) const { return is_invariant_.count(i) != 0; }

  absl::StatusOr<bool> Carry() {
    std::unordered_set<const HloInstruction*> needed(carried_.begin(), carried_.end());
    for (size_t i = invariant_.size(); i-- > 0;) {
      if (needed.count(invariant_[i]) == 0 || IsElementOf(*invariant_[i], state_)) continue;
      needed.insert(invariant_[i]->operands().begin(), invariant_[i]->operands().end());
    }
    HloBuilder builder(loop_.parent());
    builder.SetInsertionPoint(&loop_);
    std::unordered_map<const HloInstruction*, HloInstruction*> outside;
    for (const HloInstruction* i : invariant_) {
      if (needed.count(i) == 0) continue;
      std::vector<HloInstruction*> operands;
      for (const HloInstruction* operand : i->operands()) operands.push_back(outside[operand]);
      outside[i] = IsElementOf(*i, state_)
                       ? builder.AddGetTupleElement(loop_.operand(0), i->tuple_index())
                       : builder.AddClone(*i, operands);
    }
    if (!builder.status().ok()) return builder.status();
    std::vector<HloInstruction*> values;
    for (const HloInstruction* i : carried_) values.push_back(outside[i]);
    const absl::StatusOr<WidenedWhile> widened = WidenWhile(&loop_, values);
    if (!widened.ok()) return widened.status();
    for (size_t i = 0; i < carried_.size(); ++i) {
      absl::Status status = ReplaceInstruction(carried_[i], widened->in_body[i]);
      if (!status.ok()) return status;
    }
    return true;
  }

  HloInstruction& loop_;
  HloComputation& body_;
  const HloInstruction& state_;
  std::vector<HloInstruction*> invariant_;  // operands first
  std::unordered_set<const HloInstruction*> is_invariant_;
  std::unordered_set<const HloInstruction*> hoisted_;
  std::vector<HloInstruction*> carried_;  // hoisted, and used by what stays
};

// Whether WidenWhile takes it: the body is only this loop's, its root a tuple, and nothing is
// sharded.
bool MayCarry(const HloInstruction& loop, const CallGraph& calls) {
  const HloComputation &body = *loop.while_body(), &condition = *loop.while_condition();
  const HloInstruction& root = *body.root_instruction();
  return root.opcode() == HloOpcode::kTuple && loop.shape().IsTuple() &&
         calls.caller(body) == &loop && calls.caller(condition) == &loop &&
         loop.sharding() == nullptr && root.sharding() == nullptr &&
         body.parameters()[0]->sharding() == nullptr &&
         condition.parameters()[0]->sharding() == nullptr;
}

}  // namespace

absl::StatusOr<bool> MoveInvariantCode(HloModule* module) {
  bool changed = false;
  const CallGraph calls(*module);
  for (HloComputation* computation : ComputationPostOrder(*module)) {
    for (HloInstruction* i : PrintOrder(*computation)) {
      if (i->opcode() != HloOpcode::kWhile || !MayCarry(*i, calls)) continue;
      const absl::StatusOr<bool> moved = Hoister(i).Run();
      if (!moved.ok()) return moved.status();
      changed |= *moved;
    }
  }
  return changed;
}

}  // namespace compiler_passes
