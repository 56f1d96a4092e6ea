// See terminal.h.
#include "src/tools/common/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace hlo_text_v1::internal {

bool IsTerminal(int descriptor) {
  if (isatty(descriptor) == 0) return false;
  const char* const term = std::getenv("TERM");
  return term == nullptr || std::string_view(term) != "dumb";
}

bool WantsColor(int descriptor) {
  const char* const no_color = std::getenv("NO_COLOR");
  return IsTerminal(descriptor) && (no_color == nullptr || *no_color == '\0');
}

size_t TerminalColumns(int descriptor) {
  constexpr size_t kDefault = 80;
  winsize size = {};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kDefault;
  return size.ws_col;
}

}  // namespace hlo_text_v1::internal
