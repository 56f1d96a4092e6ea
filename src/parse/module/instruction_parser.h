// One line of a computation: [ROOT] name = [shape] opcode(operands), attributes.
//
// instruction_parser.cc calls the productions of its parts in this order.
#ifndef HLO_PARSE_MODULE_INSTRUCTION_PARSER_H_
#define HLO_PARSE_MODULE_INSTRUCTION_PARSER_H_

#include <cstdint>
#include <string_view>
#include <utility>

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo::internal {

// The name before an instruction's '='. Hints at the blank that `x=f32[]` lacks, or at the comma
// before what looks like an attribute of the line before.
bool ReadNewName(ParseState& state, std::string_view* name);

// Reads the line at the current token. If it is refused, reports that and goes on at the next line
// (RecoverAtInstruction). Returns false if nothing more can be read; the log is then reported or
// holds the rest to report.
bool ReadInstruction(ParseState& state, Scope& scope);

// Reads the part after `name =`, or with `is_nested` an operand written in place, which gets its
// own name. Returns nullptr if it is refused; the reason is in the log, unless XLA gives none.
HloInstruction* ReadRightSide(ParseState& state, Scope& scope, const SymbolTable::Hashed& name,
                              uint32_t name_position, bool is_nested);

// ---- Shape and opcode (opcode_parser.cc).

// Sets shape, opcode and phase of the draft. The text may omit the shape where it can be inferred
// from the opcode. Returns false, logged, for anything else.
bool ReadShapeAndOpcode(ParseState& state, Draft* draft);

// ---- Operands: (a, f32[2] %b, f32[] negate(c), t#0#1) (operand_parser.cc).

// Reads the operands with their parentheses into the draft. Returns false, logged, if there is no
// list. Logs a bad operand, leaves it out and reads on, like XLA, which later notices the missing
// one, or not.
bool ReadOperands(ParseState& state, Draft* draft);

// Reads [shape] name, of an instruction of this body, before ',' or ')', into the draft. Returns
// false, with nothing consumed or logged, for anything else.
bool ReadKnownOperand(ParseState& state, Draft* draft);

// [shape] name {#int} before ',' or ')', at byte `start`. Returns nullptr for anything else, logged
// unless a name and a '#' are followed by something unexpected.
HloInstruction* ReadOperandName(ParseState& state, Scope& scope, uint32_t start);

// ---- Attributes: { ',' name= value } (attribute_list_parser.cc, attribute_value_reader.cc).

// Fast path for opcodes that demand no more than Demands::kShapes: no attributes, or canonical
// metadata only. Returns false, keeping what it read in the draft, if there is more. Logs nothing.
bool ReadPlainTail(ParseState& state, Draft* draft);

// All attributes; a nested instruction has none. Returns false, logged, if one is refused.
bool ReadAttributes(ParseState& state, Draft* draft);

// The place in the text of the value of an attribute called `name` that the draft has read, for
// messages. Linear in the attributes.
std::pair<uint32_t, uint32_t> PlaceOfValue(ParseState& state, const Draft& draft,
                                           std::string_view name);

// Whether all required attributes are there; logs at the first token after the operands if not.
bool CheckRequiredAttributes(ParseState& state, Draft* draft);

// Keeps canonical metadata at `begin` as a view into the source. Returns false, with nothing
// consumed or logged, for any other.
bool PackMetadata(ParseState& state, const char* begin, Attribute* attribute);

// Reads the value of `kind` in the body of `scope`. Returns false if it is refused; the reason is
// in the log unless the production is silent. Leaves the rank of `attribute`.
bool ReadAttributeValue(ParseState& state, Scope& scope, AttributeKind kind, Attribute* attribute);

// ---- The end: moves a complete draft into the module (instruction_creation.cc).

// The symbol of a name for a nested operand: "negate.anon", unique among all names of the text so
// far.
uint32_t AnonymousName(ParseState& state, const Draft& draft);

// Whether the draft may be called `name`; if not, logs at `position`, that of the name.
bool CheckName(ParseState& state, const Draft& draft, uint32_t name, uint32_t position);
// Whether it certainly may, as most: a name with a number is no type.
inline bool HasPlainName(const Draft& draft) {
  return draft.name_ending == NameEnding::kNumber && draft.name[0] != '_';
}

// Appends the instruction to its body and defines its name. Returns nullptr, logged, if the body
// already has the name.
HloInstruction* CreateInstruction(ParseState& state, const Draft& draft, uint32_t name,
                                  uint32_t position);

// Binds `name` to `instruction` until its body closes. Returns false, logged at `position`, if the
// body already has the name.
bool DefineName(ParseState& state, Scope& scope, HloInstruction* instruction, uint32_t name,
                uint32_t position);

}  // namespace hlo::internal

#endif  // HLO_PARSE_MODULE_INSTRUCTION_PARSER_H_
