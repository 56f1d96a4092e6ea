#include "src/tools/hlo_fmt/split_input.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/cases.h"

namespace hlo_text_v1::split_input_test {

using namespace internal;

// text|separator|text..., with newlines as '/'.
std::string Split(std::string_view text) {
  std::string shown, whole;
  for (const InputPart& part : SplitInput(text)) {
    shown += std::string(part.text) + "|" + std::string(part.separator) + "|";
    whole += std::string(part.text) + std::string(part.separator);
  }
  EXPECT_EQ(whole, text);
  for (char& c : shown) c = c == '\n' ? '$' : c;
  return shown;
}

TEST(SplitInput, Parts) {
  const Case cases[] = {
      {"", "||"},
      {"a\n", "a$||"},
      {"a\n// -----\nb\n", "a$|// -----$|b$||"},
      {"// -----\n", "|// -----$|||"},
      {"a\n// -----", "a$|// -----|||"},
      {"a\n// ----- \t\r\n// -----\nb", "a$|// ----- \t\r$||// -----$|b||"},
      {"a // -----\nb", "a // -----$b||"},
      {" // -----\nb", " // -----$b||"},
      {"// ------\nb", "// ------$b||"},
      {"// ----- x\nb", "// ----- x$b||"},
      {"// ----\nb", "// ----$b||"},
      {"// c\nHloModule a\n", "// c$HloModule a$||"},
      {"HloModule a\nb\nHloModule c\nd", "HloModule a$b$||HloModule c$d||"},
      {"HloModule a\n// -----\n// c\nHloModule d\n", "HloModule a$|// -----$|// c$HloModule d$||"},
      {"HloModule a\n HloModule b\n", "HloModule a$ HloModule b$||"},
  };
  ExpectCases(cases, Split);
}

}  // namespace hlo_text_v1::split_input_test
