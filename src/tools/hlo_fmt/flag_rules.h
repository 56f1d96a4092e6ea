// Which flags make sense together.
#ifndef HLO_TOOLS_HLO_FMT_FLAG_RULES_H_
#define HLO_TOOLS_HLO_FMT_FLAG_RULES_H_

#include <string>

#include "src/tools/hlo_fmt/flags.h"

namespace hlo {

// False if `flags` contradict each other, or one of them would do nothing for want of another; with
// one line in `error`. Each flag alone has been checked.
bool CheckFlagRules(const Flags& flags, std::string* error);

// Whether a text printed with these flags should be the program that was read: no flag asks for
// another program, or for a style that leaves something out.
bool PromisesSameProgram(const Flags& flags);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_FMT_FLAG_RULES_H_
