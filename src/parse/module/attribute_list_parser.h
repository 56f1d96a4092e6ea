// The attributes of an instruction: { ',' name= value }.
#ifndef HLO_PARSE_MODULE_ATTRIBUTE_LIST_PARSER_H_
#define HLO_PARSE_MODULE_ATTRIBUTE_LIST_PARSER_H_

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// Fast path for opcodes without demands (IsPlain): no attributes, or metadata as XLA prints it.
// False if there is more to do; then what is in the draft stays there. Nothing is logged.
bool ReadPlainTail(ParseState& state, Draft* draft);

// All attributes; a nested instruction has none. False, logged, if one is refused.
bool ReadAttributes(ParseState& state, Draft* draft);

// Whether those are there that must be; logs at the first token behind the operands if not.
bool CheckRequiredAttributes(ParseState& state, Draft* draft);

// Takes metadata that will print as it stands at `begin` as a view into the source. False, with
// nothing consumed or logged, for any other.
bool PackMetadata(ParseState& state, const char* begin, Attribute* attribute);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_ATTRIBUTE_LIST_PARSER_H_
