#include "src/tools/hlo_fmt/diff_against.h"

#include <gtest/gtest.h>

#include "tests/support/read.h"

namespace hlo_text_v1::diff_against_test {

using namespace internal;

constexpr char kText[] = "HloModule m\nENTRY e { p = f32[] parameter(0) ROOT r = f32[] sine(p) }";

TEST(DiffAgainst, HasNamesAndColours) {
  const HloModule before = ReadModule(kText);
  const HloModule after = ReadModule(Replaced(kText, "sine", "tan"));
  const Flags flags;
  EXPECT_EQ(DiffAgainst(before, "a", before, "b", flags, true), "");
  EXPECT_EQ(DiffAgainst(before, "a", after, "b", flags, false),
            "--- a\n+++ b\n@@ ENTRY %e @@\n- ROOT %r = f32[] sine(%p)\n"
            "+ ROOT %r = f32[] tan(%p)  // opcode\n");
  EXPECT_EQ(DiffAgainst(before, "a", after, "b", flags, true),
            "\x1b[31m--- a\x1b[m\n\x1b[32m+++ b\x1b[m\n\x1b[36m@@ ENTRY %e @@\x1b[m\n"
            "\x1b[31m- ROOT %r = f32[] sine(%p)\x1b[m\n"
            "\x1b[32m+ ROOT %r = f32[] tan(%p)  // opcode\x1b[m\n");
}

}  // namespace hlo_text_v1::diff_against_test
