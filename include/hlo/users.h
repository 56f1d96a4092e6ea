// The users of an instruction.
//
//   hlo::UserSnapshot users(*computation);  // for reading: of a const module, from any thread
//   for (const hlo::HloInstruction* user : users.of(instruction)) ...
//
//   std::vector<hlo::HloInstruction*> now = hlo::CurrentUsers(instruction);  // between edits
//
// The IR keeps no lists of users by default: neither parsing nor printing needs them.
#ifndef HLO_USERS_H_
#define HLO_USERS_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "hlo/computation.h"

namespace hlo {

// The users at the time of construction; editing the computation makes it stale.
class UserSnapshot {
 public:
  // Linear in the number of instructions and operands of `computation`, which must outlive the
  // lists.
  explicit UserSnapshot(const HloComputation& computation);

  // The instructions that have `instruction` (of the computation) as an operand, in order of
  // creation, each once however often it is used. Without control successors. Constant time.
  absl::Span<HloInstruction* const> of(const HloInstruction* instruction) const;

 private:
  std::vector<uint32_t> first_;  // by index(): where an instruction's users begin
  std::vector<HloInstruction*> users_;
};

// The instructions that have `instruction` as an operand, each once, in the order of their uses:
// that of the computation, then that of the edits (hlo/edit.h). The first call for a computation
// builds lists that edits keep up to date: it is linear in the computation and counts as an edit
// itself. Others are linear in the uses.
std::vector<HloInstruction*> CurrentUsers(const HloInstruction* instruction);
// The instructions that have it as a control predecessor. Linear in their number; the first call as
// above.
std::vector<HloInstruction*> CurrentControlSuccessors(const HloInstruction* instruction);

}  // namespace hlo

#endif  // HLO_USERS_H_
