// The parser's requirements for asynchronous instructions, sugared (custom-call-start) and generic
// (async-start, calls=). Source: XLA hlo_parser.cc, HloAsyncInstruction.
#ifndef HLO_PARSE_MODULE_ASYNC_CHECKS_H_
#define HLO_PARSE_MODULE_ASYNC_CHECKS_H_

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// Checks a start, update or done and drops attributes that only repeat those of its start. Returns
// false, logged, if it is refused.
bool CheckAsync(ParseState& state, Draft* draft);

// The start of the chain that a draft's first operand belongs to; nullptr if there is none.
const HloInstruction* StartOfChain(ParseState& state, const Draft& draft);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_ASYNC_CHECKS_H_
