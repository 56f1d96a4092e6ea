// Reads and prints text as hlo-fmt does, for tests of asynchronous operations; normalizes names
// that desugaring invents.
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

namespace hlo_text_v1 {

// The options for printing that hlo-fmt's flags select.
struct AsyncStyle {
  AsyncPrintMode mode = AsyncPrintMode::kSugar;
  bool wrap_calls = false;
  bool print_large_constants = false;
  bool upgrade_legacy = false;
  bool allow_unknown = false;
  bool as_xla = false;  // kSugar and kXla always have it
};

// The style for `flags`, "--async=generic --wrap_calls"; nullopt for any flag other than --async,
// --wrap_calls, --print_large_constants, --upgrade_legacy.
std::optional<AsyncStyle> ParseAsyncStyle(std::string_view flags);

// Reads `text` into a module ready for printing in `mode`. Diagnostics may be null.
absl::StatusOr<HloModule> ReadForStyle(std::string_view text, const AsyncStyle& style,
                                       std::vector<Diagnostic>* diagnostics = nullptr);

// Reads and prints `text`; nullopt if it is rejected.
std::optional<std::string> Reprint(std::string_view text, const AsyncStyle& style);

// Renames in `text`, a printed module. Names in computations that an async-start calls, if they are
// one instruction with its parameters, are replaced by order of first mention; other names only get
// a new suffix, also by order of first mention. Texts that differ only in names that sugar does not
// keep become equal.
std::string EvenOutAsyncNames(std::string_view text);

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_SUPPORT_ASYNC_TEXT_H_
