// Tells what the streams are connected to.
#ifndef HLO_TOOLS_COMMON_TERMINAL_H_
#define HLO_TOOLS_COMMON_TERMINAL_H_

#include <cstddef>

namespace hlo_text_v1::internal {

// Whether `descriptor` is a terminal with escape sequences: TERM is not "dumb".
bool IsTerminal(int descriptor);

// Whether to write colours: only to a terminal, and not if NO_COLOR is set (no-color.org).
bool WantsColor(int descriptor);

// The width of the terminal `descriptor`; 80 if it is unknown.
size_t TerminalColumns(int descriptor);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_COMMON_TERMINAL_H_
