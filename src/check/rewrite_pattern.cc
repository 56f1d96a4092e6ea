// The pattern is laid over the line token by token (tokens.h); the new one is the line's text, with
// the blocks that still hold.
#include "src/check/rewrite_pattern.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "src/base/strings.h"
#include "src/check/regex.h"
#include "src/check/tokens.h"

namespace hlo_text_v1::internal {
namespace {

bool MatchesWhole(std::string_view regex, std::string_view text) {
  const absl::StatusOr<PosixRegex> compiled =
      PosixRegex::Compile(StrCat("^(", regex, ")$"), /*captured=*/{});
  std::vector<std::string_view> groups;
  const absl::StatusOr<bool> found =
      compiled.ok() ? compiled->Search(text, &groups) : absl::StatusOr<bool>(false);
  return found.ok() && *found;
}

// `text` as a pattern, where {{ and [[ would begin blocks, as would { before a block.
std::string Literal(std::string_view text, bool is_before_block) {
  std::string pattern;
  for (size_t at = 0; at < text.size(); ++at) {
    const std::string_view pair = text.substr(at, 2);
    if (is_before_block && text.substr(at) == "{") {
      pattern += "{{[{]}}";
    } else if (pair == "{{") {
      pattern += "{{[{][{]}}";
    } else if (pair == "[[") {
      pattern += "{{[[][[]}}";
    } else {
      pattern += text[at];
      continue;
    }
    ++at;
  }
  return pattern;
}

// The variable with the value `text`; empty if there is none.
std::string_view VariableOf(std::string_view text, const Variables& variables) {
  for (const auto& [name, value] : variables.strings) {
    if (value == text) return name;
  }
  return {};
}

// A name for a variable: "sine.1" -> "SINE_1", with a number if it is taken.
std::string NewVariable(std::string_view text, const Variables& variables) {
  std::string name;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    name += std::isalnum(byte) != 0 ? static_cast<char>(std::toupper(byte)) : '_';
  }
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) name.insert(0, "V");
  std::string unique = name;
  for (int i = 1; variables.string_names.count(unique) + variables.numbers.count(unique) > 0; ++i) {
    unique = StrCat(name, "_", i);
  }
  return unique;
}

class LineRewriter {
 public:
  LineRewriter(std::string_view line, const Variables& variables)
      : line_(line), tokens_(CutIntoTokens(line)), variables_(variables) {}

  std::string Rewrite(std::string_view pattern) {
    pattern_ = CutPattern(pattern);
    spans_ = AlignTokens(pattern_, tokens_).spans;
    has_blocks_ = std::any_of(pattern_.begin(), pattern_.end(),
                              [](const PatternToken& token) { return token.block.has_value(); });
    const TokenSpan range = CoveredTokens();
    size_t next = range.begin;
    for (size_t i = 0; i < pattern_.size(); ++i) {
      const TokenSpan& span = spans_[i];
      if (span.empty()) {
        KeepEmptyBlock(i, pattern);
        continue;
      }
      for (; next < span.begin; ++next) AddToken(next);
      if (pattern_[i].block) {
        AddBlock(pattern_[i], span, pattern);
      } else {
        AddToken(span.begin);
      }
      next = span.end;
    }
    for (; next < range.end; ++next) AddToken(next);
    return out_ + Literal(literal_, /*is_before_block=*/false);
  }

  std::string WholeLine() {
    has_blocks_ = true;
    for (size_t i = 0; i < tokens_.size(); ++i) {
      const bool defines = i + 1 < tokens_.size() && tokens_[i + 1].text == "=" && IsName(i) &&
                           i <= 2 && !is_defined_;
      if (!defines) {
        AddToken(i);
        continue;
      }
      is_defined_ = true;
      AddBlanks(i);
      Add(StrCat("[[", NewVariable(tokens_[i].text, variables_), ":.*]]"));
    }
    return out_ + Literal(literal_, /*is_before_block=*/false);
  }

 private:
  // The tokens of the line that the pattern is about: those that it has, and as many before and
  // after them as the pattern has others there.
  TokenSpan CoveredTokens() const {
    TokenSpan range{tokens_.size(), 0};
    size_t before = 0, after = 0;
    for (size_t i = 0; i < pattern_.size(); ++i) {
      if (!spans_[i].empty()) {
        range.begin = std::min(range.begin, spans_[i].begin);
        range.end = std::max(range.end, spans_[i].end);
        after = 0;
      } else if (!pattern_[i].block) {
        ++after;
        before += range.end == 0;
      }
    }
    if (range.end == 0) return {0, tokens_.size()};
    range.begin -= std::min(range.begin, before);
    range.end = std::min(range.end + after, tokens_.size());
    return range;
  }

  bool IsName(size_t token) const { return token > 0 && tokens_[token - 1].text == "%"; }

  void Add(std::string_view block) {
    StrAppend(&out_, Literal(literal_, /*is_before_block=*/true), block);
    literal_.clear();
  }

  // As wide as in the line, except at the beginning.
  void AddBlanks(size_t token) {
    if ((out_.empty() && literal_.empty()) || token == 0) return;
    const size_t end = tokens_[token - 1].at + tokens_[token - 1].text.size();
    literal_.append(line_.substr(end, tokens_[token].at - end));
  }

  void AddToken(size_t token) {
    AddBlanks(token);
    const std::string_view text = tokens_[token].text;
    if (!IsName(token) || !has_blocks_) {
      literal_ += text;
      return;
    }
    const std::string_view known = VariableOf(text, variables_);
    const std::string with_percent = StrCat("%", text);
    const std::string_view whole = VariableOf(with_percent, variables_);
    if (!known.empty()) {
      Add(StrCat("[[", known, "]]"));
    } else if (!whole.empty() && !literal_.empty() && literal_.back() == '%') {
      literal_.pop_back();
      Add(StrCat("[[", whole, "]]"));
    } else {
      Add("{{[^ ,()]+}}");
    }
  }

  std::string_view TextOf(const TokenSpan& span) const {
    const Token& last = tokens_[span.end - 1];
    const size_t begin = tokens_[span.begin].at;
    return line_.substr(begin, last.at + last.text.size() - begin);
  }

  // Whether the block matches `text`, with the values that variables have now.
  bool Holds(const PatternBlock& block, std::string_view text) const {
    switch (block.kind) {
      case PatternBlock::kRegex:
        return MatchesWhole(block.text, text);
      case PatternBlock::kDefinition:
        return MatchesWhole(block.text.substr(block.text.find(':') + 1), text);
      case PatternBlock::kUse: {
        const auto it = variables_.strings.find(block.text);
        return (it != variables_.strings.end() && it->second == text) ||
               IsDefinedHere(block.text, text);
      }
      case PatternBlock::kNumber:
      case PatternBlock::kLegacyLine:
      case PatternBlock::kText:
        return MatchesWhole("-?(0x)?[0-9a-fA-F]+", text);
    }
    return false;
  }

  // Whether an earlier block of this pattern gives the variable that text.
  bool IsDefinedHere(std::string_view name, std::string_view text) const {
    for (size_t i = 0; i < pattern_.size(); ++i) {
      if (!pattern_[i].block || pattern_[i].block->kind != PatternBlock::kDefinition) continue;
      const std::string_view defined = pattern_[i].block->text;
      if (defined.substr(0, defined.find(':')) == name && !spans_[i].empty()) {
        return TextOf(spans_[i]) == text;
      }
    }
    return false;
  }

  void KeepEmptyBlock(size_t i, std::string_view pattern) {
    const PatternToken& token = pattern_[i];
    if (!token.block || !Holds(*token.block, "")) return;
    Add(pattern.substr(token.begin, token.end - token.begin));
  }

  void AddBlock(const PatternToken& token, const TokenSpan& span, std::string_view pattern) {
    if (Holds(*token.block, TextOf(span))) {
      AddBlanks(span.begin);
      Add(pattern.substr(token.begin, token.end - token.begin));
      return;
    }
    if (token.block->kind == PatternBlock::kDefinition) {
      AddBlanks(span.begin);
      const std::string_view name = token.block->text.substr(0, token.block->text.find(':'));
      Add(StrCat("[[", name, ":", EscapeRegex(TextOf(span)), "]]"));
      return;
    }
    for (size_t i = span.begin; i < span.end; ++i) AddToken(i);
  }

  const std::string_view line_;
  const std::vector<Token> tokens_;
  const Variables& variables_;
  std::vector<PatternToken> pattern_;
  std::vector<TokenSpan> spans_;
  bool has_blocks_ = false;
  bool is_defined_ = false;
  std::string out_;
  std::string literal_;  // after out_, not escaped yet
};

}  // namespace

std::string RewritePattern(std::string_view pattern, std::string_view line,
                           const Variables& variables) {
  return LineRewriter(line, variables).Rewrite(pattern);
}

std::string PatternOfLine(std::string_view line, const Variables& variables) {
  return LineRewriter(line, variables).WholeLine();
}

}  // namespace hlo_text_v1::internal
