// A hash for short names, inline because the parser calls it for every name and shape of the text.
//
// Multiplies and folds eight bytes at a time; the tail is read as an overlapping word. Tables mix
// in HashSeed(), so nobody can write a text whose names all collide.
#ifndef HLO_BASE_NAME_HASH_H_
#define HLO_BASE_NAME_HASH_H_

#include <cstdint>
#include <cstring>
#include <string_view>

#include "absl/numeric/int128.h"

namespace hlo_text_v1::internal {

namespace name_hash_internal {
inline uint64_t Load64(const char* p) {
  uint64_t v;
  std::memcpy(&v, p, 8);
  return v;
}
inline uint64_t Load32(const char* p) {
  uint32_t v;
  std::memcpy(&v, p, 4);
  return v;
}
inline uint64_t Mix(uint64_t a, uint64_t b) {
  const absl::uint128 product = absl::uint128(a) * b;
  return absl::Uint128Low64(product) ^ absl::Uint128High64(product);
}
}  // namespace name_hash_internal

// Unpredictable from outside; constant within a process.
uint64_t HashSeed();

inline uint32_t HashName(std::string_view text, uint64_t seed) {
  using name_hash_internal::Load32;
  using name_hash_internal::Load64;
  using name_hash_internal::Mix;
  constexpr uint64_t kOdd1 = 0x9E3779B97F4A7C15, kOdd2 = 0xE7037ED1A0B428DB;
  constexpr uint64_t kOdd3 = 0x8EBC6AF09C88C6E3;
  const char* p = text.data();
  size_t n = text.size();
  uint64_t h = kOdd1 ^ seed ^ n;
  for (; n > 16; n -= 8, p += 8) h = Mix(h ^ Load64(p), kOdd2);
  uint64_t a = 0, b = 0;
  if (n >= 8) {
    a = Load64(p);
    b = Load64(p + n - 8);
  } else if (n >= 4) {
    a = Load32(p);
    b = Load32(p + n - 4);
  } else if (n > 0) {
    a = (static_cast<uint64_t>(static_cast<uint8_t>(p[0])) << 16) |
        (static_cast<uint64_t>(static_cast<uint8_t>(p[n / 2])) << 8) |
        static_cast<uint8_t>(p[n - 1]);
  }
  h = Mix(h ^ a ^ kOdd3, b ^ kOdd2);
  return static_cast<uint32_t>(h ^ (h >> 32));
}

// Whether the `n` bytes at `p` and `q` are equal. Names and shapes are short: a call of memcmp
// takes longer than comparing them.
inline bool SameBytes(const char* p, const char* q, size_t n) {
  using name_hash_internal::Load32;
  using name_hash_internal::Load64;
  if (n >= 8) {
    for (size_t i = 0; i + 8 < n; i += 8) {
      if (Load64(p + i) != Load64(q + i)) return false;
    }
    return Load64(p + n - 8) == Load64(q + n - 8);
  }
  if (n >= 4) return Load32(p) == Load32(q) && Load32(p + n - 4) == Load32(q + n - 4);
  for (size_t i = 0; i < n; ++i) {
    if (p[i] != q[i]) return false;
  }
  return true;
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_NAME_HASH_H_
