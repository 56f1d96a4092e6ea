// Unary, binary and ternary elementwise opcodes.
//
// A unary opcode is a set of element types that it takes, a word for them in the message, and what
// becomes of the type; a table says so. Binary opcodes check types, then match dimensions.
//
// Source: XLA ShapeInference::InferUnaryOpShape, InferBinaryOpShape, InferClampShape,
// InferSelectShape.
#include "src/infer/infer_internal.h"

namespace hlo::infer {
namespace {

// Sets of element types.
constexpr unsigned kFloating = 1;
constexpr unsigned kComplex = 2;
constexpr unsigned kSigned = 4;
constexpr unsigned kUnsigned = 8;
constexpr unsigned kPred = 16;
constexpr unsigned kIntegral = kSigned | kUnsigned;

unsigned SetOf(PrimitiveType type) {
  switch (ClassOf(type)) {
    case PrimitiveClass::kFloat:
      return kFloating;
    case PrimitiveClass::kComplex:
      return kComplex;
    case PrimitiveClass::kSigned:
      return kSigned;
    case PrimitiveClass::kUnsigned:
      return kUnsigned;
    case PrimitiveClass::kPred:
      return kPred;
    default:
      return 0;
  }
}

enum class ResultType { kSame, kComponent, kPred };

struct UnaryRule {
  unsigned types;
  // The message is `before` + `after` around the opcode, or `before` alone if `after` is empty.
  std::string_view before;
  std::string_view after;
  ResultType result = ResultType::kSame;
};

constexpr std::string_view kOperation = " operation; got ";

UnaryRule UnaryRuleOf(HloOpcode opcode) {
  switch (opcode) {
    case HloOpcode::kCeil:
    case HloOpcode::kFloor:
    case HloOpcode::kCbrt:
    case HloOpcode::kErf:
    case HloOpcode::kRoundNearestAfz:
    case HloOpcode::kRoundNearestEven:
      return {kFloating, "Expected element type in shape to be floating for ", kOperation};
    case HloOpcode::kReal:
    case HloOpcode::kImag:
      return {kFloating | kComplex, "Expected element type in shape to be floating or complex for ",
              kOperation, ResultType::kComponent};
    case HloOpcode::kAbs:
      return {kFloating | kSigned | kComplex,
              "Expected element type in shape to be floating or complex for ", kOperation,
              ResultType::kComponent};
    case HloOpcode::kSign:
      return {kFloating | kSigned | kComplex,
              "Expected element type in shape to be signed or complex for ", kOperation};
    case HloOpcode::kNegate:
      return {kFloating | kIntegral | kComplex,
              "Expected element type in shape to be integral, floating or complex for ",
              kOperation};
    case HloOpcode::kClz:
      return {kIntegral, "Expected an integral element type in argument to Clz operation; got ",
              ""};
    case HloOpcode::kPopulationCount:
      return {kIntegral,
              "Expected an integral element type in argument to PopulationCount operation; got ",
              ""};
    case HloOpcode::kNot:
      return {kIntegral | kPred,
              "Expected pred or an integral element type in argument to Not operation; got ", ""};
    case HloOpcode::kIsFinite:
      return {kFloating,
              "Expected element type in shape to be floating point for IsFinite operation; got ",
              "", ResultType::kPred};
    default:
      return {kFloating | kComplex, "Expected element type in shape to be floating or complex for ",
              kOperation};
  }
}

// Result of two arrays of equal rank whose sizes differ, or are unbounded on one side.
ShapeOr MatchDimensions(const Shape& lhs, const Shape& rhs, PrimitiveType type, ShapePool& shapes) {
  DimensionList result;
  for (int64_t i = 0; i < lhs.rank(); ++i) {
    const int64_t l = lhs.dimensions(i);
    const int64_t r = rhs.dimensions(i);
    // NOLINTBEGIN(bugprone-branch-clone): the order of the cases matters.
    if (l == 1) {
      result.AddFrom(rhs, i);
    } else if (r == 1) {
      result.AddFrom(lhs, i);
    } else if (l == r) {
      result.Add(l, lhs.is_dynamic_dimension(i) || rhs.is_dynamic_dimension(i));
    } else if (l == kUnboundedSize) {
      result.AddFrom(rhs, i);
    } else if (r == kUnboundedSize) {
      result.AddFrom(lhs, i);
    } else {
      return Fail("Binary op with incompatible shapes: ", Text(lhs), " and ", Text(rhs), ".");
    }
    // NOLINTEND(bugprone-branch-clone)
  }
  return FreshArray(shapes, type, result);
}

bool IsUnbounded(const Shape& shape) {
  for (int64_t size : shape.dimensions()) {
    if (size == kUnboundedSize) return true;
  }
  return false;
}

ShapeOr InferElementwise(HloOpcode opcode, const Shape& lhs, const Shape& rhs, ShapePool& shapes) {
  if (!SameTypeUpToPrecision(lhs.element_type(), rhs.element_type())) {
    return Fail("Binary op ", HloOpcodeName(opcode), " with different element types: ", Text(lhs),
                " and ", Text(rhs), ".");
  }
  if (opcode == HloOpcode::kAtan2 && !(SetOf(lhs.element_type()) & (kFloating | kComplex))) {
    return Fail("Expected input element type to be floating or complex for atan2 operation; got ",
                TypeText(lhs), ".");
  }
  const bool same_sizes = lhs.rank() == rhs.rank() && SameDimensions(lhs, rhs) &&
                          !IsUnbounded(lhs) && !IsUnbounded(rhs);
  if (lhs.rank() != rhs.rank() && lhs.rank() != 0 && rhs.rank() != 0) {
    const bool lhs_is_lower = lhs.rank() < rhs.rank();
    return Fail("Shapes must be equal rank, but are ", Text(lhs_is_lower ? lhs : rhs), " and ",
                Text(lhs_is_lower ? rhs : lhs));
  }
  absl::StatusOr<PrimitiveType> type = HigherType(lhs.element_type(), rhs.element_type());
  if (!type.ok()) return type.status();
  if (same_sizes) {
    DimensionList result = DimensionList::Of(lhs);
    for (int64_t i = 0; i < rhs.rank(); ++i) {
      if (rhs.is_dynamic_dimension(i)) result.dynamic[static_cast<size_t>(i)] = true;
    }
    return shapes.ChangeElementType(*ArrayLike(shapes, lhs, result), *type);
  }
  if (lhs.rank() == rhs.rank()) return MatchDimensions(lhs, rhs, *type, shapes);
  return FreshArray(shapes, *type, DimensionList::Of(lhs.rank() == 0 ? rhs : lhs));
}

// Whether the opcode refuses PRED although it takes every other type.
bool IsArithmetic(HloOpcode opcode) {
  switch (opcode) {
    case HloOpcode::kSubtract:
    case HloOpcode::kAtan2:
    case HloOpcode::kPower:
    case HloOpcode::kDivide:
    case HloOpcode::kRemainder:
    case HloOpcode::kShiftLeft:
    case HloOpcode::kShiftRightArithmetic:
    case HloOpcode::kShiftRightLogical:
      return true;
    default:
      return false;
  }
}

absl::Status CheckBinaryTypes(HloOpcode opcode, const Shape& lhs, const Shape& rhs) {
  if (IsArithmetic(opcode) &&
      (lhs.element_type() == PrimitiveType::kPRED || rhs.element_type() == PrimitiveType::kPRED)) {
    return Fail("Expected element type in shape to be arithmetic type for operation ",
                HloOpcodeName(opcode), "; got PRED.");
  }
  if (opcode == HloOpcode::kComplex && !IsFloatingType(lhs.element_type())) {
    return Fail("Expected element type in shape to be floating for complex compose operation; got ",
                TypeText(lhs), ".");
  }
  const bool bitwise =
      opcode == HloOpcode::kAnd || opcode == HloOpcode::kOr || opcode == HloOpcode::kXor;
  if (bitwise && !(SetOf(lhs.element_type()) & (kIntegral | kPred))) {
    return Fail("Expected pred or integral type in argument to and/or operation; got ",
                TypeText(lhs), ".");
  }
  return absl::OkStatus();
}

bool IsScalarOrHasSizesOf(const Shape& bound, const Shape& operand) {
  return bound.IsScalar() || CompatibleDimensions(bound, operand);
}

// Shape of a select: that of `full`, its type and dynamic marks by the values chosen from.
const Shape* SelectResult(const Shape& pred, const Shape& on_true, const Shape& on_false,
                          PrimitiveType type, ShapePool& shapes) {
  const Shape& full = pred.IsScalar() ? on_true : pred;
  DimensionList result;
  for (int64_t i = 0; i < full.rank(); ++i) {
    const bool dynamic_true = on_true.is_dynamic_dimension(i);
    const bool dynamic_false = on_false.is_dynamic_dimension(i);
    if (on_true.is_unbounded_dimension(i) || on_false.is_unbounded_dimension(i)) {
      const Shape& known = on_true.is_unbounded_dimension(i) ? on_false : on_true;
      result.Add(known.dimensions(i), dynamic_true && dynamic_false);
    } else {
      const bool dynamic_pred = !pred.IsScalar() && pred.is_dynamic_dimension(i);
      result.Add(full.dimensions(i), dynamic_pred || dynamic_true || dynamic_false);
    }
  }
  if (full.layout() == nullptr) {
    return shapes.ChangeElementType(*ArrayLike(shapes, full, result), type);
  }
  Layout layout = *full.layout();
  layout.element_size_in_bits =
      on_true.layout() == nullptr ? 0 : on_true.layout()->element_size_in_bits;
  return shapes.Array(type, result.sizes, result.dynamic, &layout);
}

}  // namespace

ShapeOr InferUnary(const HloInstruction& instruction, ShapePool& shapes) {
  const HloOpcode opcode = instruction.opcode();
  const Shape& operand = instruction.operand(0)->shape();
  if (opcode == HloOpcode::kCopy || opcode == HloOpcode::kDomain) return &operand;
  HLO_RETURN_IF_ERROR(ExpectArray(operand, "operand of unary operation"));
  if (opcode == HloOpcode::kOptimizationBarrier) {
    return Fail("Unknown operation for unary shape inference: \"opt-barrier\".");
  }
  const UnaryRule rule = UnaryRuleOf(opcode);
  if (!(SetOf(operand.element_type()) & rule.types)) {
    const std::string_view name = rule.after.empty() ? "" : HloOpcodeName(opcode);
    return Fail(rule.before, name, rule.after, TypeText(operand), ".");
  }
  switch (rule.result) {
    case ResultType::kSame:
      return &operand;
    case ResultType::kPred:
      return shapes.ChangeElementType(operand, PrimitiveType::kPRED);
    case ResultType::kComponent:
      if (!IsComplexType(operand.element_type())) return &operand;
      break;
  }
  return shapes.ChangeElementType(operand, ComplexComponentType(operand.element_type()));
}

ShapeOr InferBinary(const HloInstruction& instruction, ShapePool& shapes) {
  const HloOpcode opcode = instruction.opcode();
  const Shape& lhs = instruction.operand(0)->shape();
  const Shape& rhs = instruction.operand(1)->shape();
  HLO_RETURN_IF_ERROR(ExpectArray(lhs, StrCat("lhs of binary operation ", HloOpcodeName(opcode))));
  HLO_RETURN_IF_ERROR(ExpectArray(rhs, StrCat("rhs of binary operation ", HloOpcodeName(opcode))));
  HLO_RETURN_IF_ERROR(CheckBinaryTypes(opcode, lhs, rhs));
  ShapeOr shape = InferElementwise(opcode, lhs, rhs, shapes);
  if (!shape.ok()) return shape;
  if (opcode == HloOpcode::kCompare) {
    return shapes.ChangeElementType(**shape, PrimitiveType::kPRED);
  }
  if (opcode != HloOpcode::kComplex) return shape;
  if (lhs.element_type() != rhs.element_type() ||
      (lhs.element_type() != PrimitiveType::kF32 && lhs.element_type() != PrimitiveType::kF64)) {
    return Fail("Complex component type is not implemented.");
  }
  return shapes.ChangeElementType(**shape, lhs.element_type() == PrimitiveType::kF32
                                               ? PrimitiveType::kC64
                                               : PrimitiveType::kC128);
}

ShapeOr InferClamp(const HloInstruction& instruction, ShapePool&) {
  const Shape& min = instruction.operand(0)->shape();
  const Shape& operand = instruction.operand(1)->shape();
  const Shape& max = instruction.operand(2)->shape();
  HLO_RETURN_IF_ERROR(ExpectArray(min, "clamp min"));
  HLO_RETURN_IF_ERROR(ExpectArray(operand, "clamp operand"));
  HLO_RETURN_IF_ERROR(ExpectArray(max, "clamp max"));
  if (!SameTypeUpToPrecision(min.element_type(), operand.element_type()) ||
      !SameTypeUpToPrecision(max.element_type(), operand.element_type())) {
    return Fail("Clamp with incompatible element types: ", Text(min), ", ", Text(operand), ", ",
                Text(max), ".");
  }
  if (!IsScalarOrHasSizesOf(min, operand) || !IsScalarOrHasSizesOf(max, operand)) {
    return Fail("Clamp with incompatible shapes: ", Text(min), ", ", Text(operand), ", ", Text(max),
                ".");
  }
  return &operand;
}

ShapeOr InferSelect(const HloInstruction& instruction, ShapePool& shapes) {
  const Shape& pred = instruction.operand(0)->shape();
  const Shape& on_true = instruction.operand(1)->shape();
  const Shape& on_false = instruction.operand(2)->shape();
  HLO_RETURN_IF_ERROR(ExpectArray(pred, "select pred"));
  HLO_RETURN_IF_ERROR(ExpectArray(on_true, "select on-true"));
  HLO_RETURN_IF_ERROR(ExpectArray(on_false, "select on-false"));
  if (!CompatibleUpToPrecision(on_true, on_false)) {
    return Fail("Operands to select must be the same shape; got ", Text(on_true), " and ",
                Text(on_false), ".");
  }
  if (pred.element_type() != PrimitiveType::kPRED) {
    return Fail("Select's pred operand must have PRED element type; got ", Text(pred), ".");
  }
  if (!pred.IsScalar() &&
      (!CompatibleDimensions(pred, on_true) || !CompatibleDimensions(pred, on_false))) {
    return Fail("Operands to select and predicate must be the same shape; got ", Text(on_true),
                " and ", Text(on_false), " and ", Text(pred), ".");
  }
  absl::StatusOr<PrimitiveType> type = HigherType(on_true.element_type(), on_false.element_type());
  if (!type.ok()) return type.status();
  return SelectResult(pred, on_true, on_false, *type, shapes);
}

}  // namespace hlo::infer
