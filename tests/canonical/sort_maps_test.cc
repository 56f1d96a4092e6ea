#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hlo/canonical.h"
#include "hlo/printer.h"
#include "tests/support/read.h"

namespace hlo_text_v1::sort_maps_test {

using namespace internal;

using ::testing::HasSubstr;

TEST(SortMaps, SortsEveryPlace) {
  HloModule module = ReadModule(
      R"(HloModule m, frontend_attributes={k={"b":1, "a":2}}, backend_config={"d":1, "c":2}
ENTRY e {
  p = f32[] parameter(0), frontend_attributes={z={"f": 1, "e": 2},y="plain, text"}
  ROOT n = f32[] negate(p), backend_config={"h":[2, 1], "g":{"j":1, "i":2}}
}, backend_config={"l":1, "k":2}
)");
  SortMaps(&module);
  const std::string text = PrintHloModule(module);
  EXPECT_THAT(text, HasSubstr(R"(, frontend_attributes={k={"a":2,"b":1}})"));
  EXPECT_THAT(text, HasSubstr(R"(, backend_config={"c":2,"d":1})"));
  EXPECT_THAT(text, HasSubstr(R"(, frontend_attributes={y="plain, text",z={"e":2,"f":1}})"));
  EXPECT_THAT(text, HasSubstr(R"(, backend_config={"g":{"i":2,"j":1},"h":[2,1]})"));
  EXPECT_THAT(text, HasSubstr(R"(}, backend_config={"k":2,"l":1})"));
}

TEST(SortMaps, LeavesWhatIsNoJson) {
  const char kText[] = R"(HloModule m
ENTRY e {
  p = f32[] parameter(0), backend_config="b, a"
  ROOT n = f32[] negate(p), backend_config={b a}
}
)";
  HloModule module = ReadModule(kText);
  SortMaps(&module);
  EXPECT_EQ(PrintHloModule(module), PrintHloModule(ReadModule(kText)));
}

}  // namespace hlo_text_v1::sort_maps_test
