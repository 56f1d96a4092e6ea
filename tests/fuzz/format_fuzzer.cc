// Text that the parser accepts can be formatted; the result is the same program, and formatting it
// again changes nothing. The same holds for a range of lines, which leaves the rest. Rejected text
// has a diagnostic. Choices: logger prefixes, a range of lines, unknown and old words.
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "hlo/format.h"
#include "tests/fuzz/fuzzing.h"

namespace hlo_text_v1::fuzzing {

using namespace internal;

void FuzzOne(Input& input) {
  const uint8_t bits = input.NextChoice();
  FormatOptions options;
  options.strip_log_prefix = (bits & 1) != 0;
  options.allow_unknown = (bits & 4) != 0;
  options.upgrade_legacy = (bits & 8) != 0;
  if ((bits & 2) != 0) {
    options.lines.first = input.NextChoice();
    options.lines.last = input.NextChoice();
  }
  std::vector<Diagnostic> diagnostics;
  const auto formatted = FormatHloText(input.text(), options, &diagnostics);
  CheckDiagnostics(diagnostics, input.text());
  if (!formatted.ok()) {
    // An old word may have no token.
    if (options.upgrade_legacy && absl::IsFailedPrecondition(formatted.status())) return;
    Promise(absl::IsInvalidArgument(formatted.status()), "the result is the same program",
            formatted.status().ToString(), input.text());
    Promise(!diagnostics.empty(), "a refusal says why", input.text());
    return;
  }
  if ((bits & 2) != 0) return;  // line numbers have changed; the end may be omitted
  Promise(formatted->empty() || formatted->back() == '\n', "a text ends in a newline", *formatted);
  options.strip_log_prefix = false;
  const auto again = FormatHloText(*formatted, options);
  Promise(again.ok(), "what is formatted can be formatted", *formatted);
  Promise(*again == *formatted, "what is formatted stays", *formatted, *again);
}

}  // namespace hlo_text_v1::fuzzing
