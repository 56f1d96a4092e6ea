// The byte order of protos, literals and fingerprints, on every machine.
#ifndef HLO_BASE_LITTLE_ENDIAN_H_
#define HLO_BASE_LITTLE_ENDIAN_H_

#include <cstdint>

namespace hlo_text_v1::internal {

// An unsigned number whose bytes in memory are those of `value`, the lowest first; and the reverse.
template <typename T>
constexpr T LittleEndian(T value) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  if constexpr (sizeof(T) == 2) return __builtin_bswap16(value);
  if constexpr (sizeof(T) == 4) return __builtin_bswap32(value);
  if constexpr (sizeof(T) == 8) return __builtin_bswap64(value);
#endif
  return value;
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_LITTLE_ENDIAN_H_
