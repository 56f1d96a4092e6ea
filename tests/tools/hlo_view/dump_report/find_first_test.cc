#include "src/tools/hlo_view/dump_report/find_first.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <string>

#include "tests/tools/hlo_view/dump_report/passes_test_util.h"

namespace hlo_text_v1::find_first_test {

using namespace internal;

using test::ListTestFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

FindFirstResult Find(const std::string& pattern) {
  const DumpFolder folder = ListTestFolder("async");
  EXPECT_EQ(folder.modules.size(), 1);
  return FindFirst(folder, folder.modules[0], re2::RE2(pattern), {});
}

TEST(FindFirst, StageAndInstruction) {
  const FindFirstResult start = Find("all-gather-start\\(");
  ASSERT_TRUE(start.match.has_value());
  EXPECT_EQ(start.match->stage, 2);
  EXPECT_EQ(start.match->computation, "main.9");
  EXPECT_THAT(start.match->instruction, HasSubstr("%gather-start.1 = "));
  EXPECT_THAT(start.errors, ElementsAre());

  EXPECT_EQ(Find("async-update").match->stage, 4);
  EXPECT_EQ(Find("f32").match->stage, 0);
  EXPECT_EQ(Find("op_name=\"w\"").match->stage, 0);
  EXPECT_EQ(Find("^%async_param = ").match->computation, "async_wrapped");
}

TEST(FindFirst, NoMatch) {
  const FindFirstResult none = Find("while\\(");
  EXPECT_FALSE(none.match.has_value());
  ASSERT_EQ(none.errors.size(), 1);
  EXPECT_THAT(none.errors[0], HasSubstr("collective-splitter.before_async-remover.txt: 17:39: "));
}

}  // namespace hlo_text_v1::find_first_test
