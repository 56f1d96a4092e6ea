// Says of a refused text that it is not HLO, and what to do about it.
#ifndef HLO_PARSE_MODULE_FOREIGN_TEXT_H_
#define HLO_PARSE_MODULE_FOREIGN_TEXT_H_

#include <string_view>

#include "hlo/diagnostic.h"

namespace hlo_text_v1::internal {

// Adds a hint to the message of `error`, the first of `source`, if the text seems to be something
// else: empty, another encoding or language, a log, several modules. Looks at the first words; for
// logs and several modules, at the beginnings of all lines.
void HintAtForeignText(std::string_view source, Diagnostic* error);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PARSE_MODULE_FOREIGN_TEXT_H_
