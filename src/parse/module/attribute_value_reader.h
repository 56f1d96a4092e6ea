// The value of an attribute, behind its '='.
#ifndef HLO_PARSE_MODULE_ATTRIBUTE_VALUE_READER_H_
#define HLO_PARSE_MODULE_ATTRIBUTE_VALUE_READER_H_

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// Reads the value of `kind` in the body of `scope`. False if it is refused; why is in the log,
// unless the production of the value says that it is silent. Sets neither raw text nor rank of
// `attribute`, but for metadata that is packed.
bool ReadAttributeValue(ParseState& state, Scope& scope, AttributeKind kind, Attribute* attribute);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_ATTRIBUTE_VALUE_READER_H_
