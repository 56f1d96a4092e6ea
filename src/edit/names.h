// Names for new or renamed things: unique in the module, chosen as XLA does.
#ifndef HLO_EDIT_NAMES_H_
#define HLO_EDIT_NAMES_H_

#include <string_view>

#include "src/ir/module_state.h"

namespace hlo::internal {

// The symbol of a name based on `name` that no computation (instruction) of the module has had yet.
// The first call is linear in the module, the others take constant time.
uint32_t NewComputationName(IrAccess::ModuleState& state, std::string_view name);
uint32_t NewInstructionName(IrAccess::ModuleState& state, std::string_view name);

}  // namespace hlo::internal

#endif  // HLO_EDIT_NAMES_H_
