// Checks that formatting has not changed the program.
#ifndef HLO_FORMAT_SAME_PROGRAM_H_
#define HLO_FORMAT_SAME_PROGRAM_H_

#include <string_view>

#include "absl/status/status.h"
#include "hlo/module.h"
#include "hlo/parser.h"

namespace hlo_text_v1::internal {

// OK if `text` is accepted with `options` and is the program `before`, which was parsed with the
// same options but without Uniquify; else kInternal with the reason. Linear; does not print
// constants.
absl::Status CheckSameProgram(HloModule before, std::string_view text, ParseOptions options = {});

}  // namespace hlo_text_v1::internal

#endif  // HLO_FORMAT_SAME_PROGRAM_H_
