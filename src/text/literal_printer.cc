// The text of literals on one line.
//
// Arrays are printed by a loop over the nesting levels, without recursion: only the length of the
// text limits the rank. `child` has the current sub-array of each open level. Source: XLA
// literal.cc ToStringHelper.
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/literal.h"
#include "hlo/print_values.h"
#include "src/base/strings.h"
#include "src/text/float_printer.h"
#include "src/vocabulary/float_formats.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

constexpr std::string_view kElided = "{...}";

// An element of a floating-point type, or one part of a complex one. Reading drops `dropped_bits`
// lower bits of a NaN's payload.
void AppendFloatBits(PrimitiveType type, const char* p, bool exact, std::string* out,
                     int dropped_bits = 0) {
  const uint64_t bits = LoadElement(p, ByteWidth(type));
  const double value = WidenBits(type, bits);
  uint64_t payload = std::isnan(value) ? bits & NanPayloadMask(type) : 0;
  if (exact && payload != DefaultNanPayload(type)) payload <<= dropped_bits;
  AppendFloat(type, value, payload, exact, out);
}

// The bytes of element `index`; zeros if it is not stored.
const char* ElementBytes(const Literal& literal, int64_t index) {
  static constexpr char kZeros[16] = {};
  const int64_t begin = index * ByteWidth(literal.shape().element_type());
  return begin < static_cast<int64_t>(literal.bytes().size()) ? literal.bytes().data() + begin
                                                              : kZeros;
}

void AppendElement(const Literal& literal, int64_t index, bool exact, std::string* out) {
  const PrimitiveType type = literal.shape().element_type();
  switch (ClassOf(type)) {
    case PrimitiveClass::kPred:
      // Only a scalar prints as a word.
      if (literal.shape().rank() == 0) {
        out->append(literal.GetBool(index) ? "true" : "false");
      } else {
        out->push_back(literal.GetBool(index) ? '1' : '0');
      }
      return;
    case PrimitiveClass::kUnsigned: {
      char text[24];
      const auto value = static_cast<uint64_t>(literal.GetInt64(index));
      const auto result = std::to_chars(text, text + sizeof(text), value);
      out->append(text, static_cast<size_t>(result.ptr - text));
      return;
    }
    case PrimitiveClass::kFloat:
      return AppendFloatBits(type, ElementBytes(literal, index), exact, out);
    case PrimitiveClass::kComplex: {
      const PrimitiveType part = ComplexComponentType(type);
      const char* p = ElementBytes(literal, index);
      out->push_back('(');
      AppendFloatBits(part, p, exact, out);
      out->append(", ");
      AppendFloatBits(part, p + ByteWidth(part), exact, out, ImaginaryNanDroppedBits(type));
      out->push_back(')');
      return;
    }
    case PrimitiveClass::kSigned:
      return AppendInt(literal.GetInt64(index), out);
    case PrimitiveClass::kToken:
    case PrimitiveClass::kOpaque:
    case PrimitiveClass::kNone:
      return;  // not arrays
  }
}

// The innermost sub-array, whose elements are first .. first+count-1.
void AppendRow(const Literal& literal, int64_t first, int64_t count, bool exact, std::string* out) {
  const bool blanks = literal.shape().rank() > 1 && count > 1;
  out->append(blanks ? "{ " : "{");
  for (int64_t i = 0; i < count; ++i) {
    if (i > 0) out->append(", ");
    AppendElement(literal, first + i, exact, out);
  }
  out->append(blanks ? " }" : "}");
}

// Opens a sub-array at a level other than the innermost one. From rank 4 on it is numbered.
void AppendOpening(const Shape& shape, int64_t level, const std::vector<int64_t>& child,
                   std::string* out) {
  if (shape.rank() <= 3 || level == 0) {
    out->append("{ ");
    return;
  }
  StrAppend(out, "{ /*i", level - 1, "=", child[static_cast<size_t>(level - 1)], "*/");
  if (shape.dimensions(level) > 0) out->push_back(' ');
}

void AppendNestedRows(const Literal& literal, bool exact, std::string* out) {
  const Shape& shape = literal.shape();
  const int64_t innermost = shape.rank() - 1;
  const int64_t row_size = shape.dimensions(innermost);
  std::vector<int64_t> child(static_cast<size_t>(innermost));
  int64_t first = 0;
  bool entering = true;
  for (int64_t level = 0; level >= 0;) {
    if (level == innermost) {
      AppendRow(literal, first, row_size, exact, out);
      first += row_size;
      --level;
      entering = false;
      continue;
    }
    int64_t& at = child[static_cast<size_t>(level)];
    if (entering) AppendOpening(shape, level, child, out);
    at = entering ? 0 : at + 1;
    entering = at < shape.dimensions(level);
    if (entering) {
      if (at > 0) out->append(", ");
      ++level;
    } else {
      out->append(" }");
      --level;
    }
  }
}

void AppendArray(const Literal& literal, bool exact, std::string* out) {
  if (literal.shape().rank() == 0) return AppendElement(literal, 0, exact, out);
  AppendNestedRows(literal, exact, out);
}

template <typename AppendEach>
void AppendTuple(const Literal& literal, bool exact, std::string* out, AppendEach append_element) {
  out->append("( ");
  AppendJoined(literal.elements(), ", ", out,
               [&](const Literal& element) { append_element(element, out, exact); });
  out->append(" )");
}

}  // namespace

void AppendLiteral(const Literal& literal, std::string* out, bool exact) {
  if (literal.is_elided()) {
    out->append(kElided);
  } else if (literal.shape().IsTuple()) {
    AppendTuple(literal, exact, out, AppendLiteral);
  } else {
    AppendArray(literal, exact, out);
  }
}

void AppendLiteralWithShape(const Literal& literal, std::string* out, bool exact) {
  if (literal.shape().IsTuple() && !literal.is_elided()) {
    return AppendTuple(literal, exact, out, AppendLiteralWithShape);
  }
  AppendShape(literal.shape(), /*with_layout=*/true, out);
  out->push_back(' ');
  AppendLiteral(literal, out, exact);
}

}  // namespace hlo_text_v1
