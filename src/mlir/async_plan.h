// Decides which instructions of a module become operations of MLIR's async dialect.
//
// A chain, or a pair such as copy-start and copy-done, becomes asynchronous if the dialect can
// express it: it has a done, each link is used only by the next, and operands, parameters and
// result have the types in its shapes. The computation that a chain calls becomes an async.func; if
// anything else calls it too, the chain stays ordinary operations. So do all other chains,
// async-start included: unsound modules are kept as they are.
//
// Made once for a module, in linear time; valid until the module is edited.
#ifndef HLO_MLIR_ASYNC_PLAN_H_
#define HLO_MLIR_ASYNC_PLAN_H_

#include <deque>
#include <string_view>
#include <vector>

#include "hlo/async.h"
#include "hlo/graph.h"
#include "hlo/module.h"
#include "src/base/hash_table.h"
#include "src/mlir/mlir_types.h"

namespace hlo_text_v1::internal {

// An operation that the dialect can express.
struct AsyncWork {
  AsyncOperation operation;
  // The link that binds the last operand: it becomes the async.call.
  size_t call = 0;
  // Whether control dependencies make other operations wait for this one, or this one for others.
  bool needs_token = false;
  // Whether its computation is a group of collectives, and becomes an async.group.
  bool is_group = false;

  const HloInstruction* done() const { return operation.done(); }
  const HloInstruction* call_link() const { return operation.links()[call]; }
};

class AsyncPlan {
 public:
  AsyncPlan(const HloModule& module, MlirTypes* types);

  // The operation that `link` belongs to; nullptr if it stays an ordinary one.
  const AsyncWork* WorkOf(const HloInstruction* link) const {
    const auto found = by_link_.find(link);
    return found == by_link_.end() ? nullptr : found->second;
  }
  // Whether only chains call it: it becomes an async.func, or an async.group if IsGroup.
  bool IsAsync(const HloComputation* computation) const {
    const auto found = callers_.find(computation);
    return found != callers_.end() && found->second.chains > 0 && found->second.others == 0;
  }
  // Operations that stay ordinary ones: their starts, and why.
  struct Opaque {
    const HloInstruction* start;
    std::string_view reason;
  };
  const std::vector<Opaque>& opaque() const { return opaque_; }
  // Whether it becomes an async.group instead of a function.
  bool IsGroup(const HloComputation* computation) const { return groups_.contains(computation); }

 private:
  struct Callers {
    int64_t chains = 0;
    int64_t others = 0;
  };
  void FindIn(const HloComputation& computation, std::vector<AsyncOperation> operations);
  std::string_view ReasonAgainst(const AsyncOperation& operation, const UserSnapshot& users);
  bool IsSoundChain(const AsyncOperation& chain);
  bool BindsOperands(const AsyncOperation& chain, const HloComputation& callee);
  void Enter(AsyncOperation operation);
  void FindDependencies();
  void FindGroups();
  bool IsGroup(const AsyncWork& work);

  bool SameType(const Shape& a, const Shape& b) { return types_.Of(a) == types_.Of(b); }

  MlirTypes& types_;
  const bool order_matters_;  // of parameters that have users
  std::deque<AsyncWork> works_;
  std::vector<Opaque> opaque_;
  HashMap<const HloInstruction*, AsyncWork*> by_link_;
  HashMap<const HloComputation*, Callers> callers_;
  HashSet<const HloComputation*> groups_;
};

// Whether a pair whose done has shape `result` may start with the shape `start`.
bool IsPairShape(HloOpcode work, const Shape& start, const Shape& result);

// Whether `bound`, element 1 of a start or update, matches the part of the result bound so far: all
// of it, an empty tuple, or a tuple of the first elements.
bool IsBoundPart(const Shape& bound, const Shape& result);

}  // namespace hlo_text_v1::internal

#endif  // HLO_MLIR_ASYNC_PLAN_H_
