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

namespace hlo_text_v1::internal {

absl::StatusOr<Input> ReadInput(const std::string& path, bool as_text) {
  absl::StatusOr<Source> source = ReadSource(path);
  if (!source.ok()) return source.status();
  if (!as_text || !IsHloProto(source->text.view())) return Input{*std::move(source)};
  std::vector<ProtoWarning> warnings;
  const absl::StatusOr<HloModule> module = ParseHloProto(source->text.view(), {}, &warnings);
  if (!module.ok()) {
    return absl::Status(module.status().code(),
                        absl::StrCat(InputName(path), ": ", module.status().message()));
  }
  PrintOptions options;
  options.print_large_constants = true;  // {...} would lose the values
  Input text{{SourceBuffer::Copy(PrintHloModule(*module, options)), source->is_gzip},
             /*is_proto=*/true};
  for (const ProtoWarning& warning : warnings) {
    text.warnings.push_back(StrCat("warning: ", warning.path, ": ", warning.message));
  }
  return text;
}

ExitCode ReadMachineFile(const std::string& path, Machine* machine, std::string* error) {
  const absl::StatusOr<Source> source = ReadSource(path);
  if (!source.ok()) {
    *error = Std(source.status().message());
    return kIoError;
  }
  absl::StatusOr<Machine> read = ParseMachine(source->text.view());
  if (!read.ok()) {
    *error = StrCat(InputName(path), ": ", Std(read.status().message()));
    return kInputRefused;
  }
  *machine = *std::move(read);
  return kFine;
}

std::string InputName(const std::string& path) { return path == "-" ? "<stdin>" : path; }

ExitCode ReadModuleWith(ModuleReader read, const std::string& path, DiagnosticLog* log,
                        HloModule* module) {
  absl::StatusOr<Source> input = ReadSource(path);
  if (!input.ok()) {
    log->ComplainPlainly(Std(input.status().message()));
    return kIoError;
  }
  const std::string_view text = input->text.view();  // valid even after the text is moved
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

}  // namespace hlo_text_v1::internal
