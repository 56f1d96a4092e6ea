// Late binding: a start need not wait for all operands of an asynchronous operation, nor hold its
// result from the beginning.
#include <vector>

#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "tests/passes/passes.h"

namespace hlo_text_v1::passes {
namespace {

// The shape of a start or update: the operands bound so far, the result or (), the contexts of
// `start`.
const Shape* LinkShape(HloInstruction& start, absl::Span<HloInstruction* const> bound,
                       const Shape* result) {
  ShapePool& shapes = start.parent()->parent()->shapes();
  std::vector<const Shape*> operands;
  for (const HloInstruction* i : bound) operands.push_back(&i->shape());
  std::vector<const Shape*> elements = {shapes.Tuple(operands), result};
  const absl::Span<const Shape* const> contexts = start.shape().tuple_shapes().subspan(2);
  elements.insert(elements.end(), contexts.begin(), contexts.end());
  return shapes.Tuple(elements);
}

// start, updates and done; empty if a link has other users or control dependencies, or there is no
// done.
std::vector<HloInstruction*> ChainOf(HloInstruction* start) {
  std::vector<HloInstruction*> links = {start};
  while (!IsAsyncDone(*links.back())) {
    const std::vector<HloInstruction*> users = CurrentUsers(*links.back());
    if (users.size() != 1 || links.back()->IsRoot()) return {};
    if (!CurrentControlSuccessors(*links.back()).empty()) return {};
    if (!users[0]->control_predecessors().empty()) return {};
    links.push_back(users[0]);
  }
  return links;
}

template <typename Rebind>
absl::StatusOr<int64_t> ForEachChain(HloModule& module, Rebind rebind) {
  int64_t changed = 0;
  for (HloComputation* computation : module.computations()) {
    for (HloInstruction* i : PrintOrder(*computation)) {
      if (i->parent() == nullptr || !IsAsyncStart(*i)) continue;
      const std::vector<HloInstruction*> links = ChainOf(i);
      if (links.empty()) continue;
      const absl::StatusOr<bool> is_changed = rebind(links);
      if (!is_changed.ok()) return is_changed.status();
      changed += *is_changed ? 1 : 0;
    }
  }
  return changed;
}

absl::StatusOr<bool> BindLate(const std::vector<HloInstruction*>& links) {
  if (links.size() != 2) return false;  // has updates
  HloInstruction* start = links.front();
  HloInstruction* done = links.back();
  const std::vector<HloInstruction*> operands(start->operands().begin(), start->operands().end());
  HloBuilder builder(start->parent());
  builder.SetInsertionPoint(done);
  const Shape* unbound = builder.shapes().Tuple({});
  size_t bound = operands.empty() ? 0 : 1;
  HloInstruction* last = start;
  do {
    std::vector<HloInstruction*> of_update = {last};
    if (bound < operands.size()) of_update.push_back(operands[bound++]);
    const bool is_last = bound == operands.size();
    last = builder.AddInstruction(HloOpcode::kAsyncUpdate,
                                  LinkShape(*start, absl::MakeSpan(operands).first(bound),
                                            is_last ? &done->shape() : unbound),
                                  of_update);
  } while (bound < operands.size());
  if (!builder.status().ok()) return builder.status();
  const absl::Span<HloInstruction* const> first =
      absl::MakeSpan(operands).first(operands.empty() ? 0 : 1);
  SetShape(start, LinkShape(*start, first, unbound)).IgnoreError();
  SetOperands(start, first).IgnoreError();
  ReplaceOperandWithDifferentShape(done, 0, last).IgnoreError();
  return true;
}

absl::StatusOr<bool> BindAtStart(const std::vector<HloInstruction*>& links) {
  if (links.size() == 2) return false;  // binds nothing later
  HloInstruction* start = links.front();
  HloInstruction* done = links.back();
  std::vector<HloInstruction*> bound;
  for (HloInstruction* link : links) {
    if (!AsyncOperation::OutputBuffers(*link).empty()) return false;  // nothing to bind them to
    const absl::Span<HloInstruction* const> more = AsyncOperation::NewOperands(*link);
    bound.insert(bound.end(), more.begin(), more.end());
  }
  MoveBefore(start, done).IgnoreError();
  SetShape(start, LinkShape(*start, bound, &done->shape())).IgnoreError();
  SetOperands(start, bound).IgnoreError();
  ReplaceOperandWithDifferentShape(done, 0, start).IgnoreError();
  for (size_t i = links.size() - 2; i > 0; --i) {
    if (absl::Status status = RemoveInstruction(links[i]); !status.ok()) return status;
  }
  return true;
}

}  // namespace

absl::StatusOr<int64_t> BindOperandsLate(HloModule& module) {
  return ForEachChain(module, BindLate);
}
absl::StatusOr<int64_t> BindOperandsAtStart(HloModule& module) {
  return ForEachChain(module, BindAtStart);
}

}  // namespace hlo_text_v1::passes
