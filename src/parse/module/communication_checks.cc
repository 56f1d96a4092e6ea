// Opcodes that communicate or are ordered by tokens. Some make their own shape and ignore the one
// in the text.
#include "hlo/opcode.h"
#include "src/ir/made_shape.h"
#include "src/parse/module/instruction_checks.h"

namespace hlo::internal {
namespace {

bool IsNonEmptyTuple(const Shape& shape) {
  return shape.IsTuple() && !shape.tuple_shapes().empty();
}

void MakeShape(ParseState& state, Draft* draft) {
  const Shape* operand = draft->operands.empty() ? nullptr : &draft->operands[0]->shape();
  draft->shape = MadeShape(draft->opcode, draft->shape, operand, state.shapes);
}

// Whether the first elements of a tuple nest too deep for recursion.
bool IsNestedDeeply(const Shape& shape) {
  constexpr int kDeepest = 1000;
  const Shape* element = &shape;
  for (int depth = 0; depth < kDeepest; ++depth) {
    if (element->tuple_shapes().empty()) return false;
    element = element->tuple_shapes(0);
  }
  return true;
}

// A done repeats the channel of its start, including a missing one.
bool CheckChannel(ParseState& state, const Draft& draft) {
  const HloInstruction& start = *draft.operands[0];
  if (start.async_phase() != AsyncPhase::kNone || !IsChannelInstruction(start.spelled_opcode())) {
    return true;
  }
  const Attribute* ours = draft.attributes.Find(AttributeKind::kChannelId);
  const Attribute* theirs = start.FindAttribute(AttributeKind::kChannelId);
  const bool same = (ours == nullptr) == (theirs == nullptr) &&
                    (ours == nullptr || ours->AsInt64() == theirs->AsInt64());
  return state.Require(same, Code::kChannelIdMismatch, HloOpcodeName(draft.opcode), start.name());
}

}  // namespace

// ---- Collectives.

bool CheckAllReduce(ParseState& state, Draft* draft) {
  const Attribute* global = draft->attributes.Find(AttributeKind::kUseGlobalDeviceIds);
  if (global != nullptr && global->AsBool() &&
      draft->attributes.Find(AttributeKind::kChannelId) == nullptr &&
      draft->attributes.Find(AttributeKind::kMode) == nullptr) {
    return state.ErrorAt(draft->operands_position, Code::kGlobalDeviceIdsWithoutChannel);
  }
  return CheckSingleDimension(state, draft);
}

bool CheckCollectivePermute(ParseState& state, Draft* draft) {
  const Attribute* pairs = draft->attributes.Find(AttributeKind::kSourceTargetPairs);
  if (pairs != nullptr) {  // else its value is unknown
    for (absl::Span<const int64_t> pair : pairs->AsList<absl::Span<const int64_t>>()) {
      if (pair.size() != 2) return state.Error(Code::kExpectsPairs);
    }
  }
  return state.Require(draft->attributes.Find(AttributeKind::kPermuteSliceSizes) == nullptr ||
                           draft->operands.size() == 4,
                       Code::kPermuteNeedsFourOperands);
}

bool CheckRaggedAllToAll(ParseState& state, Draft* draft) {
  if (!CheckSingleDimension(state, draft)) return false;
  draft->attributes.Remove(AttributeKind::kDimensions);
  return true;
}

// ---- Tokens, and communication between programs.

bool CheckAddDependency(ParseState& state, Draft* draft) {
  MakeShape(state, draft);
  return state.ExpandShape(draft->position, *draft->shape);
}

bool CheckAfterAll(ParseState& state, Draft* draft) {
  MakeShape(state, draft);
  return true;
}

bool CheckInfeed(ParseState& state, Draft* draft) {
  if (!IsNonEmptyTuple(*draft->shape)) return state.Error(Code::kShapeNotNonEmptyTuple, "infeed");
  MakeShape(state, draft);
  return true;
}

bool CheckOutfeed(ParseState& state, Draft* draft) {
  const Shape& operand = draft->operands[0]->shape();
  if (AddOutfeedShape(operand, &draft->attributes) &&
      !state.ExpandShape(draft->position, operand)) {
    return false;
  }
  MakeShape(state, draft);
  return true;
}

bool CheckSend(ParseState& state, Draft* draft) {
  // Sends of sends would nest without limit although the text is flat.
  if (IsNestedDeeply(draft->operands[0]->shape())) return state.Error(Code::kMaxRecursionDepth);
  MakeShape(state, draft);
  return true;
}

bool CheckRecv(ParseState& state, Draft* draft) {
  if (!IsNonEmptyTuple(*draft->shape)) return state.Error(Code::kShapeNotNonEmptyTuple, "recv");
  MakeShape(state, draft);
  return true;
}

bool CheckSendDone(ParseState& state, Draft* draft) {
  MakeShape(state, draft);
  return CheckChannel(state, *draft);
}

bool CheckRecvDone(ParseState& state, Draft* draft) {
  if (!IsNonEmptyTuple(draft->operands[0]->shape())) return state.Error(Code::kRecvDoneOperand);
  MakeShape(state, draft);
  return CheckChannel(state, *draft);
}

bool CheckDeviceId(ParseState& state, Draft* draft) {
  const Shape* u32 = state.shapes.Scalar(PrimitiveType::kU32);
  if (draft->shape == nullptr) draft->shape = u32;
  return state.Require(ShapesCompatible(*draft->shape, *u32), Code::kExpectsU32Shape,
                       HloOpcodeName(draft->opcode));
}

}  // namespace hlo::internal
