// The stages of reading, in order. Names are made unique once, at the end: Desugar adds
// computations, and XLA assigns names when all are there.
#include "hlo/read.h"

#include <iterator>
#include <utility>

#include "hlo/async.h"
#include "src/ir/module_state.h"
#include "src/parse/parse_context.h"

namespace hlo {

using namespace internal;

absl::StatusOr<HloModule> ReadHloModule(SourceBuffer&& source, const ReadOptions& options,
                                        std::vector<Diagnostic>* diagnostics) {
  ParseOptions parse = options.parse;
  parse.uniquify = false;
  absl::StatusOr<HloModule> module = ParseHloModule(std::move(source), parse, diagnostics);
  if (!module.ok()) return module;
  if (options.desugar) Desugar(*module, diagnostics);
  Uniquify(*module, options.uniquify);
  if (!options.verify) return module;
  std::vector<Diagnostic> violations = Verify(*module, options.verify_options);
  if (violations.empty()) return module;
  absl::Status status = ErrorStatus(module->source(), violations.front());
  if (diagnostics != nullptr) {
    std::move(violations.begin(), violations.end(), std::back_inserter(*diagnostics));
  }
  source = std::move(internal::IrAccess::StateOf(*module).source);
  return status;
}

absl::StatusOr<HloModule> ReadHloModule(std::string_view text, const ReadOptions& options,
                                        std::vector<Diagnostic>* diagnostics) {
  absl::Status size = CheckInputSize(text.size(), options.parse, diagnostics);
  if (!size.ok()) return size;  // before it is copied
  return ReadHloModule(SourceBuffer::Copy(text), options, diagnostics);
}

}  // namespace hlo
