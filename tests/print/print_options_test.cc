// Each option and preset has a golden in testdata/options.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>

#include "hlo/printer.h"
#include "hlo/proto.h"
#include "tests/support/read.h"

namespace hlo_text_v1::print_options_test {

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

TEST(Spellings, OfVersions) {
  for (const std::string_view wrong : {"", "new", "0.", "0.-1", "0.1a"}) {
    EXPECT_FALSE(SpellingsOfVersion(wrong).has_value()) << wrong;
  }
  EXPECT_TRUE(SpellingsOfVersion("0.10.2")->compare_type);
  EXPECT_FALSE(SpellingsOfVersion("0.11")->compare_type);
  EXPECT_TRUE(SpellingsOfVersion("0.11.9")->maximal_mesh);
  EXPECT_FALSE(SpellingsOfVersion("1")->maximal_mesh);
}

// Only the default of topk is left out.
TEST(Spellings, TopKWithoutIsStable) {
  const HloModule module = ReadModule(
      "ENTRY e {\n  p = f32[8] parameter(0)\n"
      "  a = (f32[2], s32[2]) topk(p), k=2, largest=true\n"
      "  b = (f32[2], s32[2]) topk(p), k=2, largest=true, is_stable=false\n"
      "  s = f32[8] sort(p), dimensions={0}, is_stable=true, to_apply={ x = f32[] parameter(0) "
      "y = f32[] parameter(1) ROOT c = pred[] compare(x, y), direction=LT }\n"
      "  ROOT t = ((f32[2], s32[2]), (f32[2], s32[2])) tuple(a, b)\n}");
  PrintOptions options;
  EXPECT_THAT(PrintHloModule(module, options),
              testing::HasSubstr("largest=true, is_stable=true\n"));
  options.spellings = SpellingsOf(module);
  const std::string text = PrintHloModule(module, options);
  EXPECT_THAT(text, testing::HasSubstr("k=2, largest=true\n"));
  EXPECT_THAT(text, testing::HasSubstr("largest=true, is_stable=false\n"));
  EXPECT_THAT(text, testing::HasSubstr("sort(%p), dimensions={0}, is_stable=true, "));
}

// Only a mesh of one device has the old form.
TEST(Spellings, MaximalMesh) {
  const HloModule module = ReadModule(
      "ENTRY e {\n  p = f32[8] parameter(0), sharding={maximal_mesh[device_id=1]}\n"
      "  ROOT q = f32[8] negate(p), sharding={mesh['a'=2], [{'a'}]}\n}");
  PrintOptions options;
  options.spellings = SpellingsOf(module);
  const std::string text = PrintHloModule(module, options);
  EXPECT_THAT(text, testing::HasSubstr("sharding={maximal_mesh[device_id=1]"));
  EXPECT_THAT(text, testing::HasSubstr("sharding={mesh['a'=2], [{'a'}]}"));
}

TEST(PrintOptions, OnlyTheOfferedWordsAreModes) {
  for (const std::string_view word : SubcomputationModeWords()) {
    const std::optional<SubcomputationMode> mode = ParseSubcomputationMode(word);
    ASSERT_TRUE(mode.has_value()) << word;
    EXPECT_EQ(SubcomputationModeWords()[static_cast<size_t>(*mode)], word);
  }
  EXPECT_EQ(ParseSubcomputationMode(""), std::nullopt);
  EXPECT_EQ(ParseSubcomputationMode("Off"), std::nullopt);
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

}  // namespace hlo_text_v1::print_options_test
