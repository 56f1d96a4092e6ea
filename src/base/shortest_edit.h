// The shortest edit script (deletions and insertions) from one sequence of numbers to another, if
// it is short.
//
//   ShortestEdit({1, 2, 3}, {1, 3, 4}).Run(10)  // " - +"
//
// Myers' greedy algorithm: how far each diagonal gets with d edits, for each d. It keeps the
// furthest points of every d and reads the path from them backwards. Time and memory are linear in
// the sequences and quadratic in the edits.
#ifndef HLO_BASE_SHORTEST_EDIT_H_
#define HLO_BASE_SHORTEST_EDIT_H_

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"

namespace hlo_text_v1::internal {

class ShortestEdit {
 public:
  // Both must outlive this and have fewer than 2^30 elements.
  ShortestEdit(absl::Span<const int> a, absl::Span<const int> b)
      : a_(a.data()),
        b_(b.data()),
        n_(static_cast<int>(a.size())),
        m_(static_cast<int>(b.size())) {}

  // ' ' for an element that stays, '-' for one of a, '+' for one of b, in order. Empty if it takes
  // more than `max_edits` edits, or if both are empty.
  std::string Run(int max_edits) {
    std::string marks;
    if (!FindPath(max_edits)) return marks;
    int x = n_, y = m_;
    for (int d = static_cast<int>(rounds_.size()) - 1; d >= 0; --d) {
      const int k = x - y;
      const int start = d == 0 ? 0 : Step(d, k);
      marks.append(static_cast<size_t>(x - start), ' ');
      y -= x - start;
      x = start;
      if (d == 0) break;
      const bool inserts = IsInsertion(d, k);
      marks += inserts ? '+' : '-';
      (inserts ? y : x) -= 1;
    }
    std::reverse(marks.begin(), marks.end());
    return marks;
  }

 private:
  // rounds_[d][k + d] is the furthest x on diagonal k = x - y after d edits.
  bool FindPath(int max_edits) {
    for (int d = 0; d <= std::min(n_ + m_, max_edits); ++d) {
      std::vector<int> row(static_cast<size_t>(2 * d + 1));
      for (int k = -d; k <= d; k += 2) {
        int x = d == 0 ? 0 : Step(d, k);
        while (x < n_ && x - k < m_ && a_[x] == b_[x - k]) ++x;
        row[k + d] = x;
        if (x >= n_ && x - k >= m_) {
          rounds_.push_back(std::move(row));
          return true;
        }
      }
      rounds_.push_back(std::move(row));
    }
    return false;
  }
  bool IsInsertion(int d, int k) const {
    const std::vector<int>& row = rounds_[d - 1];
    return k == -d || (k != d && row[k - 1 + d - 1] < row[k + 1 + d - 1]);
  }
  // x on diagonal k after edit d, before it crosses equal lines.
  int Step(int d, int k) const {
    const std::vector<int>& row = rounds_[d - 1];
    return IsInsertion(d, k) ? row[k + 1 + d - 1] : row[k - 1 + d - 1] + 1;
  }

  const int* const a_;
  const int* const b_;
  const int n_;
  const int m_;
  std::vector<std::vector<int>> rounds_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_SHORTEST_EDIT_H_
