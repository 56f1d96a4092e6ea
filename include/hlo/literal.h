// Constant values: the text between the parentheses of constant(...), and custom-call's literal=.
//
//   const hlo_text::Literal& value = constant->literal();
//   if (!value.is_elided()) std::cout << value.GetInt64(0);  // element 0, row-major
//
// The elements of an array lie in logical, row-major order whatever the layout of its shape, each
// in ByteWidth(element type) bytes, the lowest first; types narrower than a byte take one. A
// literal is immutable and trivially destructible, and lives in the arena of its module. Functions
// take constant time.
#ifndef HLO_LITERAL_H_
#define HLO_LITERAL_H_

#include <cstdint>

#include "absl/types/span.h"
#include "hlo/internal/stringify.h"
#include "hlo/shape.h"

namespace hlo_text_v1 {

namespace internal {
struct IrAccess;
}

class Literal {
 public:
  // An array of `shape` with `bytes` (ElementCount * ByteWidth of them, or fewer if all further
  // elements are zero; borrowed, not copied).
  static Literal Array(const Shape* shape, absl::Span<const char> bytes) {
    Literal literal;
    literal.shape_ = shape;
    literal.bytes_ = bytes;
    return literal;
  }
  // An array without values, constant({...}).
  static Literal Elided(const Shape* shape) {
    Literal literal;
    literal.shape_ = shape;
    literal.elided_ = true;
    return literal;
  }
  // A tuple of `elements` (borrowed). `elided`: the whole tuple was written {...}.
  static Literal Tuple(const Shape* shape, absl::Span<const Literal> elements,
                       bool elided = false) {
    Literal literal;
    literal.shape_ = shape;
    literal.elements_ = elements;
    literal.elided_ = elided;
    return literal;
  }

  // Derived from the shape in the text, and the shape of the constant: bounded dimensions have
  // their bounds as sizes, a buffer is what it wraps, layouts have no element size in bits. XLA
  // HloParserImpl::ParseLiteral.
  // An empty literal, Literal(), has none: an invalid shape of rank 0.
  const Shape& shape() const {
    static const Shape kNone{};
    return shape_ == nullptr ? kNone : *shape_;
  }
  // The values are unknown: the text had {...}. Prints as {...} in every style.
  bool is_elided() const { return elided_; }
  // Elements of a tuple; empty for an array.
  absl::Span<const Literal> elements() const { return elements_; }
  // The raw elements of an array that is not elided. There may be fewer than the shape has: the
  // others are zero, as in f32[4096,4096] constant(0).
  absl::Span<const char> bytes() const { return bytes_; }

  // Element `index` (row-major, 0 <= index < ElementCount) of an array that is not elided.
  // GetBool: pred. GetInt64: pred and integers (u64 as its bit pattern). GetDouble: floating types
  // and the real part of complex ones. GetImaginary: the imaginary part of complex ones. Of other
  // types and tuples, and outside of the array: 0; so are elided elements.
  bool GetBool(int64_t index) const;
  int64_t GetInt64(int64_t index) const;
  double GetDouble(int64_t index) const;
  double GetImaginary(int64_t index) const;

 private:
  friend struct internal::IrAccess;

  const Shape* shape_ = nullptr;
  absl::Span<const char> bytes_;
  absl::Span<const Literal> elements_;
  bool elided_ = false;
};

}  // namespace hlo_text_v1

// `stream << literal` and absl::StrCat(literal) write PrintLiteral(literal, /*with_shape=*/true),
// hlo/print_values.h.
HLO_TEXT_STRINGIFY(Literal)

#endif  // HLO_LITERAL_H_
