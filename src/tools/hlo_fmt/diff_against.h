// hlo-fmt --diff_against: compares a program with an earlier version of it.
#ifndef HLO_TOOLS_HLO_FMT_DIFF_AGAINST_H_
#define HLO_TOOLS_HLO_FMT_DIFF_AGAINST_H_

#include <string>
#include <string_view>

#include "hlo/module.h"
#include "src/tools/hlo_fmt/flags.h"

namespace hlo_text_v1::internal {

// The structural diff from `before` to `after`, headed by their names as unified diffs are; empty
// if they are equal. Layouts count; metadata only with --print_metadata.
std::string DiffAgainst(const HloModule& before, std::string_view before_name,
                        const HloModule& after, std::string_view after_name, const Flags& flags,
                        bool color);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_FMT_DIFF_AGAINST_H_
