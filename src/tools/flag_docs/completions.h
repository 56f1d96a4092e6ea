// Shell completions of a program, generated from its table of flags (program_description.h).
//
// Each is the whole file that the shell loads. They complete flag names, the words that flags take,
// comma-separated lists of words, and files. They offer --noNAME only after --no is typed, since it
// would double the list.
#ifndef HLO_TOOLS_FLAG_DOCS_COMPLETIONS_H_
#define HLO_TOOLS_FLAG_DOCS_COMPLETIONS_H_

#include <string>

#include "src/tools/common/program_description.h"

namespace hlo_text_v1::internal {

std::string BashCompletion(const Program& program);
std::string ZshCompletion(const Program& program);
std::string FishCompletion(const Program& program);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_FLAG_DOCS_COMPLETIONS_H_
