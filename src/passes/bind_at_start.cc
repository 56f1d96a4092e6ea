#include <algorithm>
#include <vector>

#include "hlo/async.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/passes.h"
#include "hlo/transform.h"

namespace hlo_text_v1 {
namespace {

// Start, updates, done; empty if one of them but the done has another user, a control successor, a
// buffer for the result, other contexts, or an attribute with the structure of its shape.
std::vector<HloInstruction*> LinksOf(HloInstruction* start) {
  const absl::Span<const Shape* const> contexts = start->shape().tuple_shapes().subspan(2);
  std::vector<HloInstruction*> links = {start};
  while (!IsAsyncDone(*links.back())) {
    HloInstruction* link = links.back();
    const std::vector<HloInstruction*> users = CurrentUsers(*link);
    if (users.size() != 1 || link->IsRoot() || users[0]->operand(0) != link ||
        !CurrentControlSuccessors(*link).empty() ||
        !(IsAsyncUpdate(*users[0]) || IsAsyncDone(*users[0])) ||
        !AsyncOperation::OutputBuffers(*users[0]).empty() ||
        link->shape().tuple_shapes().subspan(2) != contexts || link->sharding() != nullptr ||
        link->FindAttribute(AttributeKind::kOrigin) != nullptr) {
      return {};
    }
    links.push_back(users[0]);
  }
  return links;
}

absl::StatusOr<bool> BindAtStart(HloInstruction* start, bool is_scheduled) {
  const std::vector<HloInstruction*> links = LinksOf(start);
  if (links.empty()) return false;
  const HloInstruction* done = links.back();
  if (links.size() == 2 && start->shape().tuple_shapes()[1] == &done->shape()) return false;
  int64_t operands = 0;
  size_t last = 0;  // that binds an operand
  for (size_t i = 0; i < links.size(); ++i) {
    const size_t bound = AsyncOperation::NewOperands(*links[i]).size();
    operands += static_cast<int64_t>(bound);
    if (bound > 0) last = i;
  }
  if (is_scheduled && last > 0) {
    if (absl::Status status = MoveBefore(start, links[last]); !status.ok()) return status;
  }
  if (operands > 0) {
    if (absl::Status status = BindOperandAt(start, operands - 1); !status.ok()) return status;
  }
  if (absl::Status status = BindResultAt(start); !status.ok()) return status;
  for (size_t i = links.size() - 2; i > 0; --i) {
    absl::Status status = ReplaceInstruction(links[i], links[i - 1]);
    // It leaves links of starts with effects, which have the done at their end.
    if (status.ok() && links[i]->parent() != nullptr) status = RemoveInstruction(links[i]);
    if (!status.ok()) return status;
  }
  return true;
}

}  // namespace

absl::StatusOr<bool> BindAtStartPass(HloModule* module) {
  bool changed = false;
  for (HloComputation* computation : module->computations()) {
    for (HloInstruction* i : PrintOrder(*computation)) {
      if (i->parent() == nullptr || !IsAsyncStart(*i)) continue;
      const absl::StatusOr<bool> bound = BindAtStart(i, module->config().is_scheduled);
      if (!bound.ok()) return bound;
      changed |= *bound;
    }
  }
  return changed;
}

}  // namespace hlo_text_v1
