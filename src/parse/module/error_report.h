// The report on a text: errors as they are shown, then warnings.
//
// ParseContext::log() belongs to the current production, which may still drop it; entries here
// stay. Recovery moves the log here wherever it goes on after a refusal.
#ifndef HLO_PARSE_MODULE_ERROR_REPORT_H_
#define HLO_PARSE_MODULE_ERROR_REPORT_H_

#include <cstdint>
#include <vector>

#include "hlo/diagnostic.h"
#include "src/parse/parse_context.h"

namespace hlo::internal {

class ErrorReport {
 public:
  // Takes the log of a refusal found with the text read from `from` up to `at`; errors before that
  // did not stop the parser. Drops errors that may only follow from an earlier one. Returns false
  // if enough has been reported.
  bool TakeLog(ParseContext& ctx, uint32_t at, bool is_consequence, uint32_t from = 0);
  // Whether anything was refused.
  bool failed() const { return failed_; }

  // Call at the end of the text; `ok` if nothing was refused there. Returns whether the text is
  // accepted.
  bool Finish(ParseContext& ctx, bool ok);
  // Appends `warnings` and those of `ctx` to the errors, in text order.
  void AddWarnings(ParseContext& ctx, std::vector<Diagnostic> warnings);

  // In display order.
  std::vector<Diagnostic>& diagnostics() { return reported_; }

 private:
  std::vector<Diagnostic> reported_;
  std::vector<uint32_t> reported_at_;  // how far the text was read, for each
  bool failed_ = false;
};

}  // namespace hlo::internal

#endif  // HLO_PARSE_MODULE_ERROR_REPORT_H_
