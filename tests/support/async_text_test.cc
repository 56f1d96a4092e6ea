// Checks that comparing asynchronous texts detects real differences.
#include "tests/support/async_text.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_replace.h"

namespace hlo_text_v1::async_text_test {

using namespace internal;

constexpr char kChain[] = R"(HloModule m

%async_wrapped (async_param: f32[8]) -> f32[8] {
  %async_param = f32[8]{0} parameter(0)
  ROOT %negate = f32[8]{0} negate(%async_param)
}

ENTRY %e (a: f32[8]) -> f32[8] {
  %a = f32[8]{0} parameter(0)
  %start = ((f32[8]{0}), f32[8]{0}, s32[]) async-start(%a), calls=%async_wrapped
  ROOT %negate.1 = f32[8]{0} async-done(%start)
}
)";

struct NameCase {
  const char* what;
  const char* from;
  const char* to;
  bool equal;
};

const NameCase kCases[] = {
    {"name of the wrapped computation", "%async_wrapped", "%work", true},
    {"its parameter", "async_param", "x", true},
    {"its root", "%negate =", "%k =", true},
    {"suffix of a displaced name", "%negate.1", "%negate.7", true},
    {"suffix that a name lost", "%negate.1", "%negate", false},  // two of one name
    {"name of an instruction", "%negate.1", "%result", false},
    {"name of a link", "%start", "%begin", false},
    {"name of the entry", "ENTRY %e ", "ENTRY %f ", false},
    {"name of an entry parameter in the signature", "(a: f32[8]) -> f32[8] {\n  %a",
     "(b: f32[8]) -> f32[8] {\n  %a", false},
    {"wrapped opcode", "{0} negate(", "{0} abs(", false},
    {"shape", "s32[]", "u32[]", false},
    {"operand of the wrapped instruction", "negate(%async_param)", "negate(%negate)", false},
};

TEST(AsyncText, OnlyNamesThatSugarDoesNotKeepAreEvenedOut) {
  for (const NameCase& c : kCases) {
    const std::string other = absl::StrReplaceAll(kChain, {{c.from, c.to}});
    ASSERT_NE(other, kChain) << c.what;
    EXPECT_EQ(EvenOutAsyncNames(other) == EvenOutAsyncNames(kChain), c.equal)
        << c.what << "\n"
        << EvenOutAsyncNames(other);
  }
}

TEST(AsyncText, NamesOfLongerComputationsStay) {
  const std::string body = "  %y = f32[8]{0} abs(%async_param)\n  ROOT";
  const std::string chain =
      absl::StrReplaceAll(kChain, {{"  ROOT %negate =", body + " %negate ="}});
  EXPECT_NE(EvenOutAsyncNames(chain),
            EvenOutAsyncNames(absl::StrReplaceAll(chain, {{"%y", "%z"}})));
  EXPECT_NE(EvenOutAsyncNames(chain),
            EvenOutAsyncNames(absl::StrReplaceAll(chain, {{"%async_wrapped", "%work"}})));
}

TEST(AsyncText, StylesAreFlags) {
  EXPECT_FALSE(ParseAsyncStyle("--async=nonsense").has_value());
  const std::optional<AsyncStyle> style = ParseAsyncStyle("--async=generic --wrap_calls");
  ASSERT_TRUE(style.has_value());
  EXPECT_EQ(style->mode, AsyncPrintMode::kGeneric);
  EXPECT_TRUE(style->wrap_calls);
  EXPECT_FALSE(Reprint("nonsense", *style).has_value());
}

}  // namespace hlo_text_v1::async_text_test
