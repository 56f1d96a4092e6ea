// The checks that many opcodes share, and the table that calls those of one opcode: the column
// check of opcodes.def names a function of opcode_checks, communication_checks or async_checks.
#include "src/parse/module/instruction_checks.h"

#include <initializer_list>
#include <string>
#include <string_view>

#include "hlo/opcode.h"
#include "hlo/print_values.h"
#include "hlo/sharding.h"
#include "src/ir/attribute_normal_form.h"
#include "src/parse/module/upgrade_legacy.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo::internal {
namespace {

using Check = bool (*)(ParseState&, Draft*);
constexpr Check kChecks[] = {
#define HLO_OPCODE(Id, text, arity, infer, check, ...) Check##check,
#include "hlo/tables/opcodes.def"
    CheckNone,  // kUnknown
};

constexpr Demands DemandsOf(Check check, int arity, std::initializer_list<bool> of_attributes) {
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
  if (!selector.IsScalar()) return state.Error(Code::kConditionalSelectorNotScalar);
  const PrimitiveType type = selector.element_type();
  return state.Require(type == PrimitiveType::kPRED || type == PrimitiveType::kS32,
                       Code::kConditionalSelectorType);
}

// The sharding of a tuple, written as one for all its elements; it prints that way too.
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
  DemandsOf(Check##check, arity, {__VA_ARGS__}),
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
  const bool has_async_shape =
      draft->phase == AsyncPhase::kStart || draft->phase == AsyncPhase::kUpdate ||
      draft->opcode == HloOpcode::kAsyncStart || draft->opcode == HloOpcode::kAsyncUpdate;
  if (has_async_shape && !CheckAsyncShape(state, draft)) return false;
  return !FollowsStart(draft->opcode, draft->phase) || CheckPredecessor(state, *draft);
}

bool CheckOpcode(ParseState& state, Draft* draft) {
  if (draft->phase != AsyncPhase::kNone) return CheckAsync(state, draft);
  return kChecks[static_cast<size_t>(draft->opcode)](state, draft);
}

bool CheckCommonAttributes(ParseState& state, Draft* draft) {
  if (draft->opcode == HloOpcode::kMap && draft->phase == AsyncPhase::kNone) {
    if (draft->shape->IsTuple()) return state.Error(Code::kMapShapeIsTuple);
    SetMapDimensions(absl::MakeSpan(draft->attributes), draft->shape->rank(), &state.arena);
  }
  for (Attribute& attribute : draft->attributes) {
    if (attribute.kind() == AttributeKind::kSharding) {
      const HloSharding& sharding = attribute.As<HloSharding>();
      if (!draft->shape->IsTuple() || sharding.kind == HloSharding::Kind::kTuple) continue;
      const HloSharding* tuple = TupleSharding(state, sharding, *draft->shape);
      if (tuple == nullptr) return false;
      ReplaceAttribute(Attribute::Pointer(AttributeKind::kSharding, tuple), &attribute);
    } else if (attribute.kind() == AttributeKind::kParameterReplication) {
      const int64_t leaves = LeafCount(*draft->shape);
      const auto flags = static_cast<int64_t>(attribute.AsList<bool>().size());
      if (leaves != flags) return state.Error(Code::kParameterReplicationCount, leaves, flags);
      if (draft->opcode != HloOpcode::kParameter || draft->phase != AsyncPhase::kNone) {
        return state.Error(Code::kParameterReplicationOnlyOnParameter);
      }
    }
  }
  return true;
}

}  // namespace hlo::internal
