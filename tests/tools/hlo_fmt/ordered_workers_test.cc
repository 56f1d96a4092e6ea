#include "src/tools/hlo_fmt/ordered_workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace hlo::ordered_workers_test {

using namespace internal;

void Nothing() {}

TEST(OrderedWorkers, DeliversInOrder) {
  for (const int jobs : {0, 1, 2, 7, 64}) {
    size_t next = 0;
    std::atomic<size_t> worked{0};
    ForEachInOrder(
        500, jobs,
        [&](size_t i) {
          if (i % 37 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
          ++worked;
          FileResult result;
          result.out = std::to_string(i);
          return result;
        },
        [&](size_t i, FileResult result) {
          EXPECT_EQ(i, next++);
          EXPECT_EQ(result.out, std::to_string(i));
          return true;
        },
        Nothing);
    EXPECT_EQ(next, 500u);
    EXPECT_EQ(worked, 500u);
  }
}

TEST(OrderedWorkers, NoInputs) {
  ForEachInOrder(
      0, 4, [](size_t) { return FileResult(); },
      [](size_t, FileResult) {
        ADD_FAILURE();
        return true;
      },
      Nothing);
}

TEST(OrderedWorkers, OneInputNeedsNoThread) {
  const std::thread::id caller = std::this_thread::get_id();
  ForEachInOrder(
      1, 8,
      [&](size_t) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        return FileResult();
      },
      [](size_t, FileResult) { return true; }, Nothing);
}

// While the first result is pending, the others do not run far ahead.
TEST(OrderedWorkers, TheWindowIsBounded) {
  std::atomic<size_t> most{0}, delivered{0};
  ForEachInOrder(
      200, 2,
      [&](size_t i) {
        if (i == 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
        size_t ahead = i - delivered;
        for (size_t seen = most; ahead > seen && !most.compare_exchange_weak(seen, ahead);) {
        }
        return FileResult();
      },
      [&](size_t, FileResult) {
        ++delivered;
        return true;
      },
      Nothing);
  EXPECT_LE(most, 10u);
  EXPECT_GE(most, 2u);
}

TEST(OrderedWorkers, StopsWhenToldTo) {
  for (const int jobs : {1, 4}) {
    std::atomic<size_t> worked{0};
    size_t delivered = 0;
    ForEachInOrder(
        10000, jobs,
        [&](size_t) {
          ++worked;
          return FileResult();
        },
        [&](size_t, FileResult) { return ++delivered < 10; }, Nothing);
    EXPECT_EQ(delivered, 10u);
    EXPECT_LT(worked, 100u);
  }
}

TEST(OrderedWorkers, IdlesWhileItWaits) {
  int idle = 0;
  ForEachInOrder(
      2, 2,
      [](size_t) {
        std::this_thread::sleep_for(std::chrono::milliseconds(700));
        return FileResult();
      },
      [](size_t, FileResult) { return true; }, [&] { ++idle; });
  EXPECT_GE(idle, 1);
}

}  // namespace hlo::ordered_workers_test
