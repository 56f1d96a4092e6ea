// Compares skipping bodies with a reader of single bytes, at all positions in a block.
#include "src/lex/skip_body.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

#include "hlo/source.h"

namespace hlo_text_v1::internal {

// Bytes up to the end of the body; npos if there is no end.
size_t Length(std::string_view text) {
  const SourceBuffer source = SourceBuffer::Copy(text);
  const char* begin = source.view().data();
  const char* end = SkipBody(begin, begin + text.size());
  return end == nullptr ? std::string_view::npos : static_cast<size_t>(end - begin);
}

// The same, by the lexer's rules, byte by byte.
size_t SlowLength(std::string_view text) {
  const auto at = [&](size_t i) { return i < text.size() ? text[i] : '\0'; };
  int depth = 1;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '{') ++depth;
    if (c == '}' && --depth == 0) return i + 1;
    if (c == '"' || c == '\'') {
      for (++i; i < text.size() && text[i] != c; ++i) i += text[i] == '\\' ? 1 : 0;
    } else if (c == '/' && at(i + 1) == '/') {
      while (i < text.size() && text[i] != '\n' && text[i] != '\r') ++i;
    } else if (c == '/' && at(i + 1) == '*') {
      const size_t end = text.find("*/", i + 2);
      if (end == std::string_view::npos) return end;
      i = end + 1;
    }
  }
  return std::string_view::npos;
}

TEST(SkipBody, StopsBehindTheMatchingBrace) {
  EXPECT_EQ(Length("}"), 1u);
  EXPECT_EQ(Length(" x = f32[2]{0} p(0)\n}\n}"), 21u);
  EXPECT_EQ(Length("{{}{}}}rest"), 7u);
  EXPECT_EQ(Length("{1,0}"), std::string_view::npos);
  EXPECT_EQ(Length(""), std::string_view::npos);
}

TEST(SkipBody, BracesInStringsAndCommentsDoNotCount) {
  for (const std::string_view text :
       {R"("}" })", R"('}' })", R"("\"}" })", R"('\'}' })", "/* } */ }", "// }\n}", "// }\r}", "/}",
        "/*/}*/}", "\"//\" }", "\"/*\" }", "\"'\" }"}) {
    for (size_t blanks = 0; blanks < 130; ++blanks) {
      const std::string moved = std::string(blanks, ' ').append(text);
      EXPECT_EQ(Length(moved), moved.size()) << moved;
    }
  }
}

TEST(SkipBody, UnclosedStringsAndCommentsHaveNoEnd) {
  for (const std::string_view text : {"\" }", "' }", "/* }", "// }", "\"\\", "/*", "\\"}) {
    EXPECT_EQ(Length(text), std::string_view::npos) << text;
  }
}

TEST(SkipBody, AgreesWithAReaderOfSingleBytes) {
  constexpr std::string_view kPieces[] = {"{",  "}",  "{1,0}", "{}",        "\"",
                                          "'",  "\\", "//",    "/*",        "*/",
                                          "\n", " ",  "name",  "{{1},{2}}", "/"};
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    // Rarer pieces make longer bodies.
    const size_t kinds = i % 3 == 0 ? std::size(kPieces) : 4;
    const size_t count = random() % 60;
    for (size_t j = 0; j < count; ++j) {
      text += kPieces[random() % 4 == 0 ? random() % kinds : 2 + random() % 2];
      text.append(random() % 9, 'x');
    }
    text += "}}";
    ASSERT_EQ(Length(text), SlowLength(text)) << text;
  }
}

}  // namespace hlo_text_v1::internal
