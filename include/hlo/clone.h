// Copies computations within a module or between modules, and single instructions.
// (HloModule::Clone copies a whole module.)
//
//   // A library of helpers, read once; `module` gets a copy of one of them, with all it calls.
//   hlo::HloComputation* helper = hlo::CloneComputation(*library_helper, &module);
//   builder.AddInstruction(hlo::HloOpcode::kCall, nullptr, {x},
//                          {hlo::MakeAttribute<hlo::AttributeKind::kToApply>(helper)});
#ifndef HLO_CLONE_H_
#define HLO_CLONE_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "hlo/computation.h"
#include "hlo/module.h"

namespace hlo {

// Adds a copy of `computation`, which is built, to `module`, its own or another one, and returns
// it; the copy is never the entry computation.
//
// Names: the computation gets its name, ".", `suffix`, made unique ("body.clone", "body.clone.1");
// instructions keep theirs, made unique, with the suffix within the module. Within the module the
// copy has the callees of the original, except that each fusion and async-start gets its own. Into
// another module it copies all direct and indirect callees, shapes and stack frames; `computation`
// and its module may then be destroyed. Texts kept as written keep the old names
// (hlo/unknown_words.h). nullptr if one of the modules has sugar (HasSugar of hlo/async.h). Not
// safe beside another edit of `module`. Linear in the copy and the stack-frame tables. XLA
// HloComputation::Clone, CloneInContext.
HloComputation* CloneComputation(const HloComputation& computation, HloModule* module,
                                 std::string_view suffix = "clone");

// Adds an instruction like `instruction` to its computation, with `operands` of that computation,
// and returns it: the same opcode, attributes and literal, no control predecessors. `shape`
// nullptr: that of the original. A fusion or async-start gets a copy of what it calls, others call
// the same. The name is the original's, ".", `suffix`, made unique. It goes where HloBuilder puts
// instructions without an insertion point. Errors: kInvalidArgument for parameters, for a
// shape that a constant's value does not have, and as HloBuilder::AddInstruction. Linear in the
// copy. (HloBuilder::AddClone copies into another computation.) XLA
// HloInstruction::CloneWithNewOperands.
absl::StatusOr<HloInstruction*> CloneWithNewOperands(HloInstruction* instruction,
                                                     const Shape* shape,
                                                     absl::Span<HloInstruction* const> operands,
                                                     std::string_view suffix = "clone");

}  // namespace hlo

#endif  // HLO_CLONE_H_
