// Words that this version does not know, kept with ParseOptions::allow_unknown.
//
//   an opcode      HloOpcode::kUnknown; operands that are names are resolved, others are kept
//   an attribute   AttributeKind::kUnknown, also if only its value is not understood
//   in the header, on a computation: the same, without an Attribute around it
//
// All of it is reached only where there would be an error otherwise. Functions called Keep are
// false, with nothing consumed and nothing logged, if the word cannot be kept.
#ifndef HLO_PARSE_MODULE_UNKNOWN_WORDS_H_
#define HLO_PARSE_MODULE_UNKNOWN_WORDS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// ---- Opcodes.

// The word at the current token, with a '(' behind it.
bool KeepUnknownOpcode(ParseState& state, Draft* draft);
// The operands of such an opcode, in parentheses. False, logged, if they do not end.
bool ReadUnknownOperands(ParseState& state, Draft* draft);
// The value of an attribute of such an opcode, whose name has been read at `position`. False,
// logged, if it does not end.
bool ReadAttributeOfUnknown(ParseState& state, Draft* draft, std::string_view name,
                            uint32_t position);

// ---- Attributes of known opcodes, behind `name=`.

bool KeepUnknownAttribute(ParseState& state, Draft* draft, std::string_view name);
// A value that is not understood, of an attribute that is known.
bool KeepUnknownValue(ParseState& state, Draft* draft, AttributeKind kind, uint8_t rank,
                      std::string_view name);
// Whether such a value may be kept.
bool MayKeepValue(AttributeKind kind);
// Reads a value up to the end of the attribute. False, with nothing consumed or logged, if it is
// not understood, or not to its end.
bool TryValue(ParseState& state, Scope& scope, AttributeKind kind, Attribute* attribute);

// ---- Module and computations.

// An attribute of a computation behind the one called `after`; appended to `kept`.
bool KeepComputationAttribute(ParseState& state, std::string_view name, std::string_view after,
                              std::vector<UnknownAttribute>* kept);
// Resolves the names in what the header keeps, which is read without knowing any.
void KeepHeaderNames(ParseState& state);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_UNKNOWN_WORDS_H_
