// Myers' greedy algorithm over lines: for each number of edits d, how far each diagonal gets. The
// furthest points of every d are kept, and the path is read from them backwards. Texts with more
// than kMaxEdits differences are shown as one replacement.
#include "tests/unified_diff.h"

#include <algorithm>
#include <vector>

namespace hlo {
namespace {

constexpr int kMaxEdits = 2000;
constexpr int kContext = 3;

struct Line {
  char mark;  // ' ', '-' or '+'
  std::string_view text;
  int before;  // number of lines of each text in front of it
  int after;
};

// Each line with its newline; the last may have none.
std::vector<std::string_view> SplitLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t newline = text.find('\n');
    const size_t length = newline == std::string_view::npos ? text.size() : newline + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

class Differ {
 public:
  Differ(std::vector<std::string_view> before, std::vector<std::string_view> after)
      : a_(std::move(before)), b_(std::move(after)) {}

  std::vector<Line> Run() {
    const int n = static_cast<int>(a_.size());
    const int m = static_cast<int>(b_.size());
    if (!FindPath(n, m)) {
      for (int y = m; y > 0; --y) Put('+', n, y - 1);
      for (int x = n; x > 0; --x) Put('-', x - 1, 0);
    } else {
      WalkBack(n, m);
    }
    std::reverse(lines_.begin(), lines_.end());
    return std::move(lines_);
  }

 private:
  // rounds_[d][k + d] is the furthest x on diagonal k = x - y after d edits.
  bool FindPath(int n, int m) {
    for (int d = 0; d <= std::min(n + m, kMaxEdits); ++d) {
      std::vector<int> row(static_cast<size_t>(2 * d + 1));
      for (int k = -d; k <= d; k += 2) {
        int x = d == 0 ? 0 : Step(d, k);
        while (x < n && x - k < m && a_[x] == b_[x - k]) ++x;
        row[k + d] = x;
        if (x >= n && x - k >= m) {
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
  // x on diagonal k after edit d, before equal lines are crossed.
  int Step(int d, int k) const {
    const std::vector<int>& row = rounds_[d - 1];
    return IsInsertion(d, k) ? row[k + 1 + d - 1] : row[k - 1 + d - 1] + 1;
  }

  void WalkBack(int x, int y) {
    for (int d = static_cast<int>(rounds_.size()) - 1; d >= 0; --d) {
      const int k = x - y;
      const int start = d == 0 ? 0 : Step(d, k);
      for (; x > start; --x, --y) Put(' ', x - 1, y - 1);
      if (d == 0) break;
      if (IsInsertion(d, k)) {
        Put('+', x, --y);
      } else {
        Put('-', --x, y);
      }
    }
  }
  void Put(char mark, int x, int y) {
    lines_.push_back(Line{mark, mark == '+' ? b_[y] : a_[x], x, y});
  }

  const std::vector<std::string_view> a_;
  const std::vector<std::string_view> b_;
  std::vector<std::vector<int>> rounds_;
  std::vector<Line> lines_;  // backwards
};

std::string HunkHeader(const std::vector<Line>& lines, size_t begin, size_t end) {
  int before = 0;
  int after = 0;
  for (size_t i = begin; i < end; ++i) {
    before += lines[i].mark != '+' ? 1 : 0;
    after += lines[i].mark != '-' ? 1 : 0;
  }
  const auto range = [](int first, int count) {
    return std::to_string(count == 0 ? first : first + 1) + "," + std::to_string(count);
  };
  return "@@ -" + range(lines[begin].before, before) + " +" + range(lines[begin].after, after) +
         " @@\n";
}

std::string ShowLine(const Line& line, size_t max_columns) {
  std::string_view text = line.text;
  const bool has_newline = !text.empty() && text.back() == '\n';
  if (has_newline) text.remove_suffix(1);
  std::string shown = line.mark + std::string(text.substr(0, max_columns));
  if (text.size() > max_columns) shown += "...";
  return shown + (has_newline ? "\n" : "\n\\ No newline at end of file\n");
}

}  // namespace

std::string UnifiedDiff(std::string_view before, std::string_view after,
                        std::string_view before_name, std::string_view after_name,
                        size_t max_columns, size_t max_lines) {
  if (before == after) return "";
  const std::vector<Line> lines = Differ(SplitLines(before), SplitLines(after)).Run();
  std::string out = "--- " + std::string(before_name) + "\n+++ " + std::string(after_name) + "\n";
  size_t shown = 0;
  for (size_t i = 0; i < lines.size();) {
    if (lines[i].mark == ' ') {
      ++i;
      continue;
    }
    const size_t begin = i < kContext ? 0 : i - kContext;
    // The hunk goes on as long as the gap to the next change is small.
    size_t end = i;
    for (size_t j = i; j < lines.size() && j <= end + 2 * kContext; ++j) {
      if (lines[j].mark != ' ') end = j;
    }
    i = end + 1;
    end = std::min(lines.size(), end + 1 + kContext);
    out += HunkHeader(lines, begin, end);
    for (size_t j = begin; j < end; ++j) {
      if (++shown > max_lines) return out + "... more differences are not shown\n";
      out += ShowLine(lines[j], max_columns);
    }
  }
  return out;
}

}  // namespace hlo
