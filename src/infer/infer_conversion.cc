// Opcodes that change the type of their elements: convert, bitcast-convert, stochastic-convert,
// reduce-precision. The result's element type is only in the given shape.
//
// Source: XLA ShapeInference::InferConvertShape, InferBitcastConvertShape,
// InferStochasticConvertShape, InferReducePrecisionShape.
#include "src/infer/rules.h"

namespace hlo_text_v1::internal::infer {

ShapeOr InferGivenConvert(const HloInstruction& instruction, ShapePool& shapes) {
  HLO_ASSIGN_OR_RETURN(const Shape* given, NeedShape(instruction));
  const Shape& operand = instruction.operand(0)->shape();
  if (!operand.IsArray() || !given->IsArray()) {
    return Fail("Convert does not allow non-arrays, so cannot convert from ", Text(operand), " to ",
                TypeText(*given), ".");
  }
  return shapes.ChangeElementType(operand, given->element_type());
}

ShapeOr InferGivenBitcastConvert(const HloInstruction& instruction, ShapePool& shapes) {
  HLO_ASSIGN_OR_RETURN(const Shape* given, NeedShape(instruction));
  const Shape& operand = instruction.operand(0)->shape();
  const PrimitiveType from = operand.element_type(), to = given->element_type();
  if (!operand.IsArray() || !given->IsArray()) {
    return Fail("Cannot convert from or to tuple type; requested conversion: ", Text(operand),
                " => ", TypeText(*given), ".");
  }
  if (IsComplexType(from) != IsComplexType(to)) {
    return Fail("Conversion between complex and real type ", Text(operand), " => ",
                TypeText(*given), ".");
  }
  // A PRED counts as one byte.
  const auto width = [](PrimitiveType type) {
    return type == PrimitiveType::kPRED ? 8 : BitWidth(type);
  };
  const int wide = std::max(width(from), width(to)), narrow = std::min(width(from), width(to));
  if (narrow == 0 || wide % narrow != 0) {
    return Fail("Cannot bitcast types with undivisible bit-widths: ", Text(operand), " => ",
                TypeText(*given), ".");
  }
  const int ratio = wide / narrow;
  if (ratio == 1) return shapes.ChangeElementType(operand, to);
  DimensionList result = DimensionList::Of(operand);
  if (width(from) == wide) {
    result.Add(ratio, false);
  } else {
    const int64_t last = result.rank() == 0 ? 0 : result.sizes.back();
    if (result.rank() == 0 || !CompatibleSizes(last, ratio)) {
      return Fail("Last dimension of input shape=", last,
                  " is not equal to ratio of bit-widths=", ratio, " for bitcast-convert from ",
                  Text(operand), " to ", TypeText(*given));
    }
    result.sizes.pop_back();
    result.dynamic.pop_back();
  }
  return FreshArray(shapes, to, result);
}

ShapeOr InferGivenStochasticConvert(const HloInstruction& instruction, ShapePool& shapes) {
  HLO_ASSIGN_OR_RETURN(const Shape* given, NeedShape(instruction));
  const Shape& operand = instruction.operand(0)->shape();
  const Shape& random = instruction.operand(1)->shape();
  HLO_RETURN_IF_ERROR(ExpectArray(operand, "lhs of stochastic convert operation"));
  HLO_RETURN_IF_ERROR(ExpectArray(random, "rhs of stochastic convert operation"));
  if (!IsUnsignedIntegralType(random.element_type())) {
    return Fail("Random numbers for stochastic convert must be unsigned integers, but got: ",
                Text(random));
  }
  // XLA quotes the random numbers here, and swaps the two widths below.
  if (!IsFloatingType(operand.element_type())) {
    return Fail("Stochastic convert supports only floating point operand conversion, but got: ",
                Text(random));
  }
  if (BitWidth(operand.element_type()) != BitWidth(random.element_type())) {
    return Fail(
        "The random number is required to have same bits as the operand. But got random bits: ",
        BitWidth(operand.element_type()), ", operand bits: ", BitWidth(random.element_type()));
  }
  if (!CompatibleDimensions(operand, random) || !SameDynamicDimensions(operand, random)) {
    return Fail("Stochastic convert operand shape does not match random tensor shape: ",
                Text(operand), " vs ", Text(random), ".");
  }
  if (!given->IsArray()) return Fail("Stochastic convert makes an array, not ", Text(*given), ".");
  return shapes.ChangeElementType(operand, given->element_type());
}

ShapeOr InferGivenReducePrecision(const HloInstruction& instruction, ShapePool&) {
  const Shape& operand = instruction.operand(0)->shape();
  const int64_t exponent_bits = Int64Of(instruction, AttributeKind::kExponentBits);
  const int64_t mantissa_bits = Int64Of(instruction, AttributeKind::kMantissaBits);
  if (!IsFloatingType(operand.element_type())) {
    return Fail(
        "Expected element type in shape to be floating point for ReducePrecision operation; got ",
        TypeText(operand), ".");
  }
  if (exponent_bits < 1) return Fail("Expected exponent_bits >= 1; got ", exponent_bits, ".");
  if (mantissa_bits < 0) {
    return Fail("Expected non-negative mantissa_bits; got ", mantissa_bits, ".");
  }
  return &operand;
}

}  // namespace hlo_text_v1::internal::infer
