// Changing a module: the operations of which a compiler's pass is made.
//
// This pass replaces add(x, 0) by x; the add and the zero are removed when nobody uses them.
//
//   bool IsZero(const hlo::HloInstruction& i) {
//     return i.opcode() == hlo::HloOpcode::kConstant && i.shape().IsScalar() &&
//            hlo::PrintLiteral(i.literal()) == "0";
//   }
//
//   absl::Status RemoveAdditionsOfZero(hlo::HloComputation* computation) {
//     for (hlo::HloInstruction* add : hlo::PrintOrder(*computation)) {
//       if (add->parent() == nullptr) continue;  // removed on the way
//       if (add->opcode() != hlo::HloOpcode::kAdd || !IsZero(*add->operand(1))) continue;
//       absl::Status status = hlo::ReplaceInstruction(add, add->operand(0));
//       if (!status.ok()) return status;
//     }
//     return absl::OkStatus();
//   }
//
// Instructions are made with HloBuilder (hlo/builder.h).
//
// Costs. The first edit of a computation that asks who uses what makes the lists of uses, linear in
// the computation; from then on every edit keeps them, and costs what stands at its function,
// whatever the size of the computation. What is replaced or removed is not freed before the module.
//
// Rules. All pointers are of one module, those of one call of one computation, unless it says
// otherwise. An edit is not safe beside any other use of the module. UserSnapshot and AsyncChain do
// not follow edits. A removed instruction has no parent() and may not be used any more; its
// next() stays, so that a loop over instructions() may remove the one where it stands, if it
// removes none that follow. Misuse by the program is checked by assert only; what depends on the
// module is a Status, and then nothing was changed. No edit looks for cycles of operands: Verify
// does.
//
// Source: XLA HloInstruction, HloComputation, HloModule, whose methods these functions are called
// after.
#ifndef HLO_EDIT_H_
#define HLO_EDIT_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "hlo/module.h"
#include "hlo/users.h"

namespace hlo {

// ---- Uses. CurrentUsers and CurrentControlSuccessors of hlo/users.h follow edits.

// All users of `instruction` but `replacement` itself use `replacement` instead; if it is the root,
// `replacement` becomes the root. Control dependencies stay. Errors: kInvalidArgument if the
// shapes are not compatible (ShapesCompatible). Linear in the uses.
absl::Status ReplaceAllUsesWith(HloInstruction* instruction, HloInstruction* replacement);
// The same for any shapes; the caller cares for those of the users.
void ReplaceAllUsesWithDifferentShape(HloInstruction* instruction, HloInstruction* replacement);

// Operand `number` becomes `operand`. Errors: kInvalidArgument if its shape is not compatible with
// that of the one before. Constant time.
absl::Status ReplaceOperandWith(HloInstruction* instruction, int64_t number,
                                HloInstruction* operand);
void ReplaceOperandWithDifferentShape(HloInstruction* instruction, int64_t number,
                                      HloInstruction* operand);
// Other operands, also more or fewer; not for parameters and constants. Linear in their number.
void SetOperands(HloInstruction* instruction, absl::Span<HloInstruction* const> operands);

// ---- Control dependencies.

// `successor` gets `predecessor` as a control predecessor, if it has it not. Linear in the
// predecessors that it has.
void AddControlDependency(HloInstruction* predecessor, HloInstruction* successor);
// Takes it away, if there is one. Linear in the predecessors of the one and the successors of the
// other.
void RemoveControlDependency(HloInstruction* predecessor, HloInstruction* successor);
// Takes all away in which `instruction` is predecessor or successor. Linear in the successors of
// its predecessors, the predecessors of its successors and the square of the number of its
// successors. XLA DropAllControlDeps.
void DropAllControlDependencies(HloInstruction* instruction);

// ---- One instruction.

// Gives `instruction` a name made of `name`, sanitised and unique in the module, and returns it. A
// name that is taken gets a number, also if it is its own; names of removed instructions stay
// taken. An empty one is "name". Constant time but for the module's first. XLA SetAndUniquifyName.
std::string_view SetName(HloInstruction* instruction, std::string_view name);
// Another shape, of the module's pool. Neither operands nor users are looked at. The module's
// entry layout follows if it does not fit any more. Constant time.
void SetShape(HloInstruction* instruction, const Shape* shape);

// Sets an attribute, or changes the one of that kind. The value (MakeAttribute in hlo/builder.h, or
// an attribute of this module) is copied into the module; shapes must be of its pool. The
// attributes keep the normal form that the parser makes: a value that XLA would not print is
// dropped (but not of an unknown opcode, which takes any attribute). It takes the place of one of
// that name whose value is not understood. Errors: kInvalidArgument if the opcode takes no such
// attribute, and for kUnknown and kUnknownOpcode. Linear in the instruction's attributes; for
// control predecessors also in the successors of those that it loses.
absl::Status SetAttribute(HloInstruction* instruction, const Attribute& attribute);
// Removes the attribute of `kind`, or of its name with a value that is not understood, if there is
// one; one that always prints gets its default. Errors: kInvalidArgument if the opcode demands it,
// and for kUnknown and kUnknownOpcode. Costs as SetAttribute.
absl::Status RemoveAttribute(HloInstruction* instruction, AttributeKind kind);

// Whether removing the instruction may change what the program does although nobody uses it:
// sends, infeeds, random numbers, custom calls that say so, and what calls such; also any unknown
// opcode or unknown attribute (hlo/unknown_words.h), since they may mean anything. Linear in what
// it calls. XLA HloInstruction::HasSideEffect.
bool HasSideEffect(const HloInstruction& instruction);

// ---- Removing and replacing.

// Errors: kFailedPrecondition if it has users or control dependencies, is the root or a parameter.
// Linear in its operands; for the start of asynchronous sugar in such starts of the module.
absl::Status RemoveInstruction(HloInstruction* instruction);
// Removes it, and all that only it used, directly or not, and that may go: no parameter, no side
// effect, no control dependencies. Errors as before, for `instruction` alone. Each that is removed
// costs what RemoveInstruction does, each that might be what HasSideEffect does, which for one that
// calls others is linear in these.
absl::Status RemoveInstructionAndUnusedOperands(HloInstruction* instruction);
// ReplaceAllUsesWith; then removes `instruction` with the operands that nobody else uses.
// `replacement` takes over its control dependencies (where that would be a cycle, what had to come
// before goes before what had to come after), and its metadata and frontend attributes if it has
// none of its own. A parameter stays, without users. Errors: kInvalidArgument as
// ReplaceAllUsesWith. Linear in the uses, then as RemoveInstructionAndUnusedOperands. With control
// dependencies also, for each of them, linear in what it or `replacement` depends on; where there
// would be a cycle, each pair of predecessor and successor costs an AddControlDependency. XLA
// HloComputation::ReplaceInstruction with relay_control_dependency.
absl::Status ReplaceInstruction(HloInstruction* instruction, HloInstruction* replacement);

// Puts `instruction` in front of (behind) `position` in the list of its computation, which is the
// order of a scheduled module. The order is not checked: Verify does. Constant time.
void MoveBefore(HloInstruction* instruction, HloInstruction* position);
void MoveAfter(HloInstruction* instruction, HloInstruction* position);

// ---- Computations.

// Another root, of any shape; callers are not looked at. The entry layout of the module follows if
// the result does not fit any more. XLA set_root_instruction with accept_different_shape.
void SetRoot(HloComputation* computation, HloInstruction* root);
// Removes parameter `number`; those behind it move up. In the entry computation the header's
// layout, aliases and donors follow. Callers are not looked at. Errors: kFailedPrecondition if it
// has users or control dependencies or is the root. Linear in the parameters. (Parameters are added
// with HloBuilder::AddParameter.)
absl::Status RemoveParameter(HloComputation* computation, int64_t number);
// A unique name, as for instructions.
std::string_view SetName(HloComputation* computation, std::string_view name);
// Copied; "main" is the default.
void SetExecutionThread(HloComputation* computation, std::string_view thread);
// Copied; empty: none. A string, or a JSON dictionary, which prints without quotes.
void SetBackendConfig(HloComputation* computation, std::string_view config);

// Takes `computation` out of its module; it is not freed before that. Errors: kFailedPrecondition
// if it is the entry computation, is called, or must stand before a text that names it
// (hlo/unknown_words.h). Linear in the module.
absl::Status RemoveComputation(HloComputation* computation);
// Takes all computations out that the entry computation does not reach, by calls or by such texts;
// returns how many. Linear in the module. XLA HloModule::RemoveUnusedComputations.
int64_t RemoveUnusedComputations(HloModule& module);

// ---- The module.

// Copied; not made unique.
void SetName(HloModule& module, std::string_view name);
// Makes a computation of the module the entry computation. The entry layout of the header becomes
// that of its parameters and root, but for shapes that fit as they are.
void SetEntryComputation(HloModule& module, HloComputation* computation);
// The header. Everything is copied but shapes, which must be of the module's pool, and the modules
// of origin_recovery_table, which are cloned unless they are the module's own. A field that says
// something takes the place of an unknown attribute of its name (hlo/unknown_words.h). Start from
// module.config():
//   hlo::HloModuleConfig config = module.config();
//   config.is_scheduled = true;
//   hlo::SetConfig(module, config);
void SetConfig(HloModule& module, const HloModuleConfig& config);

}  // namespace hlo

#endif  // HLO_EDIT_H_
