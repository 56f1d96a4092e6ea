#include "src/base/thread_group.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <vector>

namespace hlo_text_v1::thread_group_test {

using namespace internal;

TEST(ThreadGroup, AllHaveRunAtItsEnd) {
  std::atomic<size_t> runs{0};
  size_t started = 0;
  {
    const auto run = [&] { ++runs; };
    const ThreadGroup threads(5, size_t{1} << 20, run);
    started = threads.size();
  }
  EXPECT_EQ(runs, started);
  const auto nothing = [] {};
  EXPECT_EQ(ThreadGroup(0, 0, nothing).size(), 0u);
}

TEST(ForEachOnThreads, EachOnce) {
  for (const size_t count : {0, 1, 2, 9}) {
    std::vector<int> calls(count);
    EXPECT_TRUE(ForEachOnThreads(count, [&](size_t i) { ++calls[i]; }));
    EXPECT_EQ(calls, std::vector<int>(count, 1));
  }
}

TEST(ForEachOnThreads, TellsThatACallThrew) {
  for (const size_t bad : {0, 2}) {
    EXPECT_FALSE(ForEachOnThreads(4, [&](size_t i) {
      if (i == bad) throw std::bad_alloc();
    }));
  }
}

}  // namespace hlo_text_v1::thread_group_test
