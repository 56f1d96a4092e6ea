// The interface of a pass of the reducer: it proposes edits, and applies a group of them to a
// clone.
//
// Edits name instructions by position, not by pointer, since each trial edits its own clone, and
// clones keep the order of computations and instructions.
#ifndef HLO_REDUCE_PASS_H_
#define HLO_REDUCE_PASS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "hlo/module.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

struct ReduceEdit {
  uint32_t computation = 0;  // in computations()
  uint32_t instruction = 0;  // in instructions() of the computation
  int64_t detail = 0;        // depends on the pass
};

// A clone, with its instructions by position before the first edit.
class ReduceSubject {
 public:
  explicit ReduceSubject(HloModule* module);

  HloModule& module() const { return *module_; }
  HloComputation* computation(const ReduceEdit& edit) const {
    return computations_[edit.computation];
  }
  // nullptr if an earlier edit of the group has removed it.
  HloInstruction* instruction(const ReduceEdit& edit) const {
    HloInstruction* found = instructions_[edit.computation][edit.instruction];
    return found->parent() == nullptr ? nullptr : found;
  }
  // Includes instructions that are removed by now.
  absl::Span<HloInstruction* const> instructions(const ReduceEdit& edit) const {
    return instructions_[edit.computation];
  }

 private:
  HloModule* module_;
  std::vector<HloComputation*> computations_;
  std::vector<std::vector<HloInstruction*>> instructions_;
};

using ReduceEdits = std::vector<ReduceEdit>;

struct ReducePass {
  std::string_view name;
  std::string_view help;
  // The edits of a module, in an order that only depends on the module. Most passes begin with the
  // parts that matter least.
  ReduceEdits (*propose)(const HloModule& module);
  // Applies the edits of a group that still make sense. An edit that does not fit leaves the clone
  // as it is or makes it invalid; Verify decides.
  void (*apply)(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits);
  enum Kind : uint8_t {
    kShrinks,  // a step must make the module smaller
    kPlain,    // as kShrinks; leaves all instructions in place, and is tried as a whole at first
    kMayGrow,  // it may grow, but each step removes a call that no other step brings back
    kLast,     // as kShrinks; runs once, when nothing else helps
  } kind = kShrinks;
  // Tries edits one by one, never in groups: they exclude each other.
  bool is_single = false;
};

// In the order in which they run.
absl::Span<const ReducePass> ReducePasses();

// ---- For passes.

// Calls visit(instruction, edit) for all instructions of the module, the entry computation first.
template <typename Module, typename Visit>
void ForEachReducible(Module& module, Visit visit) {
  const auto computations = module.computations();
  for (const bool is_entry : {true, false}) {
    for (size_t c = 0; c < computations.size(); ++c) {
      if ((computations[c] == module.entry_computation()) != is_entry) continue;
      uint32_t i = 0;
      for (auto* instruction : computations[c]->instructions()) {
        visit(instruction, ReduceEdit{static_cast<uint32_t>(c), i++, 0});
      }
    }
  }
}

// All of them; those that an edit removes have no parent() then.
std::vector<HloInstruction*> AllInstructions(HloModule& module);

// By index(): the position of an instruction in instructions().
std::vector<uint32_t> PositionsOf(const HloComputation& computation);

// The computations of async-starts with one instruction and its parameters. They print as sugar, so
// their instruction must not become a parameter or constant.
HashSet<const HloComputation*> WrappedComputations(const HloModule& module);

// The last of instructions(), after which everything may be used.
HloInstruction* LastInstruction(HloComputation& computation);

// Replaces `instruction` by `replacement` of any shape and removes it, if nothing prevents that.
void SubstituteInstruction(HloInstruction* instruction, HloInstruction* replacement);

// Removes `instruction` if nobody needs it, then its operands in the same way, even those with side
// effects.
void RemoveUnneeded(HloInstruction* instruction);

// Removes unused parameters of the entry computation, except those in `kept`.
void RemoveUnusedEntryParameters(HloModule& module,
                                 absl::Span<const HloInstruction* const> kept = {});

// Makes `computation` the entry computation, on the main thread with everything that it calls
// synchronously.
void MakeEntryComputation(HloComputation* computation);

// Clears the header's fields about results and parameters, which no longer fit.
void ForgetAliases(HloModule& module);

}  // namespace hlo_text_v1::internal

#endif  // HLO_REDUCE_PASS_H_
