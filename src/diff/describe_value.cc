// Compares elements as bytes. A literal may store fewer elements than its shape has: the others are
// zero.
#include "src/diff/describe_value.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "hlo/primitive_type.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

// The bytes of an element; missing ones are zero.
bool SameElement(absl::Span<const char> a, absl::Span<const char> b, size_t begin, size_t width) {
  for (size_t i = begin; i < begin + width; ++i) {
    if ((i < a.size() ? a[i] : '\0') != (i < b.size() ? b[i] : '\0')) return false;
  }
  return true;
}

// "{0,5}", the index of element `number`, in row-major order, of an array that has it.
std::string IndexText(const Shape& shape, size_t number) {
  std::vector<size_t> index(shape.dimensions().size());
  for (size_t i = index.size(); i > 0; --i) {
    const auto size = static_cast<size_t>(shape.dimensions(static_cast<int64_t>(i) - 1));
    index[i - 1] = number % size;
    number /= size;
  }
  return StrCat("{", Joined(index, ","), "}");
}

}  // namespace

std::string DescribeValueChange(const Literal& before, const Literal& after) {
  if (before.is_elided() != after.is_elided()) {
    return before.is_elided() ? "left out before" : "left out now";
  }
  if (!after.shape().IsArray() || after.is_elided()) return "";
  const auto width = static_cast<size_t>(ByteWidth(after.shape().element_type()));
  size_t differing = 0, first = 0;
  const size_t size = std::max(before.bytes().size(), after.bytes().size());
  for (size_t i = 0; i * width < size; ++i) {
    if (SameElement(before.bytes(), after.bytes(), i * width, width)) continue;
    if (differing++ == 0) first = i;
  }
  if (differing == 0) return "";
  const int64_t count = ElementCount(after.shape()).value_or(0);  // a literal has all of them
  return StrCat(differing, " of ", count, count == 1 ? " element" : " elements", ", first ",
                IndexText(after.shape(), first));
}

}  // namespace hlo_text_v1::internal
