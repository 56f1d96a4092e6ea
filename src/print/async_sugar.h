// Which asynchronous chains print as sugar.
#ifndef HLO_PRINT_ASYNC_SUGAR_H_
#define HLO_PRINT_ASYNC_SUGAR_H_

#include "absl/container/flat_hash_map.h"
#include "hlo/module.h"
#include "hlo/printer.h"
#include "src/base/huge_pages.h"

namespace hlo {

class AsyncSugar {
 public:
  // Decides for all chains of `module`, which must outlive this. Linear; next to nothing for a
  // module without asynchronous instructions.
  AsyncSugar(const HloModule& module, const PrintOptions& options);

  // If `link` (async-start, -update or -done) prints as sugar: the wrapped instruction, whose
  // opcode is printed; else nullptr.
  const HloInstruction* WrappedInstruction(const HloInstruction& link) {
    if (wrapped_.empty()) return nullptr;
    if (link.parent() != computation_) Enter(link.parent());
    return in_computation_ == nullptr ? nullptr : (*in_computation_)[link.index()];
  }
  // Whether `computation` is not printed, since sugar stands for it.
  bool IsHidden(const HloComputation& computation) const {
    return !hidden_.empty() && hidden_.contains(&computation);
  }

 private:
  using ByIndex = LargeVector<const HloInstruction*>;

  void Enter(const HloComputation* computation) {
    auto found = wrapped_.find(computation);
    computation_ = computation;
    in_computation_ = found == wrapped_.end() ? nullptr : &found->second;
  }

  // Of computations that have some sugar.
  absl::flat_hash_map<const HloComputation*, ByIndex> wrapped_;
  // The one that was asked for last: instructions print one after the other.
  const HloComputation* computation_ = nullptr;
  const ByIndex* in_computation_ = nullptr;

  LargeHashSet<const HloComputation*> hidden_;
};

}  // namespace hlo

#endif  // HLO_PRINT_ASYNC_SUGAR_H_
