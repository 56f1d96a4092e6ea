// Errors: the report on a text, how reading goes on after an error, and hints about texts that are
// not HLO.
#ifndef HLO_PARSE_MODULE_RECOVERY_H_
#define HLO_PARSE_MODULE_RECOVERY_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "hlo/diagnostic.h"
#include "src/parse/parse_context.h"

namespace hlo_text_v1::internal {

struct ParseState;
struct Scope;

// ---- The report: errors as they are shown, then warnings.
//
// ParseContext::log() belongs to the current production, which may still drop it; entries here
// stay. Recovery moves the log here wherever it goes on after a refusal.
class ErrorReport {
 public:
  // Takes the log of a refusal that was found in the text from `from` up to `at`; errors before
  // that did not stop the parser. Drops errors that may only follow from an earlier one. Returns
  // false if enough has been reported.
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

// ---- Going on.

struct Recovery {
  int nested_bodies = 0;  // open ones; the instruction around the outermost recovers
  bool failed_in_nested_body = false;
  bool saw_poison = false;  // the current instruction uses a poisoned one
};

// After an operand that could not be read, other errors of the same instruction, whose name is at
// `position`, may be consequences: drops them from the log.
void DropAfterBadOperand(ParseState& state, uint32_t position);

// Call where an instruction of `scope` called `name`, or kNone, was refused. Reports the log, binds
// the name to a poisoned stand-in, and skips text up to the beginning of an instruction or the
// brace that closes the body. Returns false if neither is found, if enough has been reported, or in
// a nested body, where the enclosing instruction recovers.
bool RecoverAtInstruction(ParseState& state, Scope& scope, uint32_t name, uint32_t position);

// The same where a computation, or the text before the first, was refused; true if there is another
// computation to go on with.
bool RecoverAtComputation(ParseState& state);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PARSE_MODULE_RECOVERY_H_
