// Checks of an instruction besides those of its opcode (opcode_checks.h).
//
// XLA checks an instruction when it creates it, so most of its errors are at the token after the
// whole instruction, the current one here. All of these return false, logged, if the instruction is
// refused.
#ifndef HLO_PARSE_MODULE_INSTRUCTION_CHECKS_H_
#define HLO_PARSE_MODULE_INSTRUCTION_CHECKS_H_

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// After the operands: does their number match opcodes.def?
bool CheckOperandCount(ParseState& state, const Draft& draft);
// Checks what decides which attributes are allowed.
bool CheckBeforeAttributes(ParseState& state, Draft* draft);
// After the attributes: the opcode's requirements. May change shape and attributes.
bool CheckOpcode(ParseState& state, Draft* draft);
// The checks at creation that are common to all opcodes.
bool CheckCommonAttributes(ParseState& state, Draft* draft);

namespace internal {
extern const bool kIsPlain[];
}
// Whether an opcode only checks the number of operands, adds nothing that the text omits and leaves
// its attributes alone: true for most instructions of a program.
inline bool IsPlain(HloOpcode opcode) { return internal::kIsPlain[static_cast<size_t>(opcode)]; }

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_INSTRUCTION_CHECKS_H_
