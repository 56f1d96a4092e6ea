// The graph of a module: who uses an instruction, and in which order things print.
//
//   for (const hlo_text::HloComputation* computation : hlo_text::ComputationPostOrder(module)) {
//     const hlo_text::UserSnapshot users(*computation);
//     for (const hlo_text::HloInstruction* instruction : hlo_text::PrintOrder(*computation)) {
//       std::cout << instruction->name() << ": " << users.of(*instruction).size() << " users\n";
//     }
//   }
//
//   std::vector<hlo_text::HloInstruction*> now = hlo_text::CurrentUsers(*instruction);  // follows edits
//
// All functions are safe to call from many threads at once on a const module. hlo/dependencies.h
// knows what depends on what indirectly.
#ifndef HLO_GRAPH_H_
#define HLO_GRAPH_H_

#include <cstdint>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/types/span.h"
#include "hlo/computation.h"
#include "hlo/module.h"

namespace hlo_text_v1 {

// ---- Orders.

// The computations in print order: each after its callees, as far as in XLA. Callees of one
// computation follow the order in which its instructions were created, as in XLA, or their print
// order, which stays when the text is read again. Creation is the order of the text, or that of ids
// in a proto; what is added comes last. Linear in the module. XLA
// HloModule::MakeComputationPostOrder.
enum class CallOrder : uint8_t { kCreation, kPrinted };
std::vector<HloComputation*> ComputationPostOrder(HloModule& module,
                                                  CallOrder order = CallOrder::kCreation);
std::vector<const HloComputation*> ComputationPostOrder(const HloModule& module,
                                                        CallOrder order = CallOrder::kCreation);
// The instructions of `computation` in print order: as scheduled if the module is (and no fusion
// calls the computation), else InstructionPostOrder. Linear in it.
std::vector<HloInstruction*> PrintOrder(HloComputation& computation);
std::vector<const HloInstruction*> PrintOrder(const HloComputation& computation);
// Each instruction after its control predecessors and operands, starting from the first unused one.
// Linear in `computation`. XLA HloComputation::MakeInstructionPostOrder.
std::vector<HloInstruction*> InstructionPostOrder(HloComputation& computation);
std::vector<const HloInstruction*> InstructionPostOrder(const HloComputation& computation);

// ---- Users. The IR keeps no lists of them by default: neither parsing nor printing needs them.
// The first function here that starts with Current or Has makes them for its computation, in time
// linear in it, and edits keep them up to date. A removed instruction has no users.

// The users at the time of construction; editing the computation makes it stale.
class UserSnapshot {
 public:
  // Linear in the number of instructions and operands of `computation`, which must outlive the
  // lists.
  explicit UserSnapshot(const HloComputation& computation ABSL_ATTRIBUTE_LIFETIME_BOUND);

  // The instructions that have `instruction` (of the computation) as an operand, in order of
  // creation, each once however often it is used. Without control successors. Constant time. The
  // list lives as long as the snapshot, so not of a temporary one.
  absl::Span<HloInstruction* const> of(HloInstruction& instruction) const&;
  absl::Span<const HloInstruction* const> of(const HloInstruction& instruction) const&;
  void of(const HloInstruction&) const&& = delete;

 private:
  std::vector<uint32_t> first_;  // by index(): where an instruction's users begin
  std::vector<const HloInstruction*> users_;
};

// The instructions that have `instruction` as an operand, each once, in the order of their uses:
// that of the computation, then that of the edits (hlo/edit.h). Linear in the uses. XLA
// HloInstruction::users. None of a removed instruction.
std::vector<HloInstruction*> CurrentUsers(HloInstruction& instruction);
std::vector<const HloInstruction*> CurrentUsers(const HloInstruction& instruction);
// The places where they have it: operand `operand_number` of `user`. Linear in their number.
template <typename Instruction>
struct UseBy {
  Instruction* user;
  int64_t operand_number;
};
using HloUse = UseBy<const HloInstruction>;
using MutableHloUse = UseBy<HloInstruction>;
std::vector<MutableHloUse> CurrentUses(HloInstruction& instruction);
std::vector<HloUse> CurrentUses(const HloInstruction& instruction);
// Whether it has a user, and whether it has just one, however often that uses it. Constant time,
// and linear in the uses by the first user.
bool HasUsers(const HloInstruction& instruction);
bool HasOneUser(const HloInstruction& instruction);
// The instructions that have it as a control predecessor. Linear in their number.
std::vector<HloInstruction*> CurrentControlSuccessors(HloInstruction& instruction);
std::vector<const HloInstruction*> CurrentControlSuccessors(const HloInstruction& instruction);
// Whether it has a control predecessor or successor. Linear in the successors.
bool HasControlDependencies(const HloInstruction& instruction);

}  // namespace hlo_text_v1

#endif  // HLO_GRAPH_H_
