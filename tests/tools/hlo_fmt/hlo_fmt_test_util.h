// hlo-fmt in a directory with a good file and a bad one.
#ifndef HLO_TESTS_TOOLS_HLO_FMT_HLO_FMT_TEST_UTIL_H_
#define HLO_TESTS_TOOLS_HLO_FMT_HLO_FMT_TEST_UTIL_H_

#include <cstdlib>

#include "tests/support/program_test_util.h"

namespace hlo_text_v1 {

using namespace internal;

inline constexpr char kGood[] = R"(HloModule good
ENTRY main {
  x = f32[2] parameter(0)
  ROOT y = f32[2] negate(x)
}
)";
inline constexpr char kGoodPrinted[] =
    R"(HloModule good, entry_computation_layout={(f32[2]{0})->f32[2]{0}}

ENTRY %main (x: f32[2]) -> f32[2] {
  %x = f32[2]{0} parameter(0)
  ROOT %y = f32[2]{0} negate(%x)
}

)";
inline constexpr char kBad[] = R"(HloModule bad
ENTRY main {
  x = f32[2] parameter(0)
  ROOT y = f32[2] add(x)
}
)";
inline constexpr char kBadError[] = ":4:22: error: expects 2 operands, but has 1 operands\n";

// Whether script(1) can give a program a terminal.
inline bool HasTerminal() { return std::system("script -qec true /dev/null >/dev/null 2>&1") == 0; }

class HloFmtTest : public ProgramTest {
 protected:
  HloFmtTest() : ProgramTest(HLO_FMT) {}

  void SetUp() override {
    ProgramTest::SetUp();
    Put("good.hlo", kGood);
    Put("bad.hlo", kBad);
  }
};

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_TOOLS_HLO_FMT_HLO_FMT_TEST_UTIL_H_
