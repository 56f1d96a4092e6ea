// The man page of a program, made of its table of flags and the text around it in --help
// (program.h).
#ifndef HLO_TOOLS_FLAG_DOCS_MAN_PAGE_H_
#define HLO_TOOLS_FLAG_DOCS_MAN_PAGE_H_

#include <string>
#include <string_view>

#include "src/tools/common/program_description.h"

namespace hlo {

// The page in the macros of man(7). The lists in what --help prints before and after the flags
// become sections.
std::string ManPage(std::string_view version, const Program& program);

}  // namespace hlo

#endif  // HLO_TOOLS_FLAG_DOCS_MAN_PAGE_H_
