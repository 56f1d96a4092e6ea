// Numbers the lines (equal lines get the same number), sets equal ends aside, and finds the
// shortest edit script for the rest. Beyond kMaxEdits it cuts the text at lines that are unique in
// both (patience diff) and tries each gap again; a gap that is still too different becomes one
// replacement.
#include "src/base/unified_diff.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "src/base/ansi.h"
#include "src/base/hash_table.h"
#include "src/base/human_text.h"
#include "src/base/shortest_edit.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

constexpr int kMaxEdits = 2000;
constexpr int kMaxEditsInGap = 200;
constexpr size_t kContext = 3;

struct DiffLine {
  char mark;  // ' ', '-' or '+'
  std::string_view text;
  int before;  // number of lines of each text before it
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

// Lines [a, a_end) of one text and [b, b_end) of the other.
struct Region {
  int a, a_end, b, b_end;
};

class Differ {
 public:
  Differ(std::string_view before, std::string_view after)
      : a_text_(SplitLines(before)), b_text_(SplitLines(after)) {
    HashMap<absl::string_view, int> numbers;
    const auto number = [&](const std::vector<std::string_view>& lines, std::vector<int>* out) {
      out->reserve(lines.size());
      for (const std::string_view line : lines) {
        out->push_back(
            numbers.try_emplace(Absl(line), static_cast<int>(numbers.size())).first->second);
      }
    };
    number(a_text_, &a_);
    number(b_text_, &b_);
    distinct_ = numbers.size();
  }

  std::vector<DiffLine> Run() {
    Compare({0, static_cast<int>(a_.size()), 0, static_cast<int>(b_.size())}, /*is_gap=*/false);
    return std::move(lines_);
  }

 private:
  void Compare(Region r, bool is_gap) {
    for (; r.a < r.a_end && r.b < r.b_end && a_[r.a] == b_[r.b]; ++r.a, ++r.b) Put(' ', r.a, r.b);
    int same = 0;
    while (r.a_end - same > r.a && r.b_end - same > r.b &&
           a_[r.a_end - same - 1] == b_[r.b_end - same - 1]) {
      ++same;
    }
    CompareMiddle({r.a, r.a_end - same, r.b, r.b_end - same}, is_gap);
    for (; same > 0; --same) Put(' ', r.a_end - same, r.b_end - same);
  }

  void CompareMiddle(const Region& r, bool is_gap) {
    if (r.a < r.a_end && r.b < r.b_end) {
      const auto lines = [](const std::vector<int>& text, int begin, int end) {
        return absl::MakeConstSpan(text).subspan(static_cast<size_t>(begin),
                                                 static_cast<size_t>(end - begin));
      };
      ShortestEdit edit(lines(a_, r.a, r.a_end), lines(b_, r.b, r.b_end));
      const std::string marks = edit.Run(is_gap ? kMaxEditsInGap : kMaxEdits);
      if (!marks.empty()) return PutMarks(marks, r);
      if (!is_gap) return CompareGaps(r);
    }
    for (int x = r.a; x < r.a_end; ++x) Put('-', x, r.b);
    for (int y = r.b; y < r.b_end; ++y) Put('+', r.a_end, y);
  }

  void PutMarks(const std::string& marks, const Region& r) {
    int x = r.a, y = r.b;
    for (const char mark : marks) {
      Put(mark, x, y);
      x += mark != '+' ? 1 : 0;
      y += mark != '-' ? 1 : 0;
    }
  }

  void CompareGaps(const Region& r) {
    Region gap = r;
    for (const auto& [x, y] : Anchors(r)) {
      Compare({gap.a, x, gap.b, y}, /*is_gap=*/true);
      Put(' ', x, y);
      gap.a = x + 1;
      gap.b = y + 1;
    }
    Compare(gap, /*is_gap=*/true);
  }

  // The longest sequence of lines that are unique on both sides of the region and in the same order
  // on both.
  std::vector<std::pair<int, int>> Anchors(const Region& r) const {
    constexpr int kNone = -1, kSeveral = -2;
    std::vector<int> in_b(distinct_, kNone), in_a(distinct_, kNone);
    const auto note = [&](std::vector<int>* places, int line, int at) {
      int& place = (*places)[line];
      place = place == kNone ? at : kSeveral;
    };
    for (int x = r.a; x < r.a_end; ++x) note(&in_a, a_[x], x);
    for (int y = r.b; y < r.b_end; ++y) note(&in_b, b_[y], y);

    // Longest increasing sequence: best[i] is the lowest anchor that ends one of length i + 1.
    struct Anchor {
      int x, y, previous;
    };
    std::vector<Anchor> anchors;
    std::vector<int> best;
    for (int x = r.a; x < r.a_end; ++x) {
      const int y = in_b[a_[x]];
      if (in_a[a_[x]] != x || y < 0) continue;
      const auto at = std::lower_bound(best.begin(), best.end(), y,
                                       [&](int i, int value) { return anchors[i].y < value; });
      anchors.push_back({x, y, at == best.begin() ? -1 : *(at - 1)});
      const int index = static_cast<int>(anchors.size()) - 1;
      if (at == best.end()) {
        best.push_back(index);
      } else {
        *at = index;
      }
    }
    std::vector<std::pair<int, int>> path;
    for (int i = best.empty() ? -1 : best.back(); i >= 0; i = anchors[i].previous) {
      path.emplace_back(anchors[i].x, anchors[i].y);
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

  void Put(char mark, int x, int y) {
    lines_.push_back(DiffLine{mark, mark == '+' ? b_text_[y] : a_text_[x], x, y});
  }

  const std::vector<std::string_view> a_text_, b_text_;
  std::vector<int> a_, b_;  // the lines as numbers
  size_t distinct_ = 0;
  std::vector<DiffLine> lines_;
};

// A name as diff -u writes it for patch: in quotes if it has a control character, a quote, a
// backslash, or a blank at either end; followed by a tab if it has any other blank.
std::string HeaderName(std::string_view name) {
  const std::string printable = Printable(name);
  const bool has_edge = !name.empty() && (name.front() == ' ' || name.back() == ' ');
  if (printable == name && name.find_first_of("\"\\") == std::string_view::npos && !has_edge) {
    return StrCat(name, name.find(' ') == std::string_view::npos ? "" : "\t");
  }
  std::string quoted = "\"";
  for (size_t i = 0; i < name.size(); ++i) {
    if (printable[i] == name[i]) {
      if (name[i] == '"' || name[i] == '\\') quoted += '\\';
      quoted += name[i];
      continue;
    }
    const auto byte = static_cast<unsigned char>(name[i]);
    const char octal[] = {'\\', static_cast<char>('0' + (byte >> 6)),
                          static_cast<char>('0' + (byte >> 3 & 7)),
                          static_cast<char>('0' + (byte & 7))};
    quoted.append(octal, sizeof(octal));
  }
  return quoted + '"';
}

class Writer {
 public:
  explicit Writer(const UnifiedDiffOptions& options) : options_(options) {}

  void Header(std::string_view mark, std::string_view name) {
    Put(ansi::kBold, StrCat(mark, " ", HeaderName(name)));
    out_ += '\n';
  }

  void HunkHeader(const std::vector<DiffLine>& lines, size_t begin, size_t end) {
    int before = 0;
    int after = 0;
    for (size_t i = begin; i < end; ++i) {
      before += lines[i].mark != '+' ? 1 : 0;
      after += lines[i].mark != '-' ? 1 : 0;
    }
    const auto range = [](int first, int count) {
      return StrCat(count == 0 ? first : first + 1, ",", count);
    };
    Put(ansi::kCyan, StrCat("@@ -", range(lines[begin].before, before), " +",
                            range(lines[begin].after, after), " @@"));
    out_ += '\n';
  }

  // False once the limit is reached.
  bool Show(const DiffLine& line) {
    if (++shown_ > options_.max_lines) {
      out_ += "... more differences are not shown\n";
      return false;
    }
    std::string_view text = line.text;
    const bool has_newline = !text.empty() && text.back() == '\n';
    if (has_newline) text.remove_suffix(1);
    std::string shown = line.mark + std::string(text.substr(0, options_.max_columns));
    if (text.size() > options_.max_columns) shown += "...";
    Put(line.mark == '-'   ? ansi::kRed
        : line.mark == '+' ? ansi::kGreen
                           : std::string_view(),
        shown);
    out_ += has_newline ? "\n" : "\n\\ No newline at end of file\n";
    return true;
  }

  std::string Take() { return std::move(out_); }

 private:
  void Put(std::string_view color, std::string_view text) {
    if (options_.color && !color.empty()) {
      StrAppend(&out_, color, text, ansi::kReset);
    } else {
      out_ += text;
    }
  }

  const UnifiedDiffOptions& options_;
  size_t shown_ = 0;
  std::string out_;
};

}  // namespace

std::string UnifiedDiff(std::string_view before, std::string_view after,
                        std::string_view before_name, std::string_view after_name,
                        const UnifiedDiffOptions& options) {
  if (before == after) return "";
  const std::vector<DiffLine> lines = Differ(before, after).Run();
  Writer writer(options);
  writer.Header("---", before_name);
  writer.Header("+++", after_name);
  for (size_t i = 0; i < lines.size();) {
    if (lines[i].mark == ' ') {
      ++i;
      continue;
    }
    const size_t begin = i < kContext ? 0 : i - kContext;
    // The hunk continues while the gap to the next change is small.
    size_t end = i;
    for (size_t j = i; j < lines.size() && j <= end + 2 * kContext; ++j) {
      if (lines[j].mark != ' ') end = j;
    }
    i = end + 1;
    end = std::min(lines.size(), end + 1 + kContext);
    writer.HunkHeader(lines, begin, end);
    for (size_t j = begin; j < end; ++j) {
      if (!writer.Show(lines[j])) return writer.Take();
    }
  }
  return writer.Take();
}

}  // namespace hlo_text_v1::internal
