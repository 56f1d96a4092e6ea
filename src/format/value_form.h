// Values that are reprinted as a whole, not token by token: array shapes and constants. Anything a
// value leaves out, a layout or elided elements, stays out.
#ifndef HLO_FORMAT_VALUE_FORM_H_
#define HLO_FORMAT_VALUE_FORM_H_

#include <string>

#include "src/parse/parse_context.h"

namespace hlo_text_v1::internal {

// End of the array shape at `p` if its bytes alone show that it is in XLA's form: no tiles, no
// blanks, no leading zeros. Else nullptr.
const char* ScanPlainArrayShape(const char* p);

// Each reads a value at the current token of `ctx` and appends XLA's form of it. Returns false,
// with nothing appended or consumed, if it has comments or may print as another value.
bool AppendArrayShapeForm(ParseContext& ctx, std::string* out);
// The text between the parentheses of a constant, whose shape begins at `shape_begin`.
bool AppendConstantForm(ParseContext& ctx, const char* shape_begin, std::string* out);

}  // namespace hlo_text_v1::internal

#endif  // HLO_FORMAT_VALUE_FORM_H_
