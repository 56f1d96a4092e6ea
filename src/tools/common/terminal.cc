// See terminal.h.
#include "src/tools/common/terminal.h"

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

}  // namespace hlo_text_v1::internal
