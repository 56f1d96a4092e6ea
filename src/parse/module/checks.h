// Checks of an instruction.
//
// XLA checks an instruction when it creates it, so most of its errors are at the token after the
// whole instruction, the current one here. All of these return false, logged, if the instruction is
// refused.
#ifndef HLO_PARSE_MODULE_CHECKS_H_
#define HLO_PARSE_MODULE_CHECKS_H_

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo_text_v1::internal {

// After the operands: whether their number matches opcodes.def.
bool CheckOperandCount(ParseState& state, const Draft& draft);
// Checks the facts that decide which attributes are allowed.
bool CheckBeforeAttributes(ParseState& state, Draft* draft);
// Checks that an asynchronous conditional names its branches in the way that its selector requires,
// which a link after the start may bind. True for any other opcode.
bool CheckSelectedBranches(ParseState& state, const Draft& draft);
// After the attributes: the opcode's requirements, then its rules for attributes
// (ApplyOpcodeRules). May change the shape.
bool CheckOpcode(ParseState& state, Draft* draft);
// The checks at creation that are common to all opcodes.
bool CheckCommonAttributes(ParseState& state, Draft* draft);

// ---- Requirements of particular opcodes for operands, attributes and shape.

// A function Check##check for each name in the column `check` of opcodes.def, called after the
// attributes are read. Trusts a given shape, except for the opcodes of communication that make
// their own. Source: XLA hlo_parser.cc CreateInstruction, hlo_instructions.cc.
#define HLO_OPCODE(Id, text, arity, infer, check, ...) \
  bool Check##check(ParseState& state, Draft* draft);
#include "hlo/tables/opcodes.def"

// ---- Asynchronous instructions, sugared (custom-call-start) and generic (async-start, calls=)
// (async_checks.cc). Source: XLA hlo_parser.cc, HloAsyncInstruction.

// Checks that the shape of a start or update has operands and a result.
bool CheckAsyncShape(ParseState& state, Draft* draft);
// Checks the operand of an update or done. XLA does before it reads attributes.
bool CheckPredecessor(ParseState& state, const Draft& draft);
// Checks a start, update or done and drops attributes that only repeat those of its start. Returns
// false, logged, if it is refused.
bool CheckAsync(ParseState& state, Draft* draft);

// Checks the instructions that sugared starts in the computations from number `first` on will wrap,
// now that their chains are complete, because the generic text must be readable. Call it when all
// callees are known. Returns false, logged at its start, for the first that is refused. Linear in
// the computations if there is sugar. XLA only checks at the start, and crashes.
bool CheckCompleteChains(ParseState& state, size_t first);
// Checks that updates and dones in sugar have the opcode that their generic start runs, if its
// computation was not known yet. Call it when all callees are known. Returns false, logged, for the
// first link with another opcode. Linear in the computations if there is such a link.
bool CheckMixedChains(ParseState& state);

// The start of the chain that a draft's first operand belongs to; nullptr if there is none.
const HloInstruction* StartOfChain(ParseState& state, const Draft& draft);
// The instruction with the opcode that the chain of `start` runs: a sugared start itself, or the
// root that a generic one calls; nullptr if that comes later in the text.
const HloInstruction* WrappedInstructionOf(const HloInstruction& start);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PARSE_MODULE_CHECKS_H_
