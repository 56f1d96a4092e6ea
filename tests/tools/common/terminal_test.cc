#include "src/tools/common/terminal.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

namespace hlo_text_v1::terminal_test {

using namespace internal;

TEST(Terminal, AFileIsNone) {
  const int file = open("/dev/null", O_RDONLY);
  EXPECT_FALSE(IsTerminal(file));
  EXPECT_FALSE(WantsColor(file));
  close(file);
  EXPECT_FALSE(IsTerminal(-1));
}

TEST(Terminal, ColorsUnlessToldOtherwise) {
  const int controller = posix_openpt(O_RDWR | O_NOCTTY);
  if (controller < 0 || grantpt(controller) != 0 || unlockpt(controller) != 0) {
    GTEST_SKIP() << "no pseudo-terminal";
  }
  const int terminal = open(ptsname(controller), O_RDWR | O_NOCTTY);
  ASSERT_GE(terminal, 0);
  unsetenv("NO_COLOR");
  setenv("TERM", "xterm", 1);
  EXPECT_TRUE(IsTerminal(terminal) && WantsColor(terminal));
  setenv("NO_COLOR", "", 1);
  EXPECT_TRUE(WantsColor(terminal));
  setenv("NO_COLOR", "1", 1);
  EXPECT_TRUE(IsTerminal(terminal) && !WantsColor(terminal));
  unsetenv("NO_COLOR");
  setenv("TERM", "dumb", 1);
  EXPECT_FALSE(IsTerminal(terminal) || WantsColor(terminal));
  close(terminal);
  close(controller);
}

}  // namespace hlo_text_v1::terminal_test
