// The checks that many opcodes share, and those of single opcodes: the column check of opcodes.def
// names a function here or in async_checks.cc.
#include "src/parse/module/checks.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "absl/algorithm/container.h"
#include "hlo/opcode.h"
#include "hlo/print_values.h"
#include "hlo/sharding.h"
#include "src/base/stack_budget.h"
#include "src/ir/normal_form.h"
#include "src/parse/legacy.h"
#include "src/parse/module/instruction.h"
#include "src/parse/values/shape.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1::internal {
namespace {

using Check = bool (*)(ParseState&, Draft*);
constexpr Check kChecks[] = {
#define HLO_OPCODE(Id, text, arity, infer, check, ...) Check##check,
#include "hlo/tables/opcodes.def"
    CheckNone,  // kUnknown
};

constexpr Demands DemandsOfRow(Check check, int arity, std::initializer_list<bool> of_attributes) {
  for (const bool demand : of_attributes) {
    if (demand) return Demands::kMore;
  }
  if (arity == kVariadic) return Demands::kMore;
  if (check == CheckReshape || check == CheckCopy) return Demands::kShapes;
  return check == CheckNone ? Demands::kNothing : Demands::kMore;
}

bool CheckTupleShape(ParseState& state, const Draft& draft) {
  if (!draft.shape->IsTuple()) return state.Error(Code::kTupleShapeIsNoTuple);
  const size_t elements = draft.shape->tuple_shapes().size();
  const size_t operands = draft.operands.size();
  return state.RequireAt(elements == operands, draft.operands_position, Code::kWrongOperandCount,
                         elements, operands);
}

// The selector's type decides which attributes name the branches.
bool CheckSelector(ParseState& state, const Draft& draft) {
  if (draft.operands.empty()) return state.Error(Code::kConditionalNeedsOperand);
  const Shape& selector = draft.operands[0]->shape();
  if (selector.has_unknown_type()) return true;
  if (!selector.IsScalar()) return state.Error(Code::kConditionalSelectorNotScalar);
  const PrimitiveType type = selector.element_type();
  return state.Require(type == PrimitiveType::kPRED || type == PrimitiveType::kS32,
                       Code::kConditionalSelectorType);
}

// The sharding of a tuple that is written as one for all its elements, which also prints that way.
const HloSharding* TupleSharding(ParseState& state, const HloSharding& sharding,
                                 const Shape& shape) {
  const HloSharding*& tuple = state.values.tuple_shardings[{&sharding, &shape}];
  const auto leaves = static_cast<size_t>(LeafCount(shape));
  const std::string text = PrintSharding(sharding, /*print_metadata=*/true);
  const size_t in_memory = tuple == nullptr ? sizeof(HloSharding) : 0;
  size_t bytes = 0;
  if (__builtin_mul_overflow(leaves, text.size() + in_memory, &bytes) || !state.Expand(bytes)) {
    state.Error(Code::kTupleShardingTooLarge, leaves);
    return nullptr;
  }
  if (tuple == nullptr) {
    tuple = state.arena.New<HloSharding>(NormalizeSharding(sharding, shape, &state.arena));
  }
  return tuple;
}

}  // namespace
#define Req(A) true
#define Opt(A) false
#define Keep(A) false
#define Fill(A) true
#define FillTrue(A) true
#define Proto(A) false
extern const Demands kDemands[] = {
#define HLO_OPCODE(Id, text, arity, infer, check, group, traits, ...) \
  DemandsOfRow(Check##check, arity, {__VA_ARGS__}),
#include "hlo/tables/opcodes.def"
    Demands::kMore,  // kUnknown
};
#undef Req
#undef Opt
#undef Keep
#undef Fill
#undef FillTrue
#undef Proto

bool CheckOperandCount(ParseState& state, const Draft& draft) {
  if (draft.phase != AsyncPhase::kNone) return true;
  if (kChecks[static_cast<size_t>(draft.opcode)] == CheckCountLate) return true;
  const int arity = GetOpcodeInfo(draft.opcode).arity;
  const size_t count = draft.operands.size();
  if (arity != kVariadic && count != static_cast<size_t>(arity)) {
    return state.ErrorAt(draft.operands_position, Code::kWrongOperandCount, arity, count);
  }
  const bool is_shaped_tuple = draft.opcode == HloOpcode::kTuple && draft.shape != nullptr;
  return !is_shaped_tuple || CheckTupleShape(state, draft);
}

bool CheckBeforeAttributes(ParseState& state, Draft* draft) {
  if (draft->phase == AsyncPhase::kNone && draft->opcode == HloOpcode::kConditional) {
    return CheckSelector(state, *draft);
  }
  const HloOpcode opcode = draft->generic_opcode();
  const bool has_async_shape =
      opcode == HloOpcode::kAsyncStart || opcode == HloOpcode::kAsyncUpdate;
  if (has_async_shape && !CheckAsyncShape(state, draft)) return false;
  return !FollowsStart(opcode) || CheckPredecessor(state, *draft);
}

bool CheckOpcode(ParseState& state, Draft* draft) {
  if (draft->phase != AsyncPhase::kNone) return CheckAsync(state, draft);
  if (!kChecks[static_cast<size_t>(draft->opcode)](state, draft)) return false;
  ApplyOpcodeRules(draft->owner(), &state.arena, &draft->attributes);
  return true;
}

bool CheckCommonAttributes(ParseState& state, Draft* draft) {
  const Shape& shape = *draft->shape;
  const bool is_link = draft->phase != AsyncPhase::kNone;
  if (draft->opcode == HloOpcode::kMap && !is_link && shape.IsTuple()) {
    return state.Error(Code::kMapShapeIsTuple);
  }
  if (const Attribute* flags = draft->attributes.Find(AttributeKind::kParameterReplication)) {
    const int64_t leaves = LeafCount(shape);
    const auto count = static_cast<int64_t>(flags->AsList<bool>().size());
    if (leaves != count) return state.Error(Code::kParameterReplicationCount, leaves, count);
    if (draft->opcode != HloOpcode::kParameter) {
      return state.Error(Code::kParameterReplicationOnlyOnParameter);
    }
  }
  return AdaptAttributesToShape(
      draft->generic_opcode(), shape, &state.arena, absl::MakeSpan(draft->attributes),
      [&](const HloSharding& sharding) { return TupleSharding(state, sharding, shape); });
}

// ---- Opcodes that compute.
namespace {

std::string WithoutLayout(const Shape& shape) { return PrintShape(shape, false); }

// The result has as many elements as the operand.
bool CheckElementCount(ParseState& state, const Draft& draft) {
  const Shape& operand = draft.operands[0]->shape();
  if (operand.has_unknown_type() || draft.shape->has_unknown_type()) return true;
  const std::optional<int64_t> ours = ElementCount(*draft.shape);
  if (operand.IsArray() && draft.shape->IsArray() && ours.has_value() &&
      ours == ElementCount(operand)) {
    return true;
  }
  return state.Error(Code::kReshapeElementCount, WithoutLayout(*draft.shape),
                     WithoutLayout(operand));
}

// The indices of a dynamic slice or update after the first `fixed` operands: one for each dimension
// of operand 0, or in the old form a single one with an element for each. XLA looks at the shape of
// an index only if there is just one.
bool CheckIndices(ParseState& state, const Draft& draft, size_t fixed) {
  const absl::Span<HloInstruction* const> operands = draft.operands;
  const Shape& first = operands[0]->shape();
  const Shape& operand = first.IsBuffer() ? *first.tuple_shapes()[0] : first;
  if (operand.has_unknown_type()) return true;
  const Shape* only = operands.size() == fixed + 1 ? &operands[fixed]->shape() : nullptr;
  if (!operand.IsArray() || (only != nullptr && !only->IsArray())) {
    return state.Error(Code::kSliceOfNonArray, HloOpcodeName(draft.opcode));
  }
  return state.Require(operands.size() == fixed + static_cast<size_t>(operand.rank()) ||
                           (only != nullptr && only->rank() == 1),
                       Code::kWrongNumberOfOperands);
}

}  // namespace

bool CheckNone(ParseState&, Draft*) { return true; }

bool CheckSingleDimension(ParseState& state, Draft* draft) {
  const Attribute* dimensions = draft->attributes.Find(AttributeKind::kDimensions);
  return state.Require(dimensions == nullptr || dimensions->AsInt64List().size() == 1,
                       Code::kExpectsOneDimension);
}

// ---- Operand counts that opcodes.def cannot express.

bool CheckScatter(ParseState& state, Draft* draft) {
  const size_t count = draft->operands.size();
  return state.Require(count % 2 == 1, Code::kExpectsOddOperands, count);
}

bool CheckReduce(ParseState& state, Draft* draft) {
  const size_t count = draft->operands.size();
  return state.Require(count % 2 == 0, Code::kExpectsEvenOperands, count);
}

bool CheckReduceWindow(ParseState& state, Draft* draft) {
  if (draft->operands.empty()) return state.Error(Code::kReduceWindowNeedsOperand);
  return CheckReduce(state, draft);
}

bool CheckTwoOperands(ParseState& state, Draft* draft) {
  return state.Require(draft->operands.size() >= 2, Code::kExpectsTwoOperands);
}

bool CheckCountLate(ParseState& state, Draft* draft) {
  const int arity = GetOpcodeInfo(draft->opcode).arity;
  const size_t count = draft->operands.size();
  return state.RequireAt(count == static_cast<size_t>(arity), draft->operands_position,
                         Code::kWrongOperandCount, arity, count);
}

bool CheckConditional(ParseState& state, Draft* draft) {
  size_t branches = 2;
  if (const Attribute* list = draft->attributes.Find(AttributeKind::kBranchComputations)) {
    branches = list->AsList<const HloComputation*>().size();
  }
  if (branches == 0) return state.Error(Code::kConditionalNeedsBranch);
  return state.Require(draft->operands.size() == branches + 1, Code::kConditionalOperandCount,
                       branches + 1, draft->operands.size());
}

bool CheckScan(ParseState& state, Draft* draft) {
  const auto count = static_cast<int64_t>(draft->operands.size());
  const HloComputation* callee = draft->attributes.Find(AttributeKind::kToApply)->AsComputation();
  if (callee->root_instruction() != nullptr) {
    const auto parameters = static_cast<int64_t>(callee->parameters().size());
    if (count != parameters) return state.Error(Code::kScanParameterCount, count, parameters);
  }
  const Attribute* dimensions = draft->attributes.Find(AttributeKind::kDimensions);
  if (dimensions != nullptr && dimensions->AsInt64List().size() != 1) {
    return state.Error(Code::kScanOneDimension);
  }
  const Attribute* num_carries = draft->attributes.Find(AttributeKind::kNumCarries);
  if (num_carries == nullptr) return true;  // its value is unknown
  const int64_t carries = num_carries->AsInt64();
  return state.Require(carries >= 0 && count >= carries, Code::kScanCarries, carries, count);
}

// ---- Shapes.

bool CheckReshape(ParseState& state, Draft* draft) {
  const Shape& operand = draft->operands[0]->shape();
  const bool is_unbounded = operand.IsArray() && draft->shape->IsArray() &&
                            absl::c_linear_search(operand.dimensions(), kUnboundedSize);
  return is_unbounded || CheckElementCount(state, *draft);
}

bool CheckDynamicReshape(ParseState& state, Draft* draft) {
  if (draft->operands.empty()) return state.Error(Code::kDynamicReshapeNeedsOperand);
  if (!CheckElementCount(state, *draft)) return false;
  const auto sizes = static_cast<int64_t>(draft->operands.size()) - 1;
  return state.Require(sizes == draft->shape->rank(), Code::kDynamicReshapeSizes, sizes,
                       draft->shape->rank());
}

bool CheckDynamicSlice(ParseState& state, Draft* draft) {
  if (draft->operands.empty()) return state.Error(Code::kExpectsAtLeastOneOperand);
  return CheckIndices(state, *draft, 1);
}

bool CheckDynamicUpdateSlice(ParseState& state, Draft* draft) {
  if (draft->operands.size() < 2) return state.Error(Code::kExpectsAtLeastTwoOperands);
  return CheckIndices(state, *draft, 2);
}

bool CheckCopy(ParseState& state, Draft* draft) {
  const Shape& operand = draft->operands[0]->shape();
  return state.Require(!operand.IsOpaque() || operand.has_unknown_type(), Code::kCopyOfOpaque);
}

// ---- Attributes.

bool CheckShuffle(ParseState& state, Draft* draft) {
  return state.Require(draft->attributes.Find(AttributeKind::kShifts) != nullptr,
                       Code::kExpectsShifts);
}

bool CheckCompare(ParseState& state, Draft* draft) {
  const bool has_type = draft->attributes.Find(AttributeKind::kCompareType) != nullptr;
  state.module.spellings.compare_type |= has_type;
  if (has_type && draft->attributes.Find(AttributeKind::kOrder) != nullptr) {
    return state.Error(Code::kCompareTypeAndOrder);
  }
  const Shape& operand = draft->operands[0]->shape();
  return state.Require(draft->shape == nullptr || operand.IsArray() || operand.has_unknown_type(),
                       Code::kCompareOfNonArray);
}

bool CheckTopK(ParseState& state, Draft* draft) {
  const bool has_is_stable = draft->attributes.Find(AttributeKind::kIsStable) != nullptr;
  state.module.spellings.topk_without_is_stable |= !has_is_stable;
  return true;
}

bool CheckCustomCall(ParseState& state, Draft* draft) {
  const Attribute* version = draft->attributes.Find(AttributeKind::kApiVersion);
  if (version != nullptr &&
      version->AsEnum<CustomCallApiVersion>() == CustomCallApiVersion::kUnspecified) {
    const auto [begin, end] = PlaceOfValue(state, *draft, version->name());
    if (!state.options.upgrade_legacy) {
      state.Error(Code::kInvalidApiVersion);
      return state.NoteUpgradeLegacy(begin, end);
    }
    state.Warn(begin, end, Code::kLegacyApiVersion);
  }
  const Attribute* constraints = draft->attributes.Find(AttributeKind::kOperandLayoutConstraints);
  if (constraints != nullptr) {
    const absl::Span<const Shape* const> shapes = constraints->AsList<const Shape*>();
    const absl::Span<HloInstruction* const> operands = draft->operands;
    if (shapes.size() != operands.size()) {
      return state.Error(Code::kLayoutConstraintCount, operands.size(), shapes.size());
    }
    for (size_t i = 0; i < shapes.size(); ++i) {
      if (ShapesCompatible(*shapes[i], operands[i]->shape())) continue;
      return state.Error(Code::kLayoutConstraintShape, PrintShape(*shapes[i]), i,
                         PrintShape(operands[i]->shape()));
    }
  }
  return true;
}

// ---- Opcodes that communicate or are ordered by tokens. Some make their own shape and ignore the
// one in the text.
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
  constexpr size_t kDeepest = 1000;
  StackBudget stack(kDeepest * kStackPerLevel);
  const Shape* element = &shape;
  for (size_t depth = 0; stack.IsKept(depth * kStackPerLevel); ++depth) {
    if (element->tuple_shapes().empty()) return false;
    element = element->tuple_shapes(0);
  }
  return true;
}

// A done repeats the channel of its start, including a missing one.
bool CheckChannel(ParseState& state, const Draft& draft) {
  const HloInstruction& start = *draft.operands[0];
  if (!IsChannelInstruction(start.opcode())) return true;
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

// ---- Tokens, and communication between programs.

bool CheckAddDependency(ParseState& state, Draft* draft) {
  MakeShape(state, draft);
  return state.ExpandShape(draft->position, *draft->shape);
}

bool CheckAfterAll(ParseState& state, Draft* draft) {
  MakeShape(state, draft);
  return true;
}

bool CheckGivenTuple(ParseState& state, Draft* draft) {
  if (!IsNonEmptyTuple(*draft->shape)) {
    return state.Error(Code::kShapeNotNonEmptyTuple, HloOpcodeName(draft->opcode));
  }
  MakeShape(state, draft);
  return true;
}

bool CheckOutfeed(ParseState& state, Draft* draft) {
  if (!draft->attributes.Has(AttributeKind::kOutfeedShape) &&
      !state.ExpandShape(draft->position, draft->operands[0]->shape())) {
    return false;
  }
  MakeShape(state, draft);
  return true;
}

bool CheckSend(ParseState& state, Draft* draft) {
  // Sends of sends would nest without limit although the text is flat.
  const Shape& sent = draft->operands[0]->shape();
  if (IsNestedDeeply(sent)) return state.Error(Code::kMaxRecursionDepth);
  // XLA's parser dies of it.
  const char* problem = sent.IsArray() ? FindInvalidArray(sent) : nullptr;
  if (problem != nullptr) return state.ErrorAt(draft->position, Code::kInvalidShape, problem);
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

}  // namespace hlo_text_v1::internal
