// Which bytes of a block of sixty-four are quotes, braces and the like, as bits: byte by byte,
// sixteen at a time, and thirty-two with AVX2, for the processors that have it.
#ifndef HLO_LEX_BLOCK_MARKS_H_
#define HLO_LEX_BLOCK_MARKS_H_

#include <cstddef>
#include <cstdint>

#include "src/lex/bytes16.h"

#ifdef __x86_64__  // where single functions can be for AVX2
#define HLO_HAS_AVX2_FUNCTIONS
#include <immintrin.h>
#endif

namespace hlo::internal {

constexpr size_t kBlock = 64;

// A bit per byte; the first byte has the lowest bit.
struct Marks {
  uint64_t quotes = 0;  // "
  uint64_t opens = 0;   // {
  uint64_t closes = 0;  // }
  uint64_t backslashes = 0;
  uint64_t others = 0;  // ' and /
};

inline Marks MarksByByte(const char* p) {
  Marks marks;
  for (size_t i = 0; i < kBlock; ++i) {
    const uint64_t bit = uint64_t{1} << i;
    if (p[i] == '"') marks.quotes |= bit;
    if (p[i] == '{') marks.opens |= bit;
    if (p[i] == '}') marks.closes |= bit;
    if (p[i] == '\\') marks.backslashes |= bit;
    if (p[i] == '\'' || p[i] == '/') marks.others |= bit;
  }
  return marks;
}

// ' and / differ only in this bit.
constexpr char kOtherBit = '\'' ^ '/';

#ifdef HLO_HAS_BYTES16
inline Marks MarksBySixteen(const char* p) {
  const Bytes16 a = Load16(p), b = Load16(p + 16), c = Load16(p + 32), d = Load16(p + 48);
  const auto find = [&](char x) {
    return Bits64(Equal(a, x), Equal(b, x), Equal(c, x), Equal(d, x));
  };
  const auto other = [](Bytes16 x) { return Equal(x | kOtherBit, '/'); };
  return {find('"'), find('{'), find('}'), find('\\'),
          Bits64(other(a), other(b), other(c), other(d))};
}
#endif

#ifdef HLO_HAS_AVX2_FUNCTIONS
// A bit for each `c`. Not a lambda, which would not be compiled for AVX2.
[[gnu::target("avx2")]] inline uint64_t Find(__m256i low, __m256i high, char c) {
  const __m256i wanted = _mm256_set1_epi8(c);
  const int low_bits = _mm256_movemask_epi8(_mm256_cmpeq_epi8(low, wanted));
  const int high_bits = _mm256_movemask_epi8(_mm256_cmpeq_epi8(high, wanted));
  return static_cast<uint32_t>(low_bits) | uint64_t{static_cast<uint32_t>(high_bits)} << 32;
}

[[gnu::target("avx2")]] inline Marks MarksByThirtyTwo(const char* p) {
  const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p + 32));
  const __m256i bit = _mm256_set1_epi8(kOtherBit);
  return {Find(low, high, '"'), Find(low, high, '{'), Find(low, high, '}'), Find(low, high, '\\'),
          Find(_mm256_or_si256(low, bit), _mm256_or_si256(high, bit), '/')};
}
#endif

}  // namespace hlo::internal

#endif  // HLO_LEX_BLOCK_MARKS_H_
