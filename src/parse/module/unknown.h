// Words that this version does not know, kept with ParseOptions::allow_unknown.
//
//   an opcode      HloOpcode::kUnknown; operands that are names are resolved, others are kept
//   an attribute   AttributeKind::kUnknown, also if only its value is not understood
//   in the header, on a computation: the same, without an Attribute around it
//
// Reached only where there would otherwise be an error. Functions called Keep return false, with
// nothing consumed or logged, if the word cannot be kept.
#ifndef HLO_PARSE_MODULE_UNKNOWN_H_
#define HLO_PARSE_MODULE_UNKNOWN_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo_text_v1::internal {

// ---- Opcodes.

// Keeps the word at the current token, which must be followed by '('.
bool KeepUnknownOpcode(ParseState& state, Draft* draft);
// The operands of such an opcode, in parentheses. Returns false, logged, if they do not end.
bool ReadUnknownOperands(ParseState& state, Draft* draft);
// The value of an attribute of such an opcode; its name was read at `position`. Returns false,
// logged, if it does not end.
bool ReadAttributeOfUnknown(ParseState& state, Draft* draft, std::string_view name,
                            uint32_t position);

// ---- Attributes of known opcodes, after `name=`.

bool KeepUnknownAttribute(ParseState& state, Draft* draft, std::string_view name);
// Whether a value of a known attribute is kept if it is not understood.
bool MayKeepValue(AttributeKind kind);
// Reads such a value, or keeps it. Returns false, logged, if neither can be done.
bool ReadOrKeepValue(ParseState& state, Draft* draft, AttributeKind kind, uint8_t rank,
                     std::string_view name, uint32_t position);

// ---- Module and computations.

// An attribute of a computation after the one called `after`; appended to `kept`.
bool KeepComputationAttribute(ParseState& state, std::string_view name, std::string_view after,
                              std::vector<UnknownAttribute>* kept);
// Pins the names in texts kept in the header, which is read before any name is known.
void PinHeaderNames(ParseState& state);

// ---- Texts known only to be a value or an operand.

enum class KeptText { kValue, kOperand };

// The end of the text that begins at `begin`, without blanks and comments after it. Outside of
// brackets and strings, a value ends at a ',', at a '}' that it has not opened, at the end of the
// line, or where another instruction or computation begins; an operand at a ',' or ')'. nullptr if
// it is empty, if its brackets do not match, or if a string or comment is not closed. `end` is the
// end of the source, followed by SourceBuffer::kPadding zero bytes. Linear.
const char* FindKeptEnd(const char* begin, const char* end, KeptText kind = KeptText::kValue);
// The text at the lexer's position, which moves to its end; empty if there is none.
std::string_view ReadKeptText(ParseContext& ctx, KeptText kind = KeptText::kValue);

// The names `%x` in `text` outside of strings and comments, without the '%'; c%x holds none.
std::vector<std::string_view> FindNames(std::string_view text);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PARSE_MODULE_UNKNOWN_H_
