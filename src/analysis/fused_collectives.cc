// From each done the walk goes back to its start by one value of the state: an index into tuples,
// and the fusions, calls and loops that it is inside of.
#include "src/analysis/fused_collectives.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "hlo/attribute_accessors.h"
#include "hlo/call_graph.h"
#include "hlo/query.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {
namespace {

constexpr std::string_view kStart = "AsyncCollectiveStart";
constexpr std::string_view kDone = "AsyncCollectiveDone";
// Of one walk: a text may lead in circles.
constexpr int kMaxSteps = 1 << 14;

// `value`, or the tuple that it is an element of, if that is a custom call of `target`.
const HloInstruction* CallOf(const HloInstruction* value, std::string_view target) {
  if (value->opcode() == HloOpcode::kGetTupleElement && value->operand_count() == 1) {
    value = value->operand(0);
  }
  const bool is_call =
      value->opcode() == HloOpcode::kCustomCall && value->custom_call_target() == target;
  return is_call ? value : nullptr;
}

// The custom call of `target` that is the root of a fusion, or in its tuple; nullptr if there is
// none.
const HloInstruction* FusedCall(const HloInstruction& fusion, std::string_view target) {
  if (fusion.opcode() != HloOpcode::kFusion || fusion.fused_computation() == nullptr) {
    return nullptr;
  }
  const HloInstruction* root = fusion.fused_computation()->root_instruction();
  if (root == nullptr) return nullptr;
  if (root->opcode() != HloOpcode::kTuple) return CallOf(root, target);
  for (const HloInstruction* element : root->operands()) {
    if (const HloInstruction* call = CallOf(element, target)) return call;
  }
  return nullptr;
}

// The collective among the operands of `call`.
const HloInstruction* CollectiveOf(const HloInstruction& call) {
  for (const HloInstruction* operand : call.operands()) {
    if (operand->opcode() == HloOpcode::kBitcast && operand->operand_count() == 1) {
      operand = operand->operand(0);
    }
    if (IsCollective(operand->opcode())) return operand;
  }
  return nullptr;
}

class Finder {
 public:
  explicit Finder(const HloModule& module) : module_(module) {}

  std::vector<FusedCollective> Find() {
    std::vector<const HloInstruction*> dones;
    for (const HloComputation* computation : module_.computations()) {
      for (const HloInstruction* instruction : computation->instructions()) {
        if (const HloInstruction* call = FusedCall(*instruction, kStart)) {
          const HloInstruction* operation = CollectiveOf(*call);
          if (operation == nullptr) continue;
          number_of_[instruction] = found_.size();
          found_.push_back({operation, {instruction}, /*is_done=*/false});
        } else if (FusedCall(*instruction, kDone) != nullptr) {
          dones.push_back(instruction);
        }
      }
    }
    if (found_.empty()) return {};
    for (const HloInstruction* done : dones) WalkFrom(*done);
    return std::move(found_);
  }

 private:
  void WalkFrom(const HloInstruction& done) {
    const absl::Span<const HloInstruction* const> state = FusedCall(done, kDone)->operands();
    if (state.empty()) return;
    inside_of_ = {&done};
    index_.clear();
    links_ = {&done};
    // The last one is a flag, which nothing but the operation has.
    const HloInstruction* value = state.back();
    for (int i = 0; i < kMaxSteps && value != nullptr; ++i) {
      const auto start = number_of_.find(value);
      if (start != number_of_.end()) return Add(&found_[start->second]);
      value = Before(*value);
    }
  }

  // The links that were passed, from the done to the first after the start.
  void Add(FusedCollective* collective) {
    if (collective->is_done) return;
    collective->is_done = true;
    collective->links.insert(collective->links.end(), links_.rbegin(), links_.rend());
  }

  // The value that `value`, or its element at index_, comes from.
  const HloInstruction* Before(const HloInstruction& value) {
    const auto is = [&](auto... opcodes) { return ((value.opcode() == opcodes) || ...); };
    const HloInstruction* operand = value.operand_count() > 0 ? value.operand(0) : nullptr;
    if (is(HloOpcode::kParameter)) return Argument(value);
    if (is(HloOpcode::kFusion)) return Enter(value, value.fused_computation());
    if (is(HloOpcode::kCall)) return Enter(value, value.to_apply());
    if (is(HloOpcode::kWhile)) return Enter(value, value.while_body());
    if (is(HloOpcode::kCopy, HloOpcode::kBitcast, HloOpcode::kOptimizationBarrier)) return operand;
    if (is(HloOpcode::kGetTupleElement)) {
      index_.push_back(value.tuple_index());
      return operand;
    }
    if (!is(HloOpcode::kTuple) || index_.empty()) return nullptr;
    const int64_t element = index_.back();
    index_.pop_back();
    return element >= 0 && element < value.operand_count() ? value.operand(element) : nullptr;
  }

  const HloInstruction* Enter(const HloInstruction& caller, const HloComputation* callee) {
    if (callee == nullptr) return nullptr;
    inside_of_.push_back(&caller);
    return callee->root_instruction();
  }

  const HloInstruction* Argument(const HloInstruction& parameter) {
    const HloInstruction* caller = nullptr;
    if (inside_of_.empty()) {
      if (calls_ == nullptr) calls_ = std::make_unique<CallGraph>(module_);
      caller = calls_->caller(*parameter.parent());
    } else {
      caller = inside_of_.back();
      inside_of_.pop_back();
      if (IsLink(*caller)) links_.push_back(caller);
    }
    if (caller == nullptr) return nullptr;
    const HloOpcode opcode = caller->opcode();
    const bool is_loop = opcode == HloOpcode::kWhile;
    if (!is_loop && opcode != HloOpcode::kFusion && opcode != HloOpcode::kCall) return nullptr;
    const int64_t number = is_loop ? 0 : parameter.parameter_number();
    return number >= 0 && number < caller->operand_count() ? caller->operand(number) : nullptr;
  }

  // Whether the walk went through `caller`, a fusion that is not in another one.
  bool IsLink(const HloInstruction& caller) const {
    const auto is_fusion = [](const HloInstruction* i) {
      return i->opcode() == HloOpcode::kFusion;
    };
    return is_fusion(&caller) && &caller != links_.front() &&
           std::none_of(inside_of_.begin(), inside_of_.end(), is_fusion);
  }

  const HloModule& module_;
  std::unique_ptr<CallGraph> calls_;  // once it is needed
  std::vector<FusedCollective> found_;
  HashMap<const HloInstruction*, size_t> number_of_;  // of found_, by the start
  // Of the walk.
  std::vector<const HloInstruction*> inside_of_;  // callers, the innermost last
  std::vector<int64_t> index_;                    // the first element last
  std::vector<const HloInstruction*> links_;      // from the done on
};

}  // namespace

bool StartsFusedCollective(const HloInstruction& instruction) {
  return FusedCall(instruction, kStart) != nullptr;
}

std::vector<FusedCollective> FindFusedCollectives(const HloModule& module) {
  return Finder(module).Find();
}

}  // namespace hlo_text_v1::internal
