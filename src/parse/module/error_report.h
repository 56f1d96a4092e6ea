// What a text is told to be wrong: errors as they are shown, then warnings.
//
// ParseContext::log() belongs to the production that is being read, which may still drop it; what
// is here stays. Recovery moves the one to the other wherever it goes on after a refusal.
#ifndef HLO_PARSE_MODULE_ERROR_REPORT_H_
#define HLO_PARSE_MODULE_ERROR_REPORT_H_

#include <cstdint>
#include <vector>

#include "hlo/diagnostic.h"
#include "src/parse/parse_context.h"

namespace hlo {

class ErrorReport {
 public:
  // Takes the log of a refusal, as found where the text was read up to `at`; what may only be a
  // consequence of an earlier one is dropped. False if enough has been reported.
  bool TakeLog(ParseContext& ctx, uint32_t at, bool is_consequence);
  // Something was refused.
  bool failed() const { return failed_; }

  // At the end of the text, `ok` if nothing was refused there: puts the errors into order. Returns
  // whether the text is accepted.
  bool Finish(ParseContext& ctx, bool ok);
  // Puts `warnings` and those of `ctx` behind the errors, in the order of the text.
  void AddWarnings(ParseContext& ctx, std::vector<Diagnostic> warnings);

  // In the order in which they are to be shown.
  std::vector<Diagnostic>& diagnostics() { return reported_; }

 private:
  std::vector<Diagnostic> reported_;
  std::vector<uint32_t> reported_at_;  // how far the text was read, for each
  bool failed_ = false;
};

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_ERROR_REPORT_H_
