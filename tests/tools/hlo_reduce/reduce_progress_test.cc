#include "src/tools/hlo_reduce/reduce_progress.h"

#include <gtest/gtest.h>

namespace hlo_text_v1::reduce_progress_test {

using namespace internal;

TEST(ReduceProgress, Text) {
  EXPECT_EQ(ReduceProgressText({"drop", 4000, 1000, 12, 43, 21}),
            "[===============     ] 75 % gone, 1000 B, 12 instructions, 43 tests, 21 s: drop");
  EXPECT_EQ(ReduceProgressText({"", 0, 10, 1, 1, 0}),
            "[                    ] 0 % gone, 10 B, 1 instruction, 1 test, 0 s: ");
}

}  // namespace hlo_text_v1::reduce_progress_test
