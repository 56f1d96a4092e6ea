#include "src/format/split_modules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace hlo_text_v1::split_modules_test {

using namespace internal;

using testing::ElementsAre;

TEST(SplitModules, OneModule) {
  EXPECT_THAT(SplitModules(""), ElementsAre());
  EXPECT_THAT(SplitModules("// a\nHloModule m\nENTRY e {}\n"),
              ElementsAre("// a\nHloModule m\nENTRY e {}\n"));
  EXPECT_THAT(SplitModules("ENTRY e {}"), ElementsAre("ENTRY e {}"));
}

TEST(SplitModules, AtMarkers) {
  EXPECT_THAT(SplitModules("a {}\n// -----\nb {}\n// ----- \t\nc {}"),
              ElementsAre("a {}\n", "// -----\nb {}\n", "// ----- \t\nc {}"));
  EXPECT_THAT(SplitModules("// -----\nHloModule m\n// -----\n"),
              ElementsAre("// -----\nHloModule m\n", "// -----\n"));
  EXPECT_THAT(SplitModules("a {}\r\n// -----\r\nb {}\r\n"),
              ElementsAre("a {}\r\n", "// -----\r\nb {}\r\n"));
  // Not at the start of a line, not outside of a body, not five hyphens, not alone.
  EXPECT_THAT(SplitModules("a {}\n// -----// more\n"), ElementsAre("a {}\n// -----// more\n"));
  EXPECT_THAT(SplitModules("a {}\n// ------\n"), ElementsAre("a {}\n// ------\n"));
  EXPECT_THAT(SplitModules("a {} // -----\n"), ElementsAre("a {} // -----\n"));
  EXPECT_THAT(SplitModules("a {\n// -----\n}"), ElementsAre("a {\n// -----\n}"));
  EXPECT_THAT(SplitModules("a {}\n// ----\n"), ElementsAre("a {}\n// ----\n"));
}

TEST(SplitModules, AtHeaders) {
  EXPECT_THAT(SplitModules("HloModule a\n{}\n// of b\nHloModule b\r\nHloModule\tc"),
              ElementsAre("HloModule a\n{}\n// of b\n", "HloModule b\r\n", "HloModule\tc"));
}

TEST(SplitModules, LinesMayEndWithACarriageReturn) {
  EXPECT_THAT(SplitModules("HloModule a\r{}\rHloModule b"),
              ElementsAre("HloModule a\r{}\r", "HloModule b"));
}

TEST(SplitModules, WhatOnlyLooksLikeAHeader) {
  for (const std::string_view second :
       {"HloModuleX", "HloModule", "Hlo", " HloModule b", "{} HloModule b", "{}// -----\n",
        "/*\nHloModule b\n*/", "\"\nHloModule b\n\"", "{\nHloModule b\n}", "// x\n//HloModule b",
        "\"\\\"\nHloModule b\""}) {
    // With a carriage return, lines need a closer look.
    for (const std::string_view line_break : {"\n", "\r\n", "\r"}) {
      const std::string text = "HloModule a" + std::string(line_break) + std::string(second);
      EXPECT_EQ(SplitModules(text).size(), 1u) << text;
    }
  }
}

TEST(SplitModules, QuotesInDictionaries) {
  EXPECT_EQ(SplitModules("HloModule a\nb={it's}\nHloModule b\n").size(), 2u);
  EXPECT_EQ(SplitModules("HloModule a\nb=['\"'=2]\nHloModule b\n").size(), 2u);
}

TEST(SplitModules, UnterminatedThings) {
  for (const std::string_view text :
       {"\"abc", "'abc", "/* abc", "// abc", "/", "\"\\", "'\\", "{{{"}) {
    EXPECT_THAT(SplitModules(text), ElementsAre(text));
  }
}

TEST(SplitModules, OnlyComments) {
  for (const std::string_view text : {"", " \n", "// a", "/* a */ // b\n", "/*index=5*/", "//\n"}) {
    EXPECT_TRUE(HasOnlyComments(text)) << text;
  }
  for (const std::string_view text : {"a", "// a\nb", "/* a", "/", "/*index=5*/ x", "\0"}) {
    EXPECT_EQ(HasOnlyComments(text), text.empty()) << text;
  }
  EXPECT_FALSE(HasOnlyComments(std::string_view("\0", 1)));
}

}  // namespace hlo_text_v1::split_modules_test
