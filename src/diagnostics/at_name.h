// Diagnostics about a name in the text.
#ifndef HLO_DIAGNOSTICS_AT_NAME_H_
#define HLO_DIAGNOSTICS_AT_NAME_H_

#include <cstdint>
#include <string_view>

#include "hlo/diagnostic.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {

// One whose range is that of `name`, which begins at byte `begin` of the source. `args` replace $0,
// $1 ... in the text of the code.
template <typename... Args>
Diagnostic DiagnosticAtName(Severity severity, DiagnosticCode code, uint32_t begin,
                            std::string_view name, const Args&... args) {
  return {severity,
          code,
          begin,
          begin + static_cast<uint32_t>(name.size()),
          Substitute(DiagnosticCodeText(code), args...),
          /*notes=*/{}};
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_DIAGNOSTICS_AT_NAME_H_
