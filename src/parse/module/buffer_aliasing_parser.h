// input_output_alias= and buffer_donor= of the module's header.
#ifndef HLO_PARSE_MODULE_BUFFER_ALIASING_PARSER_H_
#define HLO_PARSE_MODULE_BUFFER_ALIASING_PARSER_H_

#include "absl/types/span.h"
#include "hlo/module.h"
#include "src/parse/parse_context.h"

namespace hlo {

// '{' { index ':' '(' INT ',' index [ ',' kind ] ')' [','] } '}'. Sorts the aliases by output
// index; the first of equal ones wins.
bool ReadInputOutputAlias(ParseContext& ctx, absl::Span<const InputOutputAlias>* aliases);

// '{' { '(' INT ',' index ')' [','] } '}'. Sorts the donors and removes duplicates.
bool ReadBufferDonor(ParseContext& ctx, absl::Span<const BufferDonor>* donors);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_BUFFER_ALIASING_PARSER_H_
