#include "src/tools/hlo_lsp/lsp_flags.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/tools/common/flags_test_util.h"

namespace hlo::lsp_flags_test {

using namespace internal;

std::string Parse(const std::vector<std::string>& words, LspFlags* flags) {
  return test::FlagsError(ParseLspFlags, words, flags);
}

TEST(LspFlags, NothingIsNeeded) {
  LspFlags flags;
  EXPECT_EQ(Parse({}, &flags), "");
  EXPECT_FALSE(flags.help);
}

TEST(LspFlags, HelpAndVersionNeedNothingElse) {
  test::ExpectHelpAndVersionNeedNothingElse(ParseLspFlags, "a.hlo");
}

TEST(LspFlags, Errors) {
  LspFlags flags;
  EXPECT_EQ(Parse({"a.hlo"}, &flags), "no FILE is allowed: the editor sends the texts");
  EXPECT_EQ(Parse({"-o", "a.hlo"}, &flags), "unknown flag -o");
  EXPECT_EQ(Parse({"--stdin"}, &flags).substr(0, 20), "unknown flag --stdin");
}

}  // namespace hlo::lsp_flags_test
