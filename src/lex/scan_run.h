// Finds the ends of runs, sixteen bytes at a time: names and shapes are most of a text, and a byte
// loop costs four instructions a byte and a misprediction at its end. ReadIntegers reads a whole
// list of integers.
//
// Each function reads up to 15 bytes past the run, at most SourceBuffer::kPadding past the text,
// where the bytes are zero: zero ends every run. Namespace scalar has them for processors without
// Bytes16; every build has it, so that tests can compare the two.
#ifndef HLO_LEX_SCAN_RUN_H_
#define HLO_LEX_SCAN_RUN_H_

#include <cstddef>
#include <cstdint>

#include "absl/base/attributes.h"
#include "src/base/byte_class.h"
#include "src/lex/bytes16.h"

namespace hlo_text_v1::internal {

namespace scalar {

inline const char* SkipIdentifier(const char* p) {
  while (HasClass(*p, kIdentifierByte)) ++p;
  return p;
}

inline const char* FindBlank(const char* p) {
  while (static_cast<unsigned char>(*p) > ' ') ++p;
  return p;
}

inline const char* FindBlankOr(const char* p, char c) {
  while (static_cast<unsigned char>(*p) > ' ' && *p != c) ++p;
  return p;
}

inline const char* FindParenthesis(const char* p) {
  while (static_cast<unsigned char>(*p) >= ' ' && *p != '(' && *p != ')') ++p;
  return p;
}

}  // namespace scalar

#ifdef HLO_HAS_BYTES16
namespace scan_run_internal {

// The bytes of [A-Za-z0-9_.-].
inline Mask16 IdentifierBytes(Bytes16 bytes) {
  const Bytes16 letters = InRange(bytes | ' ', 'a', 'z');  // of either case
  // In ASCII, - . / 0 1 ... 9 are in this order.
  const Bytes16 digits = Without(InRange(bytes, '-', '9'), Equal(bytes, '/'));
  return Mask16(letters | Equal(bytes, '_') | digits);
}

template <typename Stops>
ABSL_ATTRIBUTE_NOINLINE const char* FindFirstInLongRun(const char* p, Stops stops) {
  for (;; p += 16) {
    if (const Mask16 mask = stops(Load16(p)); !mask.empty()) return p + mask.First();
  }
}

// The first byte at or after `p` that is in the mask which `stops` gives for sixteen bytes. Most
// runs end in the first sixteen; a loop would load its constants into registers before it looks at
// those.
template <typename Stops>
const char* FindFirst(const char* p, Stops stops) {
  const Mask16 mask = stops(Load16(p));
  if (__builtin_expect(mask.empty(), 0)) return FindFirstInLongRun(p + 16, stops);
  return p + mask.First();
}

}  // namespace scan_run_internal
#endif

// End of the run of kIdentifierByte bytes at `p`.
inline const char* SkipIdentifier(const char* p) {
#ifdef HLO_HAS_BYTES16
  using namespace scan_run_internal;
  return FindFirst(p, [](Bytes16 bytes) { return ~IdentifierBytes(bytes); });
#else
  return scalar::SkipIdentifier(p);
#endif
}

// The first byte at or after `p` that is a blank or below: the end of a shape as XLA prints it.
inline const char* FindBlank(const char* p) {
#ifdef HLO_HAS_BYTES16
  using namespace scan_run_internal;
  return FindFirst(p, [](Bytes16 bytes) { return Mask16(AtMost(bytes, ' ')); });
#else
  return scalar::FindBlank(p);
#endif
}

// The first byte at or after `p` that is `c`, a blank or below.
inline const char* FindBlankOr(const char* p, char c) {
#ifdef HLO_HAS_BYTES16
  using namespace scan_run_internal;
  return FindFirst(p, [c](Bytes16 bytes) { return Mask16(AtMost(bytes, ' ') | Equal(bytes, c)); });
#else
  return scalar::FindBlankOr(p, c);
#endif
}

// The first parenthesis or control character at or after `p`.
inline const char* FindParenthesis(const char* p) {
#ifdef HLO_HAS_BYTES16
  using namespace scan_run_internal;
  return FindFirst(p, [](Bytes16 bytes) {
    // ( and ) differ only in their last bit.
    return Mask16(AtMost(bytes, ' ' - 1) | Equal(bytes | '\1', ')'));
  });
#else
  return scalar::FindParenthesis(p);
#endif
}

// Reads a list like 2,3,1 from *text up to `close` into `values`, straight from the bytes, and
// steps past it. kSeparator stands between the integers. Returns the number of integers. Returns
// -1, changing only `values`, for text that the lexer must handle: more integers, blanks, signs,
// integers that may be too long, other bytes.
template <char kSeparator = ',', size_t kMost>
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
    if (*p != kSeparator) break;
    if (!HasClass(*++p, kDigit)) return -1;
  }
  if (*p != close) return -1;
  *text = p + 1;
  return static_cast<int>(count);
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_LEX_SCAN_RUN_H_
