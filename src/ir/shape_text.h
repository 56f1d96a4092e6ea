// Text of shapes and layouts, for the pool, which caches it. Everyone else finds these functions in
// hlo/print_values.h.
#ifndef HLO_IR_SHAPE_TEXT_H_
#define HLO_IR_SHAPE_TEXT_H_

#include <string>

#include "hlo/shape.h"

namespace hlo {

void AppendShape(const Shape& shape, bool with_layout, std::string* out);
void AppendLayout(const Layout& layout, std::string* out);

}  // namespace hlo

#endif  // HLO_IR_SHAPE_TEXT_H_
