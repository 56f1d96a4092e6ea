// Checks each chain or pair on its own, computation by computation, and counts callers. Then
// drops the chains of computations that have other callers, and finds tokens and groups among the
// rest.
#include "src/mlir/async_plan.h"

#include <algorithm>
#include <utility>

#include "hlo/graph.h"
#include "src/ir/normal_form.h"
#include "src/ir/walk.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1::internal {
namespace {

// The number of operands bound so far, from the shape; -1 if it is not the shape of a start.
int64_t BoundCount(const HloInstruction& link) {
  const absl::Span<const Shape* const> elements = link.shape().tuple_shapes();
  if (!link.shape().IsTuple() || elements.size() < 2 || !elements[0]->IsTuple()) return -1;
  return static_cast<int64_t>(elements[0]->tuple_shapes().size());
}

bool HasSameType(const Shape& a, const Shape& b) {
  std::string a_text;
  std::string b_text;
  AppendLooseShape(a, &a_text);
  AppendLooseShape(b, &b_text);
  return a_text == b_text;
}

// Whether each link is used by the next one only, as its operand 0.
bool IsUsedByLinksOnly(const AsyncOperation& operation, const UserSnapshot& users) {
  for (size_t i = 0; i + 1 < operation.links().size(); ++i) {
    const HloInstruction& link = *operation.links()[i];
    const HloInstruction& next = *operation.links()[i + 1];
    if (link.IsRoot() || users.of(link).size() != 1 || users.of(link)[0] != &next ||
        std::count(next.operands().begin(), next.operands().end(), &link) != 1) {
      return false;
    }
  }
  return true;
}

// Whether it can be a member of a group: an ordinary operation on parameters only, whose first uses
// are in order.
bool IsMember(const HloInstruction& instruction, absl::Span<const HloInstruction* const> parameters,
              HashSet<const HloInstruction*>* used) {
  if (IsAsyncLink(instruction.opcode()) || LeafCount(instruction.shape()) == 0 ||
      !instruction.control_predecessors().empty() ||
      instruction.FindAttribute(AttributeKind::kUnknownOpcode) != nullptr) {
    return false;
  }
  for (const HloInstruction* operand : instruction.operands()) {
    if (operand->opcode() != HloOpcode::kParameter) return false;
    if (used->insert(operand).second && parameters[used->size() - 1] != operand) return false;
  }
  return true;
}

}  // namespace

bool IsPairShape(HloOpcode work, const Shape& start, const Shape& result) {
  if (work == HloOpcode::kAllReduce) return HasSameType(start, result);
  const absl::Span<const Shape* const> elements = start.tuple_shapes();
  const absl::Span<const Shape* const> results = result.tuple_shapes();
  if (!start.IsTuple()) return false;
  if (work == HloOpcode::kCopy) return !elements.empty() && HasSameType(*elements[0], result);
  if (work == HloOpcode::kAllGather || work == HloOpcode::kCollectivePermute) {
    return elements.size() > 1 && HasSameType(*elements[1], result);
  }
  if (elements.size() != 3) return false;
  if (work == HloOpcode::kSend) return HasSameType(*elements[2], result);
  // Recv gives the data and a token.
  return result.IsTuple() && results.size() == 2 && HasSameType(*elements[0], *results[0]) &&
         HasSameType(*elements[2], *results[1]);
}

bool IsBoundPart(const Shape& bound, const Shape& result) {
  if (!bound.IsTuple()) return HasSameType(bound, result);
  if (bound.tuple_shapes().empty()) return true;
  if (!result.IsTuple() || bound.tuple_shapes().size() > result.tuple_shapes().size()) return false;
  for (size_t i = 0; i < bound.tuple_shapes().size(); ++i) {
    if (!IsBoundPart(*bound.tuple_shapes()[i], *result.tuple_shapes()[i])) return false;
  }
  return true;
}

AsyncPlan::AsyncPlan(const HloModule& module, MlirTypes* types)
    : types_(*types),
      order_matters_(module.config().is_scheduled || !module.stack_frames().empty()) {
  std::vector<std::vector<AsyncOperation>> operations = FindAsyncOperations(module);
  for (size_t i = 0; i < operations.size(); ++i) {
    FindIn(*module.computations()[i], std::move(operations[i]));
  }
  // A computation with other callers is a function; its chains stay ordinary operations.
  for (const AsyncWork& work : works_) {
    if (work.operation.is_pair() || IsAsync(work.operation.wrapped_computation())) continue;
    for (const HloInstruction* link : work.operation.links()) by_link_.erase(link);
    opaque_.push_back({&work.operation.start(), "calls a computation that others call, too"});
  }
  FindDependencies();
  FindGroups();
}

void AsyncPlan::FindIn(const HloComputation& computation, std::vector<AsyncOperation> operations) {
  for (const HloInstruction* instruction : computation.instructions()) {
    instruction->ForEachCalledComputation(
        [&](const HloComputation* callee) { ++callers_[callee].others; });
  }
  if (computation.IsEntry()) ++callers_[&computation].others;
  if (operations.empty()) return;
  const UserSnapshot users(computation);
  for (AsyncOperation& operation : operations) {
    const std::string_view reason = ReasonAgainst(operation, users);
    if (reason.empty()) {
      Enter(std::move(operation));
    } else {
      opaque_.push_back({&operation.start(), reason});
    }
  }
}

// Empty if the dialect can express the operation.
std::string_view AsyncPlan::ReasonAgainst(const AsyncOperation& operation,
                                          const UserSnapshot& users) {
  if (operation.all_links().size() > operation.links().size()) return "goes through a loop";
  const HloInstruction* done = operation.done();
  if (done == nullptr) return "is not done in the computation that starts it";
  if (done->operand_count() != 1 || !IsUsedByLinksOnly(operation, users)) {
    return "goes through other values, or is used by more than its next link";
  }
  const bool is_sound = operation.is_pair() ? IsPairShape(operation.wrapped_opcode(),
                                                          operation.start().shape(), done->shape())
                                            : IsSoundChain(operation);
  return is_sound ? "" : "does not fit the shapes or the thread of its work";
}

bool AsyncPlan::IsSoundChain(const AsyncOperation& chain) {
  const HloComputation* callee = chain.wrapped_computation();
  return callee != nullptr && callee->execution_thread() == chain.execution_thread() &&
         SameType(chain.done()->shape(), callee->root_instruction()->shape()) &&
         BindsOperands(chain, *callee);
}

// Whether each link binds the operands in its shape, and together they bind all parameters of
// `callee`.
bool AsyncPlan::BindsOperands(const AsyncOperation& chain, const HloComputation& callee) {
  const auto count = static_cast<int64_t>(callee.parameters().size());
  int64_t before = 0;
  for (size_t i = 0; i + 1 < chain.links().size(); ++i) {
    const HloInstruction& link = *chain.links()[i];
    const int64_t bound = BoundCount(link);
    if (bound < before || bound > count) return false;
    const absl::Span<const HloInstruction* const> bound_here = chain.NewOperands(link);
    const auto buffers = static_cast<int64_t>(chain.OutputBuffers(link).size());
    if (static_cast<int64_t>(bound_here.size()) != bound - before) return false;
    if (link.operand_count() != (i == 0 ? 0 : 1) + bound - before + buffers) return false;
    const absl::Span<const Shape* const> shapes = link.shape().tuple_shapes(0)->tuple_shapes();
    for (int64_t k = 0; k < bound; ++k) {
      const Shape& parameter = callee.parameters()[static_cast<size_t>(k)]->shape();
      if (!SameType(*shapes[static_cast<size_t>(k)], parameter)) return false;
      if (k >= before &&
          !SameType(bound_here[static_cast<size_t>(k - before)]->shape(), parameter)) {
        return false;
      }
    }
    if (!IsBoundPart(*link.shape().tuple_shapes(1), callee.root_instruction()->shape())) {
      return false;
    }
    before = bound;
  }
  return before == count;
}

void AsyncPlan::Enter(AsyncOperation operation) {
  works_.push_back({std::move(operation)});
  AsyncWork& work = works_.back();
  for (const HloInstruction* link : work.operation.links()) by_link_[link] = &work;
  if (work.operation.is_pair()) return;
  const HloComputation* callee = work.operation.wrapped_computation();
  const auto all = static_cast<int64_t>(callee->parameters().size());
  while (BoundCount(*work.call_link()) < all) ++work.call;
  Callers& callers = callers_[callee];
  --callers.others;
  ++callers.chains;
}

// Work that starts after the done of other work waits for its token.
void AsyncPlan::FindDependencies() {
  for (AsyncWork& work : works_) {
    if (WorkOf(work.call_link()) != &work) continue;
    for (const HloInstruction* predecessor : work.call_link()->control_predecessors()) {
      const auto found = by_link_.find(predecessor);
      if (found == by_link_.end() || found->second->done() != predecessor) continue;
      if (found->second == &work) continue;
      work.needs_token = true;
      found->second->needs_token = true;
    }
  }
}

void AsyncPlan::FindGroups() {
  for (AsyncWork& work : works_) {
    if (WorkOf(work.call_link()) != &work || !IsGroup(work)) continue;
    work.is_group = true;
    groups_.insert(work.operation.wrapped_computation());
  }
}

// A group is a start that XLA marks as a group and that its members describe completely: its
// computation has only parameters, in order of their use, operations on them, and a tuple of these.
bool AsyncPlan::IsGroup(const AsyncWork& work) {
  const HloInstruction& start = work.operation.start();
  const HloComputation* callee = work.operation.wrapped_computation();
  if (work.operation.is_pair() || work.needs_token || work.operation.links().size() != 2 ||
      FindFrontendAttribute(start, "_collectives_group") == nullptr ||
      !start.control_predecessors().empty() || callers_[callee].chains != 1 ||
      callee->execution_thread() != "main" || !callee->backend_config().empty() ||
      !callee->unknown_attributes().empty()) {
    return false;
  }
  const HloInstruction& root = *callee->root_instruction();
  HashSet<const HloInstruction*> used;
  HashSet<const HloInstruction*> distinct(start.operands().begin(), start.operands().end());
  const absl::Span<const Shape* const> results = root.shape().tuple_shapes();
  if (root.opcode() != HloOpcode::kTuple || !root.control_predecessors().empty() ||
      !types_.IsPlain(root.shape()) || results.empty() ||
      results.size() != root.operands().size() || distinct.size() != start.operands().size()) {
    return false;
  }
  size_t parameters = 0;
  size_t members = 0;
  for (const HloInstruction* instruction : callee->instructions()) {
    if (instruction->opcode() == HloOpcode::kParameter) {
      const bool is_plain =
          instruction->attributes().empty() && types_.IsPlain(instruction->shape()) &&
          (!order_matters_ || (members == 0 && callee->parameters()[parameters] == instruction));
      if (!is_plain) return false;
      ++parameters;
    } else if (instruction == &root) {
      return members == results.size() && used.size() == parameters &&
             static_cast<size_t>(callee->instruction_count()) == parameters + members + 1;
    } else if (members == results.size() || root.operands()[members] != instruction ||
               !SameType(instruction->shape(), *results[members]) ||
               !IsMember(*instruction, callee->parameters(), &used)) {
      return false;
    } else {
      ++members;
    }
  }
  return false;
}

}  // namespace hlo_text_v1::internal
