// What a refused text may be if it is no HLO: empty, MLIR, or in another encoding.
//
//   module @main { ... }    func.func @f(...)    "builtin.module"() ...    #map = ...    !t = ...
#ifndef HLO_PARSE_MODULE_FOREIGN_TEXT_H_
#define HLO_PARSE_MODULE_FOREIGN_TEXT_H_

#include <string_view>

#include "hlo/diagnostic.h"

namespace hlo::internal {

// Adds the hint to the message of `error`, the first of `source`. Looks at no more than the
// comments and the first words.
void HintAtForeignText(std::string_view source, Diagnostic* error);

}  // namespace hlo::internal

#endif  // HLO_PARSE_MODULE_FOREIGN_TEXT_H_
