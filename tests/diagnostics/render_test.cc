#include <string>
#include <string_view>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "hlo/diagnostic.h"

namespace hlo_text_v1::render_test {

using ::testing::HasSubstr;
using ::testing::Not;

Diagnostic Error(uint32_t begin, uint32_t end, std::string message = "bad") {
  Diagnostic diagnostic;
  diagnostic.code = DiagnosticCode::kSyntaxError;
  diagnostic.begin = begin;
  diagnostic.end = end;
  diagnostic.message = std::move(message);
  return diagnostic;
}

std::string Render(std::string_view source, uint32_t begin, uint32_t end, int max_columns = 160) {
  RenderOptions options;
  options.path = "a.hlo";
  options.max_columns = max_columns;
  return RenderDiagnostic(Error(begin, end), source, options);
}

TEST(RenderTest, PlaceLineAndCaret) {
  struct Case {
    const char* what;
    std::string source;
    uint32_t begin;
    uint32_t end;
    const char* expected;
  };
  const Case cases[] = {
      {"place", "ab\ncd ef\n", 6, 6, "a.hlo:2:4: error: bad\ncd ef\n   ^\n"},
      {"range", "ab\ncd efg\n", 6, 9, "a.hlo:2:4: error: bad\ncd efg\n   ^~~\n"},
      {"range of one byte", "abc", 1, 2, "a.hlo:1:2: error: bad\nabc\n ^\n"},
      {"range over the line's end", "abc\ndef", 1, 6, "a.hlo:1:2: error: bad\nabc\n ^~\n"},
      {"tabs are copied", "\t x\ty", 4, 5, "a.hlo:1:5: error: bad\n\t x\ty\n\t  \t^\n"},
      {"characters of several bytes", "\xc3\xa9\xe2\x82\xac z", 6, 7,
       "a.hlo:1:7: error: bad\n\xc3\xa9\xe2\x82\xac z\n   ^\n"},
      {"caret in a character", "\xc3\xa9z", 1, 3, "a.hlo:1:2: error: bad\n\xc3\xa9z\n^~\n"},
      {"end of input", "abc", 3, 3, "a.hlo:1:4: error: bad\nabc\n   ^\n"},
      {"end of input after LF", "abc\n", 4, 4, "a.hlo:2:1: error: bad\n\n^\n"},
      {"no input", "", 0, 0, "a.hlo:1:1: error: bad\n\n^\n"},
      {"at LF", "ab\ncd", 2, 3, "a.hlo:1:3: error: bad\nab\n  ^\n"},
      {"CR LF", "ab\r\ncd\r\n", 1, 2, "a.hlo:1:2: error: bad\nab\n ^\n"},
      {"at the LF of CR LF", "ab\r\ncd", 3, 4, "a.hlo:1:4: error: bad\nab\n  ^\n"},
      {"beyond the input", "ab", 9, 12, "a.hlo:1:3: error: bad\nab\n  ^\n"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Render(c.source, c.begin, c.end), c.expected) << c.what;
  }
}

TEST(RenderTest, WhatATerminalMightObeyIsReplaced) {
  struct Case {
    const char* what;
    std::string_view source;
    const char* shown;
  };
  const Case cases[] = {
      {"escape", "a\x1b[31m", "a?[31m"},
      {"NUL", std::string_view("a\0b", 3), "a?b"},
      {"DEL and CR", "a\x7f\rb", "a??b"},
      {"lone continuation", "a\x80\xbf", "a??"},
      {"cut sequence", "a\xe2\x82", "a??"},
      {"overlong", "a\xc0\xaf\xe0\x80\xaf", "a?????"},
      {"overlong of four", "a\xf0\x80\x80\xaf", "a????"},
      {"surrogate", "a\xed\xa0\x80", "a???"},
      {"beyond Unicode", "a\xf4\x90\x80\x80\xff", "a?????"},
      {"C1 control", "a\xc2\x9b", "a??"},
      {"right-to-left override", "a\xe2\x80\xae", "a???"},
      {"isolate", "a\xe2\x81\xa6", "a???"},
      {"end of isolate", "a\xe2\x81\xa9", "a???"},
      {"left-to-right mark", "a\xe2\x80\x8e", "a???"},
      {"right-to-left mark", "a\xe2\x80\x8f", "a???"},
      {"beside these", "\xe2\x80\x90\xe2\x80\xa7\xe2\x80\xaf\xe2\x81\xaa",
       "\xe2\x80\x90\xe2\x80\xa7\xe2\x80\xaf\xe2\x81\xaa"},
      {"sound ones", "a\xc2\xa0\xe2\x82\xac\xf0\x9f\x98\x80",
       "a\xc2\xa0\xe2\x82\xac\xf0\x9f\x98\x80"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Render(c.source, 0, 0), std::string("a.hlo:1:1: error: bad\n") + c.shown + "\n^\n")
        << c.what;
  }
}

TEST(RenderTest, ReplacedBytesKeepTheCaretInPlace) {
  EXPECT_EQ(Render("\x1b\xff\x9bz", 3, 4), "a.hlo:1:4: error: bad\n???z\n   ^\n");
}

TEST(RenderTest, PathAndMessageAreMadeSafeToo) {
  RenderOptions options;
  options.path = "a\x1b\n.hlo";
  EXPECT_EQ(RenderDiagnostic(Error(0, 0, "bad\x1b[2J\nworse"), "x", options),
            "a??.hlo:1:1: error: bad?[2J\nworse\nx\n^\n");
}

TEST(RenderTest, LongLinesAreClampedAroundTheCaret) {
  std::string line;
  for (int i = 0; i < 100; ++i) line.push_back(static_cast<char>('a' + i % 26));
  struct Case {
    uint32_t begin;
    uint32_t end;
    const char* expected;
  };
  const Case cases[] = {
      {0, 2, "abcdefghijklmnopq...\n^~\n"},
      {5, 5, "abcdefghijklmnopq...\n     ^\n"},
      {50, 53, "...rstuvwxyzabcde...\n          ^~~\n"},
      {50, 100, "...rstuvwxyzabcde...\n          ^~~~~~~~~~\n"},
      {98, 100, "...fghijklmnopqrstuv\n                  ^~\n"},
      {100, 100, "...fghijklmnopqrstuv\n                    ^\n"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Render(line, c.begin, c.end, 20),
              "a.hlo:1:" + std::to_string(c.begin + 1) + ": error: bad\n" + c.expected);
  }
  // Smaller widths count as the minimum.
  EXPECT_EQ(Render(line, 0, 2, -5), "a.hlo:1:1: error: bad\nabcdefghijklmnopq...\n^~\n");
  EXPECT_EQ(Render(line.substr(0, 20), 19, 20, 20),
            "a.hlo:1:20: error: bad\nabcdefghijklmnopqrst\n                   ^\n");
}

TEST(RenderTest, ClampingCutsBetweenCharacters) {
  std::string line;
  for (int i = 0; i < 200; ++i) line += "\xe2\x82\xac";
  const std::string rendered = Render(line, 300, 303, 20);
  std::string expected = "a.hlo:1:301: error: bad\n...";
  for (int i = 0; i < 14; ++i) expected += "\xe2\x82\xac";
  EXPECT_EQ(rendered, expected + "...\n          ^\n");
}

TEST(RenderTest, EveryPlaceAndWidthIsSound) {
  // Arbitrary bytes: wherever they are cut, the excerpt stays within its width.
  std::string line;
  for (int i = 0; i < 600; ++i) line.push_back("a\t\xf0\x9f\x98\x80\xff\x80z"[i % 9]);
  for (uint32_t begin = 0; begin <= line.size(); ++begin) {
    for (const int width : {20, 21, 40}) {
      const std::string rendered = Render(line, begin, begin + 70, width);
      const size_t first = rendered.find('\n');
      const size_t second = rendered.find('\n', first + 1);
      EXPECT_LE(second - first, static_cast<size_t>(width) * 4 + 1);
      EXPECT_LE(rendered.size() - second, static_cast<size_t>(width) + 3);
    }
  }
}

TEST(RenderTest, ALongLineCostsNoMoreThanItsExcerpt) {
  const std::string line(size_t{20} << 20, 'x');
  for (int i = 0; i < 5; ++i) {
    const auto begin = static_cast<uint32_t>(line.size() / 5 * i);
    EXPECT_LT(Render(line, begin, static_cast<uint32_t>(line.size())).size(), 500u);
  }
}

TEST(RenderTest, SeveritiesAndNotes) {
  Diagnostic diagnostic = Error(4, 5, "already there");
  diagnostic.severity = Severity::kWarning;
  diagnostic.notes.push_back({0, 1, "first here"});
  EXPECT_EQ(RenderDiagnostic(diagnostic, "a b c", {}),
            "<stdin>:1:5: warning: already there\na b c\n    ^\n"
            "<stdin>:1:1: note: first here\na b c\n^\n");
}

TEST(RenderTest, BytesHaveNoLines) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::kWarning;
  diagnostic.code = DiagnosticCode::kProtoFieldDropped;
  diagnostic.message = "HloModuleProto.device_assignment: the field is dropped";
  RenderOptions options;
  options.path = "m.pb";
  EXPECT_EQ(RenderDiagnostic(diagnostic, "", options),
            "m.pb: warning: HloModuleProto.device_assignment: the field is dropped\n");
}

TEST(RenderTest, Color) {
  RenderOptions options;
  options.color = true;
  EXPECT_EQ(RenderDiagnostic(Error(0, 2), "ab", options),
            "\x1b[1m<stdin>:1:1: \x1b[0m\x1b[1;31merror: \x1b[0m\x1b[1mbad\x1b[0m\n"
            "ab\n\x1b[1;32m^~\x1b[0m\n");
  Diagnostic diagnostic = Error(0, 0);
  diagnostic.severity = Severity::kWarning;
  diagnostic.notes.push_back({0, 0, "see"});
  const std::string rendered = RenderDiagnostic(diagnostic, "ab", options);
  EXPECT_THAT(rendered, HasSubstr("\x1b[1;35mwarning: "));
  EXPECT_THAT(rendered, HasSubstr("\x1b[1;36mnote: "));
  EXPECT_THAT(RenderDiagnostic(diagnostic, "ab", {}), Not(HasSubstr("\x1b")));
}

}  // namespace hlo_text_v1::render_test
