// Names for what an edit adds or renames: unique in the module, as XLA makes them unique.
#ifndef HLO_EDIT_NAMES_H_
#define HLO_EDIT_NAMES_H_

#include <string_view>

#include "src/ir/module_state.h"

namespace hlo::internal {

// The symbol of a name made of `name` that no computation (instruction) of the module has had so
// far. The first call is linear in the module, the others take constant time.
uint32_t NewComputationName(IrAccess::ModuleState& state, std::string_view name);
uint32_t NewInstructionName(IrAccess::ModuleState& state, std::string_view name);

}  // namespace hlo::internal

#endif  // HLO_EDIT_NAMES_H_
