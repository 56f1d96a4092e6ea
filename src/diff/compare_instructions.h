// Differences between matched instructions.
#ifndef HLO_DIFF_COMPARE_INSTRUCTIONS_H_
#define HLO_DIFF_COMPARE_INSTRUCTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/diff.h"
#include "hlo/module.h"
#include "src/canonical/structural_hash.h"
#include "src/diff/compare_metadata.h"
#include "src/diff/matching.h"

namespace hlo_text_v1::internal {

// The options for hashing an instruction.
HashOptions ComparedParts(const DiffOptions& options);

class InstructionComparer {
 public:
  // All must outlive the comparer.
  InstructionComparer(const HloModule& before, const HloModule& after, const Matching& matching,
                      const DiffOptions& options);

  // How equal a matched pair is.
  enum class Known : uint8_t {
    kNothing,
    kSame,   // equal themselves, ignoring references to other parts of the module
    kEqual,  // and their operands and control predecessors are counterparts, too
  };
  // The differences of a pair, ignoring the schedule.
  InstructionDiff Compare(const HloInstruction& before, const HloInstruction& after, Known known);
  // ComputationDiff::changes of a matched pair.
  std::vector<std::string_view> Compare(const HloComputation& before, const HloComputation& after);

 private:
  using NamedHashes = std::vector<std::pair<std::string_view, uint64_t>>;

  bool SayTheSame(const HloInstruction& before, const HloInstruction& after);
  uint32_t CompareShapes(const Shape& before, const Shape& after) const;
  bool SameValue(const HloInstruction& before, const HloInstruction& after);
  void CompareAttributes(InstructionDiff* diff);
  bool SameOperands(const HloInstruction& before, const HloInstruction& after) const;
  bool SameControl(const HloInstruction& before, const HloInstruction& after) const;
  bool SameCallees(const HloInstruction& before, const HloInstruction& after) const;

  NamedHashes HashAttributes(const HloInstruction& instruction, bool is_before);
  NamedHashes HashUnknown(const HloComputation& computation, bool is_before);

  const Matching& matching_;
  const DiffOptions options_;
  InstructionHasher before_hasher_;
  InstructionHasher after_hasher_;
  std::optional<MetadataText> before_metadata_;
  std::optional<MetadataText> after_metadata_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_DIFF_COMPARE_INSTRUCTIONS_H_
