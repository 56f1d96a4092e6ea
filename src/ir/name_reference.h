// References of kept texts (hlo/unknown_words.h) after edits.
#ifndef HLO_IR_NAME_REFERENCE_H_
#define HLO_IR_NAME_REFERENCE_H_

#include "hlo/unknown_words.h"
#include "src/ir/module_state.h"

namespace hlo::internal {

// Whether the module has what `reference` names: it may have had it when it was read, and not now.
inline bool IsHere(const NameReference& reference) {
  if (reference.computation != nullptr) return !IrAccess::IsRemoved(reference.computation);
  return reference.instruction != nullptr && reference.instruction->parent() != nullptr;
}

}  // namespace hlo::internal

#endif  // HLO_IR_NAME_REFERENCE_H_
