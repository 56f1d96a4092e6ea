// See hlo/permutation.h.
#include "hlo/permutation.h"

namespace hlo_text_v1 {

bool IsPermutation(absl::Span<const int64_t> values) {
  std::vector<bool> seen(values.size());
  for (const int64_t value : values) {
    if (value < 0 || static_cast<size_t>(value) >= values.size()) return false;
    if (seen[static_cast<size_t>(value)]) return false;
    seen[static_cast<size_t>(value)] = true;
  }
  return true;
}

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
