// Each option and preset has a golden in testdata/options.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "hlo/printer.h"
#include "hlo/proto.h"
#include "tests/support/read.h"

namespace hlo::print_options_test {

using namespace internal;

// INPUT.PRESET.hlo or INPUT.OPTION-VALUE.hlo.
TEST(PrintOptions, EachHasAGoldenThatShowsIt) {
  std::set<std::string> shown;
  for (const std::filesystem::path& golden : TestdataFiles("options")) {
    if (IsTestdataInput(golden)) continue;
    const std::filesystem::path usual =
        golden.parent_path() / (golden.stem().stem().string() + ".default.hlo");
    const std::string variant = golden.stem().extension().string().substr(1);
    if (!std::filesystem::exists(usual) || ReadFile(golden) != ReadFile(usual)) {
      shown.insert(variant.substr(0, variant.find('-')));
    }
  }
  for (const PrintOptionInfo& option : PrintOptionTable()) {
    EXPECT_EQ(shown.count(std::string(option.name)), 1u) << option.name;
  }
  for (const PrintStyle& style : PrintStyleTable()) {
    const bool is_other = style.name != "default";
    EXPECT_EQ(shown.count(std::string(style.name)), is_other ? 1u : 0u) << style.name;
  }
}

// A module without a text prints in XLA's current form; one with a text in the form of the text.
TEST(PrintOptions, DumpsAreOfTheFormOfTheText) {
  const HloModule module = ReadModule(
      "HloModule m\nENTRY e { p = (f32[2], s32[]) parameter(0) "
      "g = f32[2] get-tuple-element(p), index=0 ROOT n = f32[2] negate(g) }");
  EXPECT_FALSE(PrintOptions::DumpOf(module).compact_gte);
  const HloModule unwritten = *ParseHloProto(*SerializeHloModule(module));
  EXPECT_TRUE(PrintOptions::DumpOf(unwritten).compact_gte);
  const HloModule folded = ReadModule(PrintHloModule(unwritten, PrintOptions::Dump()));
  EXPECT_TRUE(PrintOptions::DumpOf(folded).compact_gte);
}

TEST(PrintOptions, DumpsKeepTheTypeOfAComparison) {
  const std::string lines =
      "  %a = pred[4]{0} compare(%p, %p), direction=LT\n"
      "  %b = pred[4]{0} compare(%p, %p), direction=LT, type=TOTALORDER\n"
      "  ROOT %c = pred[4]{0} compare(%i, %i), direction=EQ, type=FLOAT\n";
  const HloModule module = ReadModule(
      "HloModule m\nENTRY %e (p: f32[4], i: s32[4]) -> pred[4] {\n  %p = f32[4] parameter(0)\n"
      "  %i = s32[4] parameter(1)\n" +
      lines + "}");
  EXPECT_THAT(PrintHloModule(module, PrintOptions::DumpOf(module)), testing::HasSubstr(lines));
}

TEST(PrintOptions, OnlyTheOfferedWordsAreModes) {
  for (const std::string_view word : SubcomputationModeWords()) {
    SubcomputationMode mode{};
    EXPECT_TRUE(ParseSubcomputationMode(word, &mode));
    EXPECT_EQ(SubcomputationModeWords()[static_cast<size_t>(mode)], word);
  }
  SubcomputationMode mode = SubcomputationMode::kOff;
  EXPECT_FALSE(ParseSubcomputationMode("", &mode) || ParseSubcomputationMode("Off", &mode));
  EXPECT_EQ(mode, SubcomputationMode::kOff);
}

// The order of definition wins over that of names.
TEST(PrintOptions, CanonicalComputationsMayKeepTheirOrder) {
  const HloModule module = ReadModule(
      "HloModule m\nb { ROOT x = f32[2] parameter(0) }\na { ROOT y = f32[2] parameter(0) }\n"
      "ENTRY e { p = f32[2] parameter(0) c = f32[2] call(p), to_apply=a "
      "ROOT d = f32[2] call(c), to_apply=b }");
  const auto begins_with_b = [&](const PrintOptions& options) {
    const std::string text = PrintHloModule(module, options);
    return text.find("%b (") < text.find("%a (");
  };
  PrintOptions options;
  EXPECT_FALSE(begins_with_b(options));  // in the order of calls
  options.keep_definition_order = true;
  EXPECT_TRUE(begins_with_b(options));
  options.canonicalize_computations = true;
  EXPECT_TRUE(begins_with_b(options));
}

}  // namespace hlo::print_options_test
