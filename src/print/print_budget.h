// Bytes that options may add to a text: the shape of a tuple with each of its uses, all elements of
// a constant of zeros, all devices of a group. Without a limit they grow with the square of the
// module, or faster.
#ifndef HLO_PRINT_PRINT_BUDGET_H_
#define HLO_PRINT_PRINT_BUDGET_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hlo/module.h"

namespace hlo::internal {

class PrintBudget {
 public:
  // `max_bytes`: 0 for the default. Borrows the module.
  PrintBudget(const HloModule& module, int64_t max_bytes) : module_(module), left_(max_bytes) {
    is_known_ = max_bytes > 0;
  }

  size_t left() {
    // Computed on first use: most options add nothing. It depends only on the number of
    // instructions, so a module read from the text prints the same text.
    if (!is_known_) left_ = (int64_t{64} << 20) + 1024 * module_.instruction_count();
    is_known_ = true;
    return static_cast<size_t>(left_);
  }
  void Spend(size_t bytes) { left_ -= static_cast<int64_t>(std::min(left(), bytes)); }

 private:
  const HloModule& module_;
  int64_t left_;
  bool is_known_;
};

}  // namespace hlo::internal

#endif  // HLO_PRINT_PRINT_BUDGET_H_
