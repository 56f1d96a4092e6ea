#include "src/tools/hlo_fmt/timing.h"

#include <gtest/gtest.h>

#include <chrono>

namespace hlo_text_v1::timing_test {

using namespace internal;

TEST(Timing, AddsEverything) {
  const Timing one = {1, 2, 3, 4, 5, 6, 7, 8};
  Timing sum = one;
  sum.Add(one);
  EXPECT_EQ(TimingJson(sum).substr(0, TimingJson(sum).find("\"peak")),
            "{\"bytes_in\": 2, \"read_s\": 6.000000, \"parse_s\": 8.000000, "
            "\"desugar_s\": 10.000000, \"clean_s\": 12.000000, \"print_s\": 14.000000, "
            "\"write_s\": 16.000000, \"bytes_out\": 4, ");
}

// The measured time is between the times measured inside and around it.
TEST(Timing, ReturnsWhatItMeasures) {
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  double inside = 0;
  double seconds = 1;
  const Clock::time_point start = Clock::now();
  EXPECT_EQ(Timed(&seconds,
                  [&] {
                    const Clock::time_point first = Clock::now();
                    while (inside == 0) inside = since(first);
                    return 7;
                  }),
            7);
  EXPECT_GE(seconds, 1 + inside);
  EXPECT_LE(seconds, 1 + since(start));
}

}  // namespace hlo_text_v1::timing_test
