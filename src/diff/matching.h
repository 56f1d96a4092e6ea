// Pairs the parts of two modules: a bijection between the matched parts.
//
// Everything is matched once and never again. Keyed by computation and HloInstruction::index(): a
// query costs one hash look-up and one array access.
#ifndef HLO_DIFF_MATCHING_H_
#define HLO_DIFF_MATCHING_H_

#include <vector>

#include "absl/types/span.h"
#include "hlo/module.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

struct InstructionPair {
  const HloInstruction* before;
  const HloInstruction* after;
};

class Matching {
 public:
  Matching() = default;
  Matching(const HloModule& before, const HloModule& after);

  // `before` and `after` must be of the modules and have no counterpart yet; `pairs` are their
  // matched instructions.
  void Match(const HloComputation& before, const HloComputation& after,
             absl::Span<const InstructionPair> pairs);

  // The counterpart in the other module; nullptr if there is none.
  const HloComputation* AfterOf(const HloComputation& before) const {
    return Find(before, before_).computation;
  }
  const HloComputation* BeforeOf(const HloComputation& after) const {
    return Find(after, after_).computation;
  }
  // The same for all instructions of a computation, by index; empty if the computation has none.
  absl::Span<const HloInstruction* const> AftersOf(const HloComputation& before) const {
    return Find(before, before_).instructions;
  }
  absl::Span<const HloInstruction* const> BeforesOf(const HloComputation& after) const {
    return Find(after, after_).instructions;
  }
  // `wrapper`, of either module, only wraps an asynchronous call of `callee`.
  void NoteWrapper(const HloComputation& wrapper, const HloComputation& callee) {
    callees_[&wrapper] = &callee;
  }
  bool IsWrapper(const HloComputation& computation) const {
    return callees_.contains(&computation);
  }
  // The computation that a call of `computation` executes: the callee of a wrapper, else itself.
  const HloComputation& Callee(const HloComputation& computation) const {
    const auto found = callees_.find(&computation);
    return found == callees_.end() ? computation : *found->second;
  }

  // The counterpart of a part of either module.
  const HloComputation* Of(const HloComputation& computation) const;
  const HloInstruction* Of(const HloInstruction& instruction) const;

 private:
  struct Record {
    const HloComputation* counterpart = nullptr;
    std::vector<const HloInstruction*> instructions;  // by index, once it has a counterpart
  };
  using Records = HashMap<const HloComputation*, Record>;

  struct Counterpart {
    const HloComputation* computation = nullptr;
    absl::Span<const HloInstruction* const> instructions;
  };
  static Counterpart Find(const HloComputation& computation, const Records& records);
  static Record& Open(const HloComputation& computation, const HloComputation& counterpart,
                      Records* records);

  Records before_;
  Records after_;
  HashMap<const HloComputation*, const HloComputation*> callees_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_DIFF_MATCHING_H_
