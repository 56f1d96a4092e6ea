// Completions of hlo-fmt for shells, made of the table of flags (flags.h).
//
// Each is the whole text of the file that the shell loads. They complete names of flags, the words
// of flags that take some, lists of words separated by commas, and files. --noNAME of a switch is
// offered only once --no is typed, for it would double the list.
#ifndef HLO_TOOLS_COMPLETIONS_H_
#define HLO_TOOLS_COMPLETIONS_H_

#include <string>
#include <vector>

#include "src/tools/flags.h"

namespace hlo {

std::string BashCompletion(const std::vector<FlagDescription>& flags);
std::string ZshCompletion(const std::vector<FlagDescription>& flags);
std::string FishCompletion(const std::vector<FlagDescription>& flags);

}  // namespace hlo

#endif  // HLO_TOOLS_COMPLETIONS_H_
