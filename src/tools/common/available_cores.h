// The number of threads that are worthwhile.
#ifndef HLO_TOOLS_COMMON_AVAILABLE_CORES_H_
#define HLO_TOOLS_COMMON_AVAILABLE_CORES_H_

#include <algorithm>
#include <thread>

namespace hlo_text_v1::internal {

// Cores that this process may use; at least 1.
inline int AvailableCores() {
  return std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_COMMON_AVAILABLE_CORES_H_
