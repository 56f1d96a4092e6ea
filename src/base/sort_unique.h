// Lists of the text that are a map or a set in memory.
#ifndef HLO_BASE_SORT_UNIQUE_H_
#define HLO_BASE_SORT_UNIQUE_H_

#include <algorithm>
#include <vector>

namespace hlo {

// `all` sorted by `less`; of equal elements the first stays. (std::stable_sort asks for a buffer in
// a way that clang warns of.)
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

}  // namespace hlo

#endif  // HLO_BASE_SORT_UNIQUE_H_
