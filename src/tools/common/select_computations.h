// --only: selects the computations to print.
#ifndef HLO_TOOLS_COMMON_SELECT_COMPUTATIONS_H_
#define HLO_TOOLS_COMMON_SELECT_COMPUTATIONS_H_

#include <string_view>

#include "hlo/module.h"
#include "src/base/hash_table.h"

namespace re2 {
class RE2;
}

namespace hlo_text_v1::internal {

using ComputationSet = HashSet<const HloComputation*>;

// Whether --only selects a computation of this name.
bool IsSelected(std::string_view computation, const re2::RE2& name);

// The computations in whose name `name` matches somewhere, and all computations that they call,
// directly or not. Linear in the size of the module.
ComputationSet SelectComputations(const HloModule& module, const re2::RE2& name);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_COMMON_SELECT_COMPUTATIONS_H_
