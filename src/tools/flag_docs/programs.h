// The programs with a man page and completions.
#ifndef HLO_TOOLS_FLAG_DOCS_PROGRAMS_H_
#define HLO_TOOLS_FLAG_DOCS_PROGRAMS_H_

#include "src/tools/hlo_check/check_flags.h"
#include "src/tools/hlo_fmt/flags.h"
#include "src/tools/hlo_lsp/lsp_flags.h"
#include "src/tools/hlo_opt/opt_flags.h"
#include "src/tools/hlo_reduce/reduce_flags.h"
#include "src/tools/hlo_translate/translate_flags.h"
#include "src/tools/hlo_view/view_flags.h"

namespace hlo_text_v1::internal {

inline constexpr Program (*kPrograms[])() = {HloCheckProgram, HloFmtProgram,    HloLspProgram,
                                             HloOptProgram,   HloReduceProgram, HloTranslateProgram,
                                             HloViewProgram};

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_FLAG_DOCS_PROGRAMS_H_
