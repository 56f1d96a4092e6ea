// Inlines calls and fusions, and gives callers callees of their own.
#include <algorithm>
#include <vector>

#include "absl/functional/function_ref.h"
#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/internal/attribute_access.h"
#include "hlo/transform.h"
#include "src/base/hash_table.h"
#include "src/edit/clone.h"
#include "src/edit/edit_links.h"
#include "src/edit/misuse.h"
#include "src/ir/desugared.h"
#include "src/ir/instruction_order.h"
#include "src/ir/walk.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// Makes `caller` call replacement(callee) instead of each callee, until the first error.
absl::Status ReplaceCallees(
    HloInstruction* caller,
    absl::FunctionRef<absl::StatusOr<HloComputation*>(HloComputation*)> replacement) {
  const auto span = caller->attributes();
  const std::vector<Attribute> attributes(span.begin(), span.end());
  for (const Attribute& attribute : attributes) {
    const bool is_list = attribute.info().type == AttributeType::kComputationList;
    if (!is_list && attribute.info().type != AttributeType::kComputation) continue;
    std::vector<HloComputation*> callees;
    if (is_list) {
      const auto list = AttributeAccess::Held<absl::Span<HloComputation* const>>(attribute);
      callees.assign(list.begin(), list.end());
    } else {
      callees.push_back(AttributeAccess::Held<HloComputation>(attribute));
    }
    const std::vector<HloComputation*> before = callees;
    for (HloComputation*& callee : callees) {
      absl::StatusOr<HloComputation*> other = replacement(callee);
      if (!other.ok()) return other.status();
      callee = *other;
    }
    if (callees == before) continue;
    const Attribute changed = is_list ? Attribute::List<HloComputation*>(attribute.kind(), callees)
                                      : Attribute::Pointer(attribute.kind(), callees[0]);
    absl::Status status = SetAttribute(caller, changed);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace

// ---- InlineCall.

namespace {

// Gives the callees of `caller` the thread, except those of async-starts, which have their own
// thread.
void SetThreadOfCallees(HloInstruction& caller, std::string_view thread) {
  std::vector<HloComputation*> pending;
  HashSet<const HloComputation*> seen;
  const auto add_callees = [&](HloInstruction& instruction) {
    if (IsAsyncStart(instruction)) return;
    instruction.ForEachCalledComputation([&](HloComputation* callee) {
      if (seen.insert(callee).second) pending.push_back(callee);
    });
  };
  add_callees(caller);
  while (!pending.empty()) {
    HloComputation* callee = pending.back();
    pending.pop_back();
    Node(callee).execution_thread = thread;
    for (HloInstruction* instruction : callee->instructions()) add_callees(*instruction);
  }
}

absl::Status CheckInlinable(const HloInstruction& call) {
  const bool is_call = call.opcode() == HloOpcode::kCall;
  const Attribute* calls =
      call.FindAttribute(is_call ? AttributeKind::kToApply : AttributeKind::kCalls);
  if ((!is_call && call.opcode() != HloOpcode::kFusion) || calls == nullptr) {
    return Invalid(call.name(), " is not a call or fusion");
  }
  const HloComputation& callee = *calls->AsComputation();
  if (&callee == call.parent()) return Invalid(call.name(), " calls its own computation");
  if (callee.parameters().size() != call.operands().size()) {
    return Invalid(call.name(), " passes another number of operands than ", callee.name(),
                   " has parameters");
  }
  return absl::OkStatus();
}

class Inliner {
 public:
  explicit Inliner(HloInstruction* call)
      : call_(*call),
        callee_(
            *(call->opcode() == HloOpcode::kCall ? call->to_apply() : call->fused_computation())),
        builder_(call->parent()) {
    builder_.SetInsertionPoint(call);
  }

  absl::StatusOr<HloInstruction*> Run() {
    const std::vector<const HloInstruction*> order = PrintOrder(callee_);
    absl::Status status = Copy(order);
    if (!status.ok()) {
      for (size_t i = copies_.size(); i-- > 0;) RemoveInstruction(copies_[i]).IgnoreError();
      return status;
    }
    // Nothing from here on fails.
    for (const HloInstruction* instruction : order) {
      if (instruction->opcode() == HloOpcode::kParameter) continue;
      AddControlPredecessors(CopiesBefore(instruction), copy_of_[instruction]);
    }
    if (const HloInstruction* root = callee_.root_instruction();
        root->opcode() == HloOpcode::kParameter) {
      const std::vector<HloInstruction*> before = CopiesBefore(root);
      for (HloInstruction* user : CurrentUsers(call_)) AddControlPredecessors(before, user);
    }
    for (HloInstruction* copy : copies_) GiveCallees(copy);
    HandOnControl();
    HloInstruction* result = copy_of_[callee_.root_instruction()];
    ReplaceAllUsesWithDifferentShape(&call_, result).IgnoreError();
    RemoveInstruction(&call_).IgnoreError();
    return result;
  }

 private:
  // Copies without control dependencies, of fusions and async-starts with the originals' callees.
  absl::Status Copy(absl::Span<const HloInstruction* const> order) {
    for (const HloInstruction* instruction : order) {
      const Predecessors predecessors(instruction);
      for (size_t i = 0; i < predecessors.size(); ++i) {
        if (!copy_of_.contains(predecessors[i])) return NotInOrder(*predecessors[i], *instruction);
      }
      HloInstruction* copy = instruction->opcode() == HloOpcode::kParameter
                                 ? call_.operand(instruction->parameter_number())
                                 : AddCopy(*instruction);
      if (copy == nullptr) return builder_.status();
      copy_of_[instruction] = copy;
    }
    if (copy_of_.contains(callee_.root_instruction())) return absl::OkStatus();
    return absl::FailedPreconditionError("the root of the called computation is on a cycle");
  }

  static absl::Status NotInOrder(const HloInstruction& operand, const HloInstruction& user) {
    return absl::FailedPreconditionError(
        StrCat(operand.name(), " comes after ", user.name(), ", which needs it"));
  }

  HloInstruction* AddCopy(const HloInstruction& instruction) {
    std::vector<HloInstruction*> operands;
    for (const HloInstruction* operand : instruction.operands()) {
      operands.push_back(copy_of_[operand]);
    }
    HloInstruction* copy = builder_.AddClone(instruction, operands);
    if (copy != nullptr) copies_.push_back(copy);
    return copy;
  }

  // The control predecessors of the copy of `instruction`. A parameter becomes the operand. A
  // parameter has no copy that could wait for its own control predecessors, so its users do.
  std::vector<HloInstruction*> CopiesBefore(const HloInstruction* instruction) {
    std::vector<HloInstruction*> before;
    std::vector<const HloInstruction*> pending = {instruction};
    HashSet<const HloInstruction*> seen;
    while (!pending.empty()) {
      const HloInstruction* waiting = pending.back();
      pending.pop_back();
      for (const HloInstruction* predecessor : waiting->control_predecessors()) {
        before.push_back(copy_of_[predecessor]);
      }
      const Predecessors predecessors(waiting);
      for (size_t i = 0; i < predecessors.size(); ++i) {
        const HloInstruction* needed = predecessors[i];
        if (needed->opcode() == HloOpcode::kParameter && !needed->control_predecessors().empty() &&
            seen.insert(needed).second) {
          pending.push_back(needed);
        }
      }
    }
    return before;
  }

  // A copy of a fusion or async-start calls a copy. If the call led to another thread, so do all
  // other callers: the callees of the originals stay there.
  void GiveCallees(HloInstruction* copy) {
    const std::string_view thread = call_.parent()->execution_thread();
    if (IsAsyncStart(*copy) || callee_.execution_thread() == thread) {
      CloneCallee(copy).IgnoreError();
      return;
    }
    ReplaceCallees(copy, [&](const HloComputation* callee) -> absl::StatusOr<HloComputation*> {
      const auto originals = ComputationsToClone(*callee, /*within_module=*/false);
      return CloneTogether(originals, &builder_.module(), "clone").back();
    }).IgnoreError();
    SetThreadOfCallees(*copy, thread);
  }

  // The first copies wait for the predecessors of the call, its successors for the last ones.
  void HandOnControl() {
    if (!HasControlDependencies(call_)) return;
    const HashSet<const HloInstruction*> inside(copies_.begin(), copies_.end());
    const auto is_inside = [&](const HloInstruction* i) { return inside.contains(i); };
    const auto any_inside = [&](const auto& list) {
      return std::any_of(list.begin(), list.end(), is_inside);
    };
    std::vector<HloInstruction*> first, last;
    for (HloInstruction* copy : copies_) {
      if (!any_inside(copy->operands()) && !any_inside(copy->control_predecessors())) {
        first.push_back(copy);
      }
      if (!any_inside(CurrentUsers(*copy)) && !any_inside(CurrentControlSuccessors(*copy))) {
        last.push_back(copy);
      }
    }
    RelayControl(&call_, first, last);
  }

  HloInstruction& call_;
  const HloComputation& callee_;
  HloBuilder builder_;
  std::vector<HloInstruction*> copies_;
  HashMap<const HloInstruction*, HloInstruction*> copy_of_;  // of a parameter, the operand
};

}  // namespace

absl::StatusOr<HloInstruction*> InlineCall(HloInstruction* call) {
  absl::Status status = CheckInstructions("InlineCall", {call});
  if (status.ok()) status = CheckInlinable(*call);
  if (!status.ok()) return status;
  return Inliner(call).Run();
}

// ---- FlattenCallGraph.

namespace {

// Whether its callees run one instruction after the other, like its own computation. XLA
// GetInstructionCallContext.
bool IsControlFlow(const HloInstruction& instruction) {
  return instruction.opcode() == HloOpcode::kCall || instruction.opcode() == HloOpcode::kWhile ||
         instruction.opcode() == HloOpcode::kConditional ||
         instruction.opcode() == HloOpcode::kAsyncStart;
}

class Flattener {
 public:
  Flattener(HloModule& module, int64_t max_instructions)
      : module_(module), left_(max_instructions - module.instruction_count()) {}

  absl::StatusOr<int64_t> Run() {
    std::vector<HloComputation*> pending = ComputationPostOrder(module_);
    for (const HloComputation* computation : pending) ClaimEmbedded(*computation);
    if (module_.entry_computation() != nullptr) claimed_.insert(module_.entry_computation());
    // From the end: callers first.
    while (!pending.empty()) {
      HloComputation* computation = pending.back();
      pending.pop_back();
      for (HloInstruction* instruction : computation->instructions()) {
        if (!IsControlFlow(*instruction)) continue;
        absl::Status status = Flatten(instruction, &pending);
        if (!status.ok()) return status;
      }
    }
    return clones_;
  }

 private:
  void ClaimEmbedded(const HloComputation& computation) {
    for (const HloInstruction* instruction : computation.instructions()) {
      if (IsControlFlow(*instruction)) continue;
      instruction->ForEachCalledComputation(
          [&](const HloComputation* callee) { claimed_.insert(callee); });
    }
  }

  // Its callee, or a clone if another instruction has claimed that.
  absl::StatusOr<HloComputation*> Own(HloComputation* callee,
                                      std::vector<HloComputation*>* pending) {
    if (claimed_.insert(callee).second) return callee;
    const std::vector<const HloComputation*> originals = ComputationsToClone(*callee, true);
    for (const HloComputation* original : originals) left_ -= original->instruction_count();
    if (left_ < 0) return absl::ResourceExhaustedError("the flat module has too many instructions");
    const std::vector<HloComputation*> clones = CloneTogether(originals, &module_, "clone");
    clones_ += static_cast<int64_t>(clones.size());
    for (const HloComputation* clone : clones) ClaimEmbedded(*clone);
    // Callees of async-starts wait for their caller to claim them.
    claimed_.insert(clones.back());
    pending->insert(pending->end(), clones.begin(), clones.end());
    return clones.back();
  }

  absl::Status Flatten(HloInstruction* caller, std::vector<HloComputation*>* pending) {
    return ReplaceCallees(caller, [&](HloComputation* callee) { return Own(callee, pending); });
  }

  HloModule& module_;
  int64_t left_;
  int64_t clones_ = 0;
  // Computations that have a caller already.
  HashSet<const HloComputation*> claimed_;
};

}  // namespace

absl::StatusOr<int64_t> FlattenCallGraph(HloModule* module, int64_t max_instructions) {
  if (absl::Status status = CheckDesugared(*module); !status.ok()) return status;
  if (!FindCallCycle(module->computations()).empty()) {
    return absl::FailedPreconditionError("a computation calls itself");
  }
  return Flattener(*module, max_instructions).Run();
}

}  // namespace hlo_text_v1
