// What particular opcodes demand of their operands, attributes and shape.
//
// XLA does these checks when it creates the instruction, so that most of its errors stand at the
// token behind the whole instruction, the current one here. A given shape is believed, but for the
// opcodes whose shape is made anew in CheckCommunication. Source: XLA hlo_parser.cc
// CreateInstruction, hlo_instructions.cc.
#include <initializer_list>
#include <optional>
#include <string>

#include "hlo/opcode.h"
#include "hlo/print_values.h"
#include "hlo/sharding.h"
#include "src/async/wrapped_computation.h"
#include "src/ir/attribute_normal_form.h"
#include "src/ir/map_dimensions.h"
#include "src/parse/module/hlo_parser.h"
#include "src/vocabulary/comparison_order.h"

namespace hlo {

using Code = DiagnosticCode;

namespace {

std::string WithoutLayout(const Shape& shape) { return PrintShape(shape, false); }

bool HasUnboundedDimension(const Shape& shape) {
  for (int64_t i = 0; i < shape.rank(); ++i) {
    if (shape.is_unbounded_dimension(i)) return true;
  }
  return false;
}

// Whether the first elements of a tuple are nested too deep for recursion.
bool IsNestedDeeply(const Shape& shape) {
  constexpr int kDeepest = 1000;
  const Shape* element = &shape;
  for (int depth = 0; depth < kDeepest; ++depth) {
    if (element->tuple_shapes().empty()) return false;
    element = element->tuple_shapes(0);
  }
  return true;
}

// Counted only after the attributes were read.
constexpr bool IsCountedLate(HloOpcode opcode) {
  return opcode == HloOpcode::kRaggedDot || opcode == HloOpcode::kScaledDot;
}

// Which function checks an instruction that is complete.
enum class Checks : uint8_t {
  kNone,
  kAsync,
  kCollective,
  kCommunication,
  kCompare,
  kConditional,
  kCopy,
  kCustomCall,
  kDynamicSlice,
  kReducePrecision,
  kReduction,
  kReshape,
  kScan,
  kShuffle,
  kSingleDimension,
};

constexpr Checks kChecks[] = {
#define HLO_OPCODE(Id, text, arity, infer, check, ...) Checks::k##check,
#include "hlo/tables/opcodes.def"
    Checks::kNone,  // kUnknown
};
constexpr Checks ChecksOf(HloOpcode opcode) { return kChecks[static_cast<size_t>(opcode)]; }

// Whether nothing but the number of operands is asked of an opcode, nothing is made of what the
// text leaves out, and its attributes stay as they are: most instructions of a program, for which
// ParsePlainTail saves 200 of 2000 processor instructions.
constexpr bool IsPlain(HloOpcode opcode, int arity, std::initializer_list<bool> demands) {
  for (const bool demand : demands) {
    if (demand) return false;
  }
  return arity != kVariadic && ChecksOf(opcode) == Checks::kNone;
}
#define Req(A) true
#define Opt(A) false
#define Keep(A) false
#define Fill(A) true
#define FillTrue(A) true
constexpr bool kIsPlain[] = {
#define HLO_OPCODE(Id, text, arity, infer, check, group, traits, ...) \
  IsPlain(HloOpcode::k##Id, arity, {__VA_ARGS__}),
#include "hlo/tables/opcodes.def"
    false,  // kUnknown
};
#undef Req
#undef Opt
#undef Keep
#undef Fill
#undef FillTrue

}  // namespace

bool HloParser::CheckOperandCount(const Draft& draft) {
  if (draft.phase != AsyncPhase::kNone || IsCountedLate(draft.opcode)) return true;
  const int arity = GetOpcodeInfo(draft.opcode).arity;
  const size_t count = OperandCount(draft);
  if (arity != kVariadic && count != static_cast<size_t>(arity)) {
    return ErrorAt(draft.operands_position, Code::kWrongOperandCount, arity, count);
  }
  if (draft.opcode == HloOpcode::kTuple && draft.shape != nullptr) return CheckTupleShape(draft);
  return true;
}

bool HloParser::CheckTupleShape(const Draft& draft) {
  if (!draft.shape->IsTuple()) return Error(Code::kTupleShapeIsNoTuple);
  const size_t elements = draft.shape->tuple_shapes().size();
  return elements == OperandCount(draft) ||
         ErrorAt(draft.operands_position, Code::kWrongOperandCount, elements, OperandCount(draft));
}

// What decides which attributes there may be.
bool HloParser::CheckBeforeAttributes(Draft* draft) {
  if (draft->phase == AsyncPhase::kNone && draft->opcode == HloOpcode::kConditional) {
    if (OperandCount(*draft) == 0) return Error(Code::kConditionalNeedsOperand);
    const Shape& selector = Operands(*draft)[0]->shape();
    if (!selector.IsScalar()) return Error(Code::kConditionalSelectorNotScalar);
    if (selector.element_type() != PrimitiveType::kPRED &&
        selector.element_type() != PrimitiveType::kS32) {
      return Error(Code::kConditionalSelectorType);
    }
  }
  const bool is_async = draft->phase == AsyncPhase::kStart || draft->phase == AsyncPhase::kUpdate ||
                        draft->opcode == HloOpcode::kAsyncStart ||
                        draft->opcode == HloOpcode::kAsyncUpdate;
  if (!is_async) return true;
  if (options_.upgrade_legacy) UpgradeAsyncShape(draft);
  return IsAsyncShape(*draft->shape) || RefuseAsyncShape(*draft);
}

bool HloParser::CheckInstruction(Draft* draft) {
  if (draft->phase != AsyncPhase::kNone) return CheckAsync(draft);
  switch (ChecksOf(draft->opcode)) {
    case Checks::kNone:
      return true;
    case Checks::kAsync:
      return CheckAsync(draft);
    case Checks::kCollective:
      return CheckCollective(draft);
    case Checks::kSingleDimension:
      return CheckSingleDimension(*draft);
    case Checks::kCommunication:
      return CheckCommunication(draft);
    case Checks::kReduction:
      return CheckReduction(*draft);
    case Checks::kReshape:
      return CheckReshape(*draft);
    case Checks::kDynamicSlice:
      return CheckDynamicSlice(*draft);
    case Checks::kConditional:
      return CheckConditional(*draft);
    case Checks::kCompare:
      return CheckCompare(draft);
    case Checks::kCustomCall:
      return CheckCustomCall(draft);
    case Checks::kScan:
      return CheckScan(*draft);
    case Checks::kShuffle:
      return FindGiven(*draft, AttributeKind::kShifts) != nullptr || Error(Code::kExpectsShifts);
    case Checks::kCopy:
      return !Operands(*draft)[0]->shape().IsOpaque() || Error(Code::kCopyOfOpaque);
    case Checks::kReducePrecision:
      NarrowPrecision(*draft);
      return true;
  }
  return true;
}

// The numbers of bits are of 32 bits in XLA.
void HloParser::NarrowPrecision(const Draft& draft) {
  for (AttributeKind kind : {AttributeKind::kExponentBits, AttributeKind::kMantissaBits}) {
    Attribute* bits = FindGiven(draft, kind);
    if (bits == nullptr) continue;  // its value is unknown
    const uint8_t rank = bits->rank();
    *bits = Attribute::Int64(kind, static_cast<int32_t>(bits->AsInt64()));
    bits->set_rank(rank);
  }
}

bool HloParser::ParsePlainTail(Draft* draft) {
  if (!kIsPlain[static_cast<size_t>(draft->opcode)] || draft->phase != AsyncPhase::kNone ||
      OperandCount(*draft) != static_cast<size_t>(GetOpcodeInfo(draft->opcode).arity) ||
      draft->shape == nullptr) {
    return false;
  }
  if (draft->is_nested || *ctx_.lexer.At() != ',') return true;
  const char* comma = ctx_.lexer.At();
  ctx_.EatByte(',');
  if (!ParsePlainMetadata(draft)) {
    ctx_.lexer.SkipTo(comma);
    return false;
  }
  return *ctx_.lexer.At() != ',';
}

// What is checked when the instruction exists, whatever its opcode.
bool HloParser::CheckCommonAttributes(Draft* draft) {
  if (draft->opcode == HloOpcode::kMap && draft->phase == AsyncPhase::kNone) {
    if (draft->shape->IsTuple()) return Error(Code::kMapShapeIsTuple);
    SetMapDimensions(AttributesOf(*draft), draft->shape->rank(), &ctx_.arena);
  }
  for (size_t i = draft->first_attribute; i < attributes_.size(); ++i) {
    Attribute& attribute = attributes_[i];
    const uint8_t rank = attribute.rank();
    if (attribute.kind() == AttributeKind::kSharding) {
      const HloSharding& sharding = attribute.As<HloSharding>();
      if (!draft->shape->IsTuple() || sharding.kind == HloSharding::Kind::kTuple) continue;
      const HloSharding* tuple = TupleSharding(sharding, *draft->shape);
      if (tuple == nullptr) return false;
      attribute = Attribute::Pointer(AttributeKind::kSharding, tuple);
    } else if (attribute.kind() == AttributeKind::kParameterReplication) {
      const int64_t leaves = LeafCount(*draft->shape);
      const auto flags = static_cast<int64_t>(attribute.AsList<bool>().size());
      if (leaves != flags) return Error(Code::kParameterReplicationCount, leaves, flags);
      if (draft->opcode != HloOpcode::kParameter || draft->phase != AsyncPhase::kNone) {
        return Error(Code::kParameterReplicationOnlyOnParameter);
      }
    }
    attribute.set_rank(rank);
  }
  return true;
}

// The sharding of a tuple that was written as one for all its elements, as which it also prints.
const HloSharding* HloParser::TupleSharding(const HloSharding& sharding, const Shape& shape) {
  const HloSharding*& tuple = tuple_shardings_[{&sharding, &shape}];
  const auto leaves = static_cast<size_t>(LeafCount(shape));
  std::string text;
  AppendSharding(sharding, /*print_metadata=*/true, &text);
  const size_t in_memory = tuple == nullptr ? sizeof(HloSharding) : 0;
  size_t bytes = 0;
  if (__builtin_mul_overflow(leaves, text.size() + in_memory, &bytes) || !ctx_.Expand(bytes)) {
    Error(Code::kTupleShardingTooLarge, leaves);
    return nullptr;
  }
  if (tuple == nullptr) {
    tuple = ctx_.arena.New<HloSharding>(NormalizeSharding(sharding, shape, &ctx_.arena));
  }
  return tuple;
}

bool HloParser::CheckSingleDimension(const Draft& draft) {
  const Attribute* dimensions = FindGiven(draft, AttributeKind::kDimensions);
  return dimensions == nullptr || dimensions->AsInt64List().size() == 1 ||
         Error(Code::kExpectsOneDimension);
}

bool HloParser::CheckCollective(Draft* draft) {
  switch (draft->opcode) {
    case HloOpcode::kAllReduce:
    case HloOpcode::kAllReduceStart:
    case HloOpcode::kReduceScatter: {
      const Attribute* global = FindGiven(*draft, AttributeKind::kUseGlobalDeviceIds);
      if (global != nullptr && global->AsBool() &&
          FindGiven(*draft, AttributeKind::kChannelId) == nullptr &&
          FindGiven(*draft, AttributeKind::kMode) == nullptr) {
        return ErrorAt(draft->operands_position, Code::kGlobalDeviceIdsWithoutChannel);
      }
      return CheckSingleDimension(*draft);
    }
    case HloOpcode::kCollectivePermute:
    case HloOpcode::kCollectivePermuteStart: {
      const Attribute* pairs = FindGiven(*draft, AttributeKind::kSourceTargetPairs);
      if (pairs != nullptr) {  // else its value is unknown
        for (absl::Span<const int64_t> pair : pairs->AsList<absl::Span<const int64_t>>()) {
          if (pair.size() != 2) return Error(Code::kExpectsPairs);
        }
      }
      return FindGiven(*draft, AttributeKind::kPermuteSliceSizes) == nullptr ||
             OperandCount(*draft) == 4 || Error(Code::kPermuteNeedsFourOperands);
    }
    case HloOpcode::kRaggedAllToAll:
      if (!CheckSingleDimension(*draft)) return false;
      RemoveAttribute(draft, AttributeKind::kDimensions);
      return true;
    default:
      return CheckSingleDimension(*draft);
  }
}

// Opcodes that make their own shape, whatever the text says.
bool HloParser::CheckCommunication(Draft* draft) {
  ShapePool& shapes = ctx_.shapes;
  const absl::Span<HloInstruction* const> operands = Operands(*draft);
  const auto is_pair = [](const Shape& shape) {
    return shape.IsTuple() && !shape.tuple_shapes().empty();
  };
  switch (draft->opcode) {
    case HloOpcode::kAddDependency:
      draft->shape = &operands[0]->shape();
      return ExpandShape(draft->position, *draft->shape);
    case HloOpcode::kOutfeed:
      // One that is given may have been kept as it is written.
      if (!draft->given[static_cast<size_t>(AttributeKind::kOutfeedShape)]) {
        Attribute shape = Attribute::Pointer(AttributeKind::kOutfeedShape, &operands[0]->shape());
        shape.set_rank(1);
        attributes_.push_back(shape);
        if (!ExpandShape(draft->position, operands[0]->shape())) return false;
      }
      draft->shape = shapes.Token();
      return true;
    case HloOpcode::kAfterAll:
      draft->shape = shapes.Token();
      return true;
    case HloOpcode::kInfeed:
      if (!draft->shape->IsTuple()) return Error(Code::kShapeNotNonEmptyTuple, "infeed");
      if (!is_pair(*draft->shape)) return Error(Code::kShapeNotNonEmptyTuple, "infeed");
      draft->shape = shapes.Tuple({draft->shape->tuple_shapes(0), shapes.Token()});
      return true;
    case HloOpcode::kRecv:
      if (!is_pair(*draft->shape)) return Error(Code::kShapeNotNonEmptyTuple, "recv");
      draft->shape = shapes.Tuple(
          {draft->shape->tuple_shapes(0), shapes.Scalar(PrimitiveType::kU32), shapes.Token()});
      return true;
    case HloOpcode::kSend:
      // Sends of sends would nest without end, though the text is flat.
      if (IsNestedDeeply(operands[0]->shape())) return Error(Code::kMaxRecursionDepth);
      draft->shape =
          shapes.Tuple({&operands[0]->shape(), shapes.Scalar(PrimitiveType::kU32), shapes.Token()});
      return true;
    case HloOpcode::kReplicaId:
    case HloOpcode::kPartitionId: {
      const Shape* u32 = shapes.Scalar(PrimitiveType::kU32);
      if (draft->shape != nullptr && !ShapesCompatible(*draft->shape, *u32)) {
        return Error(Code::kExpectsU32Shape, HloOpcodeName(draft->opcode));
      }
      draft->shape = draft->shape == nullptr ? u32 : draft->shape;
      return true;
    }
    case HloOpcode::kRecvDone:
      if (!is_pair(operands[0]->shape())) return Error(Code::kRecvDoneOperand);
      draft->shape = shapes.Tuple({operands[0]->shape().tuple_shapes(0), shapes.Token()});
      break;
    default:  // kSendDone
      draft->shape = shapes.Token();
      break;
  }
  // A done repeats the channel of its start, also if that has none.
  if (operands[0]->async_phase() != AsyncPhase::kNone ||
      !IsChannelInstruction(operands[0]->opcode())) {
    return true;
  }
  const Attribute* ours = FindGiven(*draft, AttributeKind::kChannelId);
  const Attribute* theirs = operands[0]->FindAttribute(AttributeKind::kChannelId);
  const bool same = (ours == nullptr) == (theirs == nullptr) &&
                    (ours == nullptr || ours->AsInt64() == theirs->AsInt64());
  return same || Error(Code::kChannelIdMismatch, HloOpcodeName(draft->opcode), operands[0]->name());
}

// Opcodes that count their operands in a way of their own.
bool HloParser::CheckReduction(const Draft& draft) {
  const size_t count = OperandCount(draft);
  switch (draft.opcode) {
    case HloOpcode::kScatter:
      return count % 2 == 1 || Error(Code::kExpectsOddOperands, count);
    case HloOpcode::kReduceWindow:
      if (count == 0) return Error(Code::kReduceWindowNeedsOperand);
      [[fallthrough]];
    case HloOpcode::kReduce:
      return count % 2 == 0 || Error(Code::kExpectsEvenOperands, count);
    case HloOpcode::kRaggedDot:
    case HloOpcode::kScaledDot: {
      const int arity = GetOpcodeInfo(draft.opcode).arity;
      return count == static_cast<size_t>(arity) ||
             ErrorAt(draft.operands_position, Code::kWrongOperandCount, arity, count);
    }
    default:  // kDot, kConvolution
      return count >= 2 || Error(Code::kExpectsTwoOperands);
  }
}

bool HloParser::CheckReshape(const Draft& draft) {
  const size_t count = OperandCount(draft);
  if (count == 0) return Error(Code::kDynamicReshapeNeedsOperand);
  const Shape& operand = Operands(draft)[0]->shape();
  const bool is_dynamic = draft.opcode == HloOpcode::kDynamicReshape;
  const bool both_arrays = operand.IsArray() && draft.shape->IsArray();
  if (is_dynamic || !both_arrays || !HasUnboundedDimension(operand)) {
    const std::optional<int64_t> ours = ElementCount(*draft.shape);
    if (!both_arrays || !ours.has_value() || ours != ElementCount(operand)) {
      return Error(Code::kReshapeElementCount, WithoutLayout(*draft.shape), WithoutLayout(operand));
    }
  }
  const auto sizes = static_cast<int64_t>(count) - 1;
  return !is_dynamic || sizes == draft.shape->rank() ||
         Error(Code::kDynamicReshapeSizes, sizes, draft.shape->rank());
}

bool HloParser::CheckDynamicSlice(const Draft& draft) {
  const bool is_update = draft.opcode == HloOpcode::kDynamicUpdateSlice;
  const size_t fixed = is_update ? 2 : 1;
  const absl::Span<HloInstruction* const> operands = Operands(draft);
  if (operands.size() < fixed) {
    return Error(is_update ? Code::kExpectsAtLeastTwoOperands : Code::kExpectsAtLeastOneOperand);
  }
  const Shape& operand = operands[0]->shape();
  if (!operand.IsArray()) return Error(Code::kSliceOfNonArray, HloOpcodeName(draft.opcode));
  if (operands.size() == fixed + static_cast<size_t>(operand.rank())) {
    for (HloInstruction* index : operands.subspan(fixed)) {
      if (!index->shape().IsArray()) {
        return Error(Code::kSliceOfNonArray, HloOpcodeName(draft.opcode));
      }
    }
    return true;
  }
  // The old form has one index operand with an element a dimension.
  return (operands.size() == fixed + 1 && operands[fixed]->shape().IsArray() &&
          operands[fixed]->shape().rank() == 1) ||
         Error(Code::kWrongNumberOfOperands);
}

bool HloParser::CheckConditional(const Draft& draft) {
  size_t branches = 2;
  if (const Attribute* list = FindGiven(draft, AttributeKind::kBranchComputations)) {
    branches = list->AsList<HloComputation*>().size();
  }
  if (branches == 0) return Error(Code::kConditionalNeedsBranch);
  return OperandCount(draft) == branches + 1 ||
         Error(Code::kConditionalOperandCount, branches + 1, OperandCount(draft));
}

bool HloParser::CheckCompare(Draft* draft) {
  Attribute* order = FindGiven(*draft, AttributeKind::kOrder);
  Attribute* type = FindGiven(*draft, AttributeKind::kCompareType);
  if (order != nullptr && type != nullptr) return Error(Code::kCompareTypeAndOrder);
  const Shape& operand = Operands(*draft)[0]->shape();
  if (draft->shape != nullptr && !operand.IsArray()) return Error(Code::kCompareOfNonArray);
  const PrimitiveType element = operand.element_type();
  const ComparisonOrder natural = DefaultComparisonOrder(element);
  if (type != nullptr) {
    // The obsolete spelling; FLOAT, the first word, is the partial order.
    Attribute replaced =
        Attribute::Enum(AttributeKind::kOrder,
                        type->AsInt64() == 0 ? ComparisonOrder::kPartial : ComparisonOrder::kTotal);
    replaced.set_rank(static_cast<uint8_t>(type->rank() - 1));
    *type = replaced;
    draft->given[static_cast<size_t>(AttributeKind::kCompareType)] = false;
    draft->given[static_cast<size_t>(AttributeKind::kOrder)] = true;
    order = type;
  }
  if (order != nullptr && order->AsEnum<ComparisonOrder>() == natural) {
    RemoveAttribute(draft, AttributeKind::kOrder);
  }
  return true;
}

bool HloParser::CheckCustomCall(Draft* draft) {
  constexpr int64_t kUnspecified = 4;  // of CustomCallApiVersion
  const Attribute* version = FindGiven(*draft, AttributeKind::kApiVersion);
  if (version != nullptr && version->AsInt64() == kUnspecified) {
    return Error(Code::kInvalidApiVersion);
  }
  // to_apply=f is the old spelling of called_computations={f}, and wins over it.
  if (FindGiven(*draft, AttributeKind::kToApply) != nullptr) {
    RemoveAttribute(draft, AttributeKind::kCalledComputations);
    Attribute* to_apply = FindGiven(*draft, AttributeKind::kToApply);
    HloComputation* callee = to_apply->AsComputation();
    Attribute list = Attribute::List<HloComputation*>(
        AttributeKind::kCalledComputations,
        ctx_.arena.CopySpan(absl::Span<HloComputation* const>(&callee, 1)));
    list.set_rank(static_cast<uint8_t>(to_apply->rank() - 1));
    *to_apply = list;
    draft->given[static_cast<size_t>(AttributeKind::kToApply)] = false;
    draft->given[static_cast<size_t>(AttributeKind::kCalledComputations)] = true;
  }
  const Attribute* constraints = FindGiven(*draft, AttributeKind::kOperandLayoutConstraints);
  if (constraints == nullptr) return true;
  const absl::Span<const Shape* const> shapes = constraints->AsList<const Shape*>();
  const absl::Span<HloInstruction* const> operands = Operands(*draft);
  if (shapes.size() != operands.size()) {
    return Error(Code::kLayoutConstraintCount, operands.size(), shapes.size());
  }
  for (size_t i = 0; i < shapes.size(); ++i) {
    if (!ShapesCompatible(*shapes[i], operands[i]->shape())) {
      return Error(Code::kLayoutConstraintShape, PrintShape(*shapes[i]), i,
                   PrintShape(operands[i]->shape()));
    }
  }
  RemoveAttribute(draft, AttributeKind::kCalledComputations);
  return true;
}

bool HloParser::CheckScan(const Draft& draft) {
  const auto count = static_cast<int64_t>(OperandCount(draft));
  const HloComputation* callee = FindGiven(draft, AttributeKind::kToApply)->AsComputation();
  if (callee->root_instruction() != nullptr) {
    const auto parameters = static_cast<int64_t>(callee->parameters().size());
    if (count != parameters) return Error(Code::kScanParameterCount, count, parameters);
  }
  const Attribute* dimensions = FindGiven(draft, AttributeKind::kDimensions);
  if (dimensions != nullptr && dimensions->AsInt64List().size() != 1) {
    return Error(Code::kScanOneDimension);
  }
  const Attribute* num_carries = FindGiven(draft, AttributeKind::kNumCarries);
  if (num_carries == nullptr) return true;  // its value is unknown
  const int64_t carries = num_carries->AsInt64();
  return (carries >= 0 && count >= carries) || Error(Code::kScanCarries, carries, count);
}

}  // namespace hlo
