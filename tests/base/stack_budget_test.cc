#include "src/base/stack_budget.h"

#include <gtest/gtest.h>

#include "src/base/thread_group.h"

namespace hlo_text_v1::stack_budget_test {

using namespace internal;

constexpr size_t kKiB = 1024;

// About how many bytes of stack calls take until the budget is used.
ABSL_ATTRIBUTE_NOINLINE size_t Descend(StackBudget& budget) {
  volatile char frame[kKiB];
  frame[0] = 0;
  const size_t below = budget.IsKept() ? Descend(budget) : 0;
  return below + kKiB + static_cast<size_t>(frame[0]);
}

size_t DescendIn(size_t stack_bytes, size_t most) {
  size_t used = 0;
  const auto run = [&] {
    StackBudget budget(most);
    used = Descend(budget);
  };
  EXPECT_EQ(ThreadGroup(1, stack_bytes, run).size(), 1u);
  return used;
}

TEST(StackBudget, IsAtMostWhatIsAskedFor) {
  for (const size_t most : {16 * kKiB, 64 * kKiB, 1024 * kKiB}) {
    const size_t used = DescendIn(8192 * kKiB, most);
    EXPECT_LE(used, most + 2 * kKiB);
    EXPECT_GT(used, most / 2);
  }
}

TEST(StackBudget, IsHalfOfALittleStack) {
  for (const size_t stack : {256 * kKiB, 1024 * kKiB}) {
    const size_t used = DescendIn(stack, 3072 * kKiB);
    EXPECT_LE(used, stack / 2 + 2 * kKiB);
    EXPECT_GT(used, stack / 4);
  }
}

}  // namespace hlo_text_v1::stack_budget_test
