// Decides which asynchronous chains print as sugar. If one unexpectedly prints in generic form, ask
// SugarForms (hlo/async.h) or hlo-fmt --explain_async for the reason.
#ifndef HLO_PRINT_ASYNC_SUGAR_H_
#define HLO_PRINT_ASYNC_SUGAR_H_

#include <memory>
#include <optional>

#include "hlo/async.h"
#include "hlo/module.h"
#include "hlo/printer.h"
#include "src/async/producer.h"
#include "src/base/hash_table.h"
#include "src/base/huge_pages.h"

namespace hlo_text_v1::internal {

class AsyncSugar {
 public:
  // `module` must outlive this and not be edited in the meantime. Decides for all chains at the
  // first query about a link, which costs at most a walk over the module.
  AsyncSugar(const HloModule& module, const PrintOptions& options);
  // The same decisions, for the printer of another thread. `decided` must outlive this and must
  // have decided before the first query. Does not support IsHidden.
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
  // Whether `computation` is not printed because sugar replaces it.
  bool IsHidden(const HloComputation& computation);
  // The computation that `link`, a generic update or done without an OwnComputation, must name for
  // XLA to read it; nullptr if it need not. XLA crashes on attributes that a link hands to its
  // wrapped instruction if it does not know that: in the body of a loop that carries the state.
  const HloComputation* ComputationToName(const HloInstruction& link);

 private:
  using ByIndex = LargeVector<const HloInstruction*>;

  void Enter(const HloComputation& computation);
  void Decide();
  void DecideAsXla();
  void SetSugar(const HloInstruction& link, const HloInstruction& wrapped);
  bool IsSugar(const AsyncOperation& operation);

  const HloModule& module_;
  const AsyncSugar* const decided_ = nullptr;
  const AsyncReader reader_;
  const AsyncPrintMode mode_;  // kGeneric also for a module without chains
  bool has_decided_ = false;
  const HloComputation* deciding_ = nullptr;  // the last one in SetSugar
  ByIndex* of_deciding_ = nullptr;
  HashMap<const HloComputation*, ByIndex> wrapped_;  // those with sugar
  // The last query: instructions print one after the other.
  const HloComputation* computation_ = nullptr;
  const HloInstruction* const* in_computation_ = nullptr;
  LargeHashSet<const HloComputation*> hidden_;
  std::optional<SugarForms> forms_;            // for kSugar and kKeep; made on first use
  std::unique_ptr<ProducerFinder> producers_;  // for ComputationToName
  ProducerFinder in_sight_;                    // for the same
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_PRINT_ASYNC_SUGAR_H_
