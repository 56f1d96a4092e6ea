// Texts that are not HLO: the first error says what they seem to be.
#include <gtest/gtest.h>

#include <string>

#include "src/base/strings.h"
#include "tests/parse/module/parse_test_util.h"

namespace hlo_text_v1::recovery_foreign_text_test {

using namespace internal;

constexpr char kMlir[] =
    ": the text is MLIR; hlo-translate --from=mlir-async reads what --to=mlir-async writes";

// The text that the first error adds to XLA's words; "" if none.
std::string Hint(const std::string& text) {
  const absl::Status status = ParseHloModule(text).status();
  EXPECT_FALSE(status.ok()) << text;
  const std::string message(status.message());
  const size_t at = message.find(": the text");
  return at == std::string::npos ? "" : message.substr(at);
}

TEST(ForeignText, Empty) {
  EXPECT_EQ(Hint(""), ": the text is empty");
  EXPECT_EQ(Hint(" \r\n\t\n"), ": the text is empty");
  EXPECT_EQ(Hint("// a"), ": the text has nothing but comments");
  EXPECT_EQ(Hint("\n/* a\n*/ // b\n"), ": the text has nothing but comments");
  EXPECT_EQ(Hint(std::string("\0", 1)), "");
}

TEST(ForeignText, Mlir) {
  ExpectCases({{"module {}", kMlir},
               {"module {\n}", kMlir},
               {"module{\n  func.func @main() {\n    return\n  }\n}", kMlir},
               {"module @jit_f {", kMlir},
               {"module attributes {a.b = 1 : i32} {", kMlir},
               {"builtin.module {", kMlir},
               {"func.func private @f()", kMlir},
               {"\"builtin.module\"() ({", kMlir},
               {"\"func.func\"() ({", kMlir},
               {"#map = affine_map<(d0) -> (d0)>", kMlir},
               {"#loc1 = loc(\"a\")\nmodule {", kMlir},
               {"!t = tuple<i32>", kMlir},
               {"// -----\n\n// RUN: x\nmodule {\n}", kMlir}},
              Hint);
}

TEST(ForeignText, Hlo) {
  ExpectCases({{"module {\n  a = f32[] foo()\n}", ""},
               {"module {\n  // first\n  %a = f32[] foo()\n}", ""},
               {"module {\n  ROOT a = f32[] foo()\n}", ""},
               {"module = f32[] foo()", ""},
               {"modules @a", ""},
               {"HloModule module\nENTRY e {", ""},
               {"// module {\nENTRY e {", ""},
               {"#", ""},
               {"!", ""},
               {"# a comment of another language = 1", ""},
               {"/* open", ": the text has nothing but comments"}},
              Hint);
}

}  // namespace hlo_text_v1::recovery_foreign_text_test
