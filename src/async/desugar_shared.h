// Desugaring for the verifier: as Desugar, but with few computations.
#ifndef HLO_ASYNC_DESUGAR_SHARED_H_
#define HLO_ASYNC_DESUGAR_SHARED_H_

#include "hlo/module.h"

namespace hlo::internal {

// As Desugar, except that starts of the same opcode, shapes and thread call the same computation,
// if it would have no attributes but metadata. A schedule may start the same work ten thousand
// times. Returns whether any two do.
bool DesugarShared(HloModule& module);

}  // namespace hlo::internal

#endif  // HLO_ASYNC_DESUGAR_SHARED_H_
