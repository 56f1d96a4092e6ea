// Literal accessors: an element's bytes as a number.
#include "hlo/literal.h"

#include "src/vocabulary/float_formats.h"

namespace hlo {

using namespace internal;

namespace {

// Whether element `index` has bytes; if not, it is zero.
bool IsStored(const Literal& literal, int64_t index) {
  const auto stored =
      static_cast<int64_t>(literal.bytes().size()) / ByteWidth(literal.shape().element_type());
  return index < stored;
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
  return IsStored(*this, index) && bytes_[static_cast<size_t>(index)] != 0;
}

int64_t Literal::GetInt64(int64_t index) const {
  const PrimitiveType type = shape_->element_type();
  const auto bits = static_cast<int64_t>(LoadComponent(*this, index, type, 0));
  if (!IsSignedIntegralType(type)) return bits;
  const int unused = 64 - 8 * ByteWidth(type);
  return static_cast<int64_t>(static_cast<uint64_t>(bits) << unused) >> unused;
}

double Literal::GetDouble(int64_t index) const { return GetComponent(*this, index, 0); }

double Literal::GetImaginary(int64_t index) const { return GetComponent(*this, index, 1); }

}  // namespace hlo
