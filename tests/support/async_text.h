// Text to text as hlo-fmt does it, for tests of asynchronous instructions; and texts in which the
// names that desugaring makes up have been evened out.
#ifndef HLO_TESTS_SUPPORT_ASYNC_TEXT_H_
#define HLO_TESTS_SUPPORT_ASYNC_TEXT_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "hlo/diagnostic.h"
#include "hlo/module.h"
#include "hlo/printer.h"

namespace hlo {

// How to print, in the words of hlo-fmt's flags.
struct AsyncStyle {
  AsyncPrintMode mode = AsyncPrintMode::kSugar;
  bool wrap_calls = false;
  bool print_large_constants = false;
  bool upgrade_legacy = false;
  bool allow_unknown = false;
};

// The style that `flags` ask for, "--async=generic --wrap_calls"; nullopt if a flag is none of
// --async, --wrap_calls, --print_large_constants, --upgrade_legacy.
std::optional<AsyncStyle> ParseAsyncStyle(std::string_view flags);

// `text` as a module that is ready to be printed in `mode`. Diagnostics may be null.
absl::StatusOr<HloModule> ReadForStyle(std::string_view text, const AsyncStyle& style,
                                       std::vector<Diagnostic>* diagnostics = nullptr);

// `text` read and printed; nullopt if it is refused.
std::optional<std::string> Reprint(std::string_view text, const AsyncStyle& style);

// `text`, a module as it is printed, with other names: in computations that an async-start calls
// and that are a single instruction with its parameters, by order of first mention; all others keep
// theirs but for the suffix that makes them unique, which is by order of first mention too. Two
// texts that differ only in names that sugar does not keep become equal.
std::string EvenOutAsyncNames(std::string_view text);

}  // namespace hlo

#endif  // HLO_TESTS_SUPPORT_ASYNC_TEXT_H_
