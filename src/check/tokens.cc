// AlignTokens fills a table of scores from the end of both; the path of best scores is the result.
#include "src/check/tokens.h"

#include <algorithm>
#include <cctype>

#include "src/base/hash_table.h"
#include "src/check/text_scan.h"

namespace hlo::internal {
namespace {

bool IsTokenByte(char c) { return IsWordByte(c) || c == '.'; }

constexpr size_t kMaxTokens = 600;
constexpr int kBlock = 1;     // a block that stands for something
constexpr int kSkipped = -1;  // a token of the line between two of the pattern

int Weight(std::string_view token) { return IsTokenByte(token[0]) ? 6 : 2; }

int BestScore(const std::vector<PatternToken>& pattern) {
  int score = 0;
  for (const PatternToken& token : pattern) score += token.block ? kBlock : Weight(token.text);
  return std::max(score, 1);
}

}  // namespace

std::vector<Token> CutIntoTokens(std::string_view text) {
  std::vector<Token> tokens;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && IsTokenByte(text[end])) ++end;
    if (end == at) ++end;
    if (std::isspace(static_cast<unsigned char>(text[at])) == 0) {
      tokens.push_back({text.substr(at, end - at), at});
    }
    at = end;
  }
  return tokens;
}

std::vector<PatternToken> CutPattern(std::string_view pattern) {
  std::vector<PatternToken> tokens;
  std::vector<PatternBlock> blocks;
  PatternError error;
  if (!SplitPattern(pattern, &blocks, &error)) return tokens;
  for (const PatternBlock& block : blocks) {
    if (block.kind != PatternBlock::kText) {
      tokens.push_back({{}, block.begin, block.end, block});
      continue;
    }
    for (const Token& token : CutIntoTokens(block.text)) {
      const size_t begin = block.begin + token.at;
      tokens.push_back({token.text, begin, begin + token.text.size(), std::nullopt});
    }
  }
  return tokens;
}

TokenAlignment AlignTokens(const std::vector<PatternToken>& pattern,
                           const std::vector<Token>& line) {
  const size_t rows = std::min(pattern.size(), kMaxTokens);
  const size_t columns = std::min(line.size(), kMaxTokens);
  // cell(i, j): the best score of the pattern from i on, laid over the line from j on.
  enum Move : char { kTake, kSkipPattern, kSkipLine };
  struct Cell {
    int score = 0;
    Move move = kSkipPattern;
  };
  std::vector<Cell> cells((rows + 1) * (columns + 1));
  const auto cell = [&](size_t i, size_t j) -> Cell& { return cells[i * (columns + 1) + j]; };
  for (size_t i = rows; i-- > 0;) {
    const bool is_block = pattern[i].block.has_value();
    for (size_t j = columns + 1; j-- > 0;) {
      Cell best{cell(i + 1, j).score, kSkipPattern};
      const auto offer = [&best](int score, Move move) {
        if (score > best.score) best = {score, move};
      };
      if (j < columns) {
        offer(cell(i, j + 1).score + (i == 0 ? 0 : kSkipped), kSkipLine);
        if (is_block) {
          // Tokens that a block takes cost nothing: the last of them is followed by block i + 1.
          const int rest = std::max(cell(i + 1, j + 1).score + kBlock,
                                    cell(i, j + 1).move == kTake ? cell(i, j + 1).score : 0);
          offer(rest, kTake);
        } else if (pattern[i].text == line[j].text) {
          offer(cell(i + 1, j + 1).score + Weight(pattern[i].text), kTake);
        }
      }
      cell(i, j) = best;
    }
  }
  TokenAlignment alignment;
  alignment.spans.resize(pattern.size());
  alignment.score = cell(0, 0).score;
  alignment.best_score = BestScore(pattern);
  for (size_t i = 0, j = 0; i < rows;) {
    const Move move = cell(i, j).move;
    TokenSpan& span = alignment.spans[i];
    if (move == kSkipLine) {
      ++j;
    } else if (move == kSkipPattern) {
      ++i;
    } else {
      if (span.empty()) span.begin = j;
      span.end = j + 1;
      const bool goes_on = pattern[i].block.has_value() && j + 1 < columns &&
                           cell(i, j + 1).move == kTake &&
                           cell(i, j + 1).score >= cell(i + 1, j + 1).score + kBlock;
      ++j;
      if (!goes_on) ++i;
    }
  }
  return alignment;
}

int ScoreBound(const std::vector<PatternToken>& pattern, const std::vector<Token>& line) {
  HashMap<std::string_view, int> counts;
  for (const Token& token : line) ++counts[token.text];
  int score = 0;
  for (const PatternToken& token : pattern) {
    if (token.block) {
      score += kBlock;
    } else if (const auto it = counts.find(token.text); it != counts.end() && it->second-- > 0) {
      score += Weight(token.text);
    }
  }
  return score;
}

}  // namespace hlo::internal
