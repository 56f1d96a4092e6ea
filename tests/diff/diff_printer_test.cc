// testdata/diff has the text of each kind of difference; this tests the options.
#include "src/diff/diff_printer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "src/base/strings.h"
#include "tests/support/read.h"

namespace hlo_text_v1::diff_printer_test {

using namespace internal;

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

// The first column of each line; for lines without a sign, the instruction.
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

constexpr std::string_view kBefore = R"(HloModule m
f {
  ROOT a = f32[4] parameter(0)
}
ENTRY e {
  x = f32[4] parameter(0), metadata={op_name="x"}
  c = f32[4] call(x), to_apply=f
  ROOT n = f32[4] negate(c)
})";
constexpr std::string_view kAfter = R"(HloModule m, replica_count=2
ENTRY e {
  x = f32[4] parameter(0), metadata={op_name="y"}
  k = f32[4] constant({1, 2, 3, 4})
  ROOT n = f32[4] add(x, k)
})";

DiffText Compare(std::string_view before, std::string_view after, size_t max_lines = 400,
                 size_t max_columns = 400) {
  const HloModule a = ReadModule(before);
  const HloModule b = ReadModule(after);
  DiffPrintOptions options;
  options.text.print = PrintOptions::ShortParsable();
  options.terse = true;
  options.max_lines = max_lines;
  options.max_columns = max_columns;
  return PrintDiff(Diff(a, b), options);
}

TEST(LimitedDiff, Lines) {
  const DiffText text = Compare(kBefore, kAfter);
  EXPECT_EQ(text.left_out, 0);
  EXPECT_EQ(text.text,
            "@@ HloModule @@\n"
            "+ replica_count=2\n"
            "@@ removed f @@\n"
            "- ROOT a = f32[4]{0} parameter(0)\n"
            "@@ ENTRY e @@\n"
            "- c = f32[4]{0} call(x), to_apply=f\n"
            "+ k = f32[4]{0} constant({1, 2, 3, 4})\n"
            "- ROOT n = f32[4]{0} negate(c)\n"
            "+ ROOT n = f32[4]{0} add(x, k)  // opcode\n");
}

TEST(LimitedDiff, OneLineForAnInstruction) {
  const std::string before = "HloModule m\nENTRY e { ROOT p = f32[] parameter(0) }";
  const std::string after =
      "HloModule m\nENTRY e { ROOT p = f32[] parameter(0), frontend_attributes={a=\"1\n2\"} }";
  const DiffText text = Compare(before, after);
  EXPECT_EQ(std::count(text.text.begin(), text.text.end(), '\n'), 3) << text.text;
}

TEST(LimitedDiff, NothingForEqualModules) {
  const DiffText text = Compare(kAfter, kAfter);
  EXPECT_EQ(text.text, "");
  EXPECT_EQ(text.left_out, 0);
}

TEST(LimitedDiff, Limits) {
  const size_t lines = 9;
  for (size_t max = 0; max <= lines; ++max) {
    const DiffText text = Compare(kBefore, kAfter, max);
    EXPECT_EQ(std::count(text.text.begin(), text.text.end(), '\n'), max);
    EXPECT_EQ(text.left_out, lines - max);
  }
  const DiffText cut = Compare(kBefore, kAfter, 400, 10);
  EXPECT_EQ(cut.text.substr(0, cut.text.find('\n', 20)), "@@ HloModu...\n+ replica_...");
}

TEST(LimitedDiff, CutsWithinAnInstruction) {
  const std::string text =
      "HloModule m\nENTRY e {\n  p = f32[] parameter(0)\n"
      "  ROOT n = f32[] negate(p), backend_config={\"a\":\n1,\n\"b\":2}\n}";
  const HloModule before = ReadModule(text), after = ReadModule(Replaced(text, "1,", "3,"));
  const ModuleDiff diff = Diff(before, after);
  DiffPrintOptions options;
  const DiffText all = PrintDiff(diff, options);
  EXPECT_EQ(std::count(all.text.begin(), all.text.end(), '\n'), 7) << all.text;
  options.max_lines = 3;
  const DiffText cut = PrintDiff(diff, options);
  EXPECT_EQ(all.text.substr(0, cut.text.size()), cut.text);
  EXPECT_EQ(std::count(cut.text.begin(), cut.text.end(), '\n'), 3) << cut.text;
  EXPECT_EQ(cut.left_out, 2);  // the last line of the first, and the second, which is not printed
}

TEST(LimitedDiff, CutsBetweenCharacters) {
  const char* const text = "HloModule m\nENTRY e { ROOT p = f32[] parameter(0)$0 }";
  const std::string before = Substitute(text, "");
  const std::string after = Substitute(text, ", frontend_attributes={a=\"\u00e9\u00e9\"}");
  for (size_t columns = 1; columns < 80; ++columns) {
    const std::string cut = Compare(before, after, 400, columns).text;
    const size_t at = cut.find("...");
    if (at == std::string::npos) continue;
    EXPECT_EQ(cut.find("\xc3..."), std::string::npos) << cut;
  }
}

TEST(LimitedDiff, ScheduleInOneLine) {
  const DiffText text = Compare(
      "HloModule m, is_scheduled=true\nENTRY e { x = f32[] parameter(0)\n a = f32[] abs(x)\n"
      " b = f32[] negate(x)\n ROOT c = f32[] add(a, b) }",
      "HloModule m, is_scheduled=true\nENTRY e { x = f32[] parameter(0)\n b = f32[] negate(x)\n"
      " a = f32[] abs(x)\n ROOT c = f32[] add(a, b) }");
  EXPECT_EQ(std::count(text.text.begin(), text.text.end(), '\n'), 2) << text.text;
  EXPECT_NE(text.text.find("\n~ "), std::string::npos) << text.text;
  EXPECT_NE(text.text.find("  // schedule (was behind a)\n"), std::string::npos) << text.text;
}

}  // namespace hlo_text_v1::diff_printer_test
