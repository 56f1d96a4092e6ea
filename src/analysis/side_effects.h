// Tells which instructions have side effects, for edits that ask about many.
#ifndef HLO_ANALYSIS_SIDE_EFFECTS_H_
#define HLO_ANALYSIS_SIDE_EFFECTS_H_

#include "hlo/computation.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

// As HasSideEffect of hlo/query.h, but visits each called computation only once. Removing
// instructions without side effects does not invalidate it.
class SideEffects {
 public:
  bool Of(const HloInstruction& instruction);

 private:
  bool Of(const HloComputation* computation);

  HashMap<const HloComputation*, bool> known_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_ANALYSIS_SIDE_EFFECTS_H_
