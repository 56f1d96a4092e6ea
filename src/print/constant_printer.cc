// The value of a constant, as the options want it.
//
// print_only_essential_constants: zero is the element with all bits zero, so -0.0 is not zero, and
// f8e8m0fnu does not have one. Each element is tested for one, because complex and narrow types
// have their own one.
//
// Source: XLA HloConstantInstruction::PrintOperandsWithCanonicalNameMap.
#include <algorithm>
#include <cmath>
#include <string_view>

#include "hlo/print_values.h"
#include "src/base/saturated.h"
#include "src/print/module_printer.h"

namespace hlo_text_v1::internal {
namespace {

// Constants with more elements print as {...}.
constexpr int64_t kMostShownElements = 10;
constexpr int64_t kMostIntegers = 500000;

// Whether a constant of `shape` shows its value by default.
bool IsShort(const Shape& shape) {
  return !shape.IsTuple() &&
         ElementCount(shape).value_or(kMostShownElements + 1) <= kMostShownElements;
}

bool IsAllZero(const Literal& literal) {
  return literal.shape().element_type() != PrimitiveType::kF8E8M0FNU &&
         std::all_of(literal.bytes().begin(), literal.bytes().end(),
                     [](char byte) { return byte == 0; });
}

// An element of an array whose type has values (see IsAllZero).
bool IsOne(const Literal& literal, int64_t index) {
  const PrimitiveClass type = ClassOf(literal.shape().element_type());
  if (type == PrimitiveClass::kPred) return literal.GetBool(index);
  if (type == PrimitiveClass::kFloat) return literal.GetDouble(index) == 1;
  if (type == PrimitiveClass::kComplex) {
    const double imaginary = literal.GetImaginary(index);
    return literal.GetDouble(index) == 1 && imaginary == 0 && !std::signbit(imaginary);
  }
  return literal.GetInt64(index) == 1;
}

bool IsAllOne(const Literal& literal, int64_t count) {
  // Elements that are not stored are zero.
  const auto stored = static_cast<int64_t>(literal.bytes().size());
  if (stored / ByteWidth(literal.shape().element_type()) < count) return false;
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

// At least the bytes of elements that the text does not bound: those that the literal does not
// store.
int64_t ImpliedBytes(const Literal& literal) {
  if (literal.is_elided()) return 0;
  int64_t bytes = 0;
  for (const Literal& element : literal.elements()) {
    bytes = SaturatedSum(bytes, ImpliedBytes(element));
  }
  if (!literal.shape().IsArray()) return bytes;
  constexpr int64_t kBytesPerZero = std::string_view("0, ").size();
  const int64_t count = ElementCount(literal.shape()).value_or(0);
  const int64_t stored =
      static_cast<int64_t>(literal.bytes().size()) / ByteWidth(literal.shape().element_type());
  return count <= stored ? 0 : SaturatedProduct(count - stored, kBytesPerZero);
}

}  // namespace

// All values. Beyond the budget a single 0, which reads back as all zeros, or {...}.
void ModulePrinter::PrintValues(const Literal& literal) {
  const int64_t implied = ImpliedBytes(literal);
  if (static_cast<uint64_t>(implied) <= budget_.left()) {
    budget_.Spend(static_cast<size_t>(implied));
    AppendLiteral(literal, &scratch_, options_.exact_literals);
  } else {
    scratch_.append(literal.shape().IsArray() && IsAllZero(literal) ? "0" : "{...}");
  }
}

// With print_only_essential_constants: 0 if all elements are zero (or there are none), 1 if all are
// one, all values of integers up to kMostIntegers elements, else {...}. Linear in the number of
// elements. XLA HloPrintOptions::print_only_essential_constants.
void ModulePrinter::PrintEssential(const Literal& literal) {
  const Shape& shape = literal.shape();
  const int64_t count = shape.IsTuple() ? 1 : ElementCount(shape).value_or(kMostIntegers + 1);
  if (!shape.IsTuple() && !literal.is_elided()) {
    if (IsAllZero(literal)) return scratch_.push_back('0');
    if (IsAllOne(literal, count)) return scratch_.push_back('1');
  }
  if (HasOnlyIntegers(shape) && count <= kMostIntegers) return PrintValues(literal);
  scratch_.append("{...}");
}

void ModulePrinter::PrintConstant(const Literal& literal) {
  scratch_.clear();
  if (options_.print_only_essential_constants) {
    PrintEssential(literal);
  } else if (IsShort(literal.shape())) {
    AppendLiteral(literal, &scratch_, options_.exact_literals);
  } else if (options_.print_large_constants) {
    PrintValues(literal);
  } else {
    scratch_.append("{...}");
  }
  out_.Append(scratch_);
}

}  // namespace hlo_text_v1::internal
