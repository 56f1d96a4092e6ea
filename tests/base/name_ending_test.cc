#include "src/base/name_ending.h"

#include <gtest/gtest.h>

#include <string_view>

namespace hlo_text_v1::name_ending_test {

using namespace internal;

struct Case {
  std::string_view name;
  NameEnding ending;
};
constexpr Case kCases[] = {
    {"", NameEnding::kNoNumber},
    {"7", NameEnding::kNoNumber},
    {"x", NameEnding::kNoNumber},
    {"add", NameEnding::kNoNumber},
    {"x7", NameEnding::kNoNumber},
    {"f32", NameEnding::kNoNumber},
    {".7", NameEnding::kNoNumber},
    {"add.", NameEnding::kNoNumber},
    {"add.x", NameEnding::kNoNumber},
    {"add.1x", NameEnding::kNoNumber},
    {"add-12", NameEnding::kNoNumber},
    {"x.1", NameEnding::kNumber},
    {"add.12", NameEnding::kNumber},
    {"add.1.2", NameEnding::kNumber},
    {"add.1234567", NameEnding::kNumber},
    {"add.12345678", NameEnding::kNumber},
    {"add.123456789012345678901234567890", NameEnding::kNumber},
    {"x.0", NameEnding::kOddNumber},
    {"x.01", NameEnding::kOddNumber},
    {"add.0000000001", NameEnding::kOddNumber},
    {"x.-1", NameEnding::kOddNumber},
    {"add.-123456789", NameEnding::kOddNumber},
};

TEST(NameEnding, IsWhatFollowsTheLastPoint) {
  for (const Case& c : kCases) {
    EXPECT_EQ(NameEndingOf(c.name), c.ending) << c.name;
    EXPECT_EQ(IsOddlyNumbered(c.name), c.ending == NameEnding::kOddNumber) << c.name;
  }
}

}  // namespace hlo_text_v1::name_ending_test
