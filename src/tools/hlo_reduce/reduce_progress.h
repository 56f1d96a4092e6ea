// Shows on the terminal how far a reduction is: a bar, sizes, tests, seconds; erased at the end.
#ifndef HLO_TOOLS_HLO_REDUCE_REDUCE_PROGRESS_H_
#define HLO_TOOLS_HLO_REDUCE_REDUCE_PROGRESS_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace hlo::internal {

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

class ReduceProgressLine {
 public:
  // Does nothing unless standard error is a terminal.
  ReduceProgressLine();
  ~ReduceProgressLine() { Clear(); }
  ReduceProgressLine(const ReduceProgressLine&) = delete;
  ReduceProgressLine& operator=(const ReduceProgressLine&) = delete;

  // At most ten lines a second. Sets state.seconds.
  void Update(ReduceState state);
  void Clear();

 private:
  using Clock = std::chrono::steady_clock;

  const bool is_enabled_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point shown_at_ = {};
  bool is_shown_ = false;
};

}  // namespace hlo::internal

#endif  // HLO_TOOLS_HLO_REDUCE_REDUCE_PROGRESS_H_
