// The man page of a program, generated from its table of flags and the rest of --help
// (program_description.h).
#ifndef HLO_TOOLS_FLAG_DOCS_MAN_PAGE_H_
#define HLO_TOOLS_FLAG_DOCS_MAN_PAGE_H_

#include <string>
#include <string_view>

#include "src/tools/common/program_description.h"

namespace hlo_text_v1::internal {

// The page in man(7) macros. Lists before and after the flags in --help become sections.
std::string ManPage(std::string_view version, const Program& program);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_FLAG_DOCS_MAN_PAGE_H_
