// Translate reads and writes; each form has its own function.
#include "src/tools/hlo_translate/translate.h"

#include <cstdint>
#include <limits>
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
#include "hlo/proto.h"
#include "hlo/read.h"
#include "src/base/strings.h"
#include "src/tools/common/heap.h"
#include "src/tools/common/program_main.h"
#include "src/tools/common/read_input.h"
#include "src/tools/hlo_translate/translate_table.h"

namespace hlo::internal {
namespace {

using Sink = absl::FunctionRef<void(std::string_view)>;

ExitCode ReadMlir(const std::string& path, const ParseOptions& options, DiagnosticLog* log,
                  HloModule* module) {
  const auto read = [&](const SourceBuffer* text, std::vector<Diagnostic>* diagnostics) {
    return ImportMlirAsync(text->view(), options, diagnostics);
  };
  return ReadModuleWith(read, path, log, module);
}

absl::Status PutHlo(const TranslateFlags& flags, const HloModule& module, Sink sink) {
  PrintOptions options;
  options.async_mode = FindRow(AsyncPrintModeTable(), flags.async)->mode;
  options.print_large_constants = true;                 // {...} would lose the values
  options.exact_literals = flags.from == "mlir-async";  // there is no text of XLA's to be equal to
  PrintHloModule(module, options, sink);
  return absl::OkStatus();
}

absl::Status PutJson(const TranslateFlags& flags, const HloModule& module, Sink sink) {
  JsonOptions options;
  if (flags.large_constants) options.max_literal_elements = std::numeric_limits<int64_t>::max();
  WriteJson(module, options, sink);
  return absl::OkStatus();
}

absl::Status PutDot(const TranslateFlags& flags, const HloModule& module, Sink sink) {
  DotOptions options;
  options.computation = flags.computation;
  options.around = flags.around;
  options.hops = flags.hop_count;
  options.unfold_fusions = flags.unfold;
  options.max_nodes = flags.node_limit;
  absl::Status status = WriteDot(module, options, sink);
  if (!absl::IsOutOfRange(status)) return status;
  return absl::OutOfRangeError(
      absl::StrCat(status.message(), " (--around, --hops, --computation, --max_nodes)"));
}

absl::Status PutMlir(const TranslateFlags& flags, const HloModule& module, Sink sink) {
  MlirOptions options;
  options.registered_only = flags.registered_only;
  options.name_attributes = flags.name_attributes;
  const absl::StatusOr<std::string> text = ExportMlirAsync(module, options);
  if (text.ok()) sink(*text);
  return text.status();
}

absl::StatusOr<std::string> Serialize(const TranslateFlags& flags, const HloModule& module,
                                      DiagnosticLog* log) {
  ProtoWriteOptions options;
  if (flags.wrap == "hlo_proto") options.wrap = ProtoWrap::kHloProto;
  if (flags.wrap == "snapshot") options.wrap = ProtoWrap::kSnapshot;
  if (flags.wrap == "with_config") options.wrap = ProtoWrap::kWithConfig;
  std::vector<ProtoWarning> warnings;
  absl::StatusOr<std::string> bytes = SerializeHloModule(module, options, &warnings);
  for (const ProtoWarning& warning : warnings) {
    log->Complain(StrCat("warning: ", warning.message));
  }
  return bytes;
}

absl::Status PutProto(const TranslateFlags& flags, const HloModule& module, DiagnosticLog* log,
                      Sink sink) {
  const absl::StatusOr<std::string> bytes = Serialize(flags, module, log);
  if (!bytes.ok()) return bytes.status();
  if (flags.to == "hlo-proto") {
    sink(*bytes);
    return absl::OkStatus();
  }
  const absl::StatusOr<std::string> text = PrintHloProto(*bytes);
  if (text.ok()) sink(*text);
  return text.status();
}

// XLA's binary form, which ReadModule takes as well, but nothing else.
ExitCode ReadProtoOnly(const std::string& path, const ParseOptions& options, DiagnosticLog* log,
                       HloModule* module) {
  const auto read = [&](SourceBuffer* bytes,
                        std::vector<Diagnostic>* diagnostics) -> absl::StatusOr<HloModule> {
    ReadOptions read_options;
    read_options.parse = options;
    if (IsHloProto(bytes->view())) return ReadHloModule(bytes->view(), read_options, diagnostics);
    log->Complain("no HloModuleProto, HloProto or snapshot of one");
    return absl::InvalidArgumentError("no proto");
  };
  return ReadModuleWith(read, path, log, module);
}

// As both of them; sets `fields` to the textproto of a proto, with what the module drops.
ExitCode ReadWithFields(const std::string& path, const ParseOptions& options, std::string_view from,
                        DiagnosticLog* log, HloModule* module, std::string* fields) {
  const auto read = [&](SourceBuffer* bytes,
                        std::vector<Diagnostic>* diagnostics) -> absl::StatusOr<HloModule> {
    ReadOptions read_options;
    read_options.parse = options;
    if (IsHloProto(bytes->view())) {
      absl::StatusOr<std::string> text = PrintHloProto(bytes->view());
      if (text.ok()) *fields = *std::move(text);
      absl::StatusOr<HloModule> result = ReadHloModule(bytes->view(), read_options, diagnostics);
      // Nothing is dropped here.
      if (result.ok()) diagnostics->clear();
      return result;
    }
    if (from != "hlo-proto") return ReadHloModule(std::move(*bytes), read_options, diagnostics);
    log->Complain("no HloModuleProto, HloProto or snapshot of one");
    return absl::InvalidArgumentError("no proto");
  };
  return ReadModuleWith(read, path, log, module);
}

}  // namespace

ExitCode Translate(const TranslateFlags& flags) {
  if (!flags.table.empty()) return TranslateTable(flags);
  const std::string& path = flags.files[0];
  const auto translate = [&](DiagnosticLog* log, OutputFile* out) {
    ParseOptions options;
    options.upgrade_legacy = flags.upgrade_legacy;
    options.allow_unknown = flags.allow_unknown;
    const auto read = flags.from == "mlir-async"  ? ReadMlir
                      : flags.from == "hlo-proto" ? ReadProtoOnly
                                                  : ReadModule;
    const auto put = [&](std::string_view piece) { out->Write(piece); };
    HloModule module;
    std::string own_fields;
    const bool shows_fields = flags.to == "textproto" && flags.wrap.empty();
    const ExitCode code = shows_fields && flags.from != "mlir-async"
                              ? ReadWithFields(path, options, flags.from, log, &module, &own_fields)
                              : read(path, options, log, &module);
    if (code != kFine) return code;
    if (!own_fields.empty()) {
      put(own_fields);
      return kFine;
    }
    const auto write = flags.to == "hlo"    ? PutHlo
                       : flags.to == "json" ? PutJson
                       : flags.to == "dot"  ? PutDot
                                            : PutMlir;
    const bool is_proto = flags.to == "hlo-proto" || flags.to == "textproto";
    const absl::Status status =
        is_proto ? PutProto(flags, module, log, put) : write(flags, module, put);
    if (status.ok()) return kFine;
    log->Complain(Std(status.message()));
    return kInputRefused;
  };
  UseHugePagesFor(path);
  return MakeOutput("hlo-translate", InputName(path), flags.output, translate);
}

}  // namespace hlo::internal
