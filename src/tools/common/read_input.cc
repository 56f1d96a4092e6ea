// See read_input.h.
#include "src/tools/common/read_input.h"

#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "hlo/printer.h"
#include "hlo/proto.h"
#include "hlo/read.h"
#include "src/base/strings.h"
#include "src/tools/common/gzip.h"

namespace hlo::internal {

absl::StatusOr<Input> ReadInput(const std::string& path) {
  absl::StatusOr<SourceBuffer> bytes = SourceBuffer::ReadFile(path);
  if (!bytes.ok()) return bytes.status();
  if (!IsGzip(bytes->view())) return Input{*std::move(bytes)};
  absl::StatusOr<SourceBuffer> text = Gunzip(bytes->view());
  if (!text.ok()) {
    const char* const name = path == "-" ? "standard input" : path.c_str();
    return absl::Status(text.status().code(), absl::StrCat(name, ": ", text.status().message()));
  }
  return Input{*std::move(text), /*is_gzip=*/true};
}

absl::StatusOr<Input> ReadInputAsText(const std::string& path) {
  absl::StatusOr<Input> input = ReadInput(path);
  if (!input.ok() || !IsHloProto(input->text.view())) return input;
  std::vector<ProtoWarning> warnings;
  const absl::StatusOr<HloModule> module = ParseHloProto(input->text.view(), {}, &warnings);
  if (!module.ok()) {
    return absl::Status(module.status().code(),
                        absl::StrCat(InputName(path), ": ", module.status().message()));
  }
  PrintOptions options;
  options.print_large_constants = true;  // {...} would lose the values
  Input text{SourceBuffer::Copy(PrintHloModule(*module, options)), input->is_gzip,
             /*is_proto=*/true};
  for (const ProtoWarning& warning : warnings) {
    text.warnings.push_back(StrCat("warning: ", warning.path, ": ", warning.message));
  }
  return text;
}

std::string InputName(const std::string& path) { return path == "-" ? "<stdin>" : path; }

ExitCode ReadModuleWith(ModuleReader read, const std::string& path, DiagnosticLog* log,
                        HloModule* module) {
  absl::StatusOr<Input> input = ReadInput(path);
  if (!input.ok()) {
    log->ComplainPlainly(Std(input.status().message()));
    return kIoError;
  }
  const std::string_view text = input->text.view();  // stays where it is, whoever owns it
  std::vector<Diagnostic> diagnostics;
  absl::StatusOr<HloModule> result = read(&input->text, &diagnostics);
  log->Add(text, diagnostics);
  if (!result.ok()) return kInputRefused;
  *module = *std::move(result);
  return kFine;
}

ExitCode ReadModule(const std::string& path, const ParseOptions& options, DiagnosticLog* log,
                    HloModule* module) {
  ReadOptions read_options;
  read_options.parse = options;
  const auto read = [&](SourceBuffer* text, std::vector<Diagnostic>* diagnostics) {
    return ReadHloModule(std::move(*text), read_options, diagnostics);
  };
  return ReadModuleWith(read, path, log, module);
}

}  // namespace hlo::internal
