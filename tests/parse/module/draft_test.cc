// Tests of src/parse/module/draft.h.
#include "src/parse/module/draft.h"

#include <gtest/gtest.h>

#include <string_view>

namespace hlo_text_v1::draft_test {

TEST(Sugar, SuffixesOfLinks) {
  AsyncPhase phase = AsyncPhase::kNone;
  EXPECT_EQ(internal::StripAsyncSuffix("negate-update", &phase), "negate");
  EXPECT_EQ(phase, AsyncPhase::kUpdate);
  // Nothing before the suffix, or no suffix.
  for (const std::string_view word : {"-start", "-done", "negate", "start", ""}) {
    phase = AsyncPhase::kNone;
    EXPECT_EQ(internal::StripAsyncSuffix(word, &phase), word);
    EXPECT_EQ(phase, AsyncPhase::kNone);
  }
}

}  // namespace hlo_text_v1::draft_test
