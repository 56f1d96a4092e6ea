// Sums of bytes, which saturate at the largest int64_t.
#ifndef HLO_ANALYSIS_SATURATED_H_
#define HLO_ANALYSIS_SATURATED_H_

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

}  // namespace hlo::internal

#endif  // HLO_ANALYSIS_SATURATED_H_
