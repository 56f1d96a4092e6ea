// The progress of a reduction on the terminal: a bar, sizes, tests, seconds.
#ifndef HLO_TOOLS_HLO_REDUCE_REDUCE_PROGRESS_H_
#define HLO_TOOLS_HLO_REDUCE_REDUCE_PROGRESS_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace hlo_text_v1::internal {

struct ReduceState {
  std::string_view pass;
  int64_t bytes_before = 0;
  int64_t bytes = 0;
  int64_t instructions = 0;
  int64_t tests = 0;
  int64_t seconds = 0;
};

// "[=======>  ] 78 % gone, 1.2 KB, 12 instructions, 43 tests, 21 s: drop"
std::string ReduceProgressText(const ReduceState& state);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_REDUCE_REDUCE_PROGRESS_H_
