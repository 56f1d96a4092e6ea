// See translate.h.
#include "src/tools/translate.h"

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <limits>
#include <new>
#include <string>
#include <string_view>

#include "hlo/dot.h"
#include "hlo/json.h"
#include "hlo/module.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "src/ir/strings.h"
#include "src/tools/diagnostic_log.h"
#include "src/tools/output_file.h"
#include "src/tools/program_main.h"
#include "src/tools/read_module.h"
#include "src/tools/terminal.h"

namespace hlo {
namespace {

constexpr std::string_view kProgram = "hlo-translate";

ExitCode Read(const TranslateFlags& flags, DiagnosticLog* log, HloModule* module) {
  if (flags.from == "mlir-async") {
    log->ComplainPlainly("--from=mlir-async is not built in");
    return kIoError;
  }
  ParseOptions options;
  options.upgrade_legacy = flags.upgrade_legacy;
  options.allow_unknown = flags.allow_unknown;
  return ReadModule(flags.files[0], options, log, module);
}

ExitCode Write(const TranslateFlags& flags, const HloModule& module, DiagnosticLog* log,
               OutputFile* out) {
  if (flags.to == "hlo") {
    PrintOptions options;
    options.async_mode = flags.async_mode;
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
  log->ComplainPlainly("--to=" + flags.to + " is not built in");
  return kIoError;
}

}  // namespace

ExitCode Translate(const TranslateFlags& flags) {
  DiagnosticLog log(InputName(flags.files[0]), WantsColor(STDERR_FILENO), kProgram);
  OutputFile out(flags.output);
  ExitCode code;
  try {
    HloModule module;
    code = Read(flags, &log, &module);
    if (code == kFine) code = Write(flags, module, &log, &out);
  } catch (const std::bad_alloc&) {
    log.Complain("out of memory");
    code = kIoError;
  }
  const std::string errors = log.TakeText();
  std::fwrite(errors.data(), 1, errors.size(), stderr);
  if (code == kFine && !out.Commit()) {
    Complain(kProgram, out.error());
    code = kIoError;
  }
  return code;
}

}  // namespace hlo
