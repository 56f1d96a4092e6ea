// Finds where operands and results are bound along a chain, and the instructions between start and
// done.
//
// All answers follow from the shapes and operands of the links and of the wrapped computation.
// Aliases are in chain_aliases.cc. Source: XLA HloAsyncInstruction, async_ops documentation.
#include "src/async/chain.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "src/ir/mutable_parts.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1::internal {

// ---- From link to link.

const HloInstruction* PreviousLink(const HloInstruction& link) {
  const bool continues = IsAsyncUpdate(link) || IsAsyncDone(link) || PairDoneBy(link) != nullptr;
  return continues && !link.operands().empty() ? link.operand(0) : nullptr;
}
HloInstruction* PreviousLink(HloInstruction& link) {
  return Mutable(PreviousLink(std::as_const(link)));
}

namespace {

// Calls visit(link) from `link` back to its start; false if there is none.
template <typename Link, typename Visit>
bool WalkToStart(Link* link, Visit visit) {
  if (link->parent() == nullptr) return false;
  Link* at = link;
  for (int64_t left = link->parent()->instruction_count(); at != nullptr && left > 0; --left) {
    visit(at);
    if (IsAsyncStart(*at) || PairStartedBy(*at) != nullptr) return true;
    if (at != link && !IsAsyncUpdate(*at)) return false;  // a done ends its operation
    at = PreviousLink(*at);
  }
  return false;
}

}  // namespace

const HloInstruction* StartOf(const HloInstruction& link) {
  const HloInstruction* start = nullptr;
  return WalkToStart(&link, [&](const HloInstruction* at) { start = at; }) ? start : nullptr;
}

std::vector<HloInstruction*> LinksTo(HloInstruction* link) {
  std::vector<HloInstruction*> links;
  if (!WalkToStart(link, [&](HloInstruction* at) { links.push_back(at); })) return {};
  std::reverse(links.begin(), links.end());
  return links;
}

// ---- Shapes: the results before and now are walked in parallel; a part that both have is not
// walked again.

bool HasAsyncShape(const Shape& shape) {
  std::vector<const Shape*> open = {&shape};
  while (!open.empty()) {
    const Shape& at = *open.back();
    open.pop_back();
    if (!at.IsTuple()) continue;
    if (IsAsyncShape(at)) return true;
    const auto parts = at.tuple_shapes();
    open.insert(open.end(), parts.begin(), parts.end());
  }
  return false;
}

std::vector<OutputLeaf> NewOutputLeaves(const Shape& before, const Shape& now, size_t limit) {
  struct Open {
    const Shape* before;  // nullptr if it is not bound
    const Shape* now;
    std::vector<int64_t> index;
  };
  std::vector<OutputLeaf> leaves;
  std::vector<Open> stack = {{&before, &now, {}}};
  while (!stack.empty() && leaves.size() < limit) {
    Open at = std::move(stack.back());
    stack.pop_back();
    if (at.before == at.now) continue;
    const bool is_unbound = at.before == nullptr || IsEmptyTuple(*at.before);
    if (!at.now->IsTuple()) {
      if (is_unbound) leaves.push_back({at.now, std::move(at.index)});
      continue;
    }
    const absl::Span<const Shape* const> parts = at.now->tuple_shapes();
    const absl::Span<const Shape* const> bound = is_unbound || !at.before->IsTuple()
                                                     ? absl::Span<const Shape* const>()
                                                     : at.before->tuple_shapes();
    for (size_t i = parts.size(); i-- > 0;) {
      std::vector<int64_t> index = at.index;
      index.push_back(static_cast<int64_t>(i));
      stack.push_back({i < bound.size() ? bound[i] : nullptr, parts[i], std::move(index)});
    }
  }
  return leaves;
}

}  // namespace hlo_text_v1::internal

namespace hlo_text_v1 {

using namespace internal;

// ---- Links.

namespace {

// The update or done that follows `link`: the first of several, nullptr for none.
const HloInstruction* NextLink(const HloInstruction& link, const UserSnapshot& users) {
  const AsyncPairOpcodes* pair = PairStartedBy(link);
  for (const HloInstruction* user : users.of(link)) {
    const bool follows =
        pair != nullptr ? PairDoneBy(*user) == pair : IsAsyncUpdate(*user) || IsAsyncDone(*user);
    if (follows && user->operand(0) == &link) return user;
  }
  return nullptr;
}

}  // namespace

std::optional<AsyncOperation> AsyncOperation::Of(const HloInstruction& link,
                                                 const UserSnapshot& users) {
  const std::vector<HloInstruction*> links = LinksTo(Mutable(&link));
  AsyncOperation operation;
  operation.links_.assign(links.begin(), links.end());
  const AsyncPairOpcodes* pair = links.empty() ? nullptr : PairStartedBy(*links.front());
  if (links.size() > 1 && PairDoneBy(link) != pair) return std::nullopt;
  operation.is_pair_ = pair != nullptr;
  while (!links.empty() && operation.done() == nullptr) {
    const HloInstruction* next = NextLink(*operation.links_.back(), users);
    if (next == nullptr) break;
    operation.links_.push_back(next);
  }
  if (!links.empty() && operation.done() != nullptr) return operation;
  const bool is_link =
      IsAsyncLink(link.opcode()) || PairStartedBy(link) != nullptr || PairDoneBy(link) != nullptr;
  if (is_link && link.parent()->parent() != nullptr) {
    for (std::vector<AsyncOperation>& all : FindAsyncOperations(*link.parent()->parent())) {
      for (AsyncOperation& each : all) {
        const auto its_links = each.all_links();
        const bool has_link =
            std::find(its_links.begin(), its_links.end(), &link) != its_links.end();
        if (has_link && !each.is_direct()) return std::move(each);
      }
    }
  }
  return links.empty() ? std::nullopt : std::make_optional(std::move(operation));
}

std::optional<MutableAsyncOperation> AsyncOperation::Of(HloInstruction& link,
                                                        const UserSnapshot& users) {
  std::optional<AsyncOperation> operation = Of(std::as_const(link), users);
  if (!operation.has_value()) return std::nullopt;
  return MutableAsyncOperation(*std::move(operation));
}

// ---- Operands.

namespace {

// The leaves of the result that an update binds, if the operands after those that bind parameters
// are one buffer for each of these leaves; else nothing.
std::vector<OutputLeaf> BufferedLeaves(const HloInstruction& update) {
  const absl::Span<const HloInstruction* const> operands = update.operands().subspan(1);
  const HloInstruction& previous = *update.operand(0);
  const size_t known = BoundShapes(previous).size();
  const size_t now = BoundShapes(update).size();
  if (now < known || now - known >= operands.size()) return {};
  const Shape* result = OutputShape(update);
  const Shape* earlier = OutputShape(previous);
  if (result == nullptr || earlier == nullptr) return {};
  const absl::Span<const HloInstruction* const> surplus = operands.subspan(now - known);
  std::vector<OutputLeaf> leaves = NewOutputLeaves(*earlier, *result, surplus.size() + 1);
  const bool are_buffers = std::equal(leaves.begin(), leaves.end(), surplus.begin(), surplus.end(),
                                      [](const OutputLeaf& leaf, const HloInstruction* buffer) {
                                        return ShapesCompatible(*leaf.shape, buffer->shape());
                                      });
  if (!are_buffers) leaves.clear();
  return leaves;
}

}  // namespace

absl::Span<HloInstruction* const> AsyncOperation::NewOperands(HloInstruction& link) {
  return MutableParts(NewOperands(std::as_const(link)));
}
absl::Span<const HloInstruction* const> AsyncOperation::NewOperands(const HloInstruction& link) {
  if (IsAsyncStart(link) || PairStartedBy(link) != nullptr) return link.operands();
  if (!IsAsyncUpdate(link) || link.operands().empty()) return {};
  const absl::Span<const HloInstruction* const> operands = link.operands().subspan(1);
  return operands.subspan(0, operands.size() - BufferedLeaves(link).size());
}

absl::Span<HloInstruction* const> AsyncOperation::OutputBuffers(HloInstruction& link) {
  return MutableParts(OutputBuffers(std::as_const(link)));
}
absl::Span<const HloInstruction* const> AsyncOperation::OutputBuffers(const HloInstruction& link) {
  if (!IsAsyncUpdate(link) || link.operands().empty()) return {};
  return link.operands().subspan(link.operands().size() - BufferedLeaves(link).size());
}

std::vector<std::vector<int64_t>> AsyncOperation::OutputBufferIndices(const HloInstruction& link) {
  std::vector<std::vector<int64_t>> indices;
  if (!IsAsyncUpdate(link) || link.operands().empty()) return indices;
  for (OutputLeaf& leaf : BufferedLeaves(link)) {
    leaf.index.insert(leaf.index.begin(), 1);
    indices.push_back(std::move(leaf.index));
  }
  return indices;
}

std::vector<const HloInstruction*> AsyncOperation::BoundOperands(const HloInstruction& link) const {
  std::vector<const HloInstruction*> bound;
  for (const HloInstruction* at : chain()) {
    const absl::Span<const HloInstruction* const> operands = NewOperands(*at);
    bound.insert(bound.end(), operands.begin(), operands.end());
    if (at == &link) break;
  }
  return bound;
}

std::vector<size_t> AsyncOperation::BoundAt() const {
  std::vector<size_t> bound_at;
  for (size_t i = 0; i < chain().size(); ++i) {
    bound_at.insert(bound_at.end(), NewOperands(*chain()[i]).size(), i);
  }
  return bound_at;
}

// ---- The result.

namespace {

const Shape* RootShape(const HloComputation* computation) {
  if (computation == nullptr || computation->root_instruction() == nullptr) return nullptr;
  return &computation->root_instruction()->shape();
}

bool BindsOutput(const HloInstruction& link, const Shape* result) {
  const Shape* shape = OutputShape(link);
  return shape != nullptr && result != nullptr && ShapesCompatible(*shape, *result);
}

}  // namespace

const HloInstruction* AsyncOperation::OutputBinding() const {
  if (is_pair_) return &start();
  const Shape* result = RootShape(wrapped_computation());
  for (const HloInstruction* link : chain()) {
    if (BindsOutput(*link, result)) return link;
  }
  return IsAsyncDone(*chain().back()) ? chain().back() : nullptr;
}

const HloInstruction* AsyncOperation::FullyBound() const {
  if (is_pair_) return &start();
  const HloComputation* wrapped = wrapped_computation();
  if (wrapped == nullptr) return nullptr;
  const absl::Span<const HloInstruction* const> parameters = wrapped->parameters();
  const HloInstruction* before = &start();
  for (const HloInstruction* link : chain()) {
    const HloInstruction* holder = IsAsyncDone(*link) ? before : link;
    before = link;
    if (!BindsOutput(*link, RootShape(wrapped))) continue;
    const absl::Span<const Shape* const> bound = BoundShapes(*holder);
    const bool all_bound = std::equal(
        bound.begin(), bound.end(), parameters.begin(), parameters.end(),
        [](const Shape* a, const HloInstruction* b) { return ShapesCompatible(*a, b->shape()); });
    if (all_bound) return link;
  }
  return nullptr;
}

// ---- Schedule.

std::vector<const HloInstruction*> AsyncOperation::Between() const {
  std::vector<const HloInstruction*> between;
  if (done() == nullptr) return between;
  auto link = links_.begin() + 1;
  for (const HloInstruction* at = start().next(); at != nullptr && at != done(); at = at->next()) {
    if (at == *link) {
      ++link;  // never passes the done, so there is a next one
    } else {
      between.push_back(at);
    }
  }
  return between;
}

std::vector<AsyncOperation::OperandLifetime> AsyncOperation::OperandLifetimes() const {
  std::vector<OperandLifetime> lifetimes;
  for (const HloInstruction* link : links_) {
    for (const HloInstruction* operand : NewOperands(*link)) {
      lifetimes.push_back({operand, link, done()});
    }
    for (const HloInstruction* buffer : OutputBuffers(*link)) {
      lifetimes.push_back({buffer, link, done()});
    }
  }
  return lifetimes;
}

}  // namespace hlo_text_v1
