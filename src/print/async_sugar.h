// Decides which asynchronous chains print as sugar. If one unexpectedly prints in generic form, see
// SafeSugar::MakesTheSame and IsReadable in async_sugar.cc: each reason is a function there, and
// docs/async.md lists them.
#ifndef HLO_PRINT_ASYNC_SUGAR_H_
#define HLO_PRINT_ASYNC_SUGAR_H_

#include <memory>

#include "hlo/async.h"
#include "hlo/module.h"
#include "hlo/printer.h"
#include "src/base/hash_table.h"
#include "src/base/huge_pages.h"

namespace hlo::internal {

class SafeSugar;

class AsyncSugar {
 public:
  // `module` must outlive this and not be edited in the meantime. Decides for a computation's
  // chains on demand, which keeps printing a few instructions cheap: the first query costs at most
  // a walk over the module, then each computation costs one over itself.
  AsyncSugar(const HloModule& module, const PrintOptions& options);
  // The same decisions, for the printer of another thread. `decided` must outlive this and must
  // have decided for all computations before the first query. Does not support IsHidden.
  explicit AsyncSugar(const AsyncSugar* decided);
  AsyncSugar(AsyncSugar&& other) noexcept;
  ~AsyncSugar();

  // If `link` (async-start, -update or -done) prints as sugar: the wrapped instruction, whose
  // opcode is printed; else nullptr, as for any other instruction.
  const HloInstruction* WrappedInstruction(const HloInstruction& link) {
    const bool may_be_sugar = link.spelled_opcode() == HloOpcode::kAsyncStart ||
                              link.spelled_opcode() == HloOpcode::kAsyncUpdate ||
                              link.spelled_opcode() == HloOpcode::kAsyncDone;
    if (!may_be_sugar || mode_ == AsyncPrintMode::kGeneric) return nullptr;
    if (link.parent() != computation_) Enter(*link.parent());
    return in_computation_ == nullptr ? nullptr : in_computation_[link.index()];
  }
  // Whether `computation` is not printed because sugar replaces it. Decides for all computations.
  bool IsHidden(const HloComputation& computation);

 private:
  using ByIndex = LargeVector<const HloInstruction*>;

  void Enter(const HloComputation& computation);
  static const HloInstruction* const* Links(const ByIndex& by_index) {
    return by_index.empty() ? nullptr : by_index.data();
  }
  // WrappedInstruction of the links of `computation`, by index(); nullptr if no link is sugar.
  const HloInstruction* const* Decide(const HloComputation& computation);
  bool IsSugar(const AsyncOperation& operation, const HloComputation& wrapped);

  const HloModule& module_;
  const AsyncSugar* const decided_ = nullptr;
  const AsyncPrintMode mode_;  // kGeneric also for a module without chains
  bool has_decided_all_ = false;
  HashMap<const HloComputation*, ByIndex> wrapped_;  // empty: nothing is sugar
  // The last query: instructions print one after the other.
  const HloComputation* computation_ = nullptr;
  const HloInstruction* const* in_computation_ = nullptr;
  LargeHashSet<const HloComputation*> hidden_;
  std::unique_ptr<SafeSugar> safe_;  // for kSugar and kKeep; made on first use
};

}  // namespace hlo::internal

#endif  // HLO_PRINT_ASYNC_SUGAR_H_
