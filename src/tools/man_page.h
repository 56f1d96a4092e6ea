// hlo-fmt.1, made of the table of flags and the text around it in --help (flags.h).
#ifndef HLO_TOOLS_MAN_PAGE_H_
#define HLO_TOOLS_MAN_PAGE_H_

#include <string>
#include <string_view>
#include <vector>

#include "src/tools/flags.h"

namespace hlo {

// The page in the macros of man(7). `before` and `after` are what --help prints before and after
// the flags: "Usage: SYNOPSIS", paragraphs, and lists of indented lines under "TITLE:", which
// become sections.
std::string ManPage(std::string_view version, std::string_view before, std::string_view after,
                    const std::vector<FlagDescription>& flags);

}  // namespace hlo

#endif  // HLO_TOOLS_MAN_PAGE_H_
