// Numbers computations and instructions as XLA does. See ProtoIds in write_instruction.h.
#include <algorithm>

#include "src/async/wrapped_computation.h"
#include "src/ir/instruction_order.h"
#include "src/ir/module_state.h"
#include "src/proto/write_instruction.h"

namespace hlo_text_v1::internal {
namespace {

// Gives `parts` the ids in `kept`, which may be nullptr, and the others the next ones, in order.
template <typename Parts, typename Map>
class KeptIds {
 public:
  KeptIds(const Parts& parts, const Map* kept) : kept_(kept) {
    if (kept == nullptr) return;
    for (const auto* part : parts) {
      const auto found = kept->find(part);
      if (found != kept->end()) next_ = std::max(next_, found->second + 1);
    }
  }
  template <typename Part>
  uint32_t Of(const Part* part) {
    if (kept_ == nullptr) return next_++;
    const auto found = kept_->find(part);
    return found == kept_->end() ? next_++ : found->second;
  }

 private:
  const Map* kept_;
  uint32_t next_ = 0;
};

}  // namespace

ProtoIds::ProtoIds(const HloModule& module) : kept_(IrAccess::StateOf(module).kept_fields.get()) {
  KeptIds ids(module.computations(), kept_ == nullptr ? nullptr : &kept_->computation_ids);
  for (const HloComputation* computation : module.computations()) {
    const uint32_t number = Node(computation).number;
    if (computations_.size() <= number) computations_.resize(number + 1);
    computations_[number] = ids.Of(computation);
    if (IrAccess::StateOf(module).has_async) FindLateBinding(*computation);
  }
}

void ProtoIds::FindLateBinding(const HloComputation& computation) {
  for (const HloInstruction* start : computation.instructions()) {
    const bool was_sugar = Node(start).was_sugar;
    if (start->opcode() != HloOpcode::kAsyncStart || !was_sugar || !IsAsyncShape(start->shape()))
      continue;
    start->ForEachCalledComputation([&](const HloComputation* wrapped) {
      const size_t bound =
          std::max(start->shape().tuple_shapes(0)->tuple_shapes().size(),
                   MinimumWrappedParameters(wrapped->root_instruction()->opcode()));
      if (bound < wrapped->parameters().size()) bound_at_start_[wrapped] = bound;
    });
  }
}

const std::vector<const HloInstruction*>& ProtoIds::Enter(const HloComputation& computation) {
  constexpr int kLocalBits = 32;
  high_ = Of(&computation) << kLocalBits;
  local_.resize(computation.index_limit());
  created_.clear();
  for (const HloInstruction* instruction : computation.instructions())
    created_.push_back(instruction);
  SortByCreation(*computation.parent(), absl::MakeSpan(created_));
  without_users_.clear();
  KeptIds ids(created_, kept_ == nullptr ? nullptr : &kept_->instruction_ids);
  const auto late = bound_at_start_.find(&computation);
  if (late == bound_at_start_.end()) {
    for (const HloInstruction* instruction : created_) {
      local_[instruction->index()] = ids.Of(instruction);
      if (!Node(instruction).has_users) without_users_.push_back(instruction);
    }
    return without_users_;
  }
  // XLA adds parameters for operands bound by updates when it reaches the updates, after the rest.
  const auto is_late = [&](const HloInstruction* instruction) {
    return instruction->opcode() == HloOpcode::kParameter &&
           instruction->parameter_number() >= static_cast<int64_t>(late->second);
  };
  for (const bool wanted : {false, true}) {
    for (const HloInstruction* instruction : created_) {
      if (is_late(instruction) == wanted) local_[instruction->index()] = ids.Of(instruction);
    }
  }
  for (const HloInstruction* instruction : created_) {
    if (!Node(instruction).has_users) without_users_.push_back(instruction);
  }
  return without_users_;
}

size_t ProtoIds::OperandsWhenMade(const HloInstruction& instruction) const {
  const size_t count = instruction.operands().size();
  if (bound_at_start_.empty()) return count;
  const auto late = bound_at_start_.find(instruction.parent());
  return late == bound_at_start_.end() ? count : std::min(count, late->second);
}

int64_t ProtoIds::Of(const HloComputation* computation) const {
  return computations_[Node(computation).number];
}

}  // namespace hlo_text_v1::internal
