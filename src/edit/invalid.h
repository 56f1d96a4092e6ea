// Errors of edits that depend on the module's contents.
#ifndef HLO_EDIT_INVALID_H_
#define HLO_EDIT_INVALID_H_

#include "absl/status/status.h"
#include "src/base/strings.h"

namespace hlo::internal {

// kInvalidArgument with the text of all arguments, as by StrCat.
template <typename... Args>
absl::Status Invalid(const Args&... args) {
  return absl::InvalidArgumentError(StrCat(args...));
}

}  // namespace hlo::internal

#endif  // HLO_EDIT_INVALID_H_
