// Sums of bytes and times, which saturate at the largest int64_t.
#ifndef HLO_DUMPS_SATURATING_H_
#define HLO_DUMPS_SATURATING_H_

#include <cstdint>
#include <limits>

namespace hlo::internal {

// `a` + `b`, where neither is negative.
inline int64_t SaturatingSum(int64_t a, int64_t b) {
  return a > std::numeric_limits<int64_t>::max() - b ? std::numeric_limits<int64_t>::max() : a + b;
}

}  // namespace hlo::internal

#endif  // HLO_DUMPS_SATURATING_H_
