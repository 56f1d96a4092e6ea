#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/tools/hlo_fmt/flags.h"

namespace hlo_text_v1::flags_strip_test {

using namespace internal;

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

// The error; empty if there is none.
std::string Parse(std::string_view list, StripOptions* options) {
  std::string error;
  const bool ok = ParseStripList(list, options, &error);
  EXPECT_EQ(ok, error.empty());
  return error;
}

TEST(ParseStripList, SetsWhatIsNamed) {
  StripOptions options;
  EXPECT_EQ(Parse("metadata,control_predecessors", &options), "");
  EXPECT_TRUE(options.metadata && options.control_predecessors);
  EXPECT_FALSE(options.stack_frames || options.backend_config || options.sharding);
  EXPECT_EQ(Parse("sharding", &options), "");
  EXPECT_TRUE(options.metadata && options.sharding);
  EXPECT_EQ(Parse("", &options), "");
}

TEST(ParseStripList, KnowsEveryNameOfTheTable) {
  for (const StripInfo& item : StripTable()) {
    StripOptions options;
    EXPECT_EQ(Parse(item.name, &options), "");
    EXPECT_TRUE(options.*(item.field)) << item.name;
  }
}

TEST(ParseStripList, UnknownNames) {
  StripOptions options;
  const std::string error = Parse("metadata,control-predecesors", &options);
  EXPECT_THAT(error, StartsWith("--strip expects metadata, stack_frames, "));
  EXPECT_THAT(error, EndsWith(", not 'control-predecesors'; did you mean control_predecessors?"));
  for (const StripInfo& item : StripTable()) {
    EXPECT_THAT(error, HasSubstr(std::string(item.name)));
  }
  EXPECT_THAT(Parse("zzz", &options), EndsWith(", not 'zzz'"));
  EXPECT_THAT(Parse("metadata,,origin", &options), EndsWith(", not ''"));
  EXPECT_THAT(Parse(std::string(100000, 'm'), &options), EndsWith("mmm'"));
}

}  // namespace hlo_text_v1::flags_strip_test
