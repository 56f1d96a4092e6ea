// Sums and products of bytes, times and counts, none of them negative, which saturate at the
// largest int64_t: shapes and protos may claim any size.
#ifndef HLO_BASE_SATURATED_H_
#define HLO_BASE_SATURATED_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "absl/numeric/int128.h"

namespace hlo_text_v1::internal {

inline constexpr int64_t kMostBytes = std::numeric_limits<int64_t>::max();

inline int64_t Saturated(absl::uint128 n) {
  return n > absl::uint128(static_cast<uint64_t>(kMostBytes))
             ? kMostBytes
             : static_cast<int64_t>(absl::Uint128Low64(n));
}

inline int64_t SaturatedSum(int64_t a, int64_t b) {
  int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? kMostBytes : sum;
}

inline int64_t SaturatedProduct(int64_t a, int64_t b) {
  return Saturated(absl::uint128(static_cast<uint64_t>(a)) * static_cast<uint64_t>(b));
}

// minimum + factor * size bytes, at most SIZE_MAX, which matters where that has 32 bits.
inline size_t SaturatedLimit(size_t minimum, size_t factor, size_t size) {
  const absl::uint128 bytes = absl::uint128(factor) * size + minimum;
  return static_cast<size_t>(std::min<absl::uint128>(bytes, std::numeric_limits<size_t>::max()));
}

// The bytes of memory that reading options allow for an input of `size` bytes.
template <typename Options>
size_t MemoryLimitOf(const Options& options, size_t size) {
  if (options.limits.max_memory_bytes != 0) return options.limits.max_memory_bytes;
  return SaturatedLimit(Options::kMinMemory, Options::kMemoryFactor, size);
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_SATURATED_H_
