// See hlo/permutation.h.
#include "hlo/permutation.h"

#include "src/base/sort_unique.h"

namespace hlo_text_v1 {

bool IsPermutation(absl::Span<const int64_t> values) { return internal::IsPermutation(values); }

bool IsIdentityPermutation(absl::Span<const int64_t> permutation) {
  for (size_t i = 0; i < permutation.size(); ++i) {
    if (permutation[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

std::vector<int64_t> InversePermutation(absl::Span<const int64_t> permutation) {
  if (!IsPermutation(permutation)) return {};
  std::vector<int64_t> inverse(permutation.size());
  for (size_t i = 0; i < permutation.size(); ++i) {
    inverse[static_cast<size_t>(permutation[i])] = static_cast<int64_t>(i);
  }
  return inverse;
}

std::vector<int64_t> ComposePermutations(absl::Span<const int64_t> first,
                                         absl::Span<const int64_t> second) {
  if (!IsPermutation(first)) return {};
  return Permute(first, second);
}

}  // namespace hlo_text_v1
