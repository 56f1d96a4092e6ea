// Any bytes: tokens follow each other, with only blanks and comments between them, until the end of
// the text; and lexing again from a token's first byte gives the same token. Choices: how to
// advance: plainly, in integer-list mode, or over a JSON dictionary.
#include <cstdint>
#include <string_view>

#include "hlo/arena.h"
#include "hlo/source.h"
#include "src/lex/lexer.h"
#include "tests/fuzz/fuzzing.h"

namespace hlo_text_v1::fuzzing {

using namespace internal;

namespace {

// Written independently, from the rules: this tests the lexer's own code.
bool IsTrivia(std::string_view text) {
  while (!text.empty()) {
    size_t end = 1;
    if (text.substr(0, 2) == "/*") {
      end = text.find("*/", 2);
      if (end == std::string_view::npos) return false;
      end += 2;
    } else if (text.substr(0, 2) == "//") {
      end = std::min(text.find_first_of("\r\n"), text.size());
    } else if (std::string_view(" \t\r\n").find(text[0]) == std::string_view::npos) {
      return false;
    }
    text.remove_prefix(end);
  }
  return true;
}

bool SameToken(const Token& a, const Token& b) {
  return a.kind == b.kind && a.begin == b.begin && a.end == b.end;
}

void CheckToken(Lexer& lexer, const char* previous_end, std::string_view text) {
  const Token token = lexer.token();
  Promise(token.kind != TokKind::kNotLexed, "a token has a kind");
  Promise(token.begin >= previous_end && token.end >= token.begin && token.end <= lexer.end(),
          "tokens are in order, and in the text", text);
  Promise(IsTrivia(std::string_view(previous_end, static_cast<size_t>(token.begin - previous_end))),
          "only blanks and comments are between tokens", text);
  Promise((token.kind == TokKind::kEof) == (token.begin == lexer.end()), "the end is the end",
          text);
  Promise((token.kind == TokKind::kEof) == (token.begin == token.end), "a token has bytes", text);
  Promise(lexer.At() == token.begin && lexer.Position() == lexer.Offset(token.begin),
          "a token begins where the lexer stands");
}

}  // namespace

void FuzzOne(Input& input) {
  const SourceBuffer source = SourceBuffer::Copy(input.text());
  Arena arena;
  Lexer lexer(source.view(), &arena);
  bool as_integer = false;  // the token was read so
  for (;;) {
    const char* previous_end = lexer.Consumed();
    CheckToken(lexer, previous_end, input.text());
    const Token token = lexer.token();
    if (token.kind == TokKind::kEof) return;
    const uint8_t choice = input.NextChoice();
    if (!as_integer) {
      lexer.SkipTo(token.begin);
      Promise(SameToken(lexer.token(), token), "read again, a token is the same", input.text());
    }
    std::string_view dict;
    as_integer = false;
    if ((choice & 2) != 0 && lexer.kind() == TokKind::kLbrace && lexer.LexJsonDict(&dict)) {
      Promise(dict.size() >= 2 && dict.front() == '{' && dict.back() == '}' &&
                  dict.data() == token.begin && dict.data() + dict.size() <= lexer.end(),
              "a dictionary goes from brace to brace", input.text());
      Promise(lexer.Consumed() == dict.data() + dict.size(), "the lexer is behind the dictionary");
    } else if ((choice & 1) != 0) {
      as_integer = true;
      lexer.NextAsInteger();
    } else {
      lexer.Next();
    }
  }
}

}  // namespace hlo_text_v1::fuzzing
