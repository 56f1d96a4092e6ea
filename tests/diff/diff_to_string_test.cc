// testdata/diff has what the text of each kind of difference is; here is what options do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "hlo/diff.h"
#include "tests/support/read.h"

namespace hlo::diff_to_string_test {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Chain(const std::string& third, const std::string& eighth) {
  std::string text = "HloModule m\nENTRY e {\n  i0 = f32[4] parameter(0)\n";
  for (int i = 1; i < 12; ++i) {
    text += std::string("  ") + (i == 11 ? "ROOT " : "") + "i" + std::to_string(i) + " = f32[4] " +
            (i == 3   ? third
             : i == 8 ? eighth
                      : "negate") +
            "(i" + std::to_string(i - 1) + ")\n";
  }
  return text + "}";
}

// The first column of the lines, and of those without a sign which instruction it is.
std::string Shape(const std::string& text) {
  std::string shape;
  for (size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    const std::string line = text.substr(at, text.find('\n', at) - at);
    if (line.substr(0, 2) == "@@") continue;
    const size_t name = line.find("%i");
    shape += line[0] != ' '              ? line.substr(0, 1)
             : name == std::string::npos ? "."
                                         : line.substr(name + 2, line.find(' ', name) - name - 2);
    shape += " ";
  }
  return shape;
}

TEST(DiffToString, Context) {
  const HloModule before = ReadModule(Chain("sine", "sine"));
  const HloModule after = ReadModule(Chain("tan", "tan"));
  const ModuleDiff diff = Diff(before, after);
  const auto shape = [&](int context) {
    DiffTextOptions options;
    options.context = context;
    return Shape(DiffToString(diff, options));
  };
  EXPECT_EQ(shape(0), "- + - + ");
  EXPECT_EQ(shape(-1), "- + - + ");
  EXPECT_EQ(shape(1), ". 2 - + 4 . 7 - + 9 . ");
  EXPECT_EQ(shape(2), ". 1 2 - + 4 5 6 7 - + 9 10 . ");
  EXPECT_EQ(shape(3), "0 1 2 - + 4 5 6 7 - + 9 10 11 ");
  EXPECT_EQ(shape(1000), "0 1 2 - + 4 5 6 7 - + 9 10 11 ");
}

TEST(DiffToString, PrintsAsOptionsSay) {
  const HloModule before = ReadModule(Chain("sine", "negate"));
  const HloModule after = ReadModule(Chain("tan", "negate"));
  DiffTextOptions options;
  options.print = PrintOptions::ShortParsable();
  EXPECT_THAT(DiffToString(Diff(before, after), options), HasSubstr("+ i3 = f32[4]{0} tan(i2)"));
}

TEST(DiffToString, MetadataPrintsIfItWasCompared) {
  const std::string text =
      "HloModule m\nENTRY e { ROOT p = f32[] constant(1), "
      "metadata={op_name=\"a\"}, origin={{\"o\"}} }";
  const HloModule before = ReadModule(text);
  const HloModule after = ReadModule(Replaced(text, "(1)", "(2)"));
  EXPECT_THAT(DiffToString(Diff(before, after)), Not(HasSubstr("metadata")));
  EXPECT_THAT(DiffToString(Diff(before, after)), Not(HasSubstr("origin")));
  DiffOptions options;
  options.metadata = true;
  EXPECT_THAT(DiffToString(Diff(before, after, options)), HasSubstr("metadata={op_name=\"a\"}"));
  EXPECT_THAT(DiffToString(Diff(before, after, options)), HasSubstr("origin={{\"o\"}}"));
}

TEST(DiffToString, ModulesMayBeMoved) {
  HloModule before = ReadModule(Chain("sine", "sine"));
  HloModule after = ReadModule(Chain("tan", "tan"));
  ModuleDiff diff = Diff(before, after);
  const std::string text = DiffToString(diff);
  const HloModule moved_before = std::move(before), moved_after = std::move(after);
  const ModuleDiff moved = std::move(diff);
  EXPECT_EQ(DiffToString(moved), text);
}

TEST(DiffToString, WithoutComputations) {
  const HloModule none;
  EXPECT_EQ(DiffToString(Diff(none, none)), "");
  const HloModule some = ReadModule("HloModule m\nENTRY e { ROOT p = f32[] constant(1) }");
  EXPECT_THAT(DiffToString(Diff(none, some)),
              HasSubstr("@@ added ENTRY %e @@\n+ ROOT %p = f32[] constant(1)\n"));
  EXPECT_THAT(DiffToString(Diff(some, none)), HasSubstr("@@ removed ENTRY %e @@\n- ROOT %p"));
}

}  // namespace hlo::diff_to_string_test
