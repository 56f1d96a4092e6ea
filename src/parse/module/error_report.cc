// Both lists have a maximum length; a note says when one is cut.
#include "src/parse/module/error_report.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace hlo {
namespace {

constexpr size_t kMaxWarnings = 1000;

// A note after the last of `diagnostics`.
void AppendNote(Code code, std::vector<Diagnostic>* diagnostics) {
  Diagnostic note;
  note.severity = Severity::kNote;
  note.code = code;
  note.begin = note.end = diagnostics->back().begin;
  note.message = std::string(DiagnosticCodeText(code));
  diagnostics->push_back(std::move(note));
}

}  // namespace

bool ErrorReport::TakeLog(ParseContext& ctx, uint32_t at, bool is_consequence) {
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
      reported_.push_back(std::move(diagnostic));
      reported_at_.push_back(at);
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
  if (!failed_) return true;
  // Errors found at the end of the text (missing computations) belong where they are mentioned.
  std::vector<size_t> by_place(reported_.size());
  std::iota(by_place.begin(), by_place.end(), size_t{0});
  std::stable_sort(by_place.begin(), by_place.end(),
                   [&](size_t a, size_t b) { return reported_at_[a] < reported_at_[b]; });
  std::vector<Diagnostic> sorted;
  sorted.reserve(reported_.size());
  for (size_t i : by_place) sorted.push_back(std::move(reported_[i]));
  reported_ = std::move(sorted);
  if (reported_.size() >= static_cast<size_t>(ctx.options.max_errors)) {
    AppendNote(Code::kTooManyErrors, &reported_);
  }
  return false;
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

}  // namespace hlo
