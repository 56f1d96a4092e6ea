#include "src/export/opcode_groups.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace hlo::opcode_groups_test {

TEST(OpcodeGroups, EachHasAColorOfItsOwnButWhite) {
  std::set<std::string_view> colors;
  for (int i = 0; i <= static_cast<int>(OpcodeGroup::kOther); ++i) {
    const auto group = static_cast<OpcodeGroup>(i);
    const bool is_white = group == OpcodeGroup::kTuple || group == OpcodeGroup::kOther;
    EXPECT_EQ(FillColor(group) == "#ffffff", is_white) << i;
    EXPECT_EQ(colors.insert(FillColor(group)).second, group != OpcodeGroup::kOther) << i;
  }
}

}  // namespace hlo::opcode_groups_test
