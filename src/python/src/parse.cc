// parse() reads a module; format() formats text.
#include <string>

#include "bind.h"
#include "diagnostics.h"
#include "hlo/format.h"
#include "hlo/mlir.h"
#include "hlo/proto.h"
#include "hlo/read.h"

namespace hlo_python {
namespace {

Module Parse(StrOrBytes text, bool allow_unknown, bool upgrade_legacy, bool as_xla, bool desugar,
             bool keep_stack_frames, bool keep_instruction_names, bool keep_unknown_fields,
             bool verify, std::string_view filename) {
  const TextArgument source(text);
  hlo_text::ReadOptions options;
  options.verify = verify;
  options.parse.allow_unknown = allow_unknown;
  options.parse.upgrade_legacy = upgrade_legacy;
  options.parse.as_xla = as_xla;
  options.keep_unknown_fields = keep_unknown_fields;
  options.desugar = desugar;
  options.uniquify.keep_stack_frames = keep_stack_frames;
  options.uniquify.keep_instruction_names = keep_instruction_names;
  auto state = std::make_shared<ModuleState>();
  state->uniquify = options.uniquify;

  auto module =
      WithoutGil([&] { return hlo_text::ReadHloModule(source.view(), options, &state->warnings); });
  if (!module.ok()) {
    // A proto has no lines to show.
    const bool is_proto = hlo_text::IsHloProto(source.view());
    RaiseParseError(module.status(), state->warnings, is_proto ? "" : source.view(), filename);
  }
  state->module = *std::move(module);
  return MakeModule(std::move(state));
}

Module ParseMlir(StrOrBytes text, bool allow_unknown, std::string_view filename) {
  const TextArgument source(text);
  hlo_text::ParseOptions options;
  options.allow_unknown = allow_unknown;
  auto state = std::make_shared<ModuleState>();
  auto module = WithoutGil(
      [&] { return hlo_text::ImportMlirAsync(source.view(), options, &state->warnings); });
  if (!module.ok()) RaiseParseError(module.status(), state->warnings, source.view(), filename);
  state->module = *std::move(module);
  // Their offsets are of the MLIR text.
  state->warnings.clear();
  return MakeModule(std::move(state));
}

nb::str Format(StrOrBytes text, int64_t first_line, int64_t last_line, bool strip_log_prefix,
               bool check, std::string_view filename) {
  if (first_line < 1 || last_line < 0 || (last_line > 0 && last_line < first_line)) {
    throw nb::value_error("lines must be 1 <= first_line <= last_line, or last_line 0");
  }
  const TextArgument source(text);
  hlo_text::FormatOptions options;
  options.lines = {first_line, last_line};
  options.strip_log_prefix = strip_log_prefix;
  options.check = check;
  std::vector<hlo_text::Diagnostic> diagnostics;
  const absl::StatusOr<std::string> formatted =
      WithoutGil([&] { return hlo_text::FormatHloText(source.view(), options, &diagnostics); });
  if (formatted.ok()) return ToStr(*formatted);
  if (absl::IsInternal(formatted.status())) {
    throw std::runtime_error(std::string(formatted.status().message()));
  }
  RaiseParseError(formatted.status(), diagnostics, source.view(), filename);
}

}  // namespace

void DefineParse(nb::module_& m) {
  m.def("parse", Parse, "text"_a, nb::kw_only(), "allow_unknown"_a = false,
        "upgrade_legacy"_a = false, "as_xla"_a = false, "desugar"_a = true,
        "keep_stack_frames"_a = false, "keep_instruction_names"_a = false,
        "keep_unknown_fields"_a = false, "verify"_a = false, "filename"_a = "<string>",
        R"(Reads a module, computations without a header, or a single instruction; or, from bytes,
an HloModuleProto, also in an HloProto or HloSnapshot.

allow_unknown: keep unknown opcodes and attributes as written.
upgrade_legacy: accept what older versions of XLA wrote.
as_xla: read as XLA's parser does even where that changes what the text says, so that print()
    gives what hlo-fmt and XLA print: -0 is 0, and the attributes of a chain's last link win.
desugar: make asynchronous sugar generic; see Module.desugar().
keep_stack_frames, keep_instruction_names: do not rewrite stack frames and names. With both,
    print("dump") reproduces a dump file.
keep_unknown_fields: of a proto, keep ids and all that a module has no place for, for to_proto().
verify: a violation of the rules of Module.verify() is an error, too.
filename: name of the text in errors.

ParseError if the text has an error.)");
  m.def("parse_mlir", ParseMlir, "text"_a, nb::kw_only(), "allow_unknown"_a = false,
        "filename"_a = "<string>",
        R"(Reads MLIR text of the async dialect, as Module.to_mlir() writes it.

ParseError if the text has an error.)");
  m.def("format", Format, "text"_a, nb::kw_only(), "first_line"_a = 1, "last_line"_a = 0,
        "strip_log_prefix"_a = false, "check"_a = true, "filename"_a = "<string>",
        R"(Formats text like hlo-fmt --keep: keeps comments, blank lines, order and names.

first_line, last_line: format only instructions that touch these lines. Lines start at 1;
    last_line=0 is the last line.
strip_log_prefix: remove a logger's prefix from each line.
check: read the result again and compare; RuntimeError if the program has changed.

ParseError if the text is rejected.)");
}

}  // namespace hlo_python
