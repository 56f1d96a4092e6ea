// AlignTokens fills a table of scores from the end of both; the path of best scores is the result.
#include "src/check/tokens.h"

#include <algorithm>
#include <cctype>

#include "src/base/hash_table.h"
#include "src/check/text_scan.h"

namespace hlo_text_v1::internal {
namespace {

bool IsTokenByte(char c) { return IsWordByte(c) || c == '.'; }

constexpr size_t kMaxTokens = 600;
// Weights of a number or another byte, of a word, of the word before a parenthesis.
constexpr int kByte = 1, kWord = 6, kCalled = 18;
constexpr int kBlock = 1;     // of a block that stands for something
constexpr int kSkipped = -1;  // a token of the line between two of the pattern

// = counts as a word: it tells the name from the rest.
bool IsWord(std::string_view token) {
  if (token == "=") return true;
  return IsTokenByte(token[0]) && std::isdigit(static_cast<unsigned char>(token[0])) == 0;
}

int BestScore(const std::vector<PatternToken>& pattern) {
  int score = 0;
  for (const PatternToken& token : pattern) score += token.weight;
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
      tokens.push_back({{}, block.begin, block.end, block, kBlock});
      continue;
    }
    for (const Token& token : CutIntoTokens(block.text)) {
      const size_t begin = block.begin + token.at;
      const bool is_call = token.text == "(" && !tokens.empty() && tokens.back().weight == kWord &&
                           tokens.back().text.size() > 1;
      if (is_call) tokens.back().weight = kCalled;
      const int weight = IsWord(token.text) ? kWord : kByte;
      tokens.push_back({token.text, begin, begin + token.text.size(), std::nullopt, weight});
    }
  }
  return tokens;
}

TokenAlignment AlignTokens(const std::vector<PatternToken>& pattern,
                           const std::vector<Token>& line) {
  const size_t rows = std::min(pattern.size(), kMaxTokens);
  const size_t columns = std::min(line.size(), kMaxTokens);
  // cell(i, j): the best score of the pattern from i on, laid over the line from j on.
  enum Move : char { kSkipPattern, kSkipLine, kTake, kTakeMore };
  struct Cell {
    int score = 0;
    Move move = kSkipPattern;
  };
  std::vector<Cell> cells((rows + 1) * (columns + 1));
  const auto cell = [&](size_t i, size_t j) -> Cell& { return cells[i * (columns + 1) + j]; };
  for (size_t i = rows; i-- > 0;) {
    const PatternToken& token = pattern[i];
    for (size_t j = columns + 1; j-- > 0;) {
      Cell& best = cell(i, j);
      best.score = cell(i + 1, j).score;
      if (j == columns) continue;
      const auto offer = [&best](int score, Move move) {
        if (score > best.score) best = {score, move};
      };
      const Cell& next = cell(i, j + 1);
      offer(next.score + (i == 0 ? 0 : kSkipped), kSkipLine);
      if (token.block || token.text == line[j].text) {
        offer(cell(i + 1, j + 1).score + token.weight, kTake);
      }
      if (token.block && (next.move == kTake || next.move == kTakeMore)) {
        // Variables are mostly names, so it is better that they take only one token.
        const bool is_regex = token.block->kind == PatternBlock::kRegex;
        offer(next.score + (is_regex ? 0 : 2 * kSkipped), kTakeMore);
      }
    }
  }
  TokenAlignment alignment;
  alignment.spans.resize(pattern.size());
  alignment.score = cell(0, 0).score;
  alignment.best_score = BestScore(pattern);
  for (size_t i = 0, j = 0; i < rows;) {
    const Move move = cell(i, j).move;
    TokenSpan& span = alignment.spans[i];
    if (move == kTake || move == kTakeMore) {
      if (span.empty()) span.begin = j;
      span.end = j + 1;
    }
    if (move != kSkipPattern) ++j;
    if (move == kSkipPattern || move == kTake) ++i;
  }
  return alignment;
}

int ScoreBound(const std::vector<PatternToken>& pattern, const std::vector<Token>& line) {
  HashMap<std::string_view, int> counts;
  for (const Token& token : line) ++counts[token.text];
  int score = 0;
  for (const PatternToken& token : pattern) {
    const auto it = counts.find(token.text);
    if (token.block || (it != counts.end() && it->second-- > 0)) score += token.weight;
  }
  return score;
}

}  // namespace hlo_text_v1::internal
