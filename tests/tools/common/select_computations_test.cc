// Tests: flag_regex
#include "src/tools/common/select_computations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <string>
#include <vector>

#include "tests/support/read.h"

namespace hlo_text_v1::select_computations_test {

using namespace internal;

using testing::ElementsAre;

// entry -> loop_body -> add; entry -> loop_condition; other -> add.
constexpr std::string_view kModule = R"(HloModule m

add {
  a = s32[] parameter(0)
  b = s32[] parameter(1)
  ROOT sum = s32[] add(a, b)
}

loop_body {
  i = s32[] parameter(0)
  ROOT next = s32[] call(i, i), to_apply=add
}

loop_condition {
  i = s32[] parameter(0)
  limit = s32[] constant(3)
  ROOT less = pred[] compare(i, limit), direction=LT
}

other {
  x = s32[] parameter(0)
  ROOT twice = s32[] call(x, x), to_apply=add
}

ENTRY entry {
  start = s32[] parameter(0)
  ROOT loop = s32[] while(start), condition=loop_condition, body=loop_body
}
)";

// Names of the selected computations in the module's order.
std::vector<std::string> Select(const char* name) {
  const HloModule module = ModuleOf(kModule);
  const ComputationSet selected = SelectComputations(module, re2::RE2(name));
  std::vector<std::string> names;
  for (const HloComputation* computation : module.computations()) {
    if (selected.contains(computation)) names.emplace_back(computation->name());
  }
  return names;
}

TEST(SelectComputations, TakesCalleesAlong) {
  EXPECT_THAT(Select("^add$"), ElementsAre("add"));
  EXPECT_THAT(Select("body"), ElementsAre("add", "loop_body"));
  EXPECT_THAT(Select("oth.r"), ElementsAre("add", "other"));
  EXPECT_THAT(Select("entry"), ElementsAre("add", "loop_body", "loop_condition", "entry"));
  EXPECT_THAT(Select("nothing"), ElementsAre());
  EXPECT_THAT(Select(""), ElementsAre("add", "loop_body", "loop_condition", "other", "entry"));
}

}  // namespace hlo_text_v1::select_computations_test
