// Unary, binary and ternary elementwise opcodes.
//
// Each rule says which element types it takes and how it changes the type. Binary rules check
// types, then match dimensions. The checks are in XLA's order.
//
// Source: XLA ShapeInference::InferUnaryOpShape, InferBinaryOpShape, InferClampShape,
// InferFmaShape, InferSelectShape.
#include "src/infer/rules.h"

namespace hlo_text_v1::internal::infer {
namespace {

// Sets of element types: one bit per class.
constexpr unsigned SetOf(PrimitiveClass type_class) {
  return 1U << static_cast<unsigned>(type_class);
}
unsigned SetOf(PrimitiveType type) { return SetOf(ClassOf(type)); }
constexpr unsigned kFloating = SetOf(PrimitiveClass::kFloat);
constexpr unsigned kComplex = SetOf(PrimitiveClass::kComplex);
constexpr unsigned kSigned = SetOf(PrimitiveClass::kSigned);
constexpr unsigned kPred = SetOf(PrimitiveClass::kPred);
constexpr unsigned kIntegral = kSigned | SetOf(PrimitiveClass::kUnsigned);

absl::Status ExpectUnaryArray(const HloInstruction& instruction) {
  return ExpectArray(instruction.operand(0)->shape(), "operand of unary operation");
}

// The operand's shape if its element type is in `types`. Otherwise the message names the expected
// type and the operation, which is the opcode unless a name is given.
ShapeOr ExpectType(const HloInstruction& instruction, unsigned types, std::string_view expected,
                   std::string_view operation = {}) {
  HLO_RETURN_IF_ERROR(ExpectUnaryArray(instruction));
  const Shape& operand = instruction.operand(0)->shape();
  if ((SetOf(operand.element_type()) & types) != 0) return &operand;
  if (operation.empty()) operation = HloOpcodeName(instruction.opcode());
  return Fail("Expected ", expected, operation, " operation; got ", TypeText(operand), ".");
}

// `shape` with its component type if it is complex.
ShapeOr ComponentOf(const ShapeOr& shape, ShapePool& shapes) {
  if (!shape.ok() || !IsComplexType((*shape)->element_type())) return shape;
  return shapes.ChangeElementType(**shape, ComplexComponentType((*shape)->element_type()));
}

absl::Status ExpectBinaryArrays(const HloInstruction& instruction) {
  const Shape& lhs = instruction.operand(0)->shape();
  const Shape& rhs = instruction.operand(1)->shape();
  if (lhs.IsArray() && rhs.IsArray()) return absl::OkStatus();
  const std::string_view opcode = HloOpcodeName(instruction.opcode());
  HLO_RETURN_IF_ERROR(ExpectArray(lhs, StrCat("lhs of binary operation ", opcode)));
  return ExpectArray(rhs, StrCat("rhs of binary operation ", opcode));
}

absl::Status ExpectOneType(const HloInstruction& instruction) {
  const Shape& lhs = instruction.operand(0)->shape();
  const Shape& rhs = instruction.operand(1)->shape();
  if (SameTypeUpToPrecision(lhs, rhs)) return absl::OkStatus();
  return Fail("Binary op ", HloOpcodeName(instruction.opcode()),
              " with different element types: ", Text(lhs), " and ", Text(rhs), ".");
}

absl::Status RefusePred(const HloInstruction& instruction) {
  for (const HloInstruction* operand : instruction.operands()) {
    if (operand->shape().element_type() != PrimitiveType::kPRED) continue;
    return Fail("Expected element type in shape to be arithmetic type for operation ",
                HloOpcodeName(instruction.opcode()), "; got PRED.");
  }
  return absl::OkStatus();
}

// Result of two arrays of equal rank whose sizes differ or are unbounded on one side.
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

// The elementwise result of two operands of one type.
ShapeOr MatchOperands(const HloInstruction& instruction, ShapePool& shapes) {
  HLO_RETURN_IF_ERROR(ExpectOneType(instruction));
  const Shape& lhs = instruction.operand(0)->shape();
  const Shape& rhs = instruction.operand(1)->shape();
  // The usual case, and a shortcut: the rest gives the same.
  if (&lhs == &rhs && lhs.is_static() && lhs.layout() != nullptr &&
      lhs.layout()->element_size_in_bits == 0) {
    return &lhs;
  }
  const bool same_sizes = SameDimensions(lhs, rhs) && !Contains(lhs.dimensions(), kUnboundedSize);
  if (lhs.rank() != rhs.rank() && lhs.rank() != 0 && rhs.rank() != 0) {
    const bool lhs_is_lower = lhs.rank() < rhs.rank();
    return Fail("Shapes must be equal rank, but are ", Text(lhs_is_lower ? lhs : rhs), " and ",
                Text(lhs_is_lower ? rhs : lhs));
  }
  HLO_ASSIGN_OR_RETURN(const PrimitiveType type, HigherType(lhs, rhs));
  if (same_sizes) {
    DimensionList result = DimensionList::Of(lhs);
    for (int64_t i = 0; i < rhs.rank(); ++i) {
      if (rhs.is_dynamic_dimension(i)) result.dynamic[static_cast<size_t>(i)] = true;
    }
    return shapes.ChangeElementType(*ArrayLike(shapes, lhs, result), type);
  }
  if (lhs.rank() == rhs.rank()) return MatchDimensions(lhs, rhs, type, shapes);
  return FreshArray(shapes, type, DimensionList::Of(lhs.rank() == 0 ? rhs : lhs));
}

bool IsScalarOrHasSizesOf(const Shape& bound, const Shape& operand) {
  return bound.IsScalar() || CompatibleDimensions(bound, operand);
}

// Result of a select: the shape of `full`, with the type and dynamic marks of the selected values.
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

// ---- Opcodes of one operand.

ShapeOr InferSame(const HloInstruction& instruction, ShapePool&) {
  return &instruction.operand(0)->shape();
}

ShapeOr InferOptimizationBarrier(const HloInstruction& instruction, ShapePool&) {
  if (GivenShape(instruction) != nullptr) return &instruction.operand(0)->shape();
  // XLA's parser cannot infer this.
  HLO_RETURN_IF_ERROR(ExpectUnaryArray(instruction));
  return Fail("Unknown operation for unary shape inference: \"opt-barrier\".");
}

// Rules that only look at the operand's type: the types, and the words of the message.
#define HLO_TYPE_RULE(Name, types, ...)                                \
  ShapeOr Infer##Name(const HloInstruction& instruction, ShapePool&) { \
    return ExpectType(instruction, types, __VA_ARGS__);                \
  }
HLO_TYPE_RULE(Float, kFloating, "element type in shape to be floating for ")
HLO_TYPE_RULE(FloatOrComplex, kFloating | kComplex,
              "element type in shape to be floating or complex for ")
HLO_TYPE_RULE(Sign, kFloating | kSigned | kComplex,
              "element type in shape to be signed or complex for ")
HLO_TYPE_RULE(Negate, kFloating | kIntegral | kComplex,
              "element type in shape to be integral, floating or complex for ")
HLO_TYPE_RULE(Clz, kIntegral, "an integral element type in argument to ", "Clz")
HLO_TYPE_RULE(PopulationCount, kIntegral, "an integral element type in argument to ",
              "PopulationCount")
HLO_TYPE_RULE(Not, kIntegral | kPred, "pred or an integral element type in argument to ", "Not")

ShapeOr InferRealOrImag(const HloInstruction& instruction, ShapePool& shapes) {
  return ComponentOf(InferFloatOrComplex(instruction, shapes), shapes);
}

ShapeOr InferAbs(const HloInstruction& instruction, ShapePool& shapes) {
  return ComponentOf(ExpectType(instruction, kFloating | kSigned | kComplex,
                                "element type in shape to be floating or complex for "),
                     shapes);
}

ShapeOr InferIsFinite(const HloInstruction& instruction, ShapePool& shapes) {
  ShapeOr shape = ExpectType(instruction, kFloating,
                             "element type in shape to be floating point for ", "IsFinite");
  return shape.ok() ? shapes.ChangeElementType(**shape, PrimitiveType::kPRED) : shape;
}

// ---- Opcodes of two operands.

ShapeOr InferBinary(const HloInstruction& instruction, ShapePool& shapes) {
  HLO_RETURN_IF_ERROR(ExpectBinaryArrays(instruction));
  return MatchOperands(instruction, shapes);
}

ShapeOr InferCompare(const HloInstruction& instruction, ShapePool& shapes) {
  ShapeOr shape = InferBinary(instruction, shapes);
  return shape.ok() ? shapes.ChangeElementType(**shape, PrimitiveType::kPRED) : shape;
}

ShapeOr InferArithmetic(const HloInstruction& instruction, ShapePool& shapes) {
  HLO_RETURN_IF_ERROR(ExpectBinaryArrays(instruction));
  HLO_RETURN_IF_ERROR(RefusePred(instruction));
  return MatchOperands(instruction, shapes);
}

ShapeOr InferAtan2(const HloInstruction& instruction, ShapePool& shapes) {
  HLO_RETURN_IF_ERROR(ExpectBinaryArrays(instruction));
  HLO_RETURN_IF_ERROR(RefusePred(instruction));
  HLO_RETURN_IF_ERROR(ExpectOneType(instruction));
  const Shape& lhs = instruction.operand(0)->shape();
  if (!(SetOf(lhs.element_type()) & (kFloating | kComplex))) {
    return Fail("Expected input element type to be floating or complex for atan2 operation; got ",
                TypeText(lhs), ".");
  }
  return MatchOperands(instruction, shapes);
}

ShapeOr InferBitwise(const HloInstruction& instruction, ShapePool& shapes) {
  HLO_RETURN_IF_ERROR(ExpectBinaryArrays(instruction));
  const Shape& lhs = instruction.operand(0)->shape();
  if (!(SetOf(lhs.element_type()) & (kIntegral | kPred))) {
    return Fail("Expected pred or integral type in argument to and/or operation; got ",
                TypeText(lhs), ".");
  }
  return MatchOperands(instruction, shapes);
}

ShapeOr InferComplex(const HloInstruction& instruction, ShapePool& shapes) {
  HLO_RETURN_IF_ERROR(ExpectBinaryArrays(instruction));
  const PrimitiveType lhs = instruction.operand(0)->shape().element_type();
  const PrimitiveType rhs = instruction.operand(1)->shape().element_type();
  if (!IsFloatingType(lhs)) {
    return Fail("Expected element type in shape to be floating for complex compose operation; got ",
                PrimitiveTypeUpperName(lhs), ".");
  }
  HLO_ASSIGN_OR_RETURN(const Shape* shape, MatchOperands(instruction, shapes));
  if (lhs != rhs || (lhs != PrimitiveType::kF32 && lhs != PrimitiveType::kF64)) {
    return Fail("Complex component type is not implemented.");
  }
  return shapes.ChangeElementType(
      *shape, lhs == PrimitiveType::kF32 ? PrimitiveType::kC64 : PrimitiveType::kC128);
}

// ---- Opcodes of three operands.

ShapeOr InferClamp(const HloInstruction& instruction, ShapePool&) {
  const Shape& min = instruction.operand(0)->shape();
  const Shape& operand = instruction.operand(1)->shape();
  const Shape& max = instruction.operand(2)->shape();
  HLO_RETURN_IF_ERROR(ExpectArray(min, "clamp min"));
  HLO_RETURN_IF_ERROR(ExpectArray(operand, "clamp operand"));
  HLO_RETURN_IF_ERROR(ExpectArray(max, "clamp max"));
  if (!SameTypeUpToPrecision(min, operand) || !SameTypeUpToPrecision(max, operand)) {
    return Fail("Clamp with incompatible element types: ", Text(min), ", ", Text(operand), ", ",
                Text(max), ".");
  }
  const bool bounds_fit =
      min.IsScalar() || max.IsScalar() || CompatibleDimensions(min, max);  // [3], [?], [12]
  if (!bounds_fit || !IsScalarOrHasSizesOf(min, operand) || !IsScalarOrHasSizesOf(max, operand)) {
    return Fail("Clamp with incompatible shapes: ", Text(min), ", ", Text(operand), ", ", Text(max),
                ".");
  }
  return &operand;
}

ShapeOr InferFma(const HloInstruction& instruction, ShapePool& shapes) {
  const Shape& a = instruction.operand(0)->shape();
  const Shape& b = instruction.operand(1)->shape();
  const Shape& c = instruction.operand(2)->shape();
  HLO_RETURN_IF_ERROR(ExpectArray(a, "fma a"));
  HLO_RETURN_IF_ERROR(ExpectArray(b, "fma b"));
  HLO_RETURN_IF_ERROR(ExpectArray(c, "fma c"));
  if (!IsFloatingType(a.element_type())) {
    return Fail("Expected element type in shape to be floating for fma operation; got ",
                PrimitiveTypeUpperName(a.element_type()), ".");
  }
  if (!SameTypeUpToPrecision(a, b) || !SameTypeUpToPrecision(a, c)) {
    return Fail("Fma with incompatible element types: ", Text(a), ", ", Text(b), ", ", Text(c),
                ".");
  }
  if (!CompatibleDimensions(a, b) || !CompatibleDimensions(a, c)) {
    return Fail("Fma with incompatible shapes: ", Text(a), ", ", Text(b), ", ", Text(c), ".");
  }
  HLO_ASSIGN_OR_RETURN(PrimitiveType type, HigherType(a, b));
  HLO_ASSIGN_OR_RETURN(type, HigherType(type, c.element_type()));
  DimensionList result = DimensionList::Of(a);
  for (int64_t i = 0; i < a.rank(); ++i) {
    if (b.is_dynamic_dimension(i) || c.is_dynamic_dimension(i)) {
      result.dynamic[static_cast<size_t>(i)] = true;
    }
  }
  return shapes.ChangeElementType(*ArrayLike(shapes, a, result), type);
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
  HLO_ASSIGN_OR_RETURN(const PrimitiveType type, HigherType(on_true, on_false));
  return SelectResult(pred, on_true, on_false, type, shapes);
}

}  // namespace hlo_text_v1::internal::infer
