// Passes over asynchronous operations: synchronous, updates.
#include "hlo/async.h"
#include "hlo/edit.h"
#include "hlo/transform.h"
#include "src/base/hash_table.h"
#include "src/reduce/passes.h"

namespace hlo_text_v1::internal {
namespace {

// Calls visit(operation, edits of its links).
template <typename Visit>
void ForEachOperation(const HloModule& module, Visit visit) {
  const auto all = FindAsyncOperations(module);
  for (size_t c = 0; c < all.size(); ++c) {
    if (all[c].empty()) continue;
    const std::vector<uint32_t> positions = PositionsOf(*module.computations()[c]);
    for (const AsyncOperation& operation : all[c]) {
      visit(operation, [&](const HloInstruction& link, int64_t detail = 0) {
        return ReduceEdit{static_cast<uint32_t>(c), positions[link.index()], detail};
      });
    }
  }
}

}  // namespace

// ---- synchronous: an edit names the done.

ReduceEdits ProposeSynchronous(const HloModule& module) {
  ReduceEdits edits;
  ForEachOperation(module, [&](const AsyncOperation& operation, auto edit_of) {
    if (operation.done() != nullptr && operation.is_direct())
      edits.push_back(edit_of(*operation.done()));
  });
  return edits;
}

void ApplySynchronous(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  for (const ReduceEdit& edit : edits) {
    HloInstruction* done = subject.instruction(edit);
    if (done != nullptr) CreateSyncInstruction(done).status().IgnoreError();
  }
}

// ---- updates: removes an update, which the edit names, or drops the contexts of a chain, whose
// start the edit names.

namespace {

// The link before `update` binds what the update binds, where the update was.
void MergeUpdate(HloInstruction* update) {
  HloInstruction* previous = update->operand(0);
  std::vector<HloInstruction*> operands(previous->operands().begin(), previous->operands().end());
  operands.insert(operands.end(), update->operands().begin() + 1, update->operands().end());
  MoveBefore(previous, update).IgnoreError();
  SetOperands(previous, operands).IgnoreError();
  SetShape(previous, &update->shape()).IgnoreError();
  SubstituteInstruction(update, previous);
}

void DropContexts(HloInstruction* link, ShapePool& shapes) {
  if (!link->shape().IsTuple() || link->shape().tuple_shapes().size() <= 2) return;
  if (IsAsyncDone(*link)) return;
  SetShape(link, shapes.Tuple(link->shape().tuple_shapes().first(2))).IgnoreError();
}

}  // namespace

ReduceEdits ProposeUpdates(const HloModule& module) {
  ReduceEdits edits;
  ForEachOperation(module, [&](const AsyncOperation& operation, auto edit_of) {
    if (operation.is_pair() || !operation.is_direct()) return;
    for (const HloInstruction* update : operation.updates()) edits.push_back(edit_of(*update));
    if (operation.start().shape().tuple_shapes().size() > 2) {
      edits.push_back(edit_of(operation.start(), 1));
    }
  });
  return edits;
}

void ApplyUpdates(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  HashSet<const HloInstruction*> starts;  // whose contexts are dropped
  HashSet<const HloComputation*> computations;
  for (const ReduceEdit& edit : edits) {
    HloInstruction* link = subject.instruction(edit);
    if (link == nullptr) continue;
    if (edit.detail == 0) {
      MergeUpdate(link);
    } else {
      starts.insert(link);
      computations.insert(link->parent());
    }
  }
  for (const HloComputation* computation : computations) {
    for (const AsyncOperation& operation : FindAsyncOperations(*computation)) {
      if (!starts.contains(&operation.start())) continue;
      for (const HloInstruction* member : operation.all_links()) {
        DropContexts(const_cast<HloInstruction*>(member), subject.module().shapes());
      }
    }
  }
}

}  // namespace hlo_text_v1::internal
