#include "src/tools/hlo_lsp/lsp_flags.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hlo::lsp_flags_test {

using namespace internal;

std::string Parse(std::vector<const char*> words, LspFlags* flags) {
  words.insert(words.begin(), "hlo-lsp");
  std::string error;
  const bool ok = ParseLspFlags(static_cast<int>(words.size()), words.data(), flags, &error);
  EXPECT_EQ(ok, error.empty());
  return error;
}

TEST(LspFlags, NothingIsNeeded) {
  LspFlags flags;
  EXPECT_EQ(Parse({}, &flags), "");
  EXPECT_FALSE(flags.help);
}

TEST(LspFlags, HelpAndVersionNeedNothingElse) {
  LspFlags help, version;
  EXPECT_EQ(Parse({"--help", "a.hlo"}, &help), "");
  EXPECT_TRUE(help.help);
  EXPECT_EQ(Parse({"--version", "a.hlo"}, &version), "");
  EXPECT_TRUE(version.version);
}

TEST(LspFlags, Errors) {
  LspFlags flags;
  EXPECT_EQ(Parse({"a.hlo"}, &flags), "no FILE is allowed: the editor sends the texts");
  EXPECT_EQ(Parse({"-o", "a.hlo"}, &flags), "unknown flag -o");
  EXPECT_EQ(Parse({"--stdin"}, &flags).substr(0, 20), "unknown flag --stdin");
}

}  // namespace hlo::lsp_flags_test
