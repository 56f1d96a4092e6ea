// Completions of a program for shells, made of its table of flags (program.h).
//
// Each is the whole text of the file that the shell loads. They complete names of flags, the words
// of flags that take some, lists of words separated by commas, and files. --noNAME of a switch is
// offered only once --no is typed, for it would double the list.
#ifndef HLO_TOOLS_FLAG_DOCS_COMPLETIONS_H_
#define HLO_TOOLS_FLAG_DOCS_COMPLETIONS_H_

#include <string>

#include "src/tools/common/program_description.h"

namespace hlo {

std::string BashCompletion(const Program& program);
std::string ZshCompletion(const Program& program);
std::string FishCompletion(const Program& program);

}  // namespace hlo

#endif  // HLO_TOOLS_FLAG_DOCS_COMPLETIONS_H_
