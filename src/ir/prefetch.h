// Walks over all instructions of a large module, which wait for memory most of their time.
#ifndef HLO_IR_PREFETCH_H_
#define HLO_IR_PREFETCH_H_

#include <cstddef>

#include "hlo/instruction.h"
#include "src/ir/module_state.h"

namespace hlo::internal {

// Whether the instructions are more than a core's cache holds.
inline bool IsLargerThanCache(const HloModule& module) {
  return IrAccess::StateOf(module).arena.allocated_bytes() > (size_t{1} << 20);
}

// For a walk that is at `instruction`. As read, instructions follow each other in memory, with
// operands and attributes between them.
inline void PrefetchBehind(const HloInstruction* instruction) {
  constexpr size_t kAhead = 1024;  // some instructions
  constexpr size_t kLine = 64;
  const char* ahead = reinterpret_cast<const char*>(instruction) + kAhead;
  __builtin_prefetch(ahead);
  __builtin_prefetch(ahead + kLine);
  __builtin_prefetch(ahead + 2 * kLine);
}

}  // namespace hlo::internal

#endif  // HLO_IR_PREFETCH_H_
