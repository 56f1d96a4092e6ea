// Compares each computation's thread with the one that reading the text in its order gives
// (FindLostThreads).
#include "hlo/print_warnings.h"

#include "src/async/execution_threads.h"
#include "src/base/strings.h"
#include "src/print/module_printer.h"

namespace hlo {

using namespace internal;

std::vector<Diagnostic> PrintWarnings(const HloModule& module, const PrintOptions& options) {
  constexpr DiagnosticCode kCode = DiagnosticCode::kExecutionThreadAmbiguous;
  std::vector<Diagnostic> warnings;
  if (AreOnOneThread(module)) return warnings;  // the order costs a walk over all calls
  for (const LostThread& lost : FindLostThreads(module, TextOrderOf(module, options))) {
    const HloComputation& computation = *lost.computation;
    const uint32_t begin = computation.source_offset();
    warnings.push_back({Severity::kWarning, kCode, begin,
                        begin + static_cast<uint32_t>(computation.name().size()),
                        Substitute(DiagnosticCodeText(kCode), computation.name(),
                                   computation.execution_thread(), lost.thread_again),
                        /*notes=*/{}});
  }
  return warnings;
}

}  // namespace hlo
