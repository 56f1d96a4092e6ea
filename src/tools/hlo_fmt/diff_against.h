// hlo-fmt --diff_against: what differs between a program and an earlier version of it.
#ifndef HLO_TOOLS_HLO_FMT_DIFF_AGAINST_H_
#define HLO_TOOLS_HLO_FMT_DIFF_AGAINST_H_

#include <string>
#include <string_view>

#include "hlo/module.h"
#include "src/tools/hlo_fmt/flags.h"

namespace hlo {

// The structural diff from `before` to `after`, headed by their names as unified diffs are; empty
// if nothing differs. Print options in `flags` that leave out layouts, or ask for metadata, say
// that these do not count, or do.
std::string DiffAgainst(const HloModule& before, std::string_view before_name,
                        const HloModule& after, std::string_view after_name, const Flags& flags,
                        bool color);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_FMT_DIFF_AGAINST_H_
