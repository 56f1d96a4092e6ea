// Translates one module from one form into another, as the flags say.
#ifndef HLO_TOOLS_HLO_TRANSLATE_TRANSLATE_H_
#define HLO_TOOLS_HLO_TRANSLATE_TRANSLATE_H_

#include "src/tools/common/exit_code.h"
#include "src/tools/hlo_translate/translate_flags.h"

namespace hlo_text_v1::internal {

// Reads the input, writes the output and reports errors to standard error.
ExitCode Translate(const TranslateFlags& flags);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_TRANSLATE_TRANSLATE_H_
