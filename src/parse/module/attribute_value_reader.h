// The value of an attribute, after its '='.
#ifndef HLO_PARSE_MODULE_ATTRIBUTE_VALUE_READER_H_
#define HLO_PARSE_MODULE_ATTRIBUTE_VALUE_READER_H_

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// Reads the value of `kind` in the body of `scope`. Returns false if it is refused; the reason is
// in the log unless the production is silent. Sets the raw text and rank of `attribute` only for
// packed metadata.
bool ReadAttributeValue(ParseState& state, Scope& scope, AttributeKind kind, Attribute* attribute);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_ATTRIBUTE_VALUE_READER_H_
