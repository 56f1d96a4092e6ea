// One line of a computation: [ROOT] name = [shape] opcode(operands), attributes.
//
// instruction.cc has everything that a plain line needs; operands.cc and attributes.cc have the
// rest.
#ifndef HLO_PARSE_MODULE_INSTRUCTION_H_
#define HLO_PARSE_MODULE_INSTRUCTION_H_

#include <cstdint>
#include <string_view>

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo_text_v1::internal {

// The name before an instruction's '='. Hints at a missing blank in `x=f32[]`, or at a comma before
// a possible attribute of the previous line.
bool ReadNewName(ParseState& state, std::string_view* name);

// Reads the line at the current token. If it is refused, reports that and goes on at the next line
// (RecoverAtInstruction). Returns false if nothing more can be read; the log is then reported or
// holds the rest to report.
bool ReadInstruction(ParseState& state, Scope& scope);

// Reads the part after `name =`, or with `is_nested` an operand written in place, which gets its
// own name. Returns nullptr if it is refused; the reason is in the log, unless XLA gives none.
HloInstruction* ReadRightSide(ParseState& state, Scope& scope, const InstructionNames::Hashed& name,
                              uint32_t name_position, bool is_nested);

// Binds `name` to `instruction` until its body closes. Returns false, logged at `position`, if the
// body already has the name.
bool DefineName(ParseState& state, Scope& scope, HloInstruction* instruction, uint32_t name,
                uint32_t position);

// Adds an operand to the draft.
inline void AddOperand(ParseState& state, HloInstruction* operand, Draft* draft) {
  draft->operands.push_back(operand);
  if (!Node(operand).is_poisoned) return;
  draft->is_tainted = true;
  state.recovery.saw_poison = true;
}

// ---- Operands that are not plain names (operands.cc).

// Reads any operand into the draft: a, f32[2] %b, f32[] negate(c), t#0#1. Logs a bad one and leaves
// it out, like XLA, which later notices the missing one, or not.
void ReadOperand(ParseState& state, Draft* draft);

// [shape] name {#int} before ',' or ')', at byte `start`. Returns nullptr for anything else, logged
// unless a name and a '#' are followed by something unexpected.
HloInstruction* ReadOperandName(ParseState& state, Scope& scope, uint32_t start);

// ---- Attributes: { ',' name= value } (attributes.cc).

// Reads all attributes; a nested instruction has no attributes. Returns false, logged, if one is
// refused.
bool ReadAttributes(ParseState& state, Draft* draft);

// For messages: the range in the text of the value of attribute `name`, which has been read. Linear
// in the attributes.
std::pair<uint32_t, uint32_t> PlaceOfValue(ParseState& state, const Draft& draft,
                                           std::string_view name);

// Whether all required attributes are there; logs at the first token after the operands if not.
bool CheckRequiredAttributes(ParseState& state, Draft* draft);

// Reads the value of `kind` in the body of `scope`. Returns false if it is refused; the reason is
// in the log unless the production is silent. Does not set the rank of `attribute`.
bool ReadAttributeValue(ParseState& state, Scope& scope, AttributeKind kind, Attribute* attribute);

// ---- Metadata as XLA prints it, which most instructions have.

// Keeps canonical metadata at `begin` as a view into the source. Returns false, with nothing
// consumed or logged, for any other.
bool PackMetadata(ParseState& state, const char* begin, Attribute* attribute);

// The same for the attribute metadata= at the current token.
bool ReadPlainMetadata(ParseState& state, Draft* draft);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PARSE_MODULE_INSTRUCTION_H_
