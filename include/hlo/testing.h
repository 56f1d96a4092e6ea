// Matchers and assertions for tests with GoogleTest and GoogleMock, in the target
// hlo_text::testing.
//
//   TEST(Simplify, DropsMultiplicationByOne) {
//     EXPECT_TRUE(hlo_text::matchers::RunsTo(SimplifyMultiplications, R"(
//       ENTRY main { x = f32[4] parameter(0)
//                    one = f32[] constant(1)
//                    ones = f32[4] broadcast(one), dimensions={}
//                    ROOT product = f32[4] multiply(x, ones) })", R"(
//       ENTRY main { ROOT x = f32[4] parameter(0) })"));
//   }
//
// RunsTo is the whole test of a pass; the others test a module:
//
//   EXPECT_THAT(module, hlo_text::matchers::Verifies());
//   EXPECT_THAT(module, hlo_text::matchers::IsSameProgram("ENTRY e { ROOT x = f32[4] parameter(0) }"));
//   EXPECT_THAT(module, hlo_text::matchers::Contains(hlo_text::m::Parameter(0)));
//   HLO_EXPECT_GOLDEN(module, "golden/step.hlo");
//
// Programs are the same if Diff (hlo/diff.h) finds nothing: names, metadata and the order of what
// is not scheduled do not count. A failure shows the difference. Modules must be desugared, as
// those of ReadHloModule are.
#ifndef HLO_TESTING_H_
#define HLO_TESTING_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "absl/status/statusor.h"
#include "hlo/internal/testing.h"
#include "hlo/module.h"
#include "hlo/pattern_matcher.h"

namespace hlo_text_v1 {

namespace internal {

inline ::testing::AssertionResult ResultOf(const std::string& why_not) {
  if (why_not.empty()) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << why_not;
}

}  // namespace internal

namespace matchers {

// A module that is the same program as a text.
MATCHER_P(IsSameProgram, text, negation ? "is another program" : "is the same program") {
  const std::string why = internal::WhyNotSameProgram(arg, text);
  *result_listener << why;
  return why.empty();
}

// A module in which Verify (hlo/verify.h) finds nothing.
MATCHER(Verifies, negation ? "breaks rules" : "verifies") {
  const std::string why = internal::WhyNotVerified(arg);
  *result_listener << why;
  return why.empty();
}

// A module or computation with an instruction that matches a pattern (hlo/pattern_matcher.h), whose
// targets are of type const HloInstruction*. They are those of the first one that matches. A
// failure shows the instruction that comes closest, and why it does not match (Explain).
MATCHER_P(Contains, pattern,
          negation ? "has no instruction that matches" : "has an instruction that matches") {
  const std::vector<const HloInstruction*> instructions = internal::InstructionsOf(arg);
  for (const HloInstruction* instruction : instructions) {
    if (!Match(instruction, pattern)) continue;
    *result_listener << "which has " << internal::LineOf(*instruction);
    return true;
  }
  *result_listener << internal::Closest(
      instructions, [&](const HloInstruction* i) { return Explain(i, pattern); });
  return false;
}

// Whether `pass`, a function of HloModule* or HloModule& that returns absl::StatusOr<bool> or bool,
// makes the program `after` of `before`. Both texts and the result must verify, and the pass must
// say that it has changed something exactly if it has: a pass that leaves a program alone is
// RunsTo(pass, text, text).
template <typename Pass>
::testing::AssertionResult RunsTo(Pass&& pass, std::string_view before, std::string_view after) {
  const auto run = [&](HloModule* module) -> absl::StatusOr<bool> {
    if constexpr (std::is_invocable_v<Pass&, HloModule*>) {
      return pass(module);
    } else {
      return pass(*module);
    }
  };
  return internal::ResultOf(internal::WhyNotRunsTo(run, before, after));
}

// See HLO_EXPECT_GOLDEN. `source`: the file whose folder a relative path begins in.
inline ::testing::AssertionResult IsGolden(const HloModule& module, std::string_view path,
                                           std::string_view source) {
  return internal::ResultOf(internal::WhyNotGolden(module, path, source));
}

}  // namespace matchers

// Takes --hlo_update_goldens out of the arguments and obeys it, as InitGoogleTest does with its own
// flags; call it in main(), before or after. Without this call, as with gtest_main, only
// HLO_UPDATE_GOLDENS=1 in the environment updates.
inline void InitHloTesting(int* argc, char** argv) { internal::TakeUpdateFlag(argc, argv); }

}  // namespace hlo_text_v1

// Expects the program in a file; its path begins in the folder of the source of the test, as the
// compiler was given it. With --hlo_update_goldens or HLO_UPDATE_GOLDENS=1 in the environment,
// writes the file if the program is another one: the text of the module without metadata. Folders
// must exist.
#define HLO_EXPECT_GOLDEN(module, path) \
  EXPECT_TRUE(::hlo_text_v1::matchers::IsGolden(module, path, __FILE__))

#endif  // HLO_TESTING_H_
