#include "src/base/human_text.h"

#include <gtest/gtest.h>

namespace hlo_text_v1::human_text_test {

using namespace internal;

TEST(HumanText, Bytes) {
  EXPECT_EQ(HumanBytes(0), "0 B");
  EXPECT_EQ(HumanBytes(1023), "1023 B");
  EXPECT_EQ(HumanBytes(1536), "1.5 KiB");
  EXPECT_EQ(HumanBytes(-1536), "-1.5 KiB");
  EXPECT_EQ(HumanBytes(200 << 20), "200 MiB");
  EXPECT_EQ(HumanBytes(200 << 20, /*with_tenths=*/true), "200.0 MiB");
  EXPECT_EQ(HumanBytes(12, /*with_tenths=*/true), "12 B");
  EXPECT_EQ(HumanBytes(int64_t{1} << 62), "4.0 EiB");
  EXPECT_EQ(HumanBytes(-(int64_t{1} << 62)), "-4.0 EiB");
}

TEST(HumanText, Flops) {
  EXPECT_EQ(HumanFlops(0), "0 flop");
  EXPECT_EQ(HumanFlops(999), "999 flop");
  EXPECT_EQ(HumanFlops(1536), "1.5 Kflop");
  EXPECT_EQ(HumanFlops(-374e9), "-374 Gflop");
  EXPECT_EQ(HumanFlops(2e21), "2000 Eflop");
}

TEST(HumanText, Plural) {
  EXPECT_EQ(Plural(0, "step"), "0 steps");
  EXPECT_EQ(Plural(1, "step"), "1 step");
  EXPECT_EQ(Plural(2, "step"), "2 steps");
}

TEST(HumanText, PrintableDoesNothingToATerminal) {
  EXPECT_EQ(Printable("a\x1b[31mb\x7f\n\t"), "a?[31mb???");
  EXPECT_EQ(Printable("a\nb\x1b", /*keep_newlines=*/true), "a\nb?");
  EXPECT_EQ(Printable("\u009b1m\u00e9"), "??1m\u00e9");
  EXPECT_EQ(Printable("\u00a9\xc2=\xc2"), "\u00a9\xc2=\xc2");
}

TEST(HumanText, HtmlTextLeavesNoMarkup) {
  EXPECT_EQ(HtmlText("<script>\"&'</script>"), "&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;");
  EXPECT_EQ(HtmlText("a\x01\xff"), "a\xef\xbf\xbd\xef\xbf\xbd");
}

}  // namespace hlo_text_v1::human_text_test
