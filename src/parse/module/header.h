// The part before the first computation: the attributes of the HloModule line and the stack-frame
// tables.
#ifndef HLO_PARSE_MODULE_HEADER_H_
#define HLO_PARSE_MODULE_HEADER_H_

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "hlo/module.h"
#include "src/parse/parse_context.h"

namespace hlo_text_v1::internal {

// Parses the text of a module inside a module (origin_recovery_table); null if it is refused.
using NestedModuleReader = std::function<std::unique_ptr<HloModule>(std::string_view text)>;

// The attributes after the module's name, `{ ',' attribute }`. Moves nested modules into
// `nested_modules`. Sorts input_output_alias and buffer_donor and removes duplicates, except for
// checks that need the entry computation (see CheckModuleConfig).
bool ReadModuleAttributes(ParseContext& ctx, const NestedModuleReader& parse_nested,
                          HloModuleConfig* config,
                          std::vector<std::unique_ptr<HloModule>>* nested_modules);

// FileNames ... StackFrames (stack_frame_tables.cc); kw_FileNames must be the current token.
bool ReadStackFrameTables(ParseContext& ctx, StackFrameTables* tables);

// Call after reading the computations: checks aliases and donors against the result's shape,
// logging at the end of the text. XLA HloInputOutputAliasConfig::SetUpAlias.
bool CheckModuleConfig(ParseContext& ctx, const Shape& result, const HloModuleConfig& config);

// ---- Values of attributes.

// '{' { index ':' '(' INT ',' index [ ',' kind ] ')' [','] } '}'. Sorts the aliases by output
// index; the first of equal ones wins.
bool ReadInputOutputAlias(ParseContext& ctx, absl::Span<const InputOutputAlias>* aliases);

// '{' { '(' INT ',' index ')' [','] } '}'. Sorts the donors and removes duplicates.
bool ReadBufferDonor(ParseContext& ctx, absl::Span<const BufferDonor>* donors);

// '{' { array ':' array [ ',' STRING ] } '}', the string being the text of a module, which is moved
// into `nested_modules`. Sorts entries by their first array; the first of equal ones wins.
bool ReadOriginRecoveryTable(ParseContext& ctx, const NestedModuleReader& parse_nested,
                             absl::Span<const OriginRecovery>* table,
                             std::vector<std::unique_ptr<HloModule>>* nested_modules);

// '{' [ array ':' list { ',' array ':' list } ] '}'. Sorts entries by array; the last of equal ones
// wins, and those without attributes are dropped.
bool ReadDebugAttributes(ParseContext& ctx, absl::Span<const DebugAttributesEntry>* entries);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PARSE_MODULE_HEADER_H_
