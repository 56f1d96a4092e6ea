#include "src/mlir/hlo_text_map.h"

#include <gtest/gtest.h>

namespace hlo_text_v1::hlo_text_map_test {

using namespace internal;

TEST(HloTextMap, SaysWhatABytesWasMadeOf) {
  HloTextMap line;
  line.Mark({10, 20});
  line.Append("add(");
  line.Mark({15, 16});
  line.Append("x)");
  HloTextMap text;
  text.Mark({1, 2});
  text.Append("%a = ");
  text.Append(line);
  text.Append("\n");
  EXPECT_EQ(text.text(), "%a = add(x)\n");
  EXPECT_EQ(text.PlaceAt(0).begin, 1u);
  EXPECT_EQ(text.PlaceAt(5).begin, 10u);
  EXPECT_EQ(text.PlaceAt(8).begin, 10u);
  EXPECT_EQ(text.PlaceAt(9).begin, 15u);
  EXPECT_EQ(text.PlaceAt(99).end, 16u);
  // Blanks belong to the text before them.
  EXPECT_EQ(text.PlaceBefore(12).begin, 15u);
  EXPECT_EQ(text.PlaceBefore(5).begin, 1u);
  EXPECT_EQ(text.PlaceBefore(0).begin, 1u);
  EXPECT_EQ(HloTextMap().PlaceAt(3).begin, 0u);
}

}  // namespace hlo_text_v1::hlo_text_map_test
