// The data of a ModuleDiff.
#ifndef HLO_DIFF_DIFF_STATE_H_
#define HLO_DIFF_DIFF_STATE_H_

#include <cstdint>
#include <vector>

#include "hlo/diff.h"
#include "src/diff/matching.h"

namespace hlo_text_v1 {

struct ModuleDiff::State {
  // The computations of either module; pointers, because modules may be moved.
  const HloComputation* in_before = nullptr;
  const HloComputation* in_after = nullptr;
  internal::Matching matching;
  DiffOptions options;
  std::vector<HeaderDiff> header;
  std::vector<ComputationDiff> computations;
  int64_t added = 0;
  int64_t removed = 0;
  int64_t changed = 0;
};

namespace internal {

// For printing a diff.
struct DiffAccess {
  using State = ModuleDiff::State;
  static const State& StateOf(const ModuleDiff& diff) { return *diff.state_; }
};

}  // namespace internal

}  // namespace hlo_text_v1

#endif  // HLO_DIFF_DIFF_STATE_H_
