#include "src/tools/hlo_fmt/printing_loss.h"

#include <gtest/gtest.h>

namespace hlo_text_v1::printing_loss_test {

using namespace internal;

TEST(PrintingLoss, Inventory) {
  const struct {
    const char* text;
    int64_t comments, elided;
  } cases[] = {
      {"", 0, 0},
      {"// a\nx /* b */ y // c", 3, 0},
      {"/* open", 1, 0},
      {"\"// a\" '/* b */' \"\\\"// c\"", 0, 0},
      {"it's // a\n", 1, 0},
      {"a / b", 0, 0},
      {"add(a, /*index=5*/b), {/*i0=1*/{1}}", 0, 0},
      {"/*index=x*/", 1, 0},
      {"  }  // name", 1, 0},
      {"{\n} // main.1\n", 0, 0},
      {"{\n} // two words\n", 1, 0},
      {"x = {} // name\n", 1, 0},
      {"constant({...})", 0, 1},
      {"constant({...})\nconstant({...})", 0, 2},
      {"constant({{...}, {...}})", 0, 1},
      {"\"...\" /* ... */ // ...\n 1.5 ..", 2, 0},
  };
  for (const auto& c : cases) {
    const TextInventory found = TakeInventory(c.text);
    EXPECT_EQ(found.comments, c.comments) << c.text;
    EXPECT_EQ(found.elided, c.elided) << c.text;
  }
}

TEST(PrintingLoss, Description) {
  EXPECT_EQ(DescribeLoss("// a\nx", "// a\nx"), "");
  EXPECT_EQ(DescribeLoss("// a\nx", "x"), "1 comment");
  EXPECT_EQ(DescribeLoss("// a\n// b\nx", "x"), "2 comments");
  EXPECT_EQ(DescribeLoss("constant({1, 2})", "constant({...})"), "the values of 1 constant");
  EXPECT_EQ(DescribeLoss("// a\n{1} x {2}", "{...} x {...}"),
            "1 comment and the values of 2 constants");
  EXPECT_EQ(DescribeLoss("constant({...})", "constant({...})"), "");
  EXPECT_EQ(DescribeLoss("constant({{...},{...}}) x {1}", "constant({...}) x {...}"),
            "the values of 1 constant");
}

}  // namespace hlo_text_v1::printing_loss_test
