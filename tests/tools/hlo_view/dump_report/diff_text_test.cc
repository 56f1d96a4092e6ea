#include "src/tools/hlo_view/dump_report/diff_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "src/base/strings.h"
#include "tests/tools/hlo_view/dump_report/passes_test_util.h"

namespace hlo::diff_text_test {

using test::LoadText;

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

DiffText Compare(std::string_view before, std::string_view after,
                 const StageDiffOptions& options = {}) {
  const LoadedStage a = LoadText(before), b = LoadText(after);
  return WriteDiffText(Diff(a.module, b.module), options);
}

TEST(DiffText, Lines) {
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

TEST(DiffText, NothingForEqualModules) {
  const DiffText text = Compare(kAfter, kAfter);
  EXPECT_EQ(text.text, "");
  EXPECT_EQ(text.left_out, 0);
}

TEST(DiffText, Limits) {
  const size_t lines = 9;
  for (size_t max = 0; max <= lines; ++max) {
    const DiffText text = Compare(kBefore, kAfter, {max, 400});
    EXPECT_EQ(std::count(text.text.begin(), text.text.end(), '\n'), max);
    EXPECT_EQ(text.left_out, lines - max);
  }
  const DiffText cut = Compare(kBefore, kAfter, {400, 10});
  EXPECT_EQ(cut.text.substr(0, cut.text.find('\n', 20)), "@@ HloModu...\n+ replica_...");
}

TEST(DiffText, CutsBetweenCharacters) {
  const char* const text = "HloModule m\nENTRY e { ROOT p = f32[] parameter(0)$0 }";
  const std::string before = Substitute(text, "");
  const std::string after = Substitute(text, ", frontend_attributes={a=\"\u00e9\u00e9\"}");
  for (size_t columns = 1; columns < 80; ++columns) {
    const std::string cut = Compare(before, after, {400, columns}).text;
    const size_t at = cut.find("...");
    if (at == std::string::npos) continue;
    EXPECT_EQ(cut.find("\xc3..."), std::string::npos) << cut;
  }
}

TEST(DiffText, ScheduleInOneLine) {
  const DiffText text = Compare(
      "HloModule m, is_scheduled=true\nENTRY e { x = f32[] parameter(0)\n a = f32[] abs(x)\n"
      " b = f32[] negate(x)\n ROOT c = f32[] add(a, b) }",
      "HloModule m, is_scheduled=true\nENTRY e { x = f32[] parameter(0)\n b = f32[] negate(x)\n"
      " a = f32[] abs(x)\n ROOT c = f32[] add(a, b) }");
  EXPECT_EQ(std::count(text.text.begin(), text.text.end(), '\n'), 2) << text.text;
  EXPECT_NE(text.text.find("\n~ "), std::string::npos) << text.text;
  EXPECT_NE(text.text.find("  // schedule\n"), std::string::npos) << text.text;
}

}  // namespace hlo::diff_text_test
