// The pass while-state: drops elements of the tuples that whiles carry around. Condition and body
// must take their parameter apart with get-tuple-element, and the body must return a tuple.
#include <algorithm>

#include "hlo/attribute_accessors.h"
#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/users.h"
#include "src/reduce/passes.h"
#include "src/reduce/stand_in.h"

namespace hlo::internal {
namespace {

bool IsTakenApart(const HloInstruction* tuple) {
  const std::vector<HloInstruction*> users = CurrentUsers(tuple);
  return !tuple->IsRoot() && std::all_of(users.begin(), users.end(), [](const auto* user) {
    return user->opcode() == HloOpcode::kGetTupleElement;
  });
}

HloComputation* Callee(const HloInstruction& loop, AttributeKind kind) {
  return loop.FindAttribute(kind)->AsComputation();
}

bool MayNarrow(const HloInstruction& loop) {
  if (loop.opcode() != HloOpcode::kWhile || !loop.shape().IsTuple()) return false;
  const HloComputation& body = *Callee(loop, AttributeKind::kBody);
  const HloComputation& condition = *Callee(loop, AttributeKind::kCondition);
  return body.root_instruction()->opcode() == HloOpcode::kTuple &&
         !HasUsers(body.root_instruction()) && body.parameters().size() == 1 &&
         condition.parameters().size() == 1 && IsTakenApart(body.parameters()[0]) &&
         IsTakenApart(condition.parameters()[0]) && IsTakenApart(&loop) &&
         loop.operand(0)->opcode() == HloOpcode::kTuple;
}

// `tuple`, a parameter or while, gets `shape`, without element `dropped`; who took that gets
// `replacement`, or a stand-in if that is null.
void NarrowUsers(HloInstruction* tuple, int64_t dropped, const Shape* shape,
                 HloInstruction* replacement) {
  for (HloInstruction* element : CurrentUsers(tuple)) {
    const int64_t index = element->FindAttribute(AttributeKind::kIndex)->AsInt64();
    if (index > dropped) {
      SetAttribute(element, MakeAttribute<AttributeKind::kIndex>(index - 1)).IgnoreError();
    } else if (index == dropped) {
      HloInstruction* value = replacement;
      if (value == nullptr) value = StandIns(element->parent(), false).Of(&element->shape());
      if (value != nullptr) SubstituteInstruction(element, value);
    }
  }
  SetShape(tuple, shape);
}

// A tuple like `tuple` without element `dropped`.
HloInstruction* NarrowTuple(HloInstruction* tuple, int64_t dropped) {
  std::vector<HloInstruction*> elements(tuple->operands().begin(), tuple->operands().end());
  elements.erase(elements.begin() + dropped);
  HloBuilder builder(tuple->parent());
  builder.SetInsertionPoint(tuple);
  return builder.AddTuple(elements, tuple->name());
}

void NarrowWhile(HloInstruction* loop, int64_t dropped) {
  HloComputation* body = Callee(*loop, AttributeKind::kBody);
  HloComputation* condition = Callee(*loop, AttributeKind::kCondition);
  HloInstruction* init = loop->operand(0);
  HloInstruction* value = init->operand(dropped);
  HloInstruction* narrow_init = NarrowTuple(init, dropped);
  HloInstruction* root = body->root_instruction();
  HloInstruction* narrow_root = NarrowTuple(root, dropped);
  if (narrow_init == nullptr || narrow_root == nullptr) return;
  SetRoot(body, narrow_root);
  RemoveUnneeded(root);
  const Shape* shape = &narrow_init->shape();
  NarrowUsers(body->parameters()[0], dropped, shape, nullptr);
  NarrowUsers(condition->parameters()[0], dropped, shape, nullptr);
  ReplaceOperandWithDifferentShape(loop, 0, narrow_init);
  NarrowUsers(loop, dropped, shape, value);
  RemoveUnneeded(init);
}

}  // namespace

ReduceEdits ProposeWhileState(const HloModule& module) {
  ReduceEdits edits;
  ForEachReducible(module, [&](const HloInstruction* instruction, ReduceEdit edit) {
    if (!MayNarrow(*instruction)) return;
    for (int64_t i = 0; i < instruction->operand(0)->operand_count(); ++i) {
      edit.detail = i;
      edits.push_back(edit);
    }
  });
  return edits;
}

void ApplyWhileState(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  // From the last, so that the numbers of the others stay.
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) {
    HloInstruction* loop = subject.instruction(*edit);
    if (loop == nullptr || !MayNarrow(*loop)) continue;
    if (edit->detail < loop->operand(0)->operand_count()) NarrowWhile(loop, edit->detail);
  }
  RemoveUnusedEntryParameters(subject.module());
}

}  // namespace hlo::internal
