// Literals: the text between the parentheses of constant(...), and custom-call's literal=.
#ifndef HLO_PARSE_VALUES_LITERAL_PARSER_H_
#define HLO_PARSE_VALUES_LITERAL_PARSER_H_

#include "hlo/literal.h"
#include "src/parse/parse_context.h"

namespace hlo::internal {

// The value of a constant of `shape` (array, buffer or tuple), without the parentheses. The
// literal's own shape, which the constant gets, has static dimensions, no buffer, no element size
// in its layout (XLA LiteralUtil / HloParserImpl::ParseLiteral).
bool ReadLiteral(ParseContext& ctx, const Shape& shape, Literal* literal);

// A literal that carries its shape: `f32[2]{0} {1, 2}`, `(s32[] 1, pred[] true)`.
bool ReadLiteralWithShape(ParseContext& ctx, Literal* literal);

// The value of an array constant: `5`, `{1, 2}`, `{ { (1, nan), (0, 2) } }`, `{...}`. A literal of
// `shape`, an array of static dimensions that becomes the literal's shape. Elements
// that the text omits, which XLA allows in few cases, are zero bits.
bool ReadDenseLiteral(ParseContext& ctx, const Shape* shape, Literal* literal);

}  // namespace hlo::internal

#endif  // HLO_PARSE_VALUES_LITERAL_PARSER_H_
