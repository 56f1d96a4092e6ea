// Widens whiles, calls, fusions and conditionals. New elements come last, so that the numbers of
// the old ones stay: only users of a whole tuple change, or of a value that becomes a tuple.
#include <vector>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/transform.h"
#include "src/edit/misuse.h"
#include "src/ir/instruction_order.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

absl::Status CheckUnsharded(const HloInstruction& value) {
  if (value.sharding() == nullptr) return absl::OkStatus();
  return absl::FailedPreconditionError(StrCat(value.name(), " has a sharding"));
}

absl::Status CheckCallee(const HloInstruction& caller, const HloComputation* callee,
                         const std::vector<uint32_t>& callers) {
  if (callee == nullptr) return Invalid(caller.name(), " does not call what it needs");
  if (callers[Node(callee).number] == 1) return absl::OkStatus();
  return absl::FailedPreconditionError(StrCat(callee->name(), " has other callers"));
}

absl::Status CheckState(const HloInstruction& caller, const HloComputation* callee,
                        const std::vector<uint32_t>& callers) {
  absl::Status status = CheckCallee(caller, callee, callers);
  if (!status.ok()) return status;
  if (callee->parameters().size() != 1) {
    return Invalid(caller.name(), " does not call computations of one parameter");
  }
  status = CheckUnsharded(*callee->parameters()[0]);
  return status.ok() ? CheckUnsharded(*callee->root_instruction()) : status;
}

absl::Status CheckLoop(HloInstruction* loop, absl::Span<HloInstruction* const> added) {
  absl::Status status = CheckInstructions("WidenWhile", {loop});
  if (status.ok()) status = CheckInstructions("WidenWhile", added);
  if (!status.ok()) return status;
  if (!added.empty() && added[0]->parent() != loop->parent()) {
    return Misuse("WidenWhile", "the loop is of another computation");
  }
  if (loop->opcode() != HloOpcode::kWhile || loop->operand_count() != 1 ||
      !loop->shape().IsTuple() || !loop->operand(0)->shape().IsTuple()) {
    return Invalid(loop->name(), " is not a while over a tuple");
  }
  if (status = CheckUnsharded(*loop); !status.ok()) return status;
  const std::vector<uint32_t> callers = CallerCounts(*loop->parent()->parent());
  status = CheckState(*loop, loop->while_body(), callers);
  if (status.ok()) status = CheckState(*loop, loop->while_condition(), callers);
  return status;
}

// How many elements a value of `shape` has: one if it is not a tuple.
size_t CountOfElements(const Shape& shape) {
  return shape.IsTuple() ? shape.tuple_shapes().size() : 1;
}

// The tuple of the elements of `shape` and those of `added`.
const Shape* WideShape(const Shape& shape, absl::Span<HloInstruction* const> added,
                       ShapePool& shapes) {
  std::vector<const Shape*> elements = {&shape};
  if (shape.IsTuple()) elements.assign(shape.tuple_shapes().begin(), shape.tuple_shapes().end());
  for (const HloInstruction* each : added) elements.push_back(&each->shape());
  return shapes.Tuple(elements);
}

// Elements `first` and up to `limit` (exclusive) of `tuple`: its operands if it is a tuple.
std::vector<HloInstruction*> Elements(HloBuilder& builder, HloInstruction* tuple, size_t first,
                                      size_t limit) {
  std::vector<HloInstruction*> elements;
  for (size_t i = first; i < limit; ++i) {
    const auto number = static_cast<int64_t>(i);
    elements.push_back(tuple->opcode() == HloOpcode::kTuple
                           ? tuple->operand(number)
                           : builder.AddGetTupleElement(tuple, number));
  }
  return elements;
}

// A tuple of the elements of `value`, or of it alone, and of `added`; nullptr after an error.
HloInstruction* WideTuple(HloBuilder& builder, HloInstruction* value,
                          absl::Span<HloInstruction* const> added) {
  std::vector<HloInstruction*> elements = {value};
  if (value->shape().IsTuple()) {
    elements = Elements(builder, value, 0, CountOfElements(value->shape()));
  }
  elements.insert(elements.end(), added.begin(), added.end());
  return builder.AddTuple(elements);
}

// Gives `value` the shape `wide`, and those of its users that need all of it, or the one value that
// it was, what it was before. Returns the new elements.
absl::StatusOr<std::vector<HloInstruction*>> Widen(HloInstruction* value, const Shape* wide) {
  const std::vector<MutableHloUse> uses = CurrentUses(*value);
  const bool was_root = value->IsRoot();
  const bool was_tuple = value->shape().IsTuple();
  const size_t count = CountOfElements(value->shape());
  absl::Status status = SetShape(value, wide);
  // It has the structure of the old shape.
  if (status.ok()) status = RemoveAttribute(value, AttributeKind::kOrigin);
  if (!status.ok()) return status;
  HloBuilder builder(value->parent());
  builder.SetInsertionPointAfter(value);
  std::vector<HloInstruction*> added = Elements(builder, value, count, wide->tuple_shapes().size());
  HloInstruction* old = nullptr;
  const auto old_value = [&] {
    if (old == nullptr) {
      builder.SetInsertionPointAfter(added.empty() ? value : added.back());
      const std::vector<HloInstruction*> elements = Elements(builder, value, 0, count);
      if (!elements.empty()) builder.SetInsertionPointAfter(elements.back());
      old = was_tuple ? builder.AddTuple(elements) : elements[0];
    }
    return old;
  };
  for (const MutableHloUse& use : uses) {
    const bool is_element = was_tuple && use.user->opcode() == HloOpcode::kGetTupleElement;
    if (is_element || old_value() == nullptr) continue;
    status.Update(ReplaceOperandWithDifferentShape(use.user, use.operand_number, old));
  }
  if (was_root && old_value() != nullptr) status.Update(SetRoot(value->parent(), old));
  status.Update(builder.status());
  if (!status.ok()) return status;
  return added;
}

// Makes `computation` return `added`, too.
absl::Status WidenRoot(HloComputation* computation, absl::Span<HloInstruction* const> added) {
  HloInstruction* root = computation->root_instruction();
  HloBuilder builder(computation);
  HloInstruction* wide = WideTuple(builder, root, added);
  if (wide == nullptr) return builder.status();
  absl::Status status = SetRoot(computation, wide);
  RemoveInstruction(root).IgnoreError();  // if it was the tuple, and nothing else uses it
  return status;
}

}  // namespace

absl::StatusOr<WidenedWhile> WidenWhile(HloInstruction* loop,
                                        absl::Span<HloInstruction* const> added) {
  if (absl::Status status = CheckLoop(loop, added); !status.ok()) return status;
  const Shape* wide = WideShape(loop->shape(), added, loop->parent()->parent()->shapes());

  HloBuilder builder(loop->parent());
  builder.SetInsertionPoint(loop);
  HloInstruction* init = WideTuple(builder, loop->operand(0), added);
  if (init == nullptr) return builder.status();

  WidenedWhile widened;
  HloComputation* body = loop->while_body();
  auto values = Widen(body->parameters()[0], wide);
  if (!values.ok()) return values.status();
  widened.in_body = *std::move(values);
  absl::Status status = WidenRoot(body, widened.in_body);

  values = Widen(loop->while_condition()->parameters()[0], wide);
  if (!values.ok()) return values.status();
  widened.in_condition = *std::move(values);
  status.Update(ReplaceOperandWithDifferentShape(loop, 0, init));
  values = Widen(loop, wide);
  if (!values.ok()) return values.status();
  widened.results = *std::move(values);
  if (!status.ok()) return status;
  return widened;
}

// ---- Calls, fusions, conditionals.

namespace {

bool IsConditional(const HloInstruction& caller) {
  return caller.opcode() == HloOpcode::kConditional;
}

std::vector<HloComputation*> Callees(HloInstruction& caller) {
  std::vector<HloComputation*> callees;
  caller.ForEachCalledComputation([&](HloComputation* callee) { callees.push_back(callee); });
  return callees;
}

absl::Status CheckCaller(HloInstruction* caller) {
  if (caller->opcode() != HloOpcode::kCall && caller->opcode() != HloOpcode::kFusion &&
      !IsConditional(*caller)) {
    return Invalid(caller->name(), " is not a call, fusion or conditional");
  }
  const std::vector<HloComputation*> callees = Callees(*caller);
  const std::vector<uint32_t> callers = CallerCounts(*caller->parent()->parent());
  absl::Status status;
  for (const HloComputation* callee : callees) {
    status.Update(CheckCallee(*caller, callee, callers));
    if (!status.ok()) return status;
    const size_t arguments =
        IsConditional(*caller) ? 1 : static_cast<size_t>(caller->operand_count());
    if (callee->parameters().size() != arguments) {
      return Invalid(callee->name(), " has another number of parameters than operands");
    }
    if (IsConditional(*caller)) status = CheckUnsharded(*callee->parameters()[0]);
    if (!status.ok()) return status;
  }
  const bool has_operands = !IsConditional(*caller) ||
                            caller->operand_count() == static_cast<int64_t>(callees.size()) + 1;
  if (callees.empty() || !has_operands) return Invalid(caller->name(), " has no such operands");
  return status;
}

}  // namespace

absl::StatusOr<std::vector<std::vector<HloInstruction*>>> WidenOperands(
    HloInstruction* caller, absl::Span<HloInstruction* const> added) {
  absl::Status status = CheckInstructions("WidenOperands", {caller});
  if (status.ok()) status = CheckInstructions("WidenOperands", added);
  if (!status.ok()) return status;
  if (!added.empty() && added[0]->parent() != caller->parent()) {
    return Misuse("WidenOperands", "the caller is of another computation");
  }
  if (status = CheckCaller(caller); !status.ok()) return status;
  const std::vector<HloComputation*> callees = Callees(*caller);
  std::vector<std::vector<HloInstruction*>> inside;
  if (!IsConditional(*caller)) {
    HloBuilder builder(callees[0]);
    std::vector<HloInstruction*> operands(caller->operands().begin(), caller->operands().end());
    operands.insert(operands.end(), added.begin(), added.end());
    inside.emplace_back();
    for (const HloInstruction* each : added) {
      inside[0].push_back(builder.AddParameter(&each->shape()));
    }
    if (!builder.status().ok()) return builder.status();
    if (status = SetOperands(caller, operands); !status.ok()) return status;
    return inside;
  }
  HloBuilder builder(caller->parent());
  for (size_t i = 0; i < callees.size(); ++i) {
    const auto number = static_cast<int64_t>(i) + 1;
    builder.SetInsertionPoint(caller);
    HloInstruction* argument = WideTuple(builder, caller->operand(number), added);
    if (argument == nullptr) return builder.status();
    status = ReplaceOperandWithDifferentShape(caller, number, argument);
    auto values = Widen(callees[i]->parameters()[0], &argument->shape());
    status.Update(values.status());
    if (!status.ok()) return status;
    inside.push_back(*std::move(values));
  }
  return inside;
}

absl::StatusOr<std::vector<HloInstruction*>> WidenResults(
    HloInstruction* caller, absl::Span<const std::vector<HloInstruction*>> added) {
  absl::Status status = CheckInstructions("WidenResults", {caller});
  if (status.ok()) status = CheckCaller(caller);
  if (status.ok()) status = CheckUnsharded(*caller);
  if (!status.ok()) return status;
  const std::vector<HloComputation*> callees = Callees(*caller);
  if (added.size() != callees.size())
    return Invalid("a list for each called computation is needed");
  for (size_t i = 0; i < callees.size(); ++i) {
    status = CheckInstructions("WidenResults", added[i]);
    if (status.ok()) status = CheckUnsharded(*callees[i]->root_instruction());
    if (!status.ok()) return status;
    bool fits = added[i].size() == added[0].size();
    for (size_t k = 0; fits && k < added[i].size(); ++k) {
      if (added[i][k]->parent() != callees[i]) {
        return Misuse("WidenResults", "an instruction is not of the called computation");
      }
      fits = &added[i][k]->shape() == &added[0][k]->shape();
    }
    if (!fits) return Invalid("the results of the branches do not have the same shapes");
  }
  if (!caller->shape().IsTuple() &&
      caller->FindAttribute(AttributeKind::kOutputToOperandAliasing) != nullptr) {
    return absl::FailedPreconditionError(StrCat(caller->name(), " has aliases of its only result"));
  }
  const Shape* wide = WideShape(caller->shape(), added[0], caller->parent()->parent()->shapes());
  for (size_t i = 0; i < callees.size(); ++i) status.Update(WidenRoot(callees[i], added[i]));
  if (!status.ok()) return status;
  return Widen(caller, wide);
}

}  // namespace hlo_text_v1
