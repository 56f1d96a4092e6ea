// Reads 2,3,1 straight from the bytes: nearly all lists of integers look like this.
#ifndef HLO_LEX_READ_INTEGERS_H_
#define HLO_LEX_READ_INTEGERS_H_

#include <cstddef>
#include <cstdint>

#include "src/base/byte_class.h"

namespace hlo {

// Reads comma-separated integers from *text up to `close` into `values` and steps past it. Returns
// their number. Returns -1, changing only `values`, for text that the lexer must handle: more
// integers, blanks, signs, integers that may be too long, other bytes.
template <size_t kMost>
int ReadIntegers(const char** text, char close, int64_t (&values)[kMost]) {
  constexpr int kMostDigits = 18;  // always fits
  const char* p = *text;
  size_t count = 0;
  while (HasClass(*p, kDigit)) {
    if (count == kMost) return -1;
    const char* digits = p;
    int64_t value = 0;
    while (HasClass(*p, kDigit) && p - digits < kMostDigits) value = value * 10 + (*p++ - '0');
    values[count++] = value;
    if (*p != ',') break;
    if (!HasClass(*++p, kDigit)) return -1;
  }
  if (*p != close) return -1;
  *text = p + 1;
  return static_cast<int>(count);
}

}  // namespace hlo

#endif  // HLO_LEX_READ_INTEGERS_H_
