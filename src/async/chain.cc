// AsyncChain: the links of one asynchronous operation, found through operand 0 and users.
//
// From any link, operand 0 leads back to the start, and the user that has the link as its operand 0
// leads on to the done. What is bound where is read from the links' shapes and operands, so that
// sugared and generic chains, and mixtures of the two, look the same. Before Desugar the wrapped
// computation is what Desugar would make: its parameters are those of the last element 0, of the
// callee or of the opcode's arity, its result that of the done, of the callee or of the last
// element 1. What aliases what is in chain_aliases.cc.
// Source: XLA HloAsyncInstruction, async_ops documentation.
#include <algorithm>

#include "hlo/async.h"
#include "hlo/opcode.h"
#include "src/async/chain_shapes.h"
#include "src/ir/walk.h"

namespace hlo {

namespace {

bool Is(const HloInstruction& instruction, AsyncPhase phase, HloOpcode generic) {
  return instruction.async_phase() == phase ||
         (instruction.async_phase() == AsyncPhase::kNone && instruction.opcode() == generic);
}

// The update or done that follows `link`; the first one of several, nullptr for none.
const HloInstruction* NextLink(const HloInstruction& link, const UserLists& users) {
  for (const HloInstruction* user : users.of(&link)) {
    if ((IsAsyncUpdate(*user) || IsAsyncDone(*user)) && user->operand(0) == &link) return user;
  }
  return nullptr;
}

const HloComputation* ComputationOf(const HloInstruction& instruction, AttributeKind kind) {
  const Attribute* attribute = instruction.FindAttribute(kind);
  return attribute == nullptr ? nullptr : attribute->AsComputation();
}

// What a call or fusion calls; nullptr for any other opcode.
const HloComputation* CalleeOf(const HloInstruction& instruction) {
  switch (instruction.opcode()) {
    case HloOpcode::kCall:
      return ComputationOf(instruction, AttributeKind::kToApply);
    case HloOpcode::kFusion:
      return ComputationOf(instruction, AttributeKind::kCalls);
    default:
      return nullptr;
  }
}

const Shape* RootShape(const HloComputation* computation) {
  if (computation == nullptr || computation->root_instruction() == nullptr) return nullptr;
  return &computation->root_instruction()->shape();
}

}  // namespace

bool IsAsyncStart(const HloInstruction& instruction) {
  return Is(instruction, AsyncPhase::kStart, HloOpcode::kAsyncStart);
}
bool IsAsyncUpdate(const HloInstruction& instruction) {
  return Is(instruction, AsyncPhase::kUpdate, HloOpcode::kAsyncUpdate);
}
bool IsAsyncDone(const HloInstruction& instruction) {
  return Is(instruction, AsyncPhase::kDone, HloOpcode::kAsyncDone);
}

// ---- Links.

std::optional<AsyncChain> AsyncChain::Of(const HloInstruction& link, const UserLists& users) {
  AsyncChain chain;
  for (const HloInstruction* at = &link;; at = at->operand(0)) {
    // A done ends its chain: it is no operand of another link.
    const bool may_follow = IsAsyncUpdate(*at) || (at == &link && IsAsyncDone(*at));
    chain.links_.push_back(at);
    if (IsAsyncStart(*at)) break;
    if (!may_follow || at->operands().empty()) return std::nullopt;
  }
  std::reverse(chain.links_.begin(), chain.links_.end());
  while (!IsAsyncDone(*chain.links_.back())) {
    const HloInstruction* next = NextLink(*chain.links_.back(), users);
    if (next == nullptr) break;
    chain.links_.push_back(next);
  }
  return chain;
}

const HloComputation* AsyncChain::wrapped_computation() const {
  if (start().async_phase() != AsyncPhase::kNone) return nullptr;
  return ComputationOf(start(), AttributeKind::kCalls);
}

const HloInstruction* AsyncChain::wrapped_instruction() const {
  const HloComputation* wrapped = wrapped_computation();
  return wrapped == nullptr ? nullptr : wrapped->root_instruction();
}

HloOpcode AsyncChain::wrapped_opcode() const {
  const HloInstruction* root = wrapped_instruction();
  if (root == nullptr) return start().opcode();
  if (IsAsyncStart(*root)) return HloOpcode::kAsyncStart;  // written in sugar, perhaps
  if (IsAsyncUpdate(*root)) return HloOpcode::kAsyncUpdate;
  if (IsAsyncDone(*root)) return HloOpcode::kAsyncDone;
  return root->opcode();
}

const HloComputation* AsyncChain::callee() const {
  if (start().async_phase() != AsyncPhase::kNone) return CalleeOf(start());
  const HloComputation* wrapped = wrapped_computation();
  const HloInstruction* root = wrapped_instruction();
  if (root == nullptr || root->async_phase() != AsyncPhase::kNone) return wrapped;
  const auto parameters = static_cast<int64_t>(wrapped->parameters().size());
  const bool is_root_all_work = wrapped->instruction_count() == parameters + 1;
  const HloComputation* called = is_root_all_work ? CalleeOf(*root) : nullptr;
  return called != nullptr ? called : wrapped;
}

std::string_view AsyncChain::execution_thread() const {
  const Attribute* thread = start().FindAttribute(AttributeKind::kAsyncExecutionThread);
  return thread == nullptr ? "main" : thread->AsString();
}

// ---- Binding.

namespace {

// Whether `buffers` have, in order, the shapes of the leaves of `shape`.
bool AreLeaves(absl::Span<HloInstruction* const> buffers, const Shape& shape) {
  std::vector<const Shape*> leaves;
  AppendLeaves(shape, &leaves);
  if (leaves.size() != buffers.size()) return false;
  for (size_t i = 0; i < leaves.size(); ++i) {
    if (!ShapesCompatible(*leaves[i], buffers[i]->shape())) return false;
  }
  return true;
}

// How many of an update's operands behind its first are buffers for the result that it binds.
size_t OutputBufferCount(const HloInstruction& update) {
  const absl::Span<HloInstruction* const> operands = update.operands().subspan(1);
  const HloInstruction& previous = *update.operand(0);
  const size_t known = BoundShapes(previous).size();
  const size_t now = BoundShapes(update).size();
  if (now < known || now - known >= operands.size()) return 0;
  const Shape* result = OutputShape(update);
  const Shape* earlier = OutputShape(previous);
  if (result == nullptr || earlier == nullptr || !IsEmptyTuple(*earlier)) return 0;
  const absl::Span<HloInstruction* const> surplus = operands.subspan(now - known);
  return AreLeaves(surplus, *result) ? surplus.size() : 0;
}

}  // namespace

absl::Span<HloInstruction* const> AsyncChain::NewOperands(const HloInstruction& link) const {
  if (IsAsyncStart(link)) return link.operands();
  if (!IsAsyncUpdate(link) || link.operands().empty()) return {};
  const absl::Span<HloInstruction* const> operands = link.operands().subspan(1);
  return operands.subspan(0, operands.size() - OutputBufferCount(link));
}

absl::Span<HloInstruction* const> AsyncChain::OutputBuffers(const HloInstruction& link) const {
  if (!IsAsyncUpdate(link) || link.operands().empty()) return {};
  return link.operands().subspan(link.operands().size() - OutputBufferCount(link));
}

std::vector<const HloInstruction*> AsyncChain::BoundOperands(const HloInstruction& link) const {
  std::vector<const HloInstruction*> bound;
  for (const HloInstruction* at : links_) {
    const absl::Span<HloInstruction* const> operands = NewOperands(*at);
    bound.insert(bound.end(), operands.begin(), operands.end());
    if (at == &link) break;
  }
  return bound;
}

// The shape of the wrapped computation's root, nullptr if nothing tells it.
const Shape* AsyncChain::ResultShape() const {
  if (const Shape* shape = RootShape(wrapped_computation())) return shape;
  if (done() != nullptr) return &done()->shape();
  if (const Shape* shape = RootShape(callee())) return shape;
  const Shape* last = nullptr;
  for (const HloInstruction* link : links_) {
    const Shape* shape = OutputShape(*link);
    if (last == nullptr || (shape != nullptr && !IsEmptyTuple(*shape))) last = shape;
  }
  return last;
}

bool AsyncChain::BindsOutput(const HloInstruction& link, const Shape* result) const {
  const Shape* shape = OutputShape(link);
  return shape != nullptr && result != nullptr && ShapesCompatible(*shape, *result);
}

const HloInstruction* AsyncChain::OutputBinding() const {
  const Shape* result = ResultShape();
  for (const HloInstruction* link : links_) {
    if (BindsOutput(*link, result)) return link;
  }
  return done();
}

// The shapes of the wrapped computation's parameters; nullptr for one that nothing binds.
std::vector<const Shape*> AsyncChain::ParameterShapes() const {
  std::vector<const Shape*> shapes;
  const auto append = [&shapes](const HloComputation& computation) {
    for (size_t i = shapes.size(); i < computation.parameters().size(); ++i) {
      shapes.push_back(&computation.parameters()[i]->shape());
    }
  };
  if (const HloComputation* wrapped = wrapped_computation()) {
    append(*wrapped);
    return shapes;
  }
  const HloInstruction& last = done() == nullptr ? *links_.back() : *links_[links_.size() - 2];
  const absl::Span<const Shape* const> bound = BoundShapes(last);
  shapes.assign(bound.begin(), bound.end());
  if (const HloComputation* called = callee()) append(*called);
  const int arity = GetOpcodeInfo(wrapped_opcode()).arity;
  if (arity != kVariadic && shapes.size() < static_cast<size_t>(arity)) {
    shapes.resize(static_cast<size_t>(arity), nullptr);
  }
  return shapes;
}

const HloInstruction* AsyncChain::FullyBound() const {
  const Shape* result = ResultShape();
  const std::vector<const Shape*> parameters = ParameterShapes();
  for (const HloInstruction* link : links_) {
    if (!BindsOutput(*link, result)) continue;
    const absl::Span<const Shape* const> bound =
        BoundShapes(IsAsyncDone(*link) ? *link->operand(0) : *link);
    if (bound.size() != parameters.size()) continue;
    const bool all_bound = std::equal(
        bound.begin(), bound.end(), parameters.begin(),
        [](const Shape* a, const Shape* b) { return b != nullptr && ShapesCompatible(*a, *b); });
    if (all_bound) return link;
  }
  return nullptr;
}

// ---- Schedule.

std::vector<const HloInstruction*> AsyncChain::Between() const {
  std::vector<const HloInstruction*> between;
  if (done() == nullptr) return between;
  auto link = links_.begin() + 1;
  for (const HloInstruction* at = start().next(); at != nullptr && at != done(); at = at->next()) {
    if (at == *link) {
      ++link;  // the done is never passed, so there is a further one
    } else {
      between.push_back(at);
    }
  }
  return between;
}

std::vector<AsyncChain::OperandLifetime> AsyncChain::OperandLifetimes() const {
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
