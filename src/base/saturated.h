// Sums and products of bytes, times and counts, none of them negative, which saturate at the
// largest int64_t: shapes and protos may claim any size.
#ifndef HLO_BASE_SATURATED_H_
#define HLO_BASE_SATURATED_H_

#include <cstdint>
#include <limits>

#include "absl/numeric/int128.h"

namespace hlo::internal {

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

}  // namespace hlo::internal

#endif  // HLO_BASE_SATURATED_H_
