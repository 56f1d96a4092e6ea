// Both lists have a maximum length; a note says when one is cut.
#include "src/parse/module/error_report.h"

#include <algorithm>
#include <string>
#include <utility>

namespace hlo::internal {
namespace {

constexpr size_t kMaxWarnings = 1000;

// A note after the last of `diagnostics`.
void AppendNote(Code code, std::vector<Diagnostic>* diagnostics) {
  const uint32_t at = diagnostics->back().begin;
  diagnostics->push_back(
      Diagnostic{Severity::kNote, code, at, at, std::string(DiagnosticCodeText(code)), {}});
}

}  // namespace

bool ErrorReport::TakeLog(ParseContext& ctx, uint32_t at, bool is_consequence, uint32_t from) {
  std::vector<Diagnostic>& log = ctx.log();
  if (log.empty() && !failed_) {
    // XLA only says that the text is wrong.
    ctx.Error(Code::kSyntaxError);
  }
  const auto limit = static_cast<size_t>(ctx.options.max_errors);
  if (!is_consequence || !failed_) {
    for (Diagnostic& diagnostic : log) {
      // Entries of the first refusal are never cut.
      if (failed_ && reported_.size() >= limit) break;
      // Those found at the end of the text (missing computations) belong where they are mentioned.
      if (diagnostic.begin >= from) from = 0;  // all others are of the refusal
      const uint32_t found_at = diagnostic.begin < from ? diagnostic.begin : at;
      const auto place = std::upper_bound(reported_at_.begin(), reported_at_.end(), found_at);
      reported_.insert(reported_.begin() + (place - reported_at_.begin()), std::move(diagnostic));
      reported_at_.insert(place, found_at);
    }
  }
  log.clear();
  failed_ = true;
  return reported_.size() < limit && !ctx.IsOverMemory();
}

bool ErrorReport::Finish(ParseContext& ctx, bool ok) {
  if (!ok && (!failed_ || !ctx.log().empty())) {
    TakeLog(ctx, ctx.lexer.Position(), /*is_consequence=*/false);
  }
  if (failed_ && reported_.size() >= static_cast<size_t>(ctx.options.max_errors)) {
    AppendNote(Code::kTooManyErrors, &reported_);
  }
  return !failed_;
}

void ErrorReport::AddWarnings(ParseContext& ctx, std::vector<Diagnostic> warnings) {
  for (Diagnostic& warning : ctx.warnings()) warnings.push_back(std::move(warning));
  ctx.warnings().clear();
  std::stable_sort(warnings.begin(), warnings.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.begin < b.begin; });
  if (warnings.size() > kMaxWarnings) {
    warnings.resize(kMaxWarnings);
    AppendNote(Code::kTooManyWarnings, &warnings);
  }
  for (Diagnostic& warning : warnings) reported_.push_back(std::move(warning));
}

}  // namespace hlo::internal
