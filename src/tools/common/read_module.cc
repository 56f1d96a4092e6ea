// See read_module.h.
#include "src/tools/common/read_module.h"

#include <new>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "hlo/uniquify.h"
#include "src/base/strings.h"
#include "src/tools/common/read_input.h"

namespace hlo {

std::string InputName(const std::string& path) { return path == "-" ? "<stdin>" : path; }

ExitCode ReadModule(const std::string& path, ParseOptions options, DiagnosticLog* log,
                    HloModule* module) try {
  absl::StatusOr<Input> input = ReadInput(path);
  if (!input.ok()) {
    log->ComplainPlainly(Std(input.status().message()));
    return kIoError;
  }
  options.uniquify = false;  // once it is desugared
  std::vector<Diagnostic> diagnostics;
  absl::StatusOr<HloModule> parsed = ParseHloModule(std::move(input->text), options, &diagnostics);
  log->Add(parsed.ok() ? parsed->source() : input->text.view(), diagnostics);
  if (!parsed.ok()) return kInputRefused;
  *module = *std::move(parsed);
  diagnostics.clear();
  Desugar(*module, &diagnostics);
  Uniquify(*module);
  log->Add(module->source(), diagnostics);
  return kFine;
} catch (const std::bad_alloc&) {
  log->Complain("out of memory");
  return kIoError;
}

}  // namespace hlo
