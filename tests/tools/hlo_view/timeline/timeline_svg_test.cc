#include "src/tools/hlo_view/timeline/timeline_svg.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/support/read.h"

namespace hlo::timeline_svg_test {

using namespace internal;

std::string Svg(std::string_view text) {
  const HloModule module = ReadModule(text);
  return TimelineSvg(*module.entry_computation());
}

size_t Count(std::string_view text, std::string_view what) {
  size_t count = 0;
  for (size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(TimelineSvg, TheTitleNamesOperationsIfThereAreAny) {
  const std::string svg = Svg("ENTRY e {\n  ROOT a = f32[256] parameter(0)\n}\n");
  EXPECT_NE(svg.find("in the order of the text; 1 step, estimated peak "), svg.npos) << svg;
  EXPECT_EQ(svg.find("0 asynchronous"), svg.npos) << svg;
}

TEST(TimelineSvg, HasABarForEachOperationAndMarksForWhatItBinds) {
  std::string svg = Svg(R"(HloModule m, is_scheduled=true

ENTRY e {
  a = f32[256] parameter(0)
  begin = ((f32[256]), (), s32[]) custom-call-start(a), custom_call_target="x"
  b = f32[256] negate(a)
  between = ((f32[256], f32[256]), f32[8], s32[]) custom-call-update(begin, b)
  c = (f32[256], f32[256], u32[]) copy-start(a)
  end = f32[8] custom-call-done(between)
  d = f32[256] copy-done(c)
  ROOT t = (f32[8], f32[256]) tuple(end, d)
}
)");
  const std::string legend = svg.substr(svg.find("<g class=\"legend\">"));
  svg.resize(svg.size() - legend.size());
  EXPECT_EQ(Count(svg, "<rect class=\"bar\""), 2u);
  EXPECT_EQ(Count(svg, "class=\"mark\""), 3u);
  EXPECT_EQ(Count(svg, "class=\"ring\""), 2u);
  EXPECT_NE(svg.find("%e: 8 steps, estimated peak 3.0 KiB at step 4, 2 asynchronous operations"),
            svg.npos)
      << svg;
  EXPECT_NE(svg.find("<title>%begin, steps 1 to 5, 2 meanwhile</title>"), svg.npos) << svg;
  // The legend has each kind of mark.
  EXPECT_EQ(Count(legend, "<rect class=\"bar\""), 4u);
  EXPECT_EQ(Count(legend, "class=\"mark\""), 2u);
  EXPECT_EQ(Count(legend, "class=\"ring\""), 2u);
  // A mark is in the middle of its bar.
  const auto number_behind = [&](std::string_view what, size_t from) {
    return std::stoi(legend.substr(legend.find(what, from) + what.size()));
  };
  const size_t second = legend.find("<rect class=\"bar\"", legend.find("<rect") + 1);
  EXPECT_EQ(number_behind("cx=\"", second), number_behind(" x=\"", second) + 9);
  for (const char* text : {">asynchronous operation<", ">binds operands<", ">binds the result<"}) {
    EXPECT_EQ(Count(legend, text), 1u) << text;
  }
}

TEST(TimelineSvg, SmallestAndLargest) {
  const std::string smallest = Svg("HloModule m\nENTRY e {\n  ROOT t = () tuple()\n}\n");
  EXPECT_EQ(Count(smallest, "<path"), 2u);
  EXPECT_EQ(Count(smallest, "legend"), 0u) << "there is nothing to explain";
  std::string text = "HloModule m, is_scheduled=true\nENTRY e {\n  p = f32[8] parameter(0)\n";
  for (int i = 0; i < 20000; ++i) {
    text += "  b" + std::to_string(i) + " = (f32[8], f32[8], u32[]) copy-start(p)\n  e" +
            std::to_string(i) + " = f32[8] copy-done(b" + std::to_string(i) + ")\n";
  }
  const std::string svg = Svg(text + "  ROOT r = f32[8] negate(e0)\n}\n");
  // One bar per pixel, not one for each of twenty thousand operations.
  EXPECT_LT(svg.size(), 300000u);
  EXPECT_GT(Count(svg, "<rect class=\"bar\""), 500u);
}

}  // namespace hlo::timeline_svg_test
