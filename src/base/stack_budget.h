// How much machine stack nesting may take: a text decides how deeply it nests, and threads have
// stacks of any size (RLIMIT_STACK, pthread_attr_setstacksize).
//
// A recursive descent makes a StackBudget at its start and asks it at each level. It asks the
// system only after the descent has used 64 KiB, which hardly any text does.
#ifndef HLO_BASE_STACK_BUDGET_H_
#define HLO_BASE_STACK_BUDGET_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/base/attributes.h"

namespace hlo_text_v1::internal {

// Stack for one level of a nested value in functions that walk it, such as printing. A flat text
// can nest shapes, by tuples of tuples: no budget of the parser bounds them.
inline constexpr size_t kStackPerLevel = 512;

class StackBudget {
 public:
  // At most `most` bytes below the caller's frame, and at most half of the bytes that its thread
  // has left: other functions walk the result of the descent, with smaller frames.
  explicit StackBudget(size_t most)
      : base_(Here()), most_(most), granted_(std::min(most, kAlwaysThere)) {}
  StackBudget(const StackBudget&) = delete;
  StackBudget& operator=(const StackBudget&) = delete;

  // Whether the caller's frame and `more` bytes are within the budget.
  ABSL_ATTRIBUTE_ALWAYS_INLINE bool IsKept(size_t more = 0) {
    const uintptr_t here = Here();
    const uintptr_t used = (here > base_ ? here - base_ : base_ - here) + more;
    return used <= granted_ || (granted_ < most_ && Grant(used));
  }

 private:
  static constexpr size_t kAlwaysThere = size_t{64} << 10;

  // The frame's address: under AddressSanitizer locals are not on the machine stack.
  ABSL_ATTRIBUTE_ALWAYS_INLINE static uintptr_t Here() {
    return reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  }
  bool Grant(size_t used);

  uintptr_t base_;
  size_t most_;
  size_t granted_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_STACK_BUDGET_H_
