// The tables of original arrays in the module's header: origin_recovery_table= and
// debug_attributes=.
#ifndef HLO_PARSE_MODULE_ORIGINAL_ARRAY_TABLES_PARSER_H_
#define HLO_PARSE_MODULE_ORIGINAL_ARRAY_TABLES_PARSER_H_

#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "hlo/module.h"
#include "src/parse/module/module_header_parser.h"
#include "src/parse/parse_context.h"

namespace hlo {

// '{' { array ':' array [ ',' STRING ] } '}', the string being the text of a module, which is moved
// into `nested_modules`. Sorts entries by their first array; the first of equal ones wins.
bool ReadOriginRecoveryTable(ParseContext& ctx, const NestedModuleReader& parse_nested,
                             absl::Span<const OriginRecovery>* table,
                             std::vector<std::unique_ptr<HloModule>>* nested_modules);

// '{' [ array ':' list { ',' array ':' list } ] '}'. Sorts entries by array; the last of equal ones
// wins, and those without attributes are dropped.
bool ReadDebugAttributes(ParseContext& ctx, absl::Span<const DebugAttributesEntry>* entries);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_ORIGINAL_ARRAY_TABLES_PARSER_H_
