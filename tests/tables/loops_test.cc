#include "src/tables/loops.h"

#include <gtest/gtest.h>

namespace hlo::loops_test {

using namespace internal;

TEST(TripCount, InBackendConfigs) {
  EXPECT_EQ(TripCountIn(R"({"known_trip_count":{"n":"10"}})"), 10);
  EXPECT_EQ(TripCountIn(R"({"a":1, "known_trip_count" : { "n" : 7 }, "b":2})"), 7);
  EXPECT_EQ(TripCountIn(R"({"known_trip_count":{"n":"0"}})"), 0);
  for (const char* text :
       {"", "{}", R"({"known_trip_count":{}})", R"({"known_trip_count":{"n":"x"}})",
        R"({"known_trip_count":{"n":"99999999999999999999"}})",
        R"({"known_trip_count":{"n":"-1"}})", R"({"known_trip_count)",
        R"({"known_trip_count"{"n":"1"}})", R"({"known_trip_count":"n":"1"})",
        R"({"known_trip_count":{"n""1"}})"}) {
    EXPECT_EQ(TripCountIn(text), std::nullopt) << text;
  }
}

}  // namespace hlo::loops_test
