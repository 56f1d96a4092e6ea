#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "hlo/reduce.h"

namespace hlo_text_v1::reduce_text_test {

using namespace internal;

auto Contains(std::vector<std::string_view> words) {
  return [=](std::string_view text) {
    for (const std::string_view word : words) {
      if (text.find(word) == std::string_view::npos) return false;
    }
    return true;
  };
}

constexpr std::string_view kText =
    "HloModule m\n\n"
    "%f (a: f32[]) -> f32[] {\n  ROOT %a = f32[] parameter(0)\n}\n\n"
    "ENTRY %e (p: f32[4,4]) -> f32[4,4] {\n"
    "  %p = f32[4,4] parameter(0)\n"
    "  ROOT %b = f32[4,4] brokn(%p), dimensions={0,1}\n"
    "}\n";

TEST(ReduceText, DownToTokens) {
  const absl::StatusOr<ReduceTextResult> result =
      ReduceHloText(kText, Contains({"ENTRY", "brokn"}));
  ASSERT_TRUE(result.ok());
  EXPECT_NE(result->text.find("brokn"), std::string::npos);
  EXPECT_LE(result->text.size(), 24u) << result->text;
  EXPECT_LT(result->tests, 60);
}

TEST(ReduceText, AnyBytes) {
  const std::string bytes("{{\0\xff\"(}", 7);
  const absl::StatusOr<ReduceTextResult> result = ReduceHloText(bytes, Contains({"\xff"}));
  ASSERT_TRUE(result.ok());
  EXPECT_NE(result->text.find('\xff'), std::string::npos);
  EXPECT_EQ(ReduceHloText("", Contains({}))->text, "");
}

TEST(ReduceText, StopsAndRefuses) {
  EXPECT_EQ(ReduceHloText(kText, Contains({"sort"})).status().message(),
            "the text itself is not interesting");
  const absl::StatusOr<ReduceTextResult> result = ReduceHloText(
      kText, Contains({"brokn"}), [](const ReduceTextResult& so_far) { return so_far.tests < 3; });
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->is_stopped);
  EXPECT_EQ(result->tests, 3);
}

}  // namespace hlo_text_v1::reduce_text_test
