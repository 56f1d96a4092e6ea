// Values that are printed anew instead of token by token: array shapes and constants. What a value
// leaves out, a layout or elided elements, stays out.
#ifndef HLO_FORMAT_VALUE_FORM_H_
#define HLO_FORMAT_VALUE_FORM_H_

#include <string>

#include "src/parse/parse_context.h"

namespace hlo {

// End of the array shape at `p` if it is in XLA's form already, as far as that can be told from the
// bytes alone: no tiles, no blanks, no leading zeros. Else nullptr.
const char* ScanPlainArrayShape(const char* p);

// Each reads a value at the current token of `ctx` and appends XLA's form of it. False if it has
// comments or is not certain to print as the same value; then nothing is appended or consumed.
bool AppendArrayShapeForm(ParseContext& ctx, std::string* out);
// What stands between the parentheses of a constant, whose shape begins at `shape_begin`.
bool AppendConstantForm(ParseContext& ctx, const char* shape_begin, std::string* out);

}  // namespace hlo

#endif  // HLO_FORMAT_VALUE_FORM_H_
