// A literal need not store trailing elements that are zero.
#ifndef HLO_BASE_STORED_ELEMENTS_H_
#define HLO_BASE_STORED_ELEMENTS_H_

#include <algorithm>
#include <utility>

#include "absl/types/span.h"

namespace hlo_text_v1::internal {

// Whether two literals of one shape that store `a` and `b` have the same elements, bit by bit.
inline bool SameElements(absl::Span<const char> a, absl::Span<const char> b) {
  if (a.size() < b.size()) std::swap(a, b);
  return std::equal(b.begin(), b.end(), a.begin()) &&
         std::all_of(a.begin() + b.size(), a.end(), [](char byte) { return byte == 0; });
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_STORED_ELEMENTS_H_
