// diff_page_check.py tests the page in a browser, and its data on all pairs of testdata/diff.
#include "src/tools/hlo_view/page/diff_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/support/read.h"

namespace hlo_text_v1::diff_page_test {

using namespace internal;

using ::testing::HasSubstr;
using ::testing::Not;

// The data after those of the modules.
std::string Differences(std::string_view before, std::string_view after) {
  const HloModule a = ReadModule(before);
  const HloModule b = ReadModule(after);
  const std::string data = DiffData({a, "a"}, {b, "b"});
  return data.substr(data.rfind("\"added\":"));
}

TEST(DiffData, RunsOfRowsThatAreTheSame) {
  constexpr std::string_view kText =
      "HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n  ROOT b = f32[2] negate(a)\n}\n";
  EXPECT_EQ(Differences(kText, kText),
            "\"added\":0,\"removed\":0,\"changed\":0,\"header\":[],\"pairs\":[\n"
            R"({"before":0,"after":0,"changes":"","rows":[[0,0,0,2]]}]})");
}

TEST(DiffData, RowsAddedRemovedAndChanged) {
  const std::string data = Differences(
      "HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n  b = f32[2] negate(a)\n"
      "  ROOT c = f32[2] slice(b), slice={[0:2]}\n}\n",
      "HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n  b = f32[2] negate(a)\n"
      "  x = f32[2] add(b, a)\n  ROOT c = f32[2] tanh(x)\n}\n");
  EXPECT_THAT(data, HasSubstr("[0,0,0,2],"));
  EXPECT_THAT(data, HasSubstr("[2,-1,2,1]"));
}

// Each side keeps its order; a moved row is at both places.
TEST(DiffData, Schedule) {
  constexpr std::string_view kRows =
      R"json("rows":[[0,0,0,1],[4,1,3,["schedule (was behind %a)"]],[0,2,1,2],[5,1,3,["schedule (was behind %a)"]],[0,4,4,1]])json";
  EXPECT_THAT(Differences("HloModule m, is_scheduled=true\nENTRY e {\n  a = f32[2] parameter(0)\n"
                          "  b = f32[2] negate(a)\n  c = f32[2] abs(a)\n  d = f32[2] tanh(c)\n"
                          "  ROOT r = f32[2] add(b, d)\n}\n",
                          "HloModule m, is_scheduled=true\nENTRY e {\n  a = f32[2] parameter(0)\n"
                          "  c = f32[2] abs(a)\n  d = f32[2] tanh(c)\n  b = f32[2] negate(a)\n"
                          "  ROOT r = f32[2] add(b, d)\n}\n"),
              HasSubstr(kRows));
}

TEST(DiffData, HeaderAndComputationsOfOneSide) {
  constexpr std::string_view kEntry =
      "ENTRY e {\n  a = f32[2] parameter(0)\n  z = f32[] constant(0)\n"
      "  ROOT r = f32[] reduce(a, z), dimensions={0}, to_apply=f\n}\n";
  const std::string data = Differences(
      std::string("HloModule m\nf {\n  x = f32[] parameter(0)\n  y = f32[] parameter(1)\n"
                  "  ROOT s = f32[] add(x, y)\n}\n")
          .append(kEntry),
      "HloModule m, is_scheduled=true\nENTRY e {\n  a = f32[2] parameter(0)\n"
      "  ROOT r = f32[2] negate(a)\n}\n");
  EXPECT_THAT(data, HasSubstr(R"("header":[{"name":"is_scheduled","before":"","after":"true"},)"));
  EXPECT_THAT(data, HasSubstr(R"({"before":0,"after":-1,"changes":"","rows":[[1,0,-1,3]]})"));
}

TEST(DiffPage, HoldsBothAndLoadsNothing) {
  const HloModule a = ReadModule("HloModule m\nENTRY e {\n  ROOT t = () tuple()\n}\n");
  const std::string html = DiffPage({a, "</title>.hlo"}, {a, "b.hlo"});
  EXPECT_THAT(html, HasSubstr("<title>&lt;/title&gt;.hlo and b.hlo</title>"));
  EXPECT_THAT(DiffPage({a, ""}, {a, "b.hlo"}), HasSubstr("<title>m and b.hlo</title>"));
  EXPECT_THAT(html, HasSubstr("default-src 'none';"));
  EXPECT_THAT(html, Not(HasSubstr("https:")));
  EXPECT_THAT(html, Not(HasSubstr("innerHTML")));
}

}  // namespace hlo_text_v1::diff_page_test
