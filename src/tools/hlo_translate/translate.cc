// Translate reads and writes; each output form has its own function.
#include "src/tools/hlo_translate/translate.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "hlo/evaluate.h"
#include "hlo/export.h"
#include "hlo/mlir.h"
#include "hlo/module.h"
#include "hlo/parse_values.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "hlo/proto.h"
#include "hlo/read.h"
#include "src/base/strings.h"
#include "src/tools/common/heap.h"
#include "src/tools/common/program_main.h"
#include "src/tools/common/read_input.h"
#include "src/tools/hlo_translate/translate_table.h"

namespace hlo_text_v1::internal {
namespace {

using Sink = absl::FunctionRef<void(std::string_view)>;

// Reads the input as --from says. Keeps the bytes of a proto in `proto`, unless it is null: they
// have fields that the module drops.
ExitCode ReadHlo(const TranslateFlags& flags, DiagnosticLog* log, HloModule* module,
                 SourceBuffer* proto) {
  ReadOptions options;
  options.parse.upgrade_legacy = flags.upgrade_legacy;
  options.parse.allow_unknown = flags.allow_unknown;
  // A proto is what XLA would write of the text.
  options.parse.as_xla = flags.to == "hlo-proto" || flags.to == "textproto";
  const auto read = [&](SourceBuffer* bytes,
                        std::vector<Diagnostic>* diagnostics) -> absl::StatusOr<HloModule> {
    if (flags.from == "mlir-async") {
      return ImportMlirAsync(bytes->view(), options.parse, diagnostics);
    }
    const bool is_proto = IsHloProto(bytes->view());
    if (!is_proto && flags.from == "hlo-proto") {
      log->Complain("no HloModuleProto, HloProto or snapshot of one");
      return absl::InvalidArgumentError("no proto");
    }
    if (!is_proto || proto == nullptr) {
      return ReadHloModule(std::move(*bytes), options, diagnostics);
    }
    absl::StatusOr<HloModule> result = ReadHloModule(bytes->view(), options, diagnostics);
    if (result.ok()) diagnostics->clear();  // nothing is dropped here
    *proto = bytes->Share();
    return result;
  };
  return ReadModuleWith(read, flags.files[0], log, module);
}

absl::Status PutHlo(const TranslateFlags& flags, const HloModule& module, DiagnosticLog*,
                    Sink sink) {
  PrintOptions options;
  options.async_mode = FindRow(AsyncPrintModeTable(), flags.async)->mode;
  options.print_large_constants = true;                 // {...} would lose the values
  options.exact_literals = flags.from == "mlir-async";  // not compared with a text of XLA
  PrintHloModule(module, options, sink);
  return absl::OkStatus();
}

absl::Status PutJson(const TranslateFlags& flags, const HloModule& module, DiagnosticLog*,
                     Sink sink) {
  JsonOptions options;
  if (flags.large_constants) options.max_literal_elements = std::numeric_limits<int64_t>::max();
  ExportJson(module, options, sink);
  return absl::OkStatus();
}

absl::Status PutDot(const TranslateFlags& flags, const HloModule& module, DiagnosticLog*,
                    Sink sink) {
  DotOptions options;
  options.computation = flags.computation;
  options.around = flags.around;
  options.hops = flags.hop_count;
  options.unfold_fusions = flags.unfold;
  options.max_nodes = flags.node_limit;
  absl::Status status = ExportDot(module, options, sink);
  if (!absl::IsOutOfRange(status)) return status;
  return absl::OutOfRangeError(
      absl::StrCat(status.message(), " (--around, --hops, --computation, --max_nodes)"));
}

absl::Status PutMlir(const TranslateFlags& flags, const HloModule& module, DiagnosticLog* log,
                     Sink sink) {
  MlirOptions options;
  options.registered_only = flags.registered_only;
  options.name_attributes = flags.name_attributes;
  std::vector<Diagnostic> warnings;
  const absl::StatusOr<std::string> text = ExportMlirAsync(module, options, &warnings);
  log->Add(module.source(), warnings);
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
  if (bytes.ok()) sink(*bytes);
  return bytes.status();
}

absl::Status PutTextProto(const TranslateFlags& flags, const HloModule& module, DiagnosticLog* log,
                          Sink sink) {
  const absl::StatusOr<std::string> bytes = Serialize(flags, module, log);
  if (!bytes.ok()) return bytes.status();
  return PrintHloProto(*bytes, sink);
}

// The arguments of the entry computation: those in the file of --arguments, a literal in a line.
absl::StatusOr<std::vector<Literal>> ReadArguments(const std::string& path,
                                                   const HloComputation& entry, ShapePool* shapes) {
  const absl::StatusOr<Input> input = ReadInput(path, /*as_text=*/true);
  if (!input.ok()) return input.status();
  const std::vector<absl::string_view> lines =
      absl::StrSplit(Absl(input->text.view()), '\n', absl::SkipWhitespace());
  const size_t count = entry.parameters().size();
  if (lines.size() != count) {
    return absl::InvalidArgumentError(
        StrCat(path, " has ", lines.size(), " lines, but there are ", count, " parameters"));
  }
  std::vector<Literal> arguments;
  for (size_t i = 0; i < count; ++i) {
    const absl::StatusOr<Literal> literal =
        ParseLiteral(Std(lines[i]), entry.parameters()[i]->shape(), *shapes);
    if (!literal.ok()) {
      return absl::InvalidArgumentError(
          StrCat(path, ": argument ", i, ": ", Std(literal.status().message())));
    }
    arguments.push_back(*literal);
  }
  return arguments;
}

absl::Status PutLiteral(const TranslateFlags& flags, const HloModule& module, DiagnosticLog*,
                        Sink sink) {
  if (module.entry_computation() == nullptr)
    return absl::InvalidArgumentError("no entry computation");
  Arena arena;
  ShapePool shapes(&arena);
  const HloComputation& entry = *module.entry_computation();
  const absl::StatusOr<std::vector<Literal>> arguments =
      flags.arguments.empty() ? MakeFakeArguments(entry, &arena)
                              : ReadArguments(flags.arguments, entry, &shapes);
  if (!arguments.ok()) return arguments.status();
  const absl::StatusOr<Literal> result = Evaluate(module, *arguments, &arena);
  if (!result.ok()) return result.status();
  sink(StrCat(PrintLiteral(*result, /*with_shape=*/false, /*exact=*/true), "\n"));
  return absl::OkStatus();
}

// The values of --to, except rows of a table.
constexpr struct Writer {
  std::string_view name;
  absl::Status (*put)(const TranslateFlags&, const HloModule&, DiagnosticLog*, Sink);
} kWriters[] = {
    {"hlo", PutHlo},         {"json", PutJson},       {"dot", PutDot},
    {"mlir-async", PutMlir}, {"hlo-proto", PutProto}, {"textproto", PutTextProto},
    {"literal", PutLiteral},
};

}  // namespace

ExitCode Translate(const TranslateFlags& flags) {
  if (!flags.table.empty()) return TranslateTable(flags);
  if (flags.to == "hlo-proto" &&
      IsForNoTerminal("hlo-translate", flags.output, "a binary proto", "use -o FILE or a pipe")) {
    return kUsageError;
  }
  const std::string& path = flags.files[0];
  const auto translate = [&](DiagnosticLog* log, OutputFile* out) {
    const auto put = [out](std::string_view piece) { out->Write(piece); };
    const bool shows_fields = flags.to == "textproto" && flags.wrap.empty();
    HloModule module;
    SourceBuffer proto = SourceBuffer::Copy("");
    const ExitCode code = ReadHlo(flags, log, &module, shows_fields ? &proto : nullptr);
    if (code != kFine) return code;
    const auto put_module = FindRow(absl::MakeConstSpan(kWriters), flags.to)->put;
    const absl::Status status = proto.view().empty() ? put_module(flags, module, log, put)
                                                     : PrintHloProto(proto.view(), put);
    if (status.ok()) return kFine;
    log->Complain(Std(status.message()));
    return kInputRefused;
  };
  UseHugePagesFor(path);
  return MakeOutput("hlo-translate", InputName(path), flags.output, translate);
}

}  // namespace hlo_text_v1::internal
