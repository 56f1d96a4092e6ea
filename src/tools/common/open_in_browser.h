// Shows a file in the user's browser.
#ifndef HLO_TOOLS_COMMON_OPEN_IN_BROWSER_H_
#define HLO_TOOLS_COMMON_OPEN_IN_BROWSER_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

namespace hlo_text_v1::internal {

// Opens the file `path` with the first program that succeeds: those of $BROWSER, then the system's,
// xdg-open or macOS's open. Waits until it ends, which is at once if the browser is already
// running. Errors: why each has failed.
absl::Status OpenInBrowser(const std::string& path);

// The commands in `browser`, a value of $BROWSER: separated by colons, with words separated by
// blanks. In words, %s is the address and %% a percent sign; a command without %s gets the address
// as its last word. There is no shell, so quotes, dollar signs and the like have no meaning.
std::vector<std::vector<std::string>> BrowserCommands(std::string_view browser,
                                                      const std::string& url);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_COMMON_OPEN_IN_BROWSER_H_
