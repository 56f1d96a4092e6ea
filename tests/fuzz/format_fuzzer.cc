// What the parser accepts can be formatted as text, is the same program then, and is not changed
// again; of a range of lines the same, but for what stays. What is refused says why. Choices: the
// prefixes of loggers, a range of lines.
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "hlo/format.h"
#include "tests/fuzz/fuzzing.h"

namespace hlo::fuzzing {
namespace {}  // namespace

void FuzzOne(Input& input) {
  const uint8_t bits = input.NextChoice();
  FormatOptions options;
  options.strip_log_prefix = (bits & 1) != 0;
  if ((bits & 2) != 0) {
    options.lines.first = input.NextChoice();
    options.lines.last = input.NextChoice();
  }
  std::vector<Diagnostic> diagnostics;
  const auto formatted = FormatHloText(input.text(), options, &diagnostics);
  CheckDiagnostics(diagnostics, input.text());
  if (!formatted.ok()) {
    Promise(absl::IsInvalidArgument(formatted.status()), "the result is the same program",
            formatted.status().ToString(), input.text());
    Promise(!diagnostics.empty(), "a refusal says why", input.text());
    return;
  }
  if ((bits & 2) != 0) return;  // the numbers of the lines are others now, the end may be left out
  Promise(formatted->empty() || formatted->back() == '\n', "a text ends in a newline", *formatted);
  const auto again = FormatHloText(*formatted);
  Promise(again.ok(), "what is formatted can be formatted", *formatted);
  Promise(*again == *formatted, "what is formatted stays", *formatted, *again);
}

}  // namespace hlo::fuzzing
