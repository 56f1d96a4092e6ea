// Fuses an instruction or a whole fusion with a fusion. A fusion is first fused as one instruction,
// and then inlined in the computation that it has become part of.
#include <vector>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/query.h"
#include "hlo/transform.h"
#include "src/async/chain.h"
#include "src/async/producer.h"
#include "src/edit/clone.h"
#include "src/edit/misuse.h"
#include "src/edit/outline.h"
#include "src/ir/instruction_order.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// Whether it is an element that its operand has.
bool IsElement(const HloInstruction& instruction) {
  if (instruction.opcode() != HloOpcode::kGetTupleElement) return false;
  const Shape& tuple = instruction.operand(0)->shape();
  return tuple.IsTuple() && instruction.tuple_index() >= 0 &&
         instruction.tuple_index() < static_cast<int64_t>(tuple.tuple_shapes().size());
}

bool IsUsed(const HloInstruction& instruction) {
  return HasUsers(instruction) || instruction.IsRoot();
}

class Fuser {
 public:
  Fuser(HloInstruction* producer, HloInstruction* fusion, OtherUsers others)
      : producer_(*producer), fusion_(*fusion), others_(others) {}

  // Of a merge, `fusion` may use the producer by get-tuple-elements, which are fused, too.
  absl::Status Check(bool is_merge) {
    if (!HasOwnComputation(fusion_)) {
      return Invalid(fusion_.name(), " is not a fusion with a computation of its own");
    }
    fused_ = fusion_.fused_computation();
    if (is_merge && !HasOwnComputation(producer_)) {
      return Invalid(producer_.name(), " is not a fusion with a computation of its own");
    }
    for (const HloInstruction* fusion : {&fusion_, &producer_}) {
      if (fusion->FindAttribute(AttributeKind::kOutputToOperandAliasing) == nullptr) continue;
      if (fusion == &fusion_ || is_merge) {
        return absl::FailedPreconditionError(StrCat(fusion->name(), " has aliases"));
      }
    }
    absl::Status status = CheckProducer();
    group_ = {&producer_, &fusion_};
    bool is_operand = false;
    InstructionSet inside(group_.begin(), group_.end());
    for (HloInstruction* operand : fusion_.operands()) {
      is_operand |= operand == &producer_;
      if (!is_merge || !IsElement(*operand) || operand->operand(0) != &producer_) continue;
      is_operand = true;
      status.Update(CheckNoControl(*operand));
      if (inside.insert(operand).second) group_.push_back(operand);
    }
    if (!status.ok()) return status;
    const bool use_fusion = others_ == OtherUsers::kUseFusion;
    if (!is_operand && !(use_fusion && IsUsed(producer_))) {
      return Invalid(fusion_.name(), " does not use ", producer_.name());
    }
    return use_fusion ? CheckResults(inside) : CheckCopied();
  }

  // The elements of the producer that the fusion uses.
  absl::Span<HloInstruction* const> elements() const {
    return absl::MakeConstSpan(group_).subspan(2);
  }

  absl::StatusOr<HloInstruction*> Run() {
    absl::StatusOr<HloInstruction*> copy = CopyProducer();
    if (!copy.ok() || others_ == OtherUsers::kKeepProducer || !IsUsed(producer_)) return copy;
    if (IsScheduled(*fusion_.parent())) {
      const InstructionSet inside(group_.begin(), group_.end());
      HloInstruction* last = MoveUsersBehind(fusion_.parent(), inside);
      if (last != &fusion_) MoveAfter(&fusion_, last).IgnoreError();
    }
    absl::Status status = HandOn(*copy);
    if (!status.ok()) return status;
    return copy;
  }

  // Removes the producer if nobody uses it any more; returns whether it did.
  bool RemoveProducer() {
    return producer_.parent() == nullptr || RemoveInstruction(&producer_).ok();
  }

 private:
  static bool HasOwnComputation(const HloInstruction& fusion) {
    const Attribute* calls = fusion.FindAttribute(AttributeKind::kCalls);
    if (fusion.opcode() != HloOpcode::kFusion || calls == nullptr) return false;
    const HloComputation& fused = *calls->AsComputation();
    return Node(&fused).fusion_callers == 1 && &fused != fusion.parent() &&
           static_cast<int64_t>(fused.parameters().size()) == fusion.operand_count();
  }

  static absl::Status CheckNoControl(const HloInstruction& fused) {
    if (!HasControlDependencies(fused)) return absl::OkStatus();
    return Invalid(fused.name(), " has control dependencies");
  }

  absl::Status CheckProducer() const {
    if (&producer_ == &fusion_) return Invalid(fusion_.name(), " cannot fuse itself");
    if (producer_.opcode() == HloOpcode::kParameter) {
      return Invalid(producer_.name(), " is a parameter");
    }
    for (const HloInstruction* operand : producer_.operands()) {
      if (operand == &fusion_) return Invalid(producer_.name(), " uses ", fusion_.name());
    }
    if (absl::Status status = CheckNoControl(producer_); !status.ok()) return status;
    ProducerFinder chains(*producer_.parent()->parent());
    const auto carries_chain = [&](const HloInstruction* value) {
      return HasAsyncShape(value->shape()) && chains.Find(*value) != nullptr;
    };
    bool is_link = PreviousLink(producer_) != nullptr || PairStartedBy(producer_) != nullptr ||
                   carries_chain(&producer_);
    for (const HloInstruction* operand : producer_.operands()) is_link |= carries_chain(operand);
    if (!is_link) return absl::OkStatus();
    return Invalid(producer_.name(), " is part of an asynchronous operation");
  }

  absl::Status CheckCopied() const {
    if (!HasSideEffect(producer_) || (HasOneUser(producer_) && !producer_.IsRoot())) {
      return absl::OkStatus();
    }
    return absl::FailedPreconditionError(
        StrCat(producer_.name(), " has a side effect and other users"));
  }

  absl::Status CheckResults(const InstructionSet& inside) const {
    for (const HloInstruction* value : {&fusion_, fused_->root_instruction()}) {
      if (value->sharding() != nullptr) {
        return absl::FailedPreconditionError(StrCat(value->name(), " has a sharding"));
      }
    }
    return CheckNoWayBack(group_, inside);
  }

  absl::StatusOr<HloInstruction*> CopyProducer() {
    HloBuilder builder(fused_);
    std::vector<HloInstruction*> operands(fusion_.operands().begin(), fusion_.operands().end());
    const size_t old_count = operands.size();
    HashMap<const HloInstruction*, size_t> number_of;
    for (size_t i = 0; i < old_count; ++i) number_of.emplace(operands[i], i);
    std::vector<HloInstruction*> inside;
    for (HloInstruction* operand : producer_.operands()) {
      const auto [at, is_new] = number_of.emplace(operand, operands.size());
      if (is_new) {
        operands.push_back(operand);
        builder.AddParameter(&operand->shape());
      }
      inside.push_back(fused_->parameters()[at->second]);
    }
    HloInstruction* copy = builder.AddClone(producer_, inside);
    for (size_t i = 0; copy != nullptr && i < old_count; ++i) {
      if (operands[i] != &producer_) continue;
      DropAllControlDependencies(fused_->parameters()[i]).IgnoreError();
      ReplaceAllUsesWithDifferentShape(fused_->parameters()[i], copy).IgnoreError();
    }
    // From the end: numbers move up. Without a copy, the new parameters go again.
    for (size_t i = operands.size(); i-- > 0;) {
      if (copy == nullptr ? i < old_count : operands[i] != &producer_) continue;
      RemoveParameter(fused_, static_cast<int64_t>(i)).IgnoreError();
      operands.erase(operands.begin() + static_cast<int64_t>(i));
    }
    if (copy == nullptr) return builder.status();
    absl::Status status = SetOperands(&fusion_, operands);
    if (!status.ok()) return status;
    return copy;
  }

  // Gives the users of the producer the results of the fusion: of a tuple, the elements.
  absl::Status HandOn(HloInstruction* copy) {
    if (!producer_.shape().IsTuple()) {
      const absl::StatusOr<std::vector<HloInstruction*>> results = WidenResults(&fusion_, {{copy}});
      if (!results.ok()) return results.status();
      return ReplaceAllUsesWithDifferentShape(&producer_, (*results)[0]);
    }
    const std::vector<HloInstruction*> users = CurrentUsers(producer_);
    bool all = producer_.IsRoot();
    for (const HloInstruction* user : users) all |= !IsElement(*user);
    std::vector<bool> is_needed(producer_.shape().tuple_shapes().size(), all);
    for (const HloInstruction* user : users) {
      if (IsElement(*user)) is_needed[static_cast<size_t>(user->tuple_index())] = true;
    }
    HloBuilder builder(fused_);
    std::vector<HloInstruction*> inside, result_of(is_needed.size());
    for (size_t i = 0; i < is_needed.size(); ++i) {
      if (!is_needed[i]) continue;
      inside.push_back(builder.AddGetTupleElement(copy, static_cast<int64_t>(i)));
    }
    if (!builder.status().ok()) return builder.status();
    absl::StatusOr<std::vector<HloInstruction*>> results = WidenResults(&fusion_, {inside});
    if (!results.ok()) return results.status();
    for (size_t i = 0, next = 0; i < is_needed.size(); ++i) {
      if (is_needed[i]) result_of[i] = (*results)[next++];
    }
    absl::Status status;
    if (all) {
      HloBuilder outside(fusion_.parent());
      outside.SetInsertionPointAfter(results->empty() ? &fusion_ : results->back());
      HloInstruction* tuple = outside.AddTuple(result_of);
      if (tuple == nullptr) return outside.status();
      status = ReplaceAllUsesWithDifferentShape(&producer_, tuple);
    }
    for (HloInstruction* user : users) {
      if (!IsElement(*user)) continue;
      status.Update(ReplaceInstruction(user, result_of[static_cast<size_t>(user->tuple_index())]));
    }
    return status;
  }

  HloInstruction& producer_;
  HloInstruction& fusion_;
  const OtherUsers others_;
  HloComputation* fused_ = nullptr;
  std::vector<HloInstruction*> group_;  // producer, fusion, elements that the fusion uses
};

// Replaces the elements of `tuple`, a tuple, by its operands.
absl::Status TakeApart(HloInstruction* tuple) {
  absl::Status status;
  for (HloInstruction* user : CurrentUsers(*tuple)) {
    if (!IsElement(*user) || user->tuple_index() >= tuple->operand_count()) continue;
    status.Update(ReplaceAllUsesWithDifferentShape(user, tuple->operand(user->tuple_index())));
    status.Update(RemoveInstruction(user));
  }
  // If nothing uses all of it.
  RemoveInstructionAndUnusedOperands(tuple).IgnoreError();
  return status;
}

// Elements that nobody used may have been all that used a parameter.
absl::Status DropUnusedParameters(HloInstruction* fusion) {
  HloComputation* fused = fusion->fused_computation();
  std::vector<HloInstruction*> operands(fusion->operands().begin(), fusion->operands().end());
  for (size_t i = operands.size(); i-- > 0;) {
    if (IsUsed(*fused->parameters()[i])) continue;
    if (!RemoveParameter(fused, static_cast<int64_t>(i)).ok()) continue;
    operands.erase(operands.begin() + static_cast<int64_t>(i));
  }
  return SetOperands(fusion, operands);
}

}  // namespace

absl::StatusOr<HloInstruction*> FuseInstruction(HloInstruction* producer, HloInstruction* fusion,
                                                OtherUsers others) {
  absl::Status status = CheckInstructions("FuseInstruction", {producer, fusion});
  if (!status.ok()) return status;
  Fuser fuser(producer, fusion, others);
  if (status = fuser.Check(/*is_merge=*/false); !status.ok()) return status;
  absl::StatusOr<HloInstruction*> copy = fuser.Run();
  if (copy.ok() && !fuser.RemoveProducer()) status = CloneCallee(*copy);
  if (!status.ok()) return status;
  return copy;
}

absl::Status MergeFusion(HloInstruction* producer, HloInstruction* fusion, OtherUsers others) {
  absl::Status status = CheckInstructions("MergeFusion", {producer, fusion});
  if (!status.ok()) return status;
  Fuser fuser(producer, fusion, others);
  if (status = fuser.Check(/*is_merge=*/true); !status.ok()) return status;
  for (HloInstruction* element : fuser.elements()) {
    status.Update(FuseInstruction(element, fusion).status());
  }
  if (!status.ok()) return status;
  const absl::StatusOr<HloInstruction*> copy = fuser.Run();
  if (!copy.ok()) return copy.status();
  fuser.RemoveProducer();
  const absl::StatusOr<HloInstruction*> value = InlineCall(*copy);
  if (!value.ok()) return value.status();
  if ((*value)->opcode() != HloOpcode::kTuple) return absl::OkStatus();
  status = TakeApart(*value);
  return status.ok() ? DropUnusedParameters(fusion) : status;
}

}  // namespace hlo_text_v1
