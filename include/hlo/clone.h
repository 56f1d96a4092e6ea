// Copying computations, within a module or from one module into another. (HloModule::Clone copies a
// whole module.)
//
//   // A library of helpers, read once; `module` gets a copy of one of them, with all it calls.
//   hlo::HloComputation* helper = hlo::CloneComputation(*library_helper, &module);
//   builder.AddInstruction(hlo::HloOpcode::kCall, nullptr, {x},
//                          {hlo::MakeAttribute(hlo::AttributeKind::kToApply, helper)});
#ifndef HLO_CLONE_H_
#define HLO_CLONE_H_

#include <string_view>

#include "hlo/computation.h"
#include "hlo/module.h"

namespace hlo {

// Adds a copy of `computation` to `module`, which may be its own or another one, and returns it; it
// is never the entry computation.
//
// Names: the computation's is its name, ".", `suffix`, made unique ("body.clone", "body.clone.1");
// those of the instructions are theirs made unique, with the suffix within the module.
// Within the module the copy calls what the original calls, but for fusions, each of which gets a
// computation of its own. In another module everything that is called, directly or not, is copied
// too, with what must stand before a text that names it (hlo/unknown_words.h), shapes, stack frames
// and all; other names in such texts stay as they are written; `computation` and its module may be
// destroyed after that. Asynchronous sugar is copied as it stands. Not safe beside another edit of
// `module`. Linear in what is copied, and in the stack-frame tables. XLA HloComputation::Clone,
// CloneInContext.
HloComputation* CloneComputation(const HloComputation& computation, HloModule* module,
                                 std::string_view suffix = "clone");

}  // namespace hlo

#endif  // HLO_CLONE_H_
