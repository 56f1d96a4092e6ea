// Bytes that options may add to a text: the shape of a tuple with each of its uses, all elements of
// a constant of zeros, all devices of a group. Without a limit they grow with the square of the
// module, or faster.
#ifndef HLO_PRINT_PRINT_BUDGET_H_
#define HLO_PRINT_PRINT_BUDGET_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "hlo/module.h"

namespace hlo::internal {

class PrintBudget {
 public:
  // `max_bytes`: 0 for the default. Borrows the module.
  PrintBudget(const HloModule& module, int64_t max_bytes) : module_(module) { Reset(max_bytes); }
  void Reset(int64_t max_bytes) {
    left_.reset();
    if (max_bytes > 0) left_ = max_bytes;
  }

  size_t left() {
    // Computed on first use: most options add nothing. It depends only on the number of
    // instructions, so a module read from the text prints the same text.
    if (!left_.has_value()) left_ = (int64_t{64} << 20) + 1024 * module_.instruction_count();
    return static_cast<size_t>(std::min<uint64_t>(static_cast<uint64_t>(*left_), SIZE_MAX));
  }
  void Spend(size_t bytes) {
    const size_t before = left();
    left_ = static_cast<int64_t>(before - std::min(before, bytes));
  }

 private:
  const HloModule& module_;
  std::optional<int64_t> left_;
};

}  // namespace hlo::internal

#endif  // HLO_PRINT_PRINT_BUDGET_H_
