// Rules for flags that exclude or need each other.
#ifndef HLO_TOOLS_HLO_FMT_FLAG_RULES_H_
#define HLO_TOOLS_HLO_FMT_FLAG_RULES_H_

#include <string>

#include "src/tools/hlo_fmt/flags.h"

namespace hlo_text_v1::internal {

// Returns false, with one line in `error`, if `flags` contradict each other or one has no effect
// without another. Each flag on its own has been checked.
bool CheckFlagRules(const Flags& flags, std::string* error);

// Whether text printed with these flags should be the same program: no flag changes the program or
// asks for a style that leaves something out.
bool PromisesSameProgram(const Flags& flags);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_FMT_FLAG_RULES_H_
