// Where operands and results are bound along a chain, and what lies between start and done.
//
// All of it comes from the links' shapes and operands, so sugared, generic and mixed chains look
// the same. Before Desugar, the wrapped computation is the one that Desugar would make: its
// parameters come from the last element 0, the callee or the opcode's arity; its result from the
// done, the callee or the last element 1. Aliases are in chain_aliases.cc. Source: XLA
// HloAsyncInstruction, async_ops documentation.
#include <algorithm>
#include <utility>

#include "hlo/async.h"
#include "hlo/opcode.h"
#include "src/async/chain_shapes.h"
#include "src/ir/async_pair_opcodes.h"

namespace hlo {

using namespace internal;

// ---- Links.

namespace {

// The update or done that follows `link`: the first of several, nullptr for none.
const HloInstruction* NextLink(const HloInstruction& link, const UserSnapshot& users) {
  for (const HloInstruction* user : users.of(&link)) {
    if ((IsAsyncUpdate(*user) || IsAsyncDone(*user)) && user->operand(0) == &link) return user;
  }
  return nullptr;
}

}  // namespace

std::optional<AsyncChain> AsyncChain::Of(const HloInstruction& link, const UserSnapshot& users) {
  AsyncChain chain;
  const auto longest = static_cast<size_t>(link.parent()->instruction_count());
  for (const HloInstruction* at = &link;; at = at->operand(0)) {
    // A done ends its chain: it is not an operand of another link.
    const bool may_follow = IsAsyncUpdate(*at) || (at == &link && IsAsyncDone(*at));
    chain.links_.push_back(at);
    if (IsAsyncStart(*at)) break;
    if (!may_follow || at->operands().empty()) return std::nullopt;
    if (chain.links_.size() == longest) return std::nullopt;  // a cycle, after an edit
  }
  std::reverse(chain.links_.begin(), chain.links_.end());
  while (!IsAsyncDone(*chain.links_.back())) {
    const HloInstruction* next = NextLink(*chain.links_.back(), users);
    if (next == nullptr) break;
    chain.links_.push_back(next);
  }
  return chain;
}

// ---- Operands.

namespace {

// What an update binds of the result, if its operands after those that bind parameters are one
// buffer for each such leaf; else nothing.
std::vector<OutputLeaf> BufferedLeaves(const HloInstruction& update) {
  const absl::Span<HloInstruction* const> operands = update.operands().subspan(1);
  const HloInstruction& previous = *update.operand(0);
  const size_t known = BoundShapes(previous).size();
  const size_t now = BoundShapes(update).size();
  if (now < known || now - known >= operands.size()) return {};
  const Shape* result = OutputShape(update);
  const Shape* earlier = OutputShape(previous);
  if (result == nullptr || earlier == nullptr) return {};
  const absl::Span<HloInstruction* const> surplus = operands.subspan(now - known);
  std::vector<OutputLeaf> leaves = NewOutputLeaves(*earlier, *result, surplus.size() + 1);
  const bool are_buffers = std::equal(leaves.begin(), leaves.end(), surplus.begin(), surplus.end(),
                                      [](const OutputLeaf& leaf, const HloInstruction* buffer) {
                                        return ShapesCompatible(*leaf.shape, buffer->shape());
                                      });
  if (!are_buffers) leaves.clear();
  return leaves;
}

}  // namespace

absl::Span<HloInstruction* const> AsyncOperation::NewOperands(const HloInstruction& link) {
  if (IsAsyncStart(link) || PairStartedBy(link) != nullptr) return link.operands();
  if (!IsAsyncUpdate(link) || link.operands().empty()) return {};
  const absl::Span<HloInstruction* const> operands = link.operands().subspan(1);
  return operands.subspan(0, operands.size() - BufferedLeaves(link).size());
}

absl::Span<HloInstruction* const> AsyncOperation::OutputBuffers(const HloInstruction& link) {
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
  for (const HloInstruction* at : links_) {
    const absl::Span<HloInstruction* const> operands = NewOperands(*at);
    bound.insert(bound.end(), operands.begin(), operands.end());
    if (at == &link) break;
  }
  return bound;
}

// ---- The result.

namespace {

const Shape* RootShape(const HloComputation* computation) {
  if (computation == nullptr || computation->root_instruction() == nullptr) return nullptr;
  return &computation->root_instruction()->shape();
}

// The shape of the wrapped computation's root; nullptr if unknown.
const Shape* ResultShape(const AsyncChain& chain) {
  if (const Shape* shape = RootShape(chain.wrapped_computation())) return shape;
  if (chain.done() != nullptr) return &chain.done()->shape();
  if (const Shape* shape = RootShape(chain.callee())) return shape;
  const Shape* last = nullptr;
  for (const HloInstruction* link : chain.links()) {
    const Shape* shape = OutputShape(*link);
    if (last == nullptr || (shape != nullptr && !IsEmptyTuple(*shape))) last = shape;
  }
  return last;
}

bool BindsOutput(const HloInstruction& link, const Shape* result) {
  const Shape* shape = OutputShape(link);
  return shape != nullptr && result != nullptr && ShapesCompatible(*shape, *result);
}

// The shapes of the wrapped computation's parameters; nullptr for unbound ones.
std::vector<const Shape*> ParameterShapes(const AsyncChain& chain) {
  std::vector<const Shape*> shapes;
  const auto append = [&shapes](const HloComputation& computation) {
    for (size_t i = shapes.size(); i < computation.parameters().size(); ++i) {
      shapes.push_back(&computation.parameters()[i]->shape());
    }
  };
  if (const HloComputation* wrapped = chain.wrapped_computation()) {
    append(*wrapped);
    return shapes;
  }
  const HloInstruction& last =
      chain.done() == nullptr ? *chain.links().back() : *chain.done()->operand(0);
  const absl::Span<const Shape* const> bound = BoundShapes(last);
  shapes.assign(bound.begin(), bound.end());
  if (const HloComputation* called = chain.callee()) append(*called);
  const int arity = GetOpcodeInfo(chain.wrapped_opcode()).arity;
  if (arity != kVariadic && shapes.size() < static_cast<size_t>(arity)) {
    shapes.resize(static_cast<size_t>(arity), nullptr);
  }
  return shapes;
}

}  // namespace

const HloInstruction* AsyncChain::OutputBinding() const {
  const Shape* result = ResultShape(*this);
  for (const HloInstruction* link : links()) {
    if (BindsOutput(*link, result)) return link;
  }
  return done();
}

const HloInstruction* AsyncChain::FullyBound() const {
  const Shape* result = ResultShape(*this);
  const std::vector<const Shape*> parameters = ParameterShapes(*this);
  for (const HloInstruction* link : links()) {
    if (!BindsOutput(*link, result)) continue;
    const absl::Span<const Shape* const> bound =
        BoundShapes(IsAsyncDone(*link) ? *link->operand(0) : *link);
    const bool all_bound = std::equal(
        bound.begin(), bound.end(), parameters.begin(), parameters.end(),
        [](const Shape* a, const Shape* b) { return b != nullptr && ShapesCompatible(*a, *b); });
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

}  // namespace hlo
