// Copies the instructions of computations to other computations of the same or another module.
#ifndef HLO_EDIT_CLONE_INSTRUCTIONS_H_
#define HLO_EDIT_CLONE_INSTRUCTIONS_H_

#include <functional>
#include <vector>

#include "hlo/computation.h"
#include "src/base/hash_table.h"
#include "src/edit/copy_values.h"

namespace hlo::internal {

// First Add each computation, then Fill: an instruction may refer to any other.
class InstructionCloner {
 public:
  // New instructions live in `arena`; `copier` copies their values; the constructor sets its maps
  // of computations and instructions. Both must outlive the cloner.
  InstructionCloner(Arena* arena, ValueCopier* copier);

  // Makes `to`, which is empty, the clone of `from`: gives it as many instructions, without
  // contents, in the same order.
  void Add(const HloComputation& from, HloComputation* to);
  // Fills in the instructions, roots, parameters, threads and configurations of everything added.
  // `name` gives the symbol of an instruction's clone.
  void Fill(const std::function<uint32_t(const HloInstruction*)>& name);

  // The clone of a computation; itself if it was not added.
  HloComputation* CloneOf(HloComputation* computation) const;
  // The clone of an instruction; itself if its computation was not added.
  HloInstruction* CloneOf(HloInstruction* instruction) const;

 private:
  struct Clone {
    const HloComputation* from;
    HloComputation* to;
    std::vector<HloInstruction*> instructions;  // by index() of the original
  };
  void Fill(const HloInstruction* from, const Clone& clone, HloInstruction* to);

  Arena& arena_;
  ValueCopier& copier_;
  std::vector<Clone> clones_;
  HashMap<const HloComputation*, size_t> clone_of_;
};

}  // namespace hlo::internal

#endif  // HLO_EDIT_CLONE_INSTRUCTIONS_H_
