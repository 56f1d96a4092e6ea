// Rebuilding of the stack-frame tables from what instructions use; part of Uniquify.
#ifndef HLO_IR_STACK_FRAMES_H_
#define HLO_IR_STACK_FRAMES_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "hlo/module.h"

namespace hlo {

// Feed it the stack frame of each instruction, in the order in which XLA visits them (computations
// in definition order, instructions in creation order, only those with an id other than 0).
class StackFrameCanonicalizer {
 public:
  // `old_tables` must outlive the canonicalizer.
  explicit StackFrameCanonicalizer(const StackFrameTables& old_tables);
  // The new id of frame `id` of the old tables, 0 if it is not a sound one.
  int32_t Map(int32_t id);
  // The tables of all that was mapped.
  StackFrameTables TakeTables();

 private:
  const StackFrameTables& old_;
  StackFrameTables new_;
};

}  // namespace hlo

#endif  // HLO_IR_STACK_FRAMES_H_
