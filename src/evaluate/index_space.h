// Walks over the indices of arrays.
#ifndef HLO_EVALUATE_INDEX_SPACE_H_
#define HLO_EVALUATE_INDEX_SPACE_H_

#include <cstdint>
#include <cstring>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "hlo/attribute_values.h"
#include "hlo/shape.h"

namespace hlo_text_v1::internal {

using Dims = absl::Span<const int64_t>;
using Index = absl::InlinedVector<int64_t, 6>;

// Products and sums that may wrap: of strides that are never used, since their dimension has one
// element.
inline int64_t WrappingProduct(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}
inline int64_t WrappingSum(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}

// A linear function of an index: the place of an element in an array.
struct Strides {
  int64_t offset = 0;
  Index of;  // by dimension
};

// Of an array, row-major.
inline Strides RowMajor(Dims sizes) {
  Strides strides;
  strides.of.resize(sizes.size());
  int64_t stride = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides.of[i] = stride;
    stride = WrappingProduct(stride, sizes[i]);
  }
  return strides;
}

inline int64_t PlaceOf(const Strides& strides, Dims index) {
  int64_t place = strides.offset;
  for (size_t i = 0; i < index.size(); ++i) {
    place = WrappingSum(place, WrappingProduct(index[i], strides.of[i]));
  }
  return place;
}

// Calls visit(index, place in a, place in b) for each index of `sizes`, in row-major order, until
// it returns false; returns whether it never did.
template <typename Visit>
bool ForEachPlace(Dims sizes, const Strides& a, const Strides& b, Visit visit) {
  for (int64_t size : sizes) {
    if (size <= 0) return true;
  }
  Index index(sizes.size(), 0);
  int64_t in_a = a.offset, in_b = b.offset;
  while (true) {
    if (!visit(Dims(index), in_a, in_b)) return false;
    size_t i = sizes.size();
    while (i > 0 && index[i - 1] + 1 == sizes[i - 1]) {
      --i;
      in_a = WrappingSum(in_a, -WrappingProduct(index[i], a.of[i]));
      in_b = WrappingSum(in_b, -WrappingProduct(index[i], b.of[i]));
      index[i] = 0;
    }
    if (i == 0) return true;
    ++index[i - 1];
    in_a = WrappingSum(in_a, a.of[i - 1]);
    in_b = WrappingSum(in_b, b.of[i - 1]);
  }
}

// Calls visit(index) for each, as above.
template <typename Visit>
bool ForEachIndex(Dims sizes, Visit visit) {
  Strides none;
  none.of.resize(sizes.size());
  return ForEachPlace(sizes, none, none,
                      [&](Dims index, int64_t, int64_t) { return visit(index); });
}

// The index in a dimension of `size` elements that element `index` of a window has at place `at`;
// -1 in padding and gaps.
inline int64_t IndexInWindow(const WindowDimension& window, int64_t size, int64_t at,
                             int64_t index) {
  const int64_t padded = WrappingSum(WrappingProduct(at, window.stride),
                                     WrappingProduct(index, window.window_dilation));
  int64_t dilated;
  if (__builtin_sub_overflow(padded, window.padding_low, &dilated) || dilated < 0 ||
      dilated % window.base_dilation != 0 || dilated / window.base_dilation >= size) {
    return -1;
  }
  return dilated / window.base_dilation;
}

// Copies an element of `bytes` bytes for each index of `sizes`.
inline void CopyElements(Dims sizes, int bytes, const char* source, const Strides& from,
                         char* target, const Strides& to) {
  const auto size = static_cast<size_t>(bytes);
  ForEachPlace(sizes, from, to, [&](Dims, int64_t s, int64_t t) {
    std::memcpy(target + t * bytes, source + s * bytes, size);
    return true;
  });
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_EVALUATE_INDEX_SPACE_H_
