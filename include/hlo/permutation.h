// Permutations: lists with each number from 0 to n-1 once, as dimensions= of a transpose and
// minor_to_major of a layout.
//
//   assert(hlo_text::InversePermutation({2, 0, 1}) == std::vector<int64_t>({1, 2, 0}));
//   assert(hlo_text::Permute<int64_t>({10, 20, 30}, {2, 0, 1}) ==
//          std::vector<int64_t>({30, 10, 20}));  // the sizes of a transpose
//
// Linear in n. XLA permutation_util.h.
#ifndef HLO_PERMUTATION_H_
#define HLO_PERMUTATION_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "hlo/version.h"

namespace hlo_text_v1 {

// Whether `values` has each number from 0 to size-1 once.
bool IsPermutation(absl::Span<const int64_t> values);
// Whether `permutation` is 0, 1, 2, ...
bool IsIdentityPermutation(absl::Span<const int64_t> permutation);

// The permutation that undoes `permutation`; empty if that is not one.
std::vector<int64_t> InversePermutation(absl::Span<const int64_t> permutation);
// First by `first`, then by `second`: element i is first[second[i]]. Transposing by `first` and the
// result by `second` is transposing by this. Empty if sizes differ or one is not a permutation.
std::vector<int64_t> ComposePermutations(absl::Span<const int64_t> first,
                                         absl::Span<const int64_t> second);

// Element i is values[permutation[i]]; empty if sizes differ or `permutation` is not one.
template <typename T>
std::vector<T> Permute(absl::Span<const T> values, absl::Span<const int64_t> permutation) {
  if (values.size() != permutation.size() || !IsPermutation(permutation)) return {};
  std::vector<T> permuted;
  permuted.reserve(values.size());
  for (const int64_t from : permutation) permuted.push_back(values[static_cast<size_t>(from)]);
  return permuted;
}

}  // namespace hlo_text_v1

#endif  // HLO_PERMUTATION_H_
