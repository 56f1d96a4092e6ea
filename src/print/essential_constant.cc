// Zero is the element with all bits zero: -0.0 is not, and f8e8m0fnu has none at all. Each element
// is tested for one, because complex and narrow types have their own.
//
// Source: XLA HloConstantInstruction::PrintOperandsWithCanonicalNameMap.
#include "src/print/essential_constant.h"

#include <algorithm>
#include <optional>

#include "hlo/print_values.h"

namespace hlo {
namespace {

constexpr int64_t kMostIntegers = 500000;

bool IsAllZero(const Literal& literal) {
  return literal.shape().element_type() != PrimitiveType::kF8E8M0FNU &&
         std::all_of(literal.bytes().begin(), literal.bytes().end(),
                     [](char byte) { return byte == 0; });
}

bool IsOne(const Literal& literal, int64_t index) {
  switch (ClassOf(literal.shape().element_type())) {
    case PrimitiveClass::kPred:
      return literal.GetBool(index);
    case PrimitiveClass::kSigned:
    case PrimitiveClass::kUnsigned:
      return literal.GetInt64(index) == 1;
    case PrimitiveClass::kFloat:
      return literal.GetDouble(index) == 1;
    case PrimitiveClass::kComplex:
      return literal.GetDouble(index) == 1 && literal.GetImaginary(index) == 0;
    case PrimitiveClass::kToken:
    case PrimitiveClass::kOpaque:
    case PrimitiveClass::kNone:
      break;
  }
  return false;
}

bool IsAllOne(const Literal& literal, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    if (!IsOne(literal, i)) return false;
  }
  return true;
}

bool HasOnlyIntegers(const Shape& shape) {
  if (shape.IsTuple()) {
    return std::all_of(shape.tuple_shapes().begin(), shape.tuple_shapes().end(),
                       [](const Shape* element) { return HasOnlyIntegers(*element); });
  }
  const PrimitiveClass type_class = ClassOf(shape.element_type());
  return type_class == PrimitiveClass::kSigned || type_class == PrimitiveClass::kUnsigned;
}

}  // namespace

void AppendEssentialConstant(const Literal& literal, std::string* out) {
  const Shape& shape = literal.shape();
  const int64_t count = shape.IsTuple() ? 1 : ElementCount(shape).value_or(kMostIntegers + 1);
  if (!shape.IsTuple() && !literal.is_elided()) {
    if (IsAllZero(literal)) {
      out->push_back('0');
      return;
    }
    if (IsAllOne(literal, count)) {
      out->push_back('1');
      return;
    }
  }
  if (HasOnlyIntegers(shape) && count <= kMostIntegers) return AppendLiteral(literal, out);
  out->append("{...}");
}

}  // namespace hlo
