#include "src/export/opcode_groups.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>

namespace hlo::opcode_groups_test {

TEST(OpcodeGroups, Colors) {
  std::set<std::string> colors;
  for (int i = 0; i <= static_cast<int>(OpcodeGroup::kOther); ++i) {
    const std::string color(FillColor(static_cast<OpcodeGroup>(i)));
    EXPECT_TRUE(std::regex_match(color, std::regex("#[0-9a-f]{6}"))) << color;
    colors.insert(color);
  }
  EXPECT_EQ(colors.size(), 12u);  // kTuple and kOther are white
}

}  // namespace hlo::opcode_groups_test
