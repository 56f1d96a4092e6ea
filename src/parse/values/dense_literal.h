// The value of an array constant: `5`, `{1, 2}`, `{ { (1, nan), (0, 2) } }`, `{...}`.
#ifndef HLO_PARSE_VALUES_DENSE_LITERAL_H_
#define HLO_PARSE_VALUES_DENSE_LITERAL_H_

#include "hlo/literal.h"
#include "src/parse/parse_context.h"

namespace hlo {

// A literal of `shape`, an array of static dimensions that becomes the literal's shape. Elements
// that the text omits, which XLA allows in few cases, are zero bits.
bool ReadDenseLiteral(ParseContext& ctx, const Shape* shape, Literal* literal);

}  // namespace hlo

#endif  // HLO_PARSE_VALUES_DENSE_LITERAL_H_
