// See translate.h.
#include "src/tools/hlo_translate/translate.h"

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <limits>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/dot.h"
#include "hlo/json.h"
#include "hlo/mlir.h"
#include "hlo/module.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "src/base/strings.h"
#include "src/tools/common/diagnostic_log.h"
#include "src/tools/common/output_file.h"
#include "src/tools/common/program_main.h"
#include "src/tools/common/read_input.h"
#include "src/tools/common/read_module.h"
#include "src/tools/common/terminal.h"

namespace hlo {
namespace {

constexpr std::string_view kTranslateProgram = "hlo-translate";

ExitCode ReadMlir(const std::string& path, const ParseOptions& options, DiagnosticLog* log,
                  HloModule* module) {
  absl::StatusOr<Input> input = ReadInput(path);
  if (!input.ok()) {
    log->ComplainPlainly(Std(input.status().message()));
    return kIoError;
  }
  std::vector<Diagnostic> diagnostics;
  absl::StatusOr<HloModule> imported = ImportMlirAsync(input->text.view(), options, &diagnostics);
  log->Add(input->text.view(), diagnostics);
  if (!imported.ok()) return kInputRefused;
  *module = *std::move(imported);
  return kFine;
}

ExitCode WriteMlir(const TranslateFlags& flags, const HloModule& module, DiagnosticLog* log,
                   OutputFile* out) {
  MlirOptions options;
  options.registered_only = flags.registered_only;
  options.name_attributes = flags.name_attributes;
  const absl::StatusOr<std::string> text = ExportMlirAsync(module, options);
  if (!text.ok()) {
    log->Complain(Std(text.status().message()));
    return kInputRefused;
  }
  out->Write(*text);
  return kFine;
}

ExitCode ReadInputModule(const TranslateFlags& flags, DiagnosticLog* log, HloModule* module) {
  ParseOptions options;
  options.upgrade_legacy = flags.upgrade_legacy;
  options.allow_unknown = flags.allow_unknown;
  if (flags.from == "mlir-async") return ReadMlir(flags.files[0], options, log, module);
  return ReadModule(flags.files[0], options, log, module);
}

ExitCode WriteModule(const TranslateFlags& flags, const HloModule& module, DiagnosticLog* log,
                     OutputFile* out) {
  if (flags.to == "hlo") {
    PrintOptions options;
    options.async_mode = flags.async_mode;
    options.print_large_constants = true;  // nothing is lost on the way
    PrintHloModule(module, options, [&](std::string_view piece) { out->Write(piece); });
    return kFine;
  }
  if (flags.to == "json") {
    JsonOptions options;
    if (flags.large_constants) options.max_literal_elements = std::numeric_limits<int64_t>::max();
    WriteJson(module, options, [&](std::string_view piece) { out->Write(piece); });
    return kFine;
  }
  if (flags.to == "dot") {
    DotOptions options;
    options.computation = flags.computation;
    options.around = flags.around;
    options.hops = flags.hop_count;
    options.unfold_fusions = flags.unfold;
    options.max_nodes = flags.node_limit;
    const absl::Status status =
        WriteDot(module, options, [&](std::string_view piece) { out->Write(piece); });
    if (status.ok()) return kFine;
    const bool is_too_large = status.code() == absl::StatusCode::kOutOfRange;
    log->Complain(StrCat(Std(status.message()),
                         is_too_large ? " (--around, --hops, --computation, --max_nodes)" : ""));
    return kInputRefused;
  }
  return WriteMlir(flags, module, log, out);
}

}  // namespace

ExitCode Translate(const TranslateFlags& flags) {
  DiagnosticLog log(InputName(flags.files[0]), WantsColor(STDERR_FILENO), kTranslateProgram);
  OutputFile out(flags.output);
  ExitCode code;
  try {
    HloModule module;
    code = ReadInputModule(flags, &log, &module);
    if (code == kFine) code = WriteModule(flags, module, &log, &out);
  } catch (const std::bad_alloc&) {
    log.Complain("out of memory");
    code = kIoError;
  }
  const std::string errors = log.TakeText();
  std::fwrite(errors.data(), 1, errors.size(), stderr);
  if (code == kFine && !out.Commit()) {
    Complain(kTranslateProgram, out.error());
    code = kIoError;
  }
  return code;
}

}  // namespace hlo
