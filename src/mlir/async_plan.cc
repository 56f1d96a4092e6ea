// Computation by computation: each start is followed to its done and looked at by itself; then what
// calls a computation besides sound chains decides whether these may be chains at all.
#include "src/mlir/async_plan.h"

#include <algorithm>
#include <utility>

#include "hlo/users.h"
#include "src/ir/async_pair_opcodes.h"

namespace hlo {
namespace {

HloOpcode Find(HloOpcode opcode, HloOpcode AsyncPairOpcodes::* from,
               HloOpcode AsyncPairOpcodes::* to) {
  const AsyncPairOpcodes* pair = FindPairOpcodes(from, opcode);
  return pair == nullptr ? HloOpcode::kUnknown : pair->*to;
}

// The operands bound so far, as the shape says; -1 for a shape that no start has.
int64_t BoundCount(const HloInstruction& link) {
  const absl::Span<const Shape* const> elements = link.shape().tuple_shapes();
  if (!link.shape().IsTuple() || elements.size() < 2 || !elements[0]->IsTuple()) return -1;
  return static_cast<int64_t>(elements[0]->tuple_shapes().size());
}

bool HasSameType(const Shape& a, const Shape& b) {
  std::string a_text;
  std::string b_text;
  AppendLooseShape(a, &a_text);
  AppendLooseShape(b, &b_text);
  return a_text == b_text;
}

// Whether nothing but `next`, as its operand 0, has the value of `link`.
bool IsUsedBy(const HloInstruction& link, const HloInstruction& next, const UserLists& users) {
  if (link.IsRoot() || users.of(&link).size() != 1 || users.of(&link)[0] != &next) return false;
  return std::count(next.operands().begin(), next.operands().end(), &link) == 1 &&
         next.operand(0) == &link;
}

}  // namespace

HloOpcode PairWork(HloOpcode start) {
  return Find(start, &AsyncPairOpcodes::start, &AsyncPairOpcodes::work);
}
HloOpcode PairStart(HloOpcode work) {
  return Find(work, &AsyncPairOpcodes::work, &AsyncPairOpcodes::start);
}
HloOpcode PairDone(HloOpcode work) {
  return Find(work, &AsyncPairOpcodes::work, &AsyncPairOpcodes::done);
}

bool IsPairShape(HloOpcode work, const Shape& start, const Shape& result) {
  if (work == HloOpcode::kAllReduce) return HasSameType(start, result);
  const absl::Span<const Shape* const> elements = start.tuple_shapes();
  const absl::Span<const Shape* const> results = result.tuple_shapes();
  switch (work) {
    case HloOpcode::kCopy:
      return start.IsTuple() && !elements.empty() && HasSameType(*elements[0], result);
    case HloOpcode::kAllGather:
    case HloOpcode::kCollectivePermute:
      return start.IsTuple() && elements.size() > 1 && HasSameType(*elements[1], result);
    case HloOpcode::kSend:
      return start.IsTuple() && elements.size() == 3 && HasSameType(*elements[2], result);
    default:  // recv: the data and a token
      return start.IsTuple() && elements.size() == 3 && result.IsTuple() && results.size() == 2 &&
             HasSameType(*elements[0], *results[0]) && HasSameType(*elements[2], *results[1]);
  }
}

bool IsBoundPart(const Shape& bound, const Shape& result) {
  if (!bound.IsTuple()) return HasSameType(bound, result);
  if (bound.tuple_shapes().empty()) return true;
  if (!result.IsTuple() || bound.tuple_shapes().size() > result.tuple_shapes().size()) return false;
  for (size_t i = 0; i < bound.tuple_shapes().size(); ++i) {
    if (!IsBoundPart(*bound.tuple_shapes()[i], *result.tuple_shapes()[i])) return false;
  }
  return true;
}

AsyncPlan::AsyncPlan(const HloModule& module, MlirTypes* types) : types_(*types) {
  for (const HloComputation* computation : module.computations()) FindIn(*computation);
  // A computation that others call too is a function; its chains are operations like any other.
  for (AsyncWork& work : works_) {
    if (work.is_pair() || IsAsync(work.callee)) continue;
    for (const HloInstruction* link : work.links) by_link_.erase(link);
    work.links.clear();
  }
  FindDependencies();
}

void AsyncPlan::FindIn(const HloComputation& computation) {
  bool has_starts = false;
  for (const HloInstruction* instruction : computation.instructions()) {
    instruction->ForEachNamedComputation(
        [&](HloComputation* callee) { ++callers_[callee].others; });
    if (instruction->async_phase() != AsyncPhase::kNone) continue;
    has_starts |= instruction->opcode() == HloOpcode::kAsyncStart ||
                  PairWork(instruction->opcode()) != HloOpcode::kUnknown;
  }
  if (computation.IsEntry()) ++callers_[&computation].others;
  if (!has_starts) return;
  const UserLists users(computation);
  for (const HloInstruction* instruction : computation.instructions()) {
    if (instruction->async_phase() != AsyncPhase::kNone) continue;
    if (instruction->opcode() == HloOpcode::kAsyncStart) {
      AddChain(*instruction, users);
    } else if (PairWork(instruction->opcode()) != HloOpcode::kUnknown) {
      AddPair(*instruction, users);
    }
  }
}

void AsyncPlan::AddPair(const HloInstruction& start, const UserLists& users) {
  const absl::Span<HloInstruction* const> followers = users.of(&start);
  if (followers.size() != 1) return;
  const HloInstruction& done = *followers[0];
  if (done.async_phase() != AsyncPhase::kNone || done.operand_count() != 1 ||
      done.opcode() != PairDone(PairWork(start.opcode())) || !IsUsedBy(start, done, users) ||
      !IsPairShape(PairWork(start.opcode()), start.shape(), done.shape())) {
    return;
  }
  AsyncWork work;
  work.links = {&start, &done};
  Enter(std::move(work));
}

void AsyncPlan::AddChain(const HloInstruction& start, const UserLists& users) {
  const std::optional<AsyncChain> chain = AsyncChain::Of(start, users);
  if (!chain.has_value() || !IsSoundChain(*chain, users)) return;
  AsyncWork work;
  work.links.assign(chain->links().begin(), chain->links().end());
  work.callee = chain->wrapped_computation();
  const auto all = static_cast<int64_t>(work.callee->parameters().size());
  while (BoundCount(*work.call_link()) < all) ++work.call;
  Callers& callers = callers_[work.callee];
  --callers.others;
  ++callers.chains;
  Enter(std::move(work));
}

bool AsyncPlan::IsSoundChain(const AsyncChain& chain, const UserLists& users) {
  const HloInstruction* done = chain.done();
  const HloComputation* callee = chain.wrapped_computation();
  if (done == nullptr || callee == nullptr || done->operand_count() != 1) return false;
  for (size_t i = 0; i + 1 < chain.links().size(); ++i) {
    if (!IsUsedBy(*chain.links()[i], *chain.links()[i + 1], users)) return false;
  }
  for (const HloInstruction* link : chain.links()) {
    if (link->async_phase() != AsyncPhase::kNone) return false;
  }
  return callee->execution_thread() == chain.execution_thread() &&
         SameType(done->shape(), callee->root_instruction()->shape()) &&
         BindsOperands(chain, *callee);
}

// Whether each link binds the operands that its shape says, and all together those of `callee`.
bool AsyncPlan::BindsOperands(const AsyncChain& chain, const HloComputation& callee) {
  const auto count = static_cast<int64_t>(callee.parameters().size());
  int64_t before = 0;
  for (size_t i = 0; i + 1 < chain.links().size(); ++i) {
    const HloInstruction& link = *chain.links()[i];
    const int64_t bound = BoundCount(link);
    if (bound < before || bound > count) return false;
    const absl::Span<HloInstruction* const> bound_here = chain.NewOperands(link);
    const auto buffers = static_cast<int64_t>(chain.OutputBuffers(link).size());
    if (static_cast<int64_t>(bound_here.size()) != bound - before) return false;
    if (link.operand_count() != (i == 0 ? 0 : 1) + bound - before + buffers) return false;
    const absl::Span<const Shape* const> shapes = link.shape().tuple_shapes(0)->tuple_shapes();
    for (int64_t k = 0; k < bound; ++k) {
      const Shape& parameter = callee.parameters()[static_cast<size_t>(k)]->shape();
      if (!SameType(*shapes[static_cast<size_t>(k)], parameter)) return false;
      if (k >= before &&
          !SameType(bound_here[static_cast<size_t>(k - before)]->shape(), parameter)) {
        return false;
      }
    }
    if (!IsBoundPart(*link.shape().tuple_shapes(1), callee.root_instruction()->shape())) {
      return false;
    }
    before = bound;
  }
  return before == count;
}

void AsyncPlan::Enter(AsyncWork work) {
  works_.push_back(std::move(work));
  for (const HloInstruction* link : works_.back().links) by_link_[link] = &works_.back();
}

// Work that starts behind the done of other work waits for its token.
void AsyncPlan::FindDependencies() {
  for (AsyncWork& work : works_) {
    if (work.links.empty()) continue;
    for (const HloInstruction* predecessor : work.call_link()->control_predecessors()) {
      const auto found = by_link_.find(predecessor);
      if (found == by_link_.end() || found->second->done() != predecessor) continue;
      if (found->second == &work) continue;
      work.needs_token = true;
      found->second->needs_token = true;
    }
  }
}

}  // namespace hlo
