// The check at the door of all code that takes modules without sugar: edits, the verifier,
// analyses, exports.
#ifndef HLO_IR_DESUGARED_H_
#define HLO_IR_DESUGARED_H_

#include "absl/status/status.h"
#include "hlo/module.h"

namespace hlo_text_v1::internal {

// kFailedPrecondition, "run Desugar first", if `module` has sugar. Constant time.
absl::Status CheckDesugared(const HloModule& module);
// The same for a function without a Status (hlo/internal/misuse.h), `function` without hlo_text::.
// False if `module` has sugar.
bool RequireDesugared(const HloModule& module, const char* function);

}  // namespace hlo_text_v1::internal

#endif  // HLO_IR_DESUGARED_H_
