// Elements are made as the evaluator converts them; an opcode runs in a module of its own.
#include "hlo/literal_util.h"

#include <cmath>
#include <limits>
#include <vector>

#include "absl/functional/function_ref.h"
#include "hlo/builder.h"
#include "hlo/evaluate.h"
#include "src/base/status_macros.h"
#include "src/base/strings.h"
#include "src/evaluate/element_function.h"
#include "src/evaluate/value.h"
#include "src/vocabulary/float_formats.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

absl::StatusOr<Literal> MakeArrayOf(const Shape* shape, size_t count, Arena* arena,
                                    absl::FunctionRef<Scalar(size_t)> value_of) {
  if (!shape->IsArray()) return absl::InvalidArgumentError("the shape is not an array");
  const EvaluateOptions options;
  Budget budget(options);
  HLO_ASSIGN_OR_RETURN(const NewArray array, MakeArray(*shape, &budget));
  const auto elements = static_cast<size_t>(*ElementCount(*shape));
  if (count != elements && count != 1) {
    return absl::InvalidArgumentError(
        StrCat("the shape has ", elements, " elements, but there are ", count, " values"));
  }
  for (size_t i = 0; i < elements; ++i) {
    StoreScalar(array.data, shape->element_type(), static_cast<int64_t>(i),
                value_of(count == 1 ? 0 : i));
  }
  return CopyLiteral(array.value.literal, arena);
}

absl::StatusOr<Literal> MakeExtreme(const Shape* shape, Arena* arena, bool is_largest) {
  const PrimitiveType type = shape->element_type();
  if (IsFloatingType(type)) {
    const double infinity = std::numeric_limits<double>::infinity();
    double value = is_largest ? infinity : -infinity;
    if (!std::isinf(WidenBits(type, NarrowToBits(type, value)))) {
      value = is_largest ? MaxFinite(type) : LowestFinite(type);
    }
    return FloatLiteral(shape, {value}, arena);
  }
  if (type != PrimitiveType::kPRED && !IsIntegralType(type)) {
    return absl::InvalidArgumentError("the type has no order");
  }
  const IntegerType integer(type);
  if (integer.is_pred || !integer.is_signed) {
    return IntegerLiteral(shape, {is_largest ? (integer.is_pred ? 1 : -1) : 0}, arena);
  }
  const auto largest = static_cast<int64_t>((uint64_t{1} << (integer.width - 1)) - 1);
  return IntegerLiteral(shape, {is_largest ? largest : -largest - 1}, arena);
}

}  // namespace

absl::StatusOr<Literal> IntegerLiteral(const Shape* shape, absl::Span<const int64_t> values,
                                       Arena* arena) {
  return MakeArrayOf(shape, values.size(), arena,
                     [&](size_t i) { return FromInteger(shape->element_type(), values[i]); });
}

absl::StatusOr<Literal> FloatLiteral(const Shape* shape, absl::Span<const double> values,
                                     Arena* arena) {
  const PrimitiveType type = shape->element_type();
  const bool is_number = IsFloatingType(type) || IsComplexType(type);
  return MakeArrayOf(shape, values.size(), arena, [&](size_t i) {
    return is_number ? FromComplex(type, values[i]) : FromDouble(type, values[i]);
  });
}

absl::StatusOr<Literal> MinValueLiteral(const Shape* shape, Arena* arena) {
  return MakeExtreme(shape, arena, /*is_largest=*/false);
}

absl::StatusOr<Literal> MaxValueLiteral(const Shape* shape, Arena* arena) {
  return MakeExtreme(shape, arena, /*is_largest=*/true);
}

absl::StatusOr<Literal> EvaluateOpcode(HloOpcode opcode, const Shape* shape,
                                       absl::Span<const Literal> operands,
                                       absl::Span<const Attribute> attributes, Arena* arena) {
  if (!shape->IsArray()) return absl::InvalidArgumentError("the shape is not an array");
  HloModule module = CreateHloModule("m");
  HloBuilder builder(&module, "c");
  std::vector<HloInstruction*> constants;
  for (const Literal& operand : operands) constants.push_back(builder.AddConstant(operand));
  const Shape* own = module.shapes().Array(shape->element_type(), shape->dimensions());
  builder.AddInstruction(opcode, own, constants, attributes);
  HLO_RETURN_IF_ERROR(builder.BuildEntry().status());
  HLO_ASSIGN_OR_RETURN(const Literal result, Evaluate(module, {}, arena));
  return Literal::Array(shape, result.bytes());
}

}  // namespace hlo_text_v1
