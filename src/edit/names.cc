// The uniquers are created by the first edit and stay in the module's state.
#include "src/edit/names.h"

#include <string>

namespace hlo::internal {
namespace {

uint32_t Symbol(IrAccess::ModuleState& state, const std::string& name) {
  // Makes the next Uniquify check: the name may be oddly numbered.
  state.names_may_collide = true;
  state.computation_names_may_collide = true;
  return state.InternCopy(name);
}

// XLA NameUniquer::GetUniqueName.
std::string_view OrDefault(std::string_view name) { return name.empty() ? "name" : name; }

}  // namespace

uint32_t NewComputationName(IrAccess::ModuleState& state, std::string_view name) {
  if (state.computation_names == nullptr) {
    state.computation_names = std::make_unique<NameUniquer>();
    for (const HloComputation* computation : state.computations) {
      state.computation_names->GetUniqueName(state.symbols.Text(IrAccess::Name(computation)));
    }
  }
  return Symbol(state, state.computation_names->GetUniqueName(OrDefault(name)));
}

uint32_t NewInstructionName(IrAccess::ModuleState& state, std::string_view name) {
  if (state.instruction_names == nullptr) {
    state.instruction_names = std::make_unique<NameUniquer>();
    for (const HloComputation* computation : state.computations) {
      for (const HloInstruction* instruction : computation->instructions()) {
        state.instruction_names->GetUniqueName(state.symbols.Text(IrAccess::Name(instruction)));
      }
    }
  }
  return Symbol(state, state.instruction_names->GetUniqueName(OrDefault(name)));
}

}  // namespace hlo::internal
