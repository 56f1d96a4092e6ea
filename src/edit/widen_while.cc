// The new elements come last, so that the numbers of the old ones stay: of all users only those of
// a whole tuple change.
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

absl::Status CheckCallee(const HloInstruction& loop, const HloComputation* callee,
                         const std::vector<uint32_t>& callers) {
  if (callee == nullptr || callee->parameters().size() != 1) {
    return Invalid(loop.name(), " does not call computations of one parameter");
  }
  if (callers[Node(callee).number] != 1) {
    return absl::FailedPreconditionError(StrCat(callee->name(), " has other callers"));
  }
  if (callee->parameters()[0]->sharding() != nullptr ||
      callee->root_instruction()->sharding() != nullptr) {
    return absl::FailedPreconditionError(StrCat(callee->name(), " has a sharding of its state"));
  }
  return absl::OkStatus();
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
  if (loop->sharding() != nullptr) {
    return absl::FailedPreconditionError(StrCat(loop->name(), " has a sharding"));
  }
  const std::vector<uint32_t> callers = CallerCounts(*loop->parent()->parent());
  status = CheckCallee(*loop, loop->while_body(), callers);
  if (status.ok()) status = CheckCallee(*loop, loop->while_condition(), callers);
  return status;
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

// Gives `value`, which has `count` elements, the shape `wide`, and those of its users that need all
// of it a tuple of the old elements. Returns the new elements.
absl::StatusOr<std::vector<HloInstruction*>> Widen(HloInstruction* value, size_t count,
                                                   const Shape* wide) {
  const std::vector<MutableHloUse> uses = CurrentUses(*value);
  const bool was_root = value->IsRoot();
  absl::Status status = SetShape(value, wide);
  if (!status.ok()) return status;
  HloBuilder builder(value->parent());
  builder.SetInsertionPointAfter(value);
  std::vector<HloInstruction*> added = Elements(builder, value, count, wide->tuple_shapes().size());
  HloInstruction* old = nullptr;
  const auto old_tuple = [&] {
    if (old == nullptr) {
      builder.SetInsertionPointAfter(added.empty() ? value : added.back());
      const std::vector<HloInstruction*> elements = Elements(builder, value, 0, count);
      if (!elements.empty()) builder.SetInsertionPointAfter(elements.back());
      old = builder.AddTuple(elements);
    }
    return old;
  };
  for (const MutableHloUse& use : uses) {
    if (use.user->opcode() == HloOpcode::kGetTupleElement || old_tuple() == nullptr) continue;
    status.Update(ReplaceOperandWithDifferentShape(use.user, use.operand_number, old));
  }
  if (was_root && old_tuple() != nullptr) status.Update(SetRoot(value->parent(), old));
  status.Update(builder.status());
  if (!status.ok()) return status;
  return added;
}

}  // namespace

absl::StatusOr<WidenedWhile> WidenWhile(HloInstruction* loop,
                                        absl::Span<HloInstruction* const> added) {
  if (absl::Status status = CheckLoop(loop, added); !status.ok()) return status;
  const size_t count = loop->shape().tuple_shapes().size();
  const auto old_shapes = loop->shape().tuple_shapes();
  std::vector<const Shape*> shapes(old_shapes.begin(), old_shapes.end());
  for (const HloInstruction* each : added) shapes.push_back(&each->shape());
  const Shape* wide = loop->parent()->parent()->shapes().Tuple(shapes);

  HloBuilder builder(loop->parent());
  builder.SetInsertionPoint(loop);
  std::vector<HloInstruction*> state = Elements(builder, loop->operand(0), 0, count);
  state.insert(state.end(), added.begin(), added.end());
  HloInstruction* init = builder.AddTuple(state);
  if (init == nullptr) return builder.status();

  WidenedWhile widened;
  HloComputation* body = loop->while_body();
  auto values = Widen(body->parameters()[0], count, wide);
  if (!values.ok()) return values.status();
  widened.in_body = *std::move(values);
  HloInstruction* root = body->root_instruction();
  HloBuilder body_builder(body);
  body_builder.SetInsertionPointAfter(root);
  std::vector<HloInstruction*> result = Elements(body_builder, root, 0, count);
  result.insert(result.end(), widened.in_body.begin(), widened.in_body.end());
  if (root->opcode() != HloOpcode::kTuple && count > 0) {
    body_builder.SetInsertionPointAfter(result[count - 1]);
  }
  HloInstruction* new_root = body_builder.AddTuple(result);
  if (new_root == nullptr) return body_builder.status();
  absl::Status status = SetRoot(body, new_root);
  RemoveInstruction(root).IgnoreError();  // if it was the tuple, and nothing else uses it

  values = Widen(loop->while_condition()->parameters()[0], count, wide);
  if (!values.ok()) return values.status();
  widened.in_condition = *std::move(values);
  status.Update(ReplaceOperandWithDifferentShape(loop, 0, init));
  values = Widen(loop, count, wide);
  if (!values.ok()) return values.status();
  widened.results = *std::move(values);
  if (!status.ok()) return status;
  return widened;
}

}  // namespace hlo_text_v1
