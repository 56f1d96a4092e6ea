// Edits a module: the operations that a compiler pass needs.
//
// This pass replaces add(x, 0) by x, and removes the add and the zero once nobody uses them.
//
//   bool IsZero(const hlo_text::HloInstruction& i) {
//     return i.opcode() == hlo_text::HloOpcode::kConstant && i.shape().IsScalar() &&
//            hlo_text::PrintLiteral(i.literal()) == "0";
//   }
//
//   absl::Status RemoveAdditionsOfZero(hlo_text::HloComputation* computation) {
//     for (hlo_text::HloInstruction* add : hlo_text::PrintOrder(*computation)) {
//       if (add->parent() == nullptr) continue;  // removed on the way
//       if (add->opcode() != hlo_text::HloOpcode::kAdd || !IsZero(*add->operand(1))) continue;
//       absl::Status status = hlo_text::ReplaceInstruction(add, add->operand(0));
//       if (!status.ok()) return status;
//     }
//     return absl::OkStatus();
//   }
//
// HloBuilder (hlo/builder.h) makes instructions; hlo/transform.h clones computations, moves
// instructions into computations and back, and makes them asynchronous and back.
//
// Costs. The first edit that needs users builds the computation's lists of uses, linear in it; from
// then on every edit updates them, and costs what its function says, whatever the size of the
// computation. In a schedule, an instruction that was added without an insertion point moves before
// the first one that an edit makes use it, or depend on it: linear in the distance. Replaced and
// removed instructions keep their memory until the module is destroyed.
//
// Rules. All pointers are of one module without sugar (HasSugar of hlo/async.h; else edits do
// nothing, with a Status kFailedPrecondition), those of one call of one computation, unless it says
// otherwise. An edit is not safe beside any other use of the module. UserSnapshot and
// AsyncOperation do not follow edits. A removed instruction has no parent() and must not be used;
// its next() stays, so a loop over instructions() may remove the current one, if it removes none
// that follow. Errors that depend on the module are a Status, and then nothing has changed. Misuse
// by the program, such as an argument that is null, removed, of another computation or out of
// range, stops debug builds with a message; in others it is a Status. No edit looks for cycles of
// operands: Verify does.
//
// Source: the functions are named after methods of XLA's HloInstruction, HloComputation, HloModule.
#ifndef HLO_EDIT_H_
#define HLO_EDIT_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "hlo/graph.h"
#include "hlo/module.h"
#include "hlo/query.h"

namespace hlo_text_v1 {

class HloSchedule;  // hlo/schedule.h

// ---- Uses. CurrentUsers and CurrentControlSuccessors of hlo/graph.h follow edits.

// Makes all users of `instruction` but `replacement` itself use `replacement`; if it is the root,
// `replacement` becomes the root. Control dependencies stay. Errors: kInvalidArgument if the shapes
// are not compatible (ShapesCompatible). Linear in the uses; in a schedule, also in what is before
// a `replacement` that has no place yet.
[[nodiscard]] absl::Status ReplaceAllUsesWith(HloInstruction* instruction,
                                              HloInstruction* replacement);
// The same for any shapes; the caller fixes those of the users. Linear in the uses.
[[nodiscard]] absl::Status ReplaceAllUsesWithDifferentShape(HloInstruction* instruction,
                                                            HloInstruction* replacement);

// The same for the uses for which `is_replaced(use)` is true; the root stays. Returns their number.
// Errors as ReplaceAllUsesWith. Linear in the uses.
[[nodiscard]] absl::StatusOr<int64_t> ReplaceAllUsesWithIf(
    HloInstruction* instruction, HloInstruction* replacement,
    absl::FunctionRef<bool(const MutableHloUse&)> is_replaced);

// Makes `user` use `replacement` wherever it uses `instruction`. Errors: kInvalidArgument if it
// does not, or the shapes are not compatible. Linear in the operands of `user`.
[[nodiscard]] absl::Status ReplaceUseWith(HloInstruction* instruction, HloInstruction* user,
                                          HloInstruction* replacement);

// Makes `operand` operand `number`. Errors: kInvalidArgument if its shape is not compatible with
// the old one's. Constant time.
[[nodiscard]] absl::Status ReplaceOperandWith(HloInstruction* instruction, int64_t number,
                                              HloInstruction* operand);
// The same for any shape; the caller fixes that of `instruction`. Constant time.
[[nodiscard]] absl::Status ReplaceOperandWithDifferentShape(HloInstruction* instruction,
                                                            int64_t number,
                                                            HloInstruction* operand);
// Sets all operands, whatever their number; not for parameters and constants. Linear in their
// number.
[[nodiscard]] absl::Status SetOperands(HloInstruction* instruction,
                                       absl::Span<HloInstruction* const> operands);

// ---- Control dependencies.

// Makes `predecessor` a control predecessor of `successor`, once. Replaces the attribute if its
// value is not understood. Linear in the predecessors that it has.
[[nodiscard]] absl::Status AddControlDependency(HloInstruction* predecessor,
                                                HloInstruction* successor);
// Removes it, if there is one. Linear in the predecessors of the one and the successors of the
// other.
[[nodiscard]] absl::Status RemoveControlDependency(HloInstruction* predecessor,
                                                   HloInstruction* successor);
// Gives `to` the control predecessors and successors of `from`, too. One that is `to` itself is
// left out. Linear in both. XLA CopyAllControlDepsTo.
[[nodiscard]] absl::Status CopyAllControlDependencies(HloInstruction* from, HloInstruction* to);
// Removes all in which `instruction` is predecessor or successor. Linear in the successors of its
// predecessors, the predecessors of its successors and the square of the number of its successors.
// XLA DropAllControlDeps.
[[nodiscard]] absl::Status DropAllControlDependencies(HloInstruction* instruction);

// ---- One instruction.

// Gives `instruction` the name `name`, sanitised and made unique in the module, and returns it. A
// taken name gets a number, even if it is its own; names of removed instructions stay taken. An
// empty name becomes "name". A name that a text kept as written mentions stays, and is returned
// (hlo/unknown_words.h). Constant time except for the module's first. XLA SetAndUniquifyName.
std::string_view SetName(HloInstruction* instruction, std::string_view name);
// Sets the shape, which is of the module's pool; operands and users stay as they are. A map's
// dimensions follow, and the sharding of an array that becomes a tuple; that of a tuple stays, like
// all other attributes. If it is the entry computation's parameter or
// root, updates the header's entry layout if that no longer fits, and drops aliases and donors of
// parts that are gone. A constant's new shape must be compatible with its value's. Constant time;
// linear in the aliases if it changes an entry tuple.
[[nodiscard]] absl::Status SetShape(HloInstruction* instruction, const Shape* shape);

// Sets an attribute, or changes the one of that kind. Copies the value (MakeAttribute in
// hlo/builder.h, or an attribute of this module) into the module; shapes must be of its
// pool. The attributes keep the parser's normal form: a value that XLA would not print is dropped
// (but not of an unknown opcode, which takes any attribute). It replaces one of that name whose
// value is not understood. Errors: kInvalidArgument if the opcode takes no such attribute, and for
// kUnknown and kUnknownOpcode. Linear in the instruction's attributes; for control predecessors
// also in the successors of the lost ones.
[[nodiscard]] absl::Status SetAttribute(HloInstruction* instruction, const Attribute& attribute);
// Removes the attribute of `kind`, or of its name with a value that is not understood, if there is
// one; one that always prints gets its default. Errors: kInvalidArgument if the opcode requires it,
// and for kUnknown and kUnknownOpcode. Costs as SetAttribute.
[[nodiscard]] absl::Status RemoveAttribute(HloInstruction* instruction, AttributeKind kind);

// ---- Removing and replacing.

// Removes an unused instruction. Errors: kFailedPrecondition if it has users or control
// dependencies, is the root or a parameter. Linear in its operands.
[[nodiscard]] absl::Status RemoveInstruction(HloInstruction* instruction);
// Removes it and everything that only it used, directly or not, except parameters and instructions
// with side effects or control dependencies. Errors as RemoveInstruction, for `instruction` alone;
// also if it is a done whose start has a side effect or control dependencies, and would be left
// without one.
// Costs a RemoveInstruction for each removed one and a HasSideEffect, linear in what it calls, for
// each candidate.
[[nodiscard]] absl::Status RemoveInstructionAndUnusedOperands(HloInstruction* instruction);
// ReplaceAllUsesWith; then removes `instruction` with the operands that nobody else uses.
// `replacement` takes over its control dependencies (if that makes a cycle, or `replacement` stands
// elsewhere in the schedule, its predecessors become those of its successors), and its metadata and
// frontend attributes if it has none of its own. A parameter stays, unused; so does a done whose
// start has a side effect or control dependencies, and one whose name a text kept as written
// mentions (hlo/unknown_words.h). Errors: kInvalidArgument as ReplaceAllUsesWith.
// Linear in the uses, then as RemoveInstructionAndUnusedOperands. With control dependencies also,
// for each, linear in what it or `replacement` depends on and the distance in the schedule; on a
// cycle, each pair of predecessor and successor costs an AddControlDependency. XLA
// HloComputation::ReplaceInstruction with relay_control_dependency.
[[nodiscard]] absl::Status ReplaceInstruction(HloInstruction* instruction,
                                              HloInstruction* replacement);

// Adds a new instruction in the place of `instruction` (behind it, if that is one of `operands` and
// so stays: negate(parameter)) and replaces that with it. The arguments are those of
// HloBuilder::AddInstruction; `shape` nullptr: inferred. Errors: as AddInstruction and
// ReplaceInstruction, which give its cost. XLA HloComputation::ReplaceWithNewInstruction.
[[nodiscard]] absl::StatusOr<HloInstruction*> ReplaceWithNewInstruction(
    HloInstruction* instruction, HloOpcode opcode, const Shape* shape,
    absl::Span<HloInstruction* const> operands, absl::Span<const Attribute> attributes = {});

// Removes every instruction that neither the root nor an instruction with a side effect or a
// control dependency needs, nor one whose name a text kept as written mentions
// (hlo/unknown_words.h), except parameters; returns their number. Linear in the computation and
// what it calls. XLA HloDCE::RunOnComputation.
[[nodiscard]] absl::StatusOr<int64_t> RemoveDeadInstructions(HloComputation* computation);
// The same for all computations, callees first; then RemoveUnusedComputations. Linear in the
// module. XLA HloDCE::Run.
[[nodiscard]] absl::StatusOr<int64_t> RemoveDeadInstructions(HloModule* module);

// ---- Order: the list of a computation, in a scheduled module its schedule. No function checks
// that operands come first: Verify does. HloBuilder::SetInsertionPoint places new instructions.
// A list without a schedule may have operands behind users. When it becomes one, it then gets the
// print order, in linear time: when SetConfig says so, when the last fusion that calls the
// computation goes, or when that is built in or cloned into a scheduled module.

// Moves `instruction` before (after) `position` in the list of its computation. Constant time.
[[nodiscard]] absl::Status MoveBefore(HloInstruction* instruction, HloInstruction* position);
[[nodiscard]] absl::Status MoveAfter(HloInstruction* instruction, HloInstruction* position);
// Puts all instructions into this order. Errors: kInvalidArgument if `sequence` does not have each
// instruction of the computation once. Linear. XLA HloSchedule::set_sequence.
[[nodiscard]] absl::Status SetSequence(HloComputation* computation,
                                       absl::Span<HloInstruction* const> sequence);
// Writes the sequences of `schedule`, which is up to date, into its module, which is scheduled
// then; returns whether that changed anything. Errors as SetSequence. Linear. XLA
// HloModule::set_schedule.
[[nodiscard]] absl::StatusOr<bool> SetSchedule(const HloSchedule& schedule);

// ---- Computations.

// Sets the root, of any shape; callers stay as they are. Updates the module's entry layout and
// aliases as SetShape does. XLA set_root_instruction with accept_different_shape.
[[nodiscard]] absl::Status SetRoot(HloComputation* computation, HloInstruction* root);
// Removes parameter `number`; the later ones move up. In the entry computation it updates the
// header's layout, aliases and donors. Callers stay as they are. Errors: kFailedPrecondition if it
// has users or control dependencies or is the root. Linear in the parameters.
// (HloBuilder::AddParameter adds one.)
[[nodiscard]] absl::Status RemoveParameter(HloComputation* computation, int64_t number);
// A unique name, as for instructions.
std::string_view SetName(HloComputation* computation, std::string_view name);
// Copied; "main" is the default. Errors: kInvalidArgument if it has a quote, a backslash or a
// control character, which HLO text cannot express there.
[[nodiscard]] absl::Status SetExecutionThread(HloComputation* computation, std::string_view thread);
// Copied; empty: none. A string, or a JSON dictionary, which prints without quotes.
[[nodiscard]] absl::Status SetBackendConfig(HloComputation* computation, std::string_view config);

// Takes `computation` out of its module, which still owns its memory. Errors: kFailedPrecondition
// if it is the entry computation, is called, or a text kept as written names it
// (hlo/unknown_words.h). Linear in the module.
[[nodiscard]] absl::Status RemoveComputation(HloComputation* computation);
// Takes out all computations that neither the entry computation reaches by calls nor one that a
// text kept as written names; returns their number. Linear in the module. XLA
// HloModule::RemoveUnusedComputations.
[[nodiscard]] absl::StatusOr<int64_t> RemoveUnusedComputations(HloModule* module);

// ---- The module.

// Copies `name`, sanitised as for instructions, and returns it. A word that the text's header
// cannot have, such as ROOT, gets a '_' at its end, so the module reads back.
std::string_view SetName(HloModule* module, std::string_view name);
// Makes a computation of the module the entry computation. The header's entry layout becomes that
// of its parameters and root, but keeps shapes that fit; aliases and donors that name what it does
// not have are dropped. Linear in the parameters and aliases.
[[nodiscard]] absl::Status SetEntryComputation(HloModule* module, HloComputation* computation);
// Sets the header. Copies everything; shapes may be of another module's pool. Clones the modules of
// origin_recovery_table unless they are the module's own. A field that is set replaces an unknown
// attribute of its name (hlo/unknown_words.h). Start from module.config():
//   hlo_text::HloModuleConfig config = module.config();
//   config.is_scheduled = true;
//   absl::Status status = hlo_text::SetConfig(&module, config);
[[nodiscard]] absl::Status SetConfig(HloModule* module, const HloModuleConfig& config);

}  // namespace hlo_text_v1

#endif  // HLO_EDIT_H_
