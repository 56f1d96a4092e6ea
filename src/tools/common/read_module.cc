// See read_module.h.
#include "src/tools/common/read_module.h"

#include <new>
#include <utility>
#include <vector>

#include "hlo/read.h"
#include "src/base/strings.h"
#include "src/tools/common/read_input.h"

namespace hlo {

std::string InputName(const std::string& path) { return path == "-" ? "<stdin>" : path; }

ExitCode ReadModule(const std::string& path, const ParseOptions& options, DiagnosticLog* log,
                    HloModule* module) try {
  absl::StatusOr<Input> input = ReadInput(path);
  if (!input.ok()) {
    log->ComplainPlainly(Std(input.status().message()));
    return kIoError;
  }
  ReadOptions read_options;
  read_options.parse = options;
  std::vector<Diagnostic> diagnostics;
  absl::StatusOr<HloModule> read =
      ReadHloModule(std::move(input->text), read_options, &diagnostics);
  log->Add(read.ok() ? read->source() : input->text.view(), diagnostics);
  if (!read.ok()) return kInputRefused;
  *module = *std::move(read);
  return kFine;
} catch (const std::bad_alloc&) {
  log->Complain("out of memory");
  return kIoError;
}

}  // namespace hlo
