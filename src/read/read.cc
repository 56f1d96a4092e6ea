// The stages of reading, in order. Names are made unique once, at the end: Desugar adds
// computations, and XLA assigns names when all are there.
#include "hlo/read.h"

#include <iterator>
#include <utility>

#include "hlo/async.h"
#include "hlo/proto.h"
#include "src/base/strings.h"
#include "src/ir/module_state.h"
#include "src/parse/parse_context.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// A diagnostic about bytes that are not text.
Diagnostic InProto(Severity severity, DiagnosticCode code, std::string message) {
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  return diagnostic;
}

void Note(const ReadOptions& options, ReadStage stage) {
  if (options.on_stage) options.on_stage(stage);
}

// Whether only floating-point types of several precisions make `module` invalid.
bool IsValidIfMixed(const HloModule& module, VerifyOptions options) {
  if (std::exchange(options.allow_mixed_precision, true)) return false;
  options.first_only = true;
  return Verify(module, options).empty();
}

// Returns the first violation, located in the text, and adds all of them to `diagnostics`. Does
// nothing unless the options ask for verification.
absl::Status CheckVerified(const HloModule& module, const ReadOptions& options,
                           std::vector<Diagnostic>* diagnostics) {
  if (!options.verify) return absl::OkStatus();
  if (HasSugar(module)) {
    HloModule generic = module.Clone();
    Desugar(&generic);
    Uniquify(&generic, options.uniquify);
    return CheckVerified(generic, options, diagnostics);
  }
  std::vector<Diagnostic> violations = Verify(module, options.verify_options);
  if (violations.empty()) {
    Note(options, ReadStage::kVerify);
    return absl::OkStatus();
  }
  if (IsValidIfMixed(module, options.verify_options)) {
    Diagnostic& first = violations.front();
    first.notes.push_back({first.begin, first.end,
                           std::string(DiagnosticCodeText(DiagnosticCode::kMixedPrecisionNote))});
  }
  absl::Status status = ErrorStatus(module.source(), violations.front());
  if (diagnostics != nullptr) {
    std::move(violations.begin(), violations.end(), std::back_inserter(*diagnostics));
  }
  return status;
}

// The module of a proto has no source text; diagnostics name fields instead.
absl::StatusOr<HloModule> ReadProto(std::string_view bytes, const ReadOptions& options,
                                    std::vector<Diagnostic>* diagnostics) {
  absl::Status size = CheckInputSize(bytes.size(), options.parse, diagnostics);
  if (!size.ok()) return size;
  ProtoReadOptions read;
  read.limits = options.parse.limits;
  read.keep_unknown_fields = options.keep_unknown_fields;
  std::vector<ProtoWarning> warnings;
  absl::StatusOr<HloModule> module = ParseHloProto(bytes, read, &warnings);
  if (diagnostics != nullptr) {
    diagnostics->clear();
    for (const ProtoWarning& warning : warnings) {
      diagnostics->push_back(InProto(Severity::kWarning, DiagnosticCode::kProtoFieldDropped,
                                     StrCat(warning.path, ": ", warning.message)));
    }
    if (!module.ok()) {
      diagnostics->push_back(InProto(Severity::kError, DiagnosticCode::kProtoRefused,
                                     std::string(Std(module.status().message()))));
    }
  }
  if (!module.ok()) return module;
  Note(options, ReadStage::kParse);
  absl::Status status = CheckVerified(*module, options, diagnostics);
  if (!status.ok()) return status;
  return module;
}

ParseOptions WithoutUniquify(const ReadOptions& options) {
  ParseOptions parse = options.parse;
  parse.uniquify = false;
  return parse;
}

// The stages after parsing. On failure `source`, if not nullptr, gets the text back.
absl::StatusOr<HloModule> Finish(absl::StatusOr<HloModule> module, const ReadOptions& options,
                                 std::vector<Diagnostic>* diagnostics, SourceBuffer* source) {
  if (!module.ok()) return module;
  Note(options, ReadStage::kParse);
  if (options.desugar) Desugar(&*module, diagnostics);
  if (options.desugar && options.parse.as_xla) LetLastLinkWin(&*module);
  Uniquify(&*module, options.uniquify);
  Note(options, ReadStage::kDesugar);
  absl::Status status = CheckVerified(*module, options, diagnostics);
  if (status.ok()) return module;
  if (source != nullptr) *source = IrAccess::StateOf(*module).TakeText();
  return status;
}

}  // namespace

absl::StatusOr<HloModule> ReadHloModule(SourceBuffer&& source, const ReadOptions& options,
                                        std::vector<Diagnostic>* diagnostics) {
  if (IsHloProto(source.view())) return ReadProto(source.view(), options, diagnostics);
  return Finish(ParseHloModule(std::move(source), WithoutUniquify(options), diagnostics), options,
                diagnostics, &source);
}

absl::StatusOr<HloModule> ReadHloModule(std::string_view text, const ReadOptions& options,
                                        std::vector<Diagnostic>* diagnostics) {
  if (IsHloProto(text)) return ReadProto(text, options, diagnostics);
  absl::Status size = CheckInputSize(text.size(), options.parse, diagnostics);
  if (!size.ok()) return size;  // before it is copied
  return ReadHloModule(SourceBuffer::Copy(text), options, diagnostics);
}

absl::StatusOr<HloModule> ReadHloInstructions(std::string_view text, const ReadOptions& options,
                                              std::vector<Diagnostic>* diagnostics) {
  return Finish(ParseHloInstructions(text, WithoutUniquify(options), diagnostics), options,
                diagnostics, nullptr);
}

}  // namespace hlo_text_v1
