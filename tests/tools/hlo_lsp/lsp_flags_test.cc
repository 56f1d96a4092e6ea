#include "src/tools/hlo_lsp/lsp_flags.h"

#include <gtest/gtest.h>

#include "tests/tools/common/flags_test_util.h"

namespace hlo_text_v1::lsp_flags_test {

using namespace internal;

TEST(LspFlags, HelpAndVersionNeedNothingElse) {
  test::ExpectHelpAndVersionNeedNothingElse(ParseLspFlags, "a.hlo");
}

TEST(LspFlags, Errors) {
  const Case cases[] = {
      {"", ""},
      {"a.hlo", "no FILE is allowed: the editor sends the texts"},
      {"-o a.hlo", "unknown flag -o"},
  };
  test::ExpectFlagsErrors(ParseLspFlags, cases);
}

}  // namespace hlo_text_v1::lsp_flags_test
