// Finds the ends of runs, sixteen bytes at a time: names and shapes are most of a text, and a byte
// loop costs four instructions a byte and a misprediction at its end. ReadIntegers reads a whole
// list of integers.
//
// Each function reads up to 15 bytes past the run, at most SourceBuffer::kPadding past the text,
// where the bytes are zero: zero ends every run. Namespace scalar has them for processors without
// SSE2; every build has it, so that tests can compare the two.
#ifndef HLO_LEX_SCAN_RUN_H_
#define HLO_LEX_SCAN_RUN_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "absl/base/attributes.h"
#include "src/base/byte_class.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace hlo::internal {

namespace scalar {

inline const char* SkipIdentifier(const char* p) {
  while (HasClass(*p, kIdentifierByte)) ++p;
  return p;
}

inline bool IsAllIdentifierBytes(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return HasClass(c, kIdentifierByte); });
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

#ifdef __SSE2__
namespace scan_run_internal {

inline __m128i Load(const char* p) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)); }

// A bit for each byte that is 0xff; the others are zero.
inline unsigned Bits(__m128i bytes) { return static_cast<unsigned>(_mm_movemask_epi8(bytes)); }

// The bytes of `x` that are at most `most`.
inline __m128i AtMost(__m128i x, char most) {
  return _mm_cmpeq_epi8(_mm_min_epu8(x, _mm_set1_epi8(most)), x);
}

// The bytes of `x` in [first, last]: SSE2 compares signed bytes, so `first` moves to the least one.
inline __m128i InRange(__m128i x, char first, char last) {
  constexpr int kLeast = -128;
  const __m128i moved = _mm_add_epi8(x, _mm_set1_epi8(static_cast<char>(kLeast - first)));
  return _mm_cmpgt_epi8(_mm_set1_epi8(static_cast<char>(kLeast + last - first + 1)), moved);
}

// A bit for each byte of [A-Za-z0-9_.-].
inline unsigned IdentifierBytes(__m128i bytes) {
  const __m128i letters = InRange(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), 'a', 'z');
  // In ASCII, - . / 0 1 ... 9 are in this order.
  const __m128i digits = InRange(bytes, '-', '9');
  const __m128i slash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('/'));
  const __m128i underscore = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('_'));
  return Bits(_mm_or_si128(_mm_or_si128(letters, underscore), _mm_andnot_si128(slash, digits)));
}

template <typename Stops>
ABSL_ATTRIBUTE_NOINLINE const char* FindFirstInLongRun(const char* p, Stops stops) {
  for (;; p += 16) {
    if (const unsigned mask = stops(Load(p)); mask != 0) return p + __builtin_ctz(mask);
  }
}

// The first byte at or after `p` where `stops`, which takes sixteen bytes, sets a bit. Most runs
// end in the first sixteen; the loop would have its constants put into registers before those.
template <typename Stops>
const char* FindFirst(const char* p, Stops stops) {
  const unsigned mask = stops(Load(p));
  if (__builtin_expect(mask == 0, 0)) return FindFirstInLongRun(p + 16, stops);
  return p + __builtin_ctz(mask);
}

}  // namespace scan_run_internal
#endif

// End of the run of kIdentifierByte bytes at `p`.
inline const char* SkipIdentifier(const char* p) {
#ifdef __SSE2__
  using namespace scan_run_internal;
  return FindFirst(p, [](__m128i bytes) { return IdentifierBytes(bytes) ^ 0xFFFF; });
#else
  return scalar::SkipIdentifier(p);
#endif
}

// Whether all of `text` is kIdentifierByte bytes. Reads up to 15 bytes past it, whatever they are.
inline bool IsAllIdentifierBytes(std::string_view text) {
#ifdef __SSE2__
  using namespace scan_run_internal;
  for (; text.size() > 16; text.remove_prefix(16)) {
    if (IdentifierBytes(Load(text.data())) != 0xFFFF) return false;
  }
  const unsigned needed = (1u << text.size()) - 1;
  return (IdentifierBytes(Load(text.data())) & needed) == needed;
#else
  return scalar::IsAllIdentifierBytes(text);
#endif
}

// The first byte at or after `p` that is a blank or below: the end of a shape as XLA prints it.
inline const char* FindBlank(const char* p) {
#ifdef __SSE2__
  using namespace scan_run_internal;
  return FindFirst(p, [](__m128i bytes) { return Bits(AtMost(bytes, ' ')); });
#else
  return scalar::FindBlank(p);
#endif
}

// The first byte at or after `p` that is `c`, a blank or below.
inline const char* FindBlankOr(const char* p, char c) {
#ifdef __SSE2__
  using namespace scan_run_internal;
  return FindFirst(p, [c](__m128i bytes) {
    return Bits(_mm_or_si128(AtMost(bytes, ' '), _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c))));
  });
#else
  return scalar::FindBlankOr(p, c);
#endif
}

// The first parenthesis or control character at or after `p`.
inline const char* FindParenthesis(const char* p) {
#ifdef __SSE2__
  using namespace scan_run_internal;
  return FindFirst(p, [](__m128i bytes) {
    // ( and ) differ only in their last bit.
    const __m128i parentheses =
        _mm_cmpeq_epi8(_mm_or_si128(bytes, _mm_set1_epi8(1)), _mm_set1_epi8(')'));
    return Bits(_mm_or_si128(AtMost(bytes, ' ' - 1), parentheses));
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

}  // namespace hlo::internal

#endif  // HLO_LEX_SCAN_RUN_H_
