// A computation prepared for matching: a hash of each instruction, and its users. Arrays by
// HloInstruction::index().
#ifndef HLO_DIFF_COMPUTATION_GRAPH_H_
#define HLO_DIFF_COMPUTATION_GRAPH_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "hlo/computation.h"
#include "src/base/huge_pages.h"
#include "src/canonical/structural_hash.h"

namespace hlo_text_v1::internal {

// How much two instructions must agree to be matched.
enum class Likeness : uint8_t {
  kExact,   // everything, including what they call
  kShape,   // opcode, shape without layout, number of a parameter
  kOpcode,  // only the opcode
};
inline constexpr int kLikenessCount = 3;

uint64_t MixHash(uint64_t a, uint64_t b);

class ComputationGraph {
 public:
  using Hashes = LargeVector<uint64_t>;  // by index
  struct Use {
    const HloInstruction* user;
    uint32_t position;  // among its operands
  };

  // `order` has the instructions of `computation`, each after its operands except on a cycle; both
  // must outlive the graph. hash_callee(computation) hashes its content. Linear.
  ComputationGraph(const HloComputation& computation, absl::Span<const HloInstruction* const> order,
                   InstructionHasher* hasher,
                   absl::FunctionRef<uint64_t(const HloComputation*)> hash_callee);

  const HloComputation& computation() const { return computation_; }
  absl::Span<const HloInstruction* const> order() const { return order_; }
  // By index.
  uint64_t hash(Likeness likeness, uint32_t index) const {
    return hashes_[static_cast<int>(likeness)][index];
  }
  absl::Span<const Use> uses(const HloInstruction& instruction) const {
    const uint32_t begin = first_use_[instruction.index()];
    return absl::MakeConstSpan(uses_).subspan(begin, first_use_[instruction.index() + 1] - begin);
  }

  // Hashes each instruction's transitive operands, and its transitive users. An instruction with a
  // `mark` other than 0 counts only as that mark.
  struct ConeHashes {
    Hashes operands;
    Hashes users;
  };
  ConeHashes HashCones(Likeness likeness, const Hashes& marks) const;

 private:
  void CollectUses();

  const HloComputation& computation_;
  const absl::Span<const HloInstruction* const> order_;
  Hashes hashes_[kLikenessCount];
  LargeVector<uint32_t> first_use_;
  LargeVector<Use> uses_;  // those of an instruction in `order`
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_DIFF_COMPUTATION_GRAPH_H_
