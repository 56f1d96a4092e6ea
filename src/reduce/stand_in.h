// Values that replace those that the reducer drops.
#ifndef HLO_REDUCE_STAND_IN_H_
#define HLO_REDUCE_STAND_IN_H_

#include <vector>

#include "hlo/builder.h"
#include "hlo/module.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

// Gives values of any shape in a computation: in the entry computation parameters, in others zeros.
class StandIns {
 public:
  // Values that exist are reused if `shares`: parameters of the computation, those that this object
  // has made, and stand-ins of a called computation.
  StandIns(HloComputation* computation, bool shares);

  // A value of `shape`; nullptr if there is none, as for a buffer in a called computation.
  HloInstruction* Of(const Shape* shape);

 private:
  HloInstruction* Make(const Shape* shape);
  HloInstruction* MakeZeros(const Shape* shape);

  HloComputation* computation_;
  const bool shares_;
  HloBuilder builder_;
  HashMap<const Shape*, HloInstruction*> known_;
};

// Whether `instruction` is, apart from nested tuples, the value that Of makes in a called
// computation: replacing it gains nothing.
bool IsStandIn(const HloInstruction& instruction);

}  // namespace hlo_text_v1::internal

#endif  // HLO_REDUCE_STAND_IN_H_
