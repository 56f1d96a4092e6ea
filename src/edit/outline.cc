// The new computation is built from clones; the originals are replaced only after that has worked.
#include "src/edit/outline.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/transform.h"
#include "src/async/chain.h"
#include "src/async/producer.h"
#include "src/base/hash_table.h"
#include "src/edit/derived_data.h"
#include "src/edit/edit_links.h"
#include "src/edit/misuse.h"
#include "src/ir/instruction_order.h"

namespace hlo_text_v1 {

using namespace internal;

// ---- Shared with fusions that grow.

absl::Status internal::CheckNoWayBack(absl::Span<HloInstruction* const> group,
                                      const InstructionSet& inside) {
  std::vector<bool> seen(group[0]->parent()->index_limit());
  std::vector<const HloInstruction*> pending;
  const auto visit = [&](const HloInstruction* outside) {
    if (inside.contains(outside) || seen[outside->index()]) return;
    seen[outside->index()] = true;
    pending.push_back(outside);
  };
  for (const HloInstruction* instruction : group) {
    const Predecessors predecessors(instruction);
    for (size_t i = 0; i < predecessors.size(); ++i) visit(predecessors[i]);
  }
  while (!pending.empty()) {
    const HloInstruction* outside = pending.back();
    pending.pop_back();
    const Predecessors predecessors(outside);
    for (size_t i = 0; i < predecessors.size(); ++i) {
      if (inside.contains(predecessors[i])) {
        return absl::FailedPreconditionError(
            StrCat(outside->name(), " uses ", predecessors[i]->name(),
                   " and is needed by another instruction of the new computation"));
      }
      visit(predecessors[i]);
    }
  }
  return absl::OkStatus();
}

HloInstruction* internal::MoveUsersBehind(HloComputation* computation,
                                          const InstructionSet& inside) {
  HloInstruction* last = nullptr;
  for (HloInstruction* instruction : computation->instructions()) {
    if (inside.contains(instruction)) last = instruction;
  }
  HashSet<const HloInstruction*> dependent;
  HloInstruction* behind = last;
  HloInstruction* next = nullptr;
  bool has_begun = false;
  for (HloInstruction* at = *computation->instructions().begin(); at != last; at = next) {
    next = at->next();
    has_begun = has_begun || inside.contains(at);
    if (!has_begun || inside.contains(at)) continue;
    const Predecessors predecessors(at);
    for (size_t i = 0; i < predecessors.size(); ++i) {
      if (inside.contains(predecessors[i]) || dependent.contains(predecessors[i])) {
        dependent.insert(at);
      }
    }
    if (!dependent.contains(at)) continue;
    MoveAfter(at, behind).IgnoreError();
    behind = at;
  }
  return last;
}

namespace {

using Instructions = absl::Span<HloInstruction* const>;

class Outliner {
 public:
  using MakeCaller = absl::FunctionRef<HloInstruction*(HloBuilder&, Instructions, HloComputation*)>;

  Outliner(HloComputation* computation, Instructions instructions)
      : computation_(*computation),
        producers_(*computation->parent()),
        inside_(instructions.begin(), instructions.end()) {
    for (HloInstruction* instruction : PrintOrder(computation_)) {
      if (IsInside(instruction)) order_.push_back(instruction);
    }
  }

  absl::StatusOr<HloInstruction*> Run(std::string_view name, MakeCaller make_caller) {
    absl::Status status = Check();
    if (!status.ok()) return status;
    FindOutputs();
    absl::StatusOr<HloComputation*> outlined = Build(name);
    if (!outlined.ok()) return outlined.status();
    HloBuilder builder(&computation_);
    builder.SetInsertionPointAfter(MoveUsersBehind(&computation_, inside_));
    HloInstruction* caller = make_caller(builder, arguments_, *outlined);
    if (caller == nullptr) return builder.status();
    Replace(builder, caller);
    return caller;
  }

 private:
  bool IsInside(const HloInstruction* instruction) const { return inside_.contains(instruction); }

  absl::Status Check() const {
    if (order_.size() != inside_.size()) {
      return absl::FailedPreconditionError("the instructions use each other in a cycle");
    }
    for (const HloInstruction* instruction : order_) {
      if (instruction->opcode() == HloOpcode::kParameter) {
        return Invalid(instruction->name(), " is a parameter");
      }
      for (const HloInstruction* predecessor : instruction->control_predecessors()) {
        if (!IsInside(predecessor)) return CrossingControl(*predecessor, *instruction);
      }
      for (const HloInstruction* successor : CurrentControlSuccessors(*instruction)) {
        if (!IsInside(successor)) return CrossingControl(*instruction, *successor);
      }
      const HloInstruction* previous = PreviousLink(*instruction);
      if (previous != nullptr && !IsInside(previous)) return SplitChain(*instruction);
      for (const HloInstruction* operand : instruction->operands()) {
        if (!IsInside(operand) && CarriesChain(*operand)) return SplitChain(*instruction);
      }
      for (const HloInstruction* user : CurrentUsers(*instruction)) {
        if (IsInside(user)) continue;
        if (PreviousLink(*user) == instruction || CarriesChain(*instruction)) {
          return SplitChain(*user);
        }
      }
      if (instruction->IsRoot() && CarriesChain(*instruction)) return SplitChain(*instruction);
    }
    return CheckNoWayBack(order_, inside_);
  }

  // Whether links outside may need `value`: calls carry no chain.
  bool CarriesChain(const HloInstruction& value) const {
    return HasAsyncShape(value.shape()) && producers_.Find(value) != nullptr;
  }

  static absl::Status CrossingControl(const HloInstruction& a, const HloInstruction& b) {
    return Invalid("the control dependency of ", b.name(), " on ", a.name(),
                   " would cross the border of the computation");
  }

  static absl::Status SplitChain(const HloInstruction& link) {
    return Invalid("the asynchronous operation of ", link.name(),
                   " would cross the border of the computation");
  }

  static absl::Status NotInOrder(const HloInstruction& operand, const HloInstruction& user) {
    return absl::FailedPreconditionError(
        StrCat(operand.name(), " comes after ", user.name(), ", which needs it"));
  }

  void FindOutputs() {
    for (HloInstruction* instruction : order_) {
      const std::vector<HloInstruction*> users = CurrentUsers(*instruction);
      const bool is_used = std::any_of(users.begin(), users.end(),
                                       [&](const auto* user) { return !IsInside(user); });
      if (is_used || instruction->IsRoot()) outputs_.push_back(instruction);
    }
    if (outputs_.empty()) outputs_.push_back(order_.back());
  }

  HloInstruction* ParameterFor(HloInstruction* outside, HloBuilder& builder) {
    HloInstruction*& parameter = clone_of_[outside];
    if (parameter == nullptr) {
      parameter = builder.AddParameter(&outside->shape());
      arguments_.push_back(outside);
    }
    return parameter;
  }

  absl::StatusOr<HloComputation*> Build(std::string_view name) {
    HloBuilder builder(computation_.parent(), name);
    for (HloInstruction* instruction : order_) {
      std::vector<HloInstruction*> operands;
      for (HloInstruction* operand : instruction->operands()) {
        operands.push_back(IsInside(operand) ? clone_of_[operand] : ParameterFor(operand, builder));
        if (operands.back() == nullptr) return NotInOrder(*operand, *instruction);
      }
      clone_of_[instruction] = builder.AddClone(*instruction, operands);
      if (!builder.status().ok()) return builder.status();
    }
    for (const HloInstruction* instruction : order_) {
      std::vector<HloInstruction*> before;
      for (const HloInstruction* predecessor : instruction->control_predecessors()) {
        before.push_back(clone_of_[predecessor]);
        if (before.back() == nullptr) return NotInOrder(*predecessor, *instruction);
      }
      AddControlPredecessors(before, clone_of_[instruction]);
    }
    std::vector<HloInstruction*> results;
    results.reserve(outputs_.size());
    for (const HloInstruction* output : outputs_) results.push_back(clone_of_[output]);
    absl::StatusOr<HloComputation*> outlined =
        builder.Build(results.size() == 1 ? results[0] : builder.AddTuple(results));
    // The callees of a computation run on its thread.
    if (outlined.ok()) {
      Node(*outlined).execution_thread = Node(&computation_).execution_thread;
    }
    return outlined;
  }

  void Replace(HloBuilder& builder, HloInstruction* caller) {
    if (const Attribute* metadata = outputs_.back()->FindAttribute(AttributeKind::kMetadata)) {
      SetAttribute(caller, *metadata).IgnoreError();
    }
    for (size_t i = 0; i < outputs_.size(); ++i) {
      HloInstruction* value = outputs_.size() == 1
                                  ? caller
                                  : builder.AddGetTupleElement(caller, static_cast<int64_t>(i));
      // Not users inside, which are removed.
      ReplaceAllUsesWithDifferentShape(outputs_[i], value).IgnoreError();
    }
    for (size_t i = order_.size(); i-- > 0;) {
      // Users inside, which used the value directly, are removed by now.
      DropAllControlDependencies(order_[i]).IgnoreError();
      const uint32_t name = Node(order_[i]).name;
      RemoveInstruction(order_[i]).IgnoreError();
      Node(clone_of_[order_[i]]).name = name;
    }
  }

  HloComputation& computation_;
  mutable ProducerFinder producers_;
  const HashSet<const HloInstruction*> inside_;
  std::vector<HloInstruction*> order_;    // operands first
  std::vector<HloInstruction*> outputs_;  // values that are used outside
  std::vector<HloInstruction*> arguments_;
  HashMap<const HloInstruction*, HloInstruction*> clone_of_;
};

absl::StatusOr<HloInstruction*> Outline(std::string_view function, Instructions instructions,
                                        const HloComputation* computation, std::string_view name,
                                        Outliner::MakeCaller make_caller) {
  absl::Status status = CheckInstructions(function, instructions);
  if (!status.ok()) return status;
  if (instructions.empty()) return Invalid("there are no instructions to move");
  if (computation != nullptr && instructions[0]->parent() != computation) {
    return Misuse(function, "the instructions are of another computation");
  }
  return Outliner(instructions[0]->parent(), instructions).Run(name, make_caller);
}

}  // namespace

absl::StatusOr<HloInstruction*> OutlineExpressionFromComputation(Instructions instructions,
                                                                 std::string_view name,
                                                                 HloComputation* computation) {
  constexpr char kName[] = "OutlineExpressionFromComputation";
  absl::Status status = CheckComputation(kName, computation);
  if (!status.ok()) return status;
  return Outline(kName, instructions, computation, name,
                 [](HloBuilder& builder, Instructions arguments, HloComputation* callee) {
                   return builder.AddCall(arguments, callee);
                 });
}

absl::StatusOr<HloInstruction*> CreateFusionInstruction(Instructions instructions,
                                                        FusionKind kind) {
  return Outline("CreateFusionInstruction", instructions, nullptr, "fused_computation",
                 [kind](HloBuilder& builder, Instructions arguments, HloComputation* callee) {
                   return builder.AddFusion(arguments, kind, callee);
                 });
}

}  // namespace hlo_text_v1
