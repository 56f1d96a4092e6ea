// The instructions of computations, copied to other computations of the same or another module.
#ifndef HLO_EDIT_CLONE_INSTRUCTIONS_H_
#define HLO_EDIT_CLONE_INSTRUCTIONS_H_

#include <functional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "hlo/computation.h"
#include "src/edit/copy_values.h"

namespace hlo {

// First Add each computation, then Fill: an instruction may refer to any other.
class InstructionCloner {
 public:
  // New instructions live in `arena`, their values come from `copier`, whose maps of computations
  // and instructions are set here. Both must outlive the cloner.
  InstructionCloner(Arena* arena, ValueCopier* copier);

  // `to`, which is empty, becomes the clone of `from`. Gives it as many instructions, without
  // contents, in the same order.
  void Add(const HloComputation& from, HloComputation* to);
  // Fills the instructions, roots, parameters, threads and configurations of all that was added.
  // `name` gives the symbol of the clone of an instruction.
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
  absl::flat_hash_map<const HloComputation*, size_t> clone_of_;
};

}  // namespace hlo

#endif  // HLO_EDIT_CLONE_INSTRUCTIONS_H_
