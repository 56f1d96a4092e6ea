// Who uses an instruction: lists of users, built on demand.
//
//   hlo::UserLists users(*computation);
//   for (const hlo::HloInstruction* user : users.of(instruction)) ...
//
// The IR keeps no user lists, since neither parsing nor printing needs them. The lists show the
// computation as it was when they were built; editing it makes them stale (Users in hlo/edit.h does
// follow edits).
#ifndef HLO_USERS_H_
#define HLO_USERS_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "hlo/computation.h"

namespace hlo {

class UserLists {
 public:
  // Linear in the number of instructions and operands of `computation`, which must outlive the
  // lists.
  explicit UserLists(const HloComputation& computation);

  // The instructions that have `instruction` (of the computation) as an operand, in order of
  // creation, each once however often it is used. Control successors do not count. Constant time.
  absl::Span<HloInstruction* const> of(const HloInstruction* instruction) const;

 private:
  std::vector<uint32_t> first_;  // by index(): where an instruction's users begin
  std::vector<HloInstruction*> users_;
};

}  // namespace hlo

#endif  // HLO_USERS_H_
