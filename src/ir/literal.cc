// Literal accessors: an element's bytes as a number.
#include "hlo/literal.h"

#include <optional>

#include "hlo/internal/misuse.h"
#include "src/vocabulary/float_formats.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// Whether element `index` is stored; if not, it is zero.
bool IsStored(const Literal& literal, int64_t index) {
  const int width = ByteWidth(literal.shape().element_type());
  return width > 0 && index >= 0 && index < static_cast<int64_t>(literal.bytes().size()) / width;
}

// Whether `function` may read element `index`. `has_type`: the literal has a type for it.
bool Check(const char* function, const Literal& literal, int64_t index, bool has_type) {
  if (!has_type) {
    ReportMisuse(function, "the literal has another type");
    return false;
  }
  const std::optional<int64_t> count = ElementCount(literal.shape());
  if (index >= 0 && (!count.has_value() || index < *count)) return true;
  ReportMisuse(function, "the index is out of range");
  return false;
}

// A component (0: real or the only one, 1: imaginary) of element `index`, as unsigned bits.
uint64_t LoadComponent(const Literal& literal, int64_t index, PrimitiveType component_type,
                       int component) {
  const int element_bytes = ByteWidth(literal.shape().element_type());
  const int bytes = ByteWidth(component_type);
  if (!IsStored(literal, index)) return 0;
  return LoadElement(literal.bytes().data() + index * element_bytes + int64_t{component} * bytes,
                     bytes);
}

double GetComponent(const Literal& literal, int64_t index, int component) {
  const PrimitiveType type = ComplexComponentType(literal.shape().element_type());
  return WidenBits(type, LoadComponent(literal, index, type, component));
}

}  // namespace

bool Literal::GetBool(int64_t index) const {
  const bool is_pred = shape().element_type() == PrimitiveType::kPRED;
  return Check("Literal::GetBool", *this, index, is_pred) && IsStored(*this, index) &&
         bytes_[static_cast<size_t>(index)] != 0;
}

int64_t Literal::GetInt64(int64_t index) const {
  const PrimitiveType type = shape().element_type();
  const bool is_integer = IsIntegralType(type) || type == PrimitiveType::kPRED;
  if (!Check("Literal::GetInt64", *this, index, is_integer)) return 0;
  const auto bits = static_cast<int64_t>(LoadComponent(*this, index, type, 0));
  if (!IsSignedIntegralType(type)) return bits;
  const int unused = 64 - 8 * ByteWidth(type);
  return static_cast<int64_t>(static_cast<uint64_t>(bits) << unused) >> unused;
}

double Literal::GetDouble(int64_t index) const {
  const PrimitiveType type = shape().element_type();
  const bool is_real = IsFloatingType(type) || IsComplexType(type);
  return Check("Literal::GetDouble", *this, index, is_real) ? GetComponent(*this, index, 0) : 0;
}

double Literal::GetImaginary(int64_t index) const {
  const bool is_complex = IsComplexType(shape().element_type());
  return Check("Literal::GetImaginary", *this, index, is_complex) ? GetComponent(*this, index, 1)
                                                                  : 0;
}

}  // namespace hlo_text_v1
