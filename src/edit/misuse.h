// Errors of edits. Misuse is the program's fault: arguments that are null, removed, or from another
// computation or module. Invalid is for errors that depend on the module's contents.
//
// Debug builds stop at a misuse with a message, as an assertion does. Release builds go on:
// functions that return a Status return it, and all others do nothing. Errors that depend on the
// module's contents, and a module with sugar, are a Status in all builds.
#ifndef HLO_EDIT_MISUSE_H_
#define HLO_EDIT_MISUSE_H_

#include <initializer_list>
#include <string_view>

#include "absl/status/status.h"
#include "hlo/module.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {

// kInvalidArgument, "FUNCTION: PROBLEM"; debug builds print it and abort.
absl::Status Misuse(std::string_view function, std::string_view problem);

// OK if the instructions are in a computation, all in the same one, of a module without sugar.
// Constant time.
absl::Status CheckInstructions(std::string_view function,
                               std::initializer_list<const HloInstruction*> instructions);
absl::Status CheckInstructions(std::string_view function,
                               absl::Span<HloInstruction* const> instructions);
// OK if the computation is in its module, which has no sugar, or a builder is still making it.
absl::Status CheckComputation(std::string_view function, const HloComputation* computation);
// OK if `shape` is of the module's pool. Linear in the shape's dimensions or elements.
absl::Status CheckShape(std::string_view function, const HloModule& module, const Shape* shape);

// Whether text between quotes without escapes gives `text` back.
bool IsRawText(std::string_view text);

// kInvalidArgument with the text of all arguments, as by StrCat.
template <typename... Args>
absl::Status Invalid(const Args&... args) {
  return absl::InvalidArgumentError(StrCat(args...));
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_EDIT_MISUSE_H_
