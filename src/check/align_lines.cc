// The best sum of scores of pairs in order, by dynamic programming: best[l] is that of the
// directives so far if the last of them is about line l - 1.
#include "src/check/align_lines.h"

#include <algorithm>

#include "src/base/strings.h"
#include "src/check/tokens.h"

namespace hlo_text_v1::internal {
namespace {

constexpr size_t kMaxPairs = size_t{1} << 24;
constexpr int kFollows = 3;  // for a -NEXT on the next line
constexpr int kMatches = 2;  // for the line that the directive matches
constexpr int kExact = 4;    // for a line that has all of the pattern's words

class LineAligner {
 public:
  LineAligner(const std::vector<Directive>& directives, const std::vector<int>& matched,
              const std::vector<std::string_view>& lines)
      : directives_(directives),
        matched_(matched),
        lines_(lines),
        found_(directives.size(), kNoLine) {}

  std::vector<int> Align() {
    if (directives_.size() * (lines_.size() + 1) > kMaxPairs) return found_;
    for (const std::string_view line : lines_) tokens_.push_back(CutIntoTokens(line));
    AlignInOrder();
    for (size_t i = 0; i < directives_.size(); ++i) {
      if (directives_[i].kind == Directive::kDag) PlaceDag(i);
    }
    for (size_t i = 1; i < directives_.size(); ++i) PlaceNext(i);
    return std::move(found_);
  }

 private:
  // 0 if the line is not much like the pattern.
  int Score(const Directive& directive, const std::vector<PatternToken>& pattern,
            size_t line) const {
    if (directive.kind == Directive::kEmpty) return lines_[line].empty() ? kExact : 0;
    const int bound = ScoreBound(pattern, tokens_[line]);
    if (bound == 0) return 0;
    const TokenAlignment alignment = AlignTokens(pattern, tokens_[line]);
    if (!alignment.is_near()) return 0;
    return alignment.score + (alignment.score == alignment.best_score ? kExact : 0);
  }

  void AlignInOrder() {
    const size_t width = lines_.size() + 1;
    std::vector<int> best(width, 0);
    // By directive and line: the line of the directive before if this one is about it.
    std::vector<std::vector<int>> from(directives_.size());
    for (size_t i = 0; i < directives_.size(); ++i) {
      const Directive& directive = directives_[i];
      from[i].assign(width, kNoLine);
      if (!directive.is_positive() || directive.kind == Directive::kEnd) continue;
      const std::vector<PatternToken> pattern = CutPattern(directive.text);
      const std::vector<int> before = best;
      size_t top = 0;  // the best of before[0, l)
      for (size_t l = 1; l < width; ++l) {
        if (before[l - 1] > before[top]) top = l - 1;
        const int score = Score(directive, pattern, l - 1);
        if (score == 0) continue;
        const int is_match = matched_[i] == static_cast<int>(l) - 1 ? kMatches : 0;
        const auto take = [&](size_t previous, int bonus) {
          const int sum = before[previous] + score + bonus;
          if (sum <= best[l]) return;
          best[l] = sum;
          from[i][l] = static_cast<int>(previous);
        };
        take(top, is_match);
        if (directive.kind == Directive::kNext) take(l - 1, kFollows + is_match);
        if (directive.kind == Directive::kSame) take(l, kFollows + is_match);
      }
    }
    size_t l = static_cast<size_t>(std::max_element(best.begin(), best.end()) - best.begin());
    for (size_t i = directives_.size(); i-- > 0;) {
      if (from[i][l] == kNoLine) continue;
      found_[i] = static_cast<int>(l) - 1;
      l = static_cast<size_t>(from[i][l]);
    }
  }

  // The best line between those of its neighbours that no other -DAG has.
  void PlaceDag(size_t i) {
    int begin = 0, end = static_cast<int>(lines_.size());
    for (size_t j = 0; j < directives_.size(); ++j) {
      if (directives_[j].kind == Directive::kDag || found_[j] == kNoLine) continue;
      if (j < i) begin = found_[j] + 1;
      if (j > i) end = std::min(end, found_[j] + 1);
    }
    const std::vector<PatternToken> pattern = CutPattern(directives_[i].text);
    int best = 0;
    for (int line = begin; line < end; ++line) {
      const int score = Score(directives_[i], pattern, static_cast<size_t>(line));
      if (score <= best || std::count(found_.begin(), found_.end(), line) > 0) continue;
      best = score;
      found_[i] = line;
    }
  }

  // A -NEXT without a line has the next line if no other directive has.
  void PlaceNext(size_t i) {
    if (directives_[i].kind != Directive::kNext || found_[i] != kNoLine) return;
    const int next = found_[i - 1] + 1;
    const bool is_free = next > 0 && static_cast<size_t>(next) < lines_.size() &&
                         std::count(found_.begin(), found_.end(), next) == 0;
    const std::vector<Token>& tokens = tokens_[is_free ? static_cast<size_t>(next) : 0];
    if (is_free && tokens.size() > 1) found_[i] = next;
  }

  const std::vector<Directive>& directives_;
  const std::vector<int>& matched_;
  const std::vector<std::string_view>& lines_;
  std::vector<std::vector<Token>> tokens_;
  std::vector<int> found_;
};

}  // namespace

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines = Split(text, '\n');
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

std::vector<int> AlignWithLines(const std::vector<Directive>& directives,
                                const std::vector<int>& matched,
                                const std::vector<std::string_view>& lines) {
  return LineAligner(directives, matched, lines).Align();
}

}  // namespace hlo_text_v1::internal
