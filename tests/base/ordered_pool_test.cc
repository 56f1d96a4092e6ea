#include "src/base/ordered_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

namespace hlo_text_v1::ordered_pool_test {

using namespace internal;

void Sleep(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

TEST(OrderedPool, ResultsComeInOrder) {
  for (const int jobs : {0, 1, 2, 7, 64}) {
    for (const bool caller_works : {false, true}) {
      std::atomic<size_t> worked{0};
      const auto work = [&](size_t i) {
        if (i % 37 == 0) Sleep(2);
        ++worked;
        return std::to_string(i);
      };
      OrderedPool<std::string> pool(500, jobs, work, /*slots_per_job=*/2, caller_works);
      for (size_t i = 0; i < 500; ++i) {
        EXPECT_EQ(pool.taken(), i);
        EXPECT_EQ(pool.Next(), std::to_string(i));
      }
      EXPECT_EQ(pool.Next(), std::nullopt);
      EXPECT_EQ(worked, 500u);
    }
  }
}

TEST(OrderedPool, NoInputs) {
  OrderedPool<int> pool(0, 4, [](size_t) { return 1; });
  EXPECT_EQ(pool.Next(), std::nullopt);
}

TEST(OrderedPool, OneInputNeedsNoThread) {
  OrderedPool<std::thread::id> pool(1, 8, [](size_t) { return std::this_thread::get_id(); });
  EXPECT_EQ(pool.Next(), std::this_thread::get_id());
}

TEST(OrderedPool, NothingIsBegunBeforeTheFirstNext) {
  std::atomic<size_t> worked{0};
  {
    OrderedPool<size_t> pool(9, 2, [&](size_t) { return ++worked; });
  }
  EXPECT_EQ(worked, 0u);
}

TEST(OrderedPool, NextThrowsWhatTheWorkThrows) {
  for (const int jobs : {1, 4}) {
    OrderedPool<size_t> pool(
        100, jobs, [](size_t i) { return i == 50 ? throw std::runtime_error("fifty") : i; });
    const auto take_all = [&] {
      while (pool.Next().has_value()) {
      }
    };
    EXPECT_THROW(take_all(), std::runtime_error);
    EXPECT_LE(pool.taken(), 51u);
  }
}

// While the first result is pending, the others do not run far ahead.
TEST(OrderedPool, TheWindowIsBounded) {
  std::atomic<size_t> most{0}, taken{0};
  OrderedPool<size_t> pool(200, 2, [&](size_t i) {
    if (i == 0) Sleep(50);
    const size_t ahead = i - taken;
    for (size_t seen = most; ahead > seen && !most.compare_exchange_weak(seen, ahead);) {
    }
    return i;
  });
  while (pool.Next().has_value()) ++taken;
  EXPECT_LE(most, 10u);
  EXPECT_GE(most, 2u);
}

TEST(OrderedPool, BeginsNoMoreWhenItEnds) {
  for (const int jobs : {1, 4}) {
    std::atomic<size_t> worked{0};
    {
      OrderedPool<size_t> pool(10000, jobs, [&](size_t) { return ++worked; });
      for (int i = 0; i < 10; ++i) pool.Next();
    }
    EXPECT_GE(worked, 10u);
    EXPECT_LT(worked, 100u);
  }
}

TEST(OrderedPool, IdlesWhileItWaits) {
  int idle = 0;
  OrderedPool<int> pool(2, 2, [](size_t) {
    Sleep(700);
    return 1;
  });
  while (pool.Next([&] { ++idle; }).has_value()) {
  }
  EXPECT_GE(idle, 1);
}

}  // namespace hlo_text_v1::ordered_pool_test
