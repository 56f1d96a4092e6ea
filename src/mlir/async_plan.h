// Which instructions of a module become operations of MLIR's async dialect.
//
// A chain, or a pair such as copy-start and copy-done, does if the dialect can say what it does:
// it has a done, its links are used by nothing but the next one, and operands, parameters and
// result have the types that its shapes say. The computation that it calls becomes an async.func,
// unless something else calls it too. Everything else stays an operation like any other,
// async-start among them, so that whatever is not sound in a module is kept as it is.
//
// Made once for a module, linear in it; valid as long as the module is not edited.
#ifndef HLO_MLIR_ASYNC_PLAN_H_
#define HLO_MLIR_ASYNC_PLAN_H_

#include <deque>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "hlo/async.h"
#include "hlo/module.h"
#include "src/mlir/mlir_types.h"

namespace hlo {

// An operation that the dialect can say.
struct AsyncWork {
  AsyncOperation operation;
  // The link at which the last operand is bound: there stands the async.call.
  size_t call = 0;
  // Others wait for it, or it waits for others, by control dependencies.
  bool needs_token = false;

  const HloInstruction* done() const { return operation.done(); }
  const HloInstruction* call_link() const { return operation.links()[call]; }
};

class AsyncPlan {
 public:
  AsyncPlan(const HloModule& module, MlirTypes* types);

  // What `link` is part of; nullptr if it is an operation like any other.
  const AsyncWork* WorkOf(const HloInstruction* link) const {
    const auto found = by_link_.find(link);
    return found == by_link_.end() ? nullptr : found->second;
  }
  // Whether it becomes an async.func.
  bool IsAsync(const HloComputation* computation) const {
    const auto found = callers_.find(computation);
    return found != callers_.end() && found->second.chains > 0 && found->second.others == 0;
  }

 private:
  struct Callers {
    int64_t chains = 0;
    int64_t others = 0;
  };
  void FindIn(const HloComputation& computation);
  bool IsSoundChain(const AsyncOperation& chain);
  bool BindsOperands(const AsyncOperation& chain, const HloComputation& callee);
  void Enter(AsyncOperation operation);
  void FindDependencies();

  bool SameType(const Shape& a, const Shape& b) { return types_.Of(a) == types_.Of(b); }

  MlirTypes& types_;
  std::deque<AsyncWork> works_;
  absl::flat_hash_map<const HloInstruction*, AsyncWork*> by_link_;
  absl::flat_hash_map<const HloComputation*, Callers> callers_;
};

// Whether `start` may be the shape of the start of a pair whose done has the shape `result`.
bool IsPairShape(HloOpcode work, const Shape& start, const Shape& result);

// Whether `bound`, element 1 of a start or update, is the result as far as it is bound: the result,
// an empty tuple, or a tuple of the first elements.
bool IsBoundPart(const Shape& bound, const Shape& result);

}  // namespace hlo

#endif  // HLO_MLIR_ASYNC_PLAN_H_
