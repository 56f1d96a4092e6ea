// The attributes of an instruction: { ',' name= value }.
#ifndef HLO_PARSE_MODULE_ATTRIBUTE_LIST_PARSER_H_
#define HLO_PARSE_MODULE_ATTRIBUTE_LIST_PARSER_H_

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// Fast path for opcodes without requirements (IsPlain): no attributes, or canonical metadata only.
// Returns false, keeping what it read in the draft, if there is more. Logs nothing.
bool ReadPlainTail(ParseState& state, Draft* draft);

// All attributes; a nested instruction has none. Returns false, logged, if one is refused.
bool ReadAttributes(ParseState& state, Draft* draft);

// Whether all required attributes are there; logs at the first token after the operands if not.
bool CheckRequiredAttributes(ParseState& state, Draft* draft);

// Keeps canonical metadata at `begin` as a view into the source. Returns false, with nothing
// consumed or logged, for any other.
bool PackMetadata(ParseState& state, const char* begin, Attribute* attribute);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_ATTRIBUTE_LIST_PARSER_H_
