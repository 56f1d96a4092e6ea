// Which asynchronous chains print as sugar.
#ifndef HLO_PRINT_ASYNC_SUGAR_H_
#define HLO_PRINT_ASYNC_SUGAR_H_

#include "hlo/module.h"
#include "hlo/printer.h"
#include "src/ir/huge_pages.h"

namespace hlo {

class AsyncSugar {
 public:
  // Decides for all chains of `module`, which must outlive this. Linear; next to nothing for a
  // module without asynchronous instructions.
  AsyncSugar(const HloModule& module, const PrintOptions& options);

  // If `link` (async-start, -update or -done) prints as sugar: the wrapped instruction, whose
  // opcode is printed; else nullptr.
  const HloInstruction* WrappedInstruction(const HloInstruction& link) const {
    if (wrapped_.empty()) return nullptr;
    auto found = wrapped_.find(&link);
    return found == wrapped_.end() ? nullptr : found->second;
  }
  // Whether `computation` is not printed, since sugar stands for it.
  bool IsHidden(const HloComputation& computation) const {
    return !hidden_.empty() && hidden_.contains(&computation);
  }

 private:
  LargeHashMap<const HloInstruction*, const HloInstruction*> wrapped_;
  LargeHashSet<const HloComputation*> hidden_;
};

}  // namespace hlo

#endif  // HLO_PRINT_ASYNC_SUGAR_H_
