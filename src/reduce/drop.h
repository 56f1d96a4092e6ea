// Drops instructions of a computation, for the reducer and for ExtractHlo.
#ifndef HLO_REDUCE_DROP_H_
#define HLO_REDUCE_DROP_H_

#include <vector>

#include "hlo/module.h"

namespace hlo_text_v1::internal {

// Removes those instructions of `computation` for which `dropped`, indexed by index(), is true; not
// parameters. Their users get stand-ins (StandIns of stand_in.h). If the root of the entry
// computation is dropped, the new one has all values that nobody uses; in its root tuple, dropped
// elements are left out. Parameters of the entry computation that lose their last user go, too.
void DropInstructions(HloComputation* computation, const std::vector<bool>& dropped, bool shares);

}  // namespace hlo_text_v1::internal

#endif  // HLO_REDUCE_DROP_H_
