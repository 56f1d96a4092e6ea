// The end of reading an instruction: a draft that is complete becomes part of the module.
#ifndef HLO_PARSE_MODULE_INSTRUCTION_CREATION_H_
#define HLO_PARSE_MODULE_INSTRUCTION_CREATION_H_

#include <cstdint>

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// The symbol of a name for an operand written in place: "negate.anon", unique among all names of
// the text so far.
uint32_t AnonymousName(ParseState& state, const Draft& draft);

// Whether the draft may be called `name`; logs at `position`, where the name stands, if not.
bool CheckName(ParseState& state, const Draft& draft, uint32_t name, uint32_t position);

// Appends the instruction to its body and defines its name. nullptr, logged, if the body has the
// name already.
HloInstruction* CreateInstruction(ParseState& state, const Draft& draft, uint32_t name,
                                  uint32_t position);

// Makes `name` mean `instruction` until its body is closed. False, logged at `position`, if the
// body has the name already.
bool DefineName(ParseState& state, Scope& scope, HloInstruction* instruction, uint32_t name,
                uint32_t position);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_INSTRUCTION_CREATION_H_
