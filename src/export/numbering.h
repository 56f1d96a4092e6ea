// Numbers computations and instructions in printing order, but always callees first.
//
//   ModuleNumbering numbering(module);
//   for (const HloComputation* computation : numbering.computations()) {
//     InstructionNumbering instructions(*computation);
//     instructions.of(*computation->root_instruction());
//   }
//
// Everything gets a number, whatever edits have done to the module: parts that the printer would
// leave out, because they are on a cycle, come last.
#ifndef HLO_EXPORT_NUMBERING_H_
#define HLO_EXPORT_NUMBERING_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "hlo/module.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

class ModuleNumbering {
 public:
  // Linear in the module, which must outlive the numbering.
  explicit ModuleNumbering(const HloModule& module);

  absl::Span<const HloComputation* const> computations() const { return computations_; }
  // -1 for a computation of another module.
  int64_t of(const HloComputation* computation) const {
    const auto at = numbers_.find(computation);
    return at == numbers_.end() ? -1 : at->second;
  }

 private:
  // Adds a computation after its callees, unless it is there already.
  void Add(const HloComputation* computation);

  std::vector<const HloComputation*> computations_;
  HashMap<const HloComputation*, int64_t> numbers_;
};

class InstructionNumbering {
 public:
  // Linear in the computation, which must outlive the numbering.
  explicit InstructionNumbering(const HloComputation& computation);

  absl::Span<const HloInstruction* const> instructions() const { return instructions_; }
  // -1 for an instruction of another computation.
  int64_t of(const HloInstruction& instruction) const {
    return instruction.parent() == &computation_ ? numbers_[instruction.index()] : -1;
  }

 private:
  const HloComputation& computation_;
  std::vector<const HloInstruction*> instructions_;
  std::vector<int64_t> numbers_;  // by index()
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_EXPORT_NUMBERING_H_
