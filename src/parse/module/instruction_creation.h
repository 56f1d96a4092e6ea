// The end of reading an instruction: moves a complete draft into the module.
#ifndef HLO_PARSE_MODULE_INSTRUCTION_CREATION_H_
#define HLO_PARSE_MODULE_INSTRUCTION_CREATION_H_

#include <cstdint>

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// The symbol of a name for a nested operand: "negate.anon", unique among all names of the text so
// far.
uint32_t AnonymousName(ParseState& state, const Draft& draft);

// Whether the draft may be called `name`; if not, logs at `position`, that of the name.
bool CheckName(ParseState& state, const Draft& draft, uint32_t name, uint32_t position);

// Appends the instruction to its body and defines its name. Returns nullptr, logged, if the body
// already has the name.
HloInstruction* CreateInstruction(ParseState& state, const Draft& draft, uint32_t name,
                                  uint32_t position);

// Binds `name` to `instruction` until its body closes. Returns false, logged at `position`, if the
// body already has the name.
bool DefineName(ParseState& state, Scope& scope, HloInstruction* instruction, uint32_t name,
                uint32_t position);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_INSTRUCTION_CREATION_H_
