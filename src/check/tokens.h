// Lays a pattern over a line that it need not match, word by word: for messages, and for --update.
#ifndef HLO_CHECK_TOKENS_H_
#define HLO_CHECK_TOKENS_H_

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "src/check/pattern.h"

namespace hlo_text_v1::internal {

// A word (letters, digits and - . _), or another byte that is not a blank.
struct Token {
  std::string_view text;
  size_t at = 0;  // in the text that was cut
};

std::vector<Token> CutIntoTokens(std::string_view text);

// A token of a pattern: text, or a whole block, which may stand for any number of tokens.
struct PatternToken {
  std::string_view text;      // empty for a block
  size_t begin = 0, end = 0;  // in the pattern
  std::optional<PatternBlock> block;
  int weight = 1;
};

// Empty if the pattern is not one.
std::vector<PatternToken> CutPattern(std::string_view pattern);

struct TokenSpan {
  size_t begin = 0, end = 0;  // tokens of the line
  bool empty() const { return begin == end; }
};

struct TokenAlignment {
  std::vector<TokenSpan> spans;  // by token of the pattern; empty: the line does not have it
  int score = 0;
  int best_score = 1;  // of a line that has all of them

  bool is_near() const { return score * 5 > best_score * 2; }
};

// The alignment with the highest score, where words count more than other bytes, and opcodes and
// names of functions, before a parenthesis, more than words. Time and memory:
// the product of the sizes; tokens of the line beyond some hundred are left out.
TokenAlignment AlignTokens(const std::vector<PatternToken>& pattern,
                           const std::vector<Token>& line);

// The part of best_score that the tokens of `line` allow at most, in any order; linear.
int ScoreBound(const std::vector<PatternToken>& pattern, const std::vector<Token>& line);

}  // namespace hlo_text_v1::internal

#endif  // HLO_CHECK_TOKENS_H_
