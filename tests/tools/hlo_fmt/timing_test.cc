#include "src/tools/hlo_fmt/timing.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace hlo::timing_test {

TEST(Timing, AddsEverything) {
  const Timing one = {1, 2, 3, 4, 5, 6, 7, 8};
  Timing sum = one;
  sum.Add(one);
  EXPECT_EQ(TimingJson(sum).substr(0, TimingJson(sum).find("\"peak")),
            "{\"bytes_in\": 2, \"read_s\": 6.000000, \"parse_s\": 8.000000, "
            "\"desugar_s\": 10.000000, \"clean_s\": 12.000000, \"print_s\": 14.000000, "
            "\"write_s\": 16.000000, \"bytes_out\": 4, ");
}

TEST(Timing, ReturnsWhatItMeasures) {
  double seconds = 1;
  EXPECT_EQ(Timed(&seconds,
                  [] {
                    std::this_thread::sleep_for(std::chrono::milliseconds(2));
                    return 7;
                  }),
            7);
  EXPECT_GE(seconds, 1.002);
}

}  // namespace hlo::timing_test
