// What is checked of an instruction around the checks of its opcode (opcode_checks.h).
//
// XLA checks an instruction when it creates it, so that most of its errors stand at the token
// behind the whole instruction, the current one here. All of these are false, logged, if the
// instruction is refused.
#ifndef HLO_PARSE_MODULE_INSTRUCTION_CHECKS_H_
#define HLO_PARSE_MODULE_INSTRUCTION_CHECKS_H_

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// Behind the operands: are there as many as opcodes.def says?
bool CheckOperandCount(ParseState& state, const Draft& draft);
// What decides which attributes there may be.
bool CheckBeforeAttributes(ParseState& state, Draft* draft);
// Behind the attributes: what the opcode demands. May change shape and attributes.
bool CheckOpcode(ParseState& state, Draft* draft);
// What is checked when the instruction is created, whatever its opcode.
bool CheckCommonAttributes(ParseState& state, Draft* draft);

namespace internal {
extern const bool kIsPlain[];
}
// Whether nothing but the number of operands is asked of an opcode, nothing is made of what the
// text leaves out, and its attributes stay as they are: most instructions of a program.
inline bool IsPlain(HloOpcode opcode) { return internal::kIsPlain[static_cast<size_t>(opcode)]; }

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_INSTRUCTION_CHECKS_H_
