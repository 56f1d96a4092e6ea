// FormatHloText as callers use it.
// Tests: kept_texts
#include "hlo/format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hlo_text_v1::format_test {

using testing::StartsWith;

constexpr std::string_view kSource = R"(// RUN: hlo-opt %s | FileCheck %s
HloModule  m
ENTRY e{
   x = f32[2] parameter( 0 )   // the input

  ROOT y = f32[ 2 ]{0} add(x,x), metadata={op_name="y",op_type="Add"} }
)";
constexpr std::string_view kFormatted = R"(// RUN: hlo-opt %s | FileCheck %s
HloModule m
ENTRY e {
  x = f32[2] parameter(0) // the input

  ROOT y = f32[2]{0} add(x, x), metadata={op_name="y" op_type="Add"}
}
)";

std::string Format(std::string_view text, const FormatOptions& options = {}) {
  std::vector<Diagnostic> diagnostics;
  const absl::StatusOr<std::string> result = FormatHloText(text, options, &diagnostics);
  EXPECT_TRUE(result.ok()) << result.status() << "\n" << text;
  EXPECT_TRUE(diagnostics.empty());
  return result.value_or("");
}

TEST(Format, Spacing) {
  EXPECT_EQ(Format(kSource), kFormatted);
  EXPECT_EQ(Format(kFormatted), kFormatted);
  FormatOptions fast;
  fast.check = false;
  EXPECT_EQ(Format(kSource, fast), kFormatted);
}

TEST(Format, TextsWithoutAModule) {
  EXPECT_EQ(Format("f32[2]  copy(f32[2]  x)"), "f32[2] copy(f32[2] x)\n");
}

TEST(Format, NoProgramIsRefused) {
  for (const std::string_view text : {"", "\n", "// only this", "// a\n// -----\n/* b */"}) {
    std::vector<Diagnostic> diagnostics;
    EXPECT_TRUE(absl::IsInvalidArgument(FormatHloText(text, {}, &diagnostics).status())) << text;
    EXPECT_EQ(diagnostics.size(), 1u) << text;
  }
}

TEST(Format, SeveralModules) {
  EXPECT_EQ(Format("HloModule a\nc { ROOT x = f32[] parameter(0) }\n// of b\nHloModule b\n"
                   "c {ROOT x = s32[] parameter(0)}\n\n\n// -----\n\n"
                   "// nothing here\n// -----\nc {ROOT x = u8[] parameter(0)}\n"
                   "// -----\nf32[2]  copy(f32[2] x)"),
            "HloModule a\nc {\n  ROOT x = f32[] parameter(0)\n}\n// of b\nHloModule b\n"
            "c {\n  ROOT x = s32[] parameter(0)\n}\n\n// -----\n\n"
            "// nothing here\n// -----\nc {\n  ROOT x = u8[] parameter(0)\n}\n"
            "// -----\nf32[2] copy(f32[2] x)\n");
}

TEST(Format, AMarkerMayStandInAModule) {
  constexpr std::string_view kText =
      "HloModule m\n\nf {\n  ROOT x = f32[] parameter(0)\n}\n\n// -----\n\nENTRY e {\n"
      "  x = f32[] parameter(0)\n  ROOT y = f32[] call(x), to_apply=f\n}\n";
  EXPECT_EQ(Format(kText), kText);
}

TEST(Format, WhatIsRefusedGivesNothing) {
  const std::string text =
      "HloModule a\nc { ROOT x = f32[] parameter(0) }\nHloModule b\nc { ROOT x = f32[] add() }\n";
  std::vector<Diagnostic> diagnostics;
  const absl::StatusOr<std::string> result = FormatHloText(text, {}, &diagnostics);
  EXPECT_TRUE(absl::IsInvalidArgument(result.status()));
  ASSERT_EQ(diagnostics.size(), 1u);
  // Positions refer to the whole text.
  EXPECT_THAT(text.substr(diagnostics[0].begin), StartsWith("() }\n"));
  EXPECT_EQ(result.status().message(), "4:23: error: expects 2 operands, but has 0 operands");
  EXPECT_FALSE(FormatHloText(text).ok());
}

TEST(Format, TypographyBecomesPlain) {
  FormatOptions options;
  options.upgrade_legacy = true;
  const std::string text =
      "ENTRY e {\n  // \u201Da comment\u201D\n  p = f32[]\u00A0parameter(0)\n"
      "  ROOT r = f32[] custom\u2010call(p),   custom_call_target=\u201Dfoo\u201D\n}\n";
  const absl::StatusOr<std::string> formatted = FormatHloText(text, options);
  ASSERT_TRUE(formatted.ok()) << formatted.status().message();
  EXPECT_EQ(*formatted,
            "ENTRY e {\n  // \u201Da comment\u201D\n  p = f32[] parameter(0)\n"
            "  ROOT r = f32[] custom-call(p), custom_call_target=\"foo\"\n}\n");
}

TEST(Format, LogPrefixes) {
  constexpr std::string_view kPrefix = "I0612 12:34:56.789012    1234 hlo.cc:123] ";
  std::string logged;
  for (size_t at = 0; at < kSource.size();) {
    const size_t end = kSource.find('\n', at) + 1;
    logged += std::string(kPrefix) + std::string(kSource.substr(at, end - at));
    at = end;
  }
  FormatOptions options;
  options.strip_log_prefix = true;
  EXPECT_EQ(Format(logged, options), kFormatted);
  EXPECT_EQ(Format(kSource, options), kFormatted);
  EXPECT_FALSE(FormatHloText(logged).ok());

  logged.replace(logged.find("add"), 3, "ad ");
  std::vector<Diagnostic> diagnostics;
  EXPECT_FALSE(FormatHloText(logged, options, &diagnostics).ok());
  ASSERT_FALSE(diagnostics.empty());
  EXPECT_THAT(logged.substr(diagnostics[0].begin), StartsWith("ad (x,x)"));
}

struct RangeCase {
  int64_t first;
  int64_t last;
  std::string_view expected;
};

TEST(Format, OnlySomeLines) {
  constexpr std::string_view kText =
      "HloModule  m\nENTRY  e {\n a = f32[]  parameter(0)\n b = f32[] add(a,\n   a) // b\n\n\n"
      " // c\n c = f32[]  copy(b) ROOT d =  f32[] copy(c) }\n";
  const std::vector<RangeCase> cases = {
      {3, 3,
       "HloModule  m\nENTRY  e {\n  a = f32[] parameter(0)\n b = f32[] add(a,\n   a) // b\n\n\n"
       " // c\n c = f32[]  copy(b) ROOT d =  f32[] copy(c) }\n"},
      {5, 5,
       "HloModule  m\nENTRY  e {\n a = f32[]  parameter(0)\n  b = f32[] add(a, a) // b\n\n\n"
       " // c\n c = f32[]  copy(b) ROOT d =  f32[] copy(c) }\n"},
      {6, 8, kText},
      {1, 2,
       "HloModule m\nENTRY e {\n a = f32[]  parameter(0)\n b = f32[] add(a,\n   a) // b\n\n\n"
       " // c\n c = f32[]  copy(b) ROOT d =  f32[] copy(c) }\n"},
      {9, 0,
       "HloModule  m\nENTRY  e {\n a = f32[]  parameter(0)\n b = f32[] add(a,\n   a) // b\n\n\n"
       " // c\n  c = f32[] copy(b)\n  ROOT d = f32[] copy(c)\n}\n"},
      // Text between two selected lines is selected as well.
      {5, 9,
       "HloModule  m\nENTRY  e {\n a = f32[]  parameter(0)\n  b = f32[] add(a, a) // b\n\n"
       "  // c\n  c = f32[] copy(b)\n  ROOT d = f32[] copy(c)\n}\n"},
      {100, 200, kText},
      {3, 2, kText},
      {5, 4, kText},
  };
  for (const RangeCase& c : cases) {
    FormatOptions options;
    options.lines = {c.first, c.last};
    EXPECT_EQ(Format(kText, options), c.expected) << c.first << ":" << c.last;
  }
}

TEST(Format, SomeLinesWithoutTheLastLeaveItWithoutNewline) {
  constexpr std::string_view kUnended = "c {\nx = f32[]  parameter(0)\nROOT y = f32[] abs(x)\n}";
  FormatOptions options;
  options.lines = {2, 2};
  EXPECT_EQ(Format(kUnended, options), "c {\n  x = f32[] parameter(0)\nROOT y = f32[] abs(x)\n}");
}

// All lines are the whole text, whatever is between and after them.
TEST(Format, AllLinesByNumber) {
  const std::string text = "HloModule m\n\n\n\nENTRY e {\n ROOT p = f32[] parameter(0)\n}  ";
  FormatOptions options;
  options.lines = {1, 7};
  EXPECT_EQ(Format(text, options), Format(text, {}));
}

TEST(Format, LinesEndAsTheyDid) {
  const std::string text = "c {\r\nx = f32[]  parameter(0)\r\nROOT y = f32[] abs( x)\r\n}\r\n";
  FormatOptions options;
  options.lines = {2, 3};
  EXPECT_EQ(Format(text, options),
            "c {\r\n  x = f32[] parameter(0)\r\n  ROOT y = f32[] abs(x)\r\n}\r\n");
}

// The blanks before a line go with it.
TEST(Format, SomeLinesWithBlanksBeforeThem) {
  const auto lines = [](int64_t first, int64_t last) {
    FormatOptions options;
    options.lines = {first, last};
    return Format(
        "  HloModule  m\r\nc {\r\n\tx = f32[]  parameter(0)\r\n\t ROOT y = f32[]  abs(x)\n}\n",
        options);
  };
  EXPECT_EQ(lines(1, 1),
            "HloModule m\r\nc {\r\n\tx = f32[]  parameter(0)\r\n\t ROOT y = f32[]  abs(x)\n}\n");
  EXPECT_EQ(lines(3, 3),
            "  HloModule  m\r\nc {\r\n  x = f32[] parameter(0)\r\n\t ROOT y = f32[]  abs(x)\n}\n");
  EXPECT_EQ(lines(4, 4),
            "  HloModule  m\r\nc {\r\n\tx = f32[]  parameter(0)\r\n  ROOT y = f32[] abs(x)\n}\n");
}

// The text before it on its line stays as it is.
TEST(Format, SomeLinesOfAStatementBehindAnother) {
  FormatOptions options;
  options.lines = {3, 3};
  EXPECT_EQ(Format("c {\n x = f32[]  parameter(0) ROOT y = f32[]  abs(\n   x)\n}\n", options),
            "c {\n x = f32[]  parameter(0) ROOT y = f32[] abs(x)\n}\n");
}

TEST(Format, SomeLinesBehindACarriageReturn) {
  FormatOptions options;
  options.lines = {2, 2};
  EXPECT_EQ(Format("c {\n\r ROOT x = f32[]  parameter(0)\n }\n", options),
            "c {\n\r  ROOT x = f32[] parameter(0)\n }\n");
}

TEST(Format, SomeLinesOfSeveralModules) {
  const std::string text =
      "HloModule  a\nc {\nROOT x = f32[]  parameter(0) }\nHloModule  b\nc {\nROOT x = f32[]  "
      "parameter(0) }\n";
  FormatOptions options;
  options.lines = {4, 4};
  EXPECT_EQ(Format(text, options),
            "HloModule  a\nc {\nROOT x = f32[]  parameter(0) }\nHloModule b\nc {\nROOT x = f32[]  "
            "parameter(0) }\n");
}

}  // namespace hlo_text_v1::format_test
