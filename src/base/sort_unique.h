// For lists in the text that are maps, sets or permutations in memory.
#ifndef HLO_BASE_SORT_UNIQUE_H_
#define HLO_BASE_SORT_UNIQUE_H_

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/container/inlined_vector.h"

namespace hlo_text_v1::internal {

// Sorts `all` by `less`; of equal elements the first stays. (Not std::stable_sort: clang warns
// about the way it gets its buffer.)
template <typename T, typename Less>
std::vector<T> SortUnique(const std::vector<T>& all, Less less) {
  std::vector<const T*> order;
  order.reserve(all.size());
  for (const T& element : all) order.push_back(&element);
  std::sort(order.begin(), order.end(), [&](const T* a, const T* b) {
    if (less(*a, *b)) return true;
    return !less(*b, *a) && a < b;
  });
  std::vector<T> result;
  result.reserve(all.size());
  for (const T* element : order) {
    if (result.empty() || less(result.back(), *element)) result.push_back(*element);
  }
  return result;
}

// Whether the list has each of the numbers from 0 to its size once.
template <typename Numbers>
bool IsPermutation(const Numbers& numbers) {
  absl::InlinedVector<bool, 16> seen(numbers.size(), false);
  for (const auto number : numbers) {
    if (number < 0 || static_cast<size_t>(number) >= seen.size() || seen[number]) return false;
    seen[number] = true;
  }
  return true;
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_SORT_UNIQUE_H_
