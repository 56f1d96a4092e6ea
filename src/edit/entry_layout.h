// The header's fields about the entry computation's parameters and result: their layouts, aliases
// between them, donated buffers, shardings that may change. Edits keep them readable:
//
//   UpdateEntryParameter(state, 3);  // the parameter is new, or has a new shape
//   UpdateEntryResult(state);        // there is a new root, or it has a new shape
//   UpdateEntryLayout(state);        // anything may be new
//
// A shape that is missing or does not fit is set; other layouts stay. Aliases, donors and lists of
// shardings that name removed things are dropped.
#ifndef HLO_EDIT_ENTRY_LAYOUT_H_
#define HLO_EDIT_ENTRY_LAYOUT_H_

#include <cstddef>

#include "src/ir/module_state.h"

namespace hlo_text_v1::internal {

// Constant time, unless an alias may have to be dropped: then linear in the aliases. A new
// parameter comes after the others.
void UpdateEntryParameter(IrAccess::ModuleState& state, size_t number);
// Call before the parameter is removed: later ones are renumbered. Linear in parameters and
// aliases.
void RemoveEntryParameter(IrAccess::ModuleState& state, size_t number);
void UpdateEntryResult(IrAccess::ModuleState& state);
// Linear in the parameters.
void UpdateEntryLayout(IrAccess::ModuleState& state);

}  // namespace hlo_text_v1::internal

#endif  // HLO_EDIT_ENTRY_LAYOUT_H_
