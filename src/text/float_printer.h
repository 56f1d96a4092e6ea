// Numbers as XLA prints them: C's %g with a fixed number of significant digits, and the shorter of
// two precisions for f32 and f64.
#ifndef HLO_TEXT_FLOAT_PRINTER_H_
#define HLO_TEXT_FLOAT_PRINTER_H_

#include <cstdint>
#include <string>

#include "hlo/primitive_type.h"

namespace hlo_text_v1::internal {

// Appends `value` as printf("%.<digits>g") would; inf, -inf, nan, -nan.
void AppendGeneral(double value, int digits, std::string* out);
// Appends a literal's element of a floating-point `type`; NaN payloads as nan(0x1). For parts of
// complex numbers, pass the component type. XLA's digits do not tell all values of f8e8m0fnu apart;
// `exact` writes as many digits as that takes.
void AppendFloat(PrimitiveType type, double value, uint64_t nan_payload, bool exact,
                 std::string* out);
void AppendInt(int64_t value, std::string* out);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TEXT_FLOAT_PRINTER_H_
