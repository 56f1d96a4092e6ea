// The users of an instruction, kept up to date during edits.
//
// A use is a pair (user, operand number). The uses of one instruction are a doubly linked list:
// adding or removing one takes constant time, and moving all uses to another instruction is linear
// in their number, whatever the size of the computation. An instruction's uses of its own operands
// are consecutive entries of one array. A hash table records the instructions with a control
// predecessor, which are rare. Edits make has_users reflect the lists: they set and clear its
// flag.
//
// Readers of a const module may also make the lists, even in several threads at once: each thread
// builds its own, and the first one to finish keeps them. Nothing else is written, so the flags
// wait for an edit.
#ifndef HLO_IR_USE_LISTS_H_
#define HLO_IR_USE_LISTS_H_

#include <cstdint>
#include <vector>

#include "hlo/graph.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

class UseLists {
 public:
  // The uses of all instructions of `computation`, in order. Linear in instructions and operands.
  // Only reads the computation.
  explicit UseLists(HloComputation& computation);

  // Call before the first edit; makes has_users right. Linear the first time, then constant.
  void PrepareForEdits(HloComputation& computation);

  // Call once for a new `user`, after it has its operands. Linear in their number.
  void AddOperands(HloInstruction* user);
  // `user` is about to lose its operands, which are still in place.
  void RemoveOperands(HloInstruction* user);
  // Operand `number` of `user` is about to become `replacement`. Constant time.
  void ReplaceOperand(HloInstruction* user, int64_t number, HloInstruction* replacement);

  // Adds or removes `predecessor` as a control predecessor of `successor`; call once per occurrence
  // in the list. Removing is linear in the successors of `predecessor`.
  void AddControl(HloInstruction* predecessor, HloInstruction* successor);
  void RemoveControl(HloInstruction* predecessor, HloInstruction* successor);
  absl::Span<HloInstruction* const> ControlSuccessors(const HloInstruction* instruction) const;

  using Use = MutableHloUse;
  // All uses, in the order they were added. Linear in their number.
  std::vector<Use> Of(const HloInstruction* instruction) const;
  // Calls visit(use) for each, in that order, until it returns false.
  template <typename Visit>
  void ForEachUse(const HloInstruction* instruction, Visit visit) const {
    if (instruction->index() >= lists_.size()) return;
    for (uint32_t at = lists_[instruction->index()].first; at != kNone; at = entries_[at].next) {
      HloInstruction* user = entries_[at].user;
      if (!visit(Use{user, int64_t{at} - lists_[user->index()].operands})) return;
    }
  }

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  // For an operand from another computation, which the verifier rejects.
  static constexpr uint32_t kUnlinked = ~uint32_t{0} - 1;

  struct Entry {
    HloInstruction* user;
    uint32_t previous;
    uint32_t next;
  };
  struct Lists {
    uint32_t first = kNone;  // use of the instruction
    uint32_t last = kNone;
    uint32_t operands = kNone;  // entry for its own operand 0
  };

  Lists& Of(uint32_t index) {
    if (index >= lists_.size()) lists_.resize(size_t{index} + 1);
    return lists_[index];
  }
  // Does not set has_users.
  void LinkOnly(uint32_t entry, const HloInstruction* operand);
  void Link(uint32_t entry, HloInstruction* operand);
  void AddEntries(HloInstruction* user);
  void Unlink(uint32_t entry, HloInstruction* operand);

  std::vector<Lists> lists_;  // by index()
  std::vector<Entry> entries_;
  bool flags_are_right_ = false;  // of has_users
  HashMap<const HloInstruction*, std::vector<HloInstruction*>> control_successors_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_IR_USE_LISTS_H_
