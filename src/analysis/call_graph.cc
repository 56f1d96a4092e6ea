// Arrays are by the number of a computation in its module. Contexts and depths are passed on from
// callers to callees, in an order made here: in XLA's print order, a caller may come before its
// callee.
#include "hlo/call_graph.h"

#include <algorithm>
#include <utility>

#include "src/ir/desugared.h"
#include "src/ir/module_state.h"
#include "src/ir/mutable_parts.h"
#include "src/ir/walk.h"

namespace hlo_text_v1 {

using namespace internal;

CallContext CallContextOf(const HloInstruction& instruction) {
  bool calls = false;
  instruction.ForEachCalledComputation([&](const HloComputation*) { calls = true; });
  if (!calls) return CallContext::kNone;
  const OpcodeGroup group = GetOpcodeInfo(instruction.opcode()).group;
  return group == OpcodeGroup::kControl || group == OpcodeGroup::kAsync ? CallContext::kControlFlow
                                                                        : CallContext::kEmbedded;
}

namespace {

CallContext Union(CallContext a, CallContext b) {
  if (a == CallContext::kNone || a == b) return b;
  return b == CallContext::kNone ? a : CallContext::kBoth;
}

}  // namespace

CallGraph::CallGraph(const HloModule& module) : computations_(module.computations()) {
  RequireDesugared(module, "CallGraph");
  size_t count = 0;
  for (const HloComputation* computation : computations_) {
    count = std::max(count, NumberOf(*computation) + 1);
  }
  is_known_.resize(count);
  for (const HloComputation* computation : computations_) is_known_[NumberOf(*computation)] = true;
  FindCallees();
  FindCallers();
  FindContexts();
}

bool CallGraph::Knows(const HloComputation* computation) const {
  const size_t number = NumberOf(*computation);
  return number < is_known_.size() && is_known_[number];
}

void CallGraph::FindCallees() {
  // By number; the lists are in the order of numbers.
  std::vector<const HloComputation*> by_number(is_known_.size());
  for (const HloComputation* computation : computations_) {
    by_number[NumberOf(*computation)] = computation;
  }
  std::vector<uint32_t> seen_by(is_known_.size());  // number of the caller, plus one
  for (size_t number = 0; number < by_number.size(); ++number) {
    callsites_.first.push_back(static_cast<uint32_t>(callsites_.all.size()));
    callees_.first.push_back(static_cast<uint32_t>(callees_.all.size()));
    if (by_number[number] == nullptr) continue;
    for (const HloInstruction* caller : by_number[number]->instructions()) {
      bool calls = false;
      caller->ForEachCalledComputation([&](const HloComputation* callee) {
        if (!Knows(callee)) return;
        calls = true;
        uint32_t& seen = seen_by[NumberOf(*callee)];
        if (seen == number + 1) return;
        seen = static_cast<uint32_t>(number + 1);
        callees_.all.push_back(callee);
      });
      if (calls) callsites_.all.push_back(caller);
    }
  }
  callsites_.first.push_back(static_cast<uint32_t>(callsites_.all.size()));
  callees_.first.push_back(static_cast<uint32_t>(callees_.all.size()));
}

// A first pass over the calls counts, and a second fills.
void CallGraph::FindCallers() {
  const auto for_each_call = [&](auto visit) {
    for (const HloComputation* computation : computations_) {
      for (const HloInstruction* caller : callsites(*computation)) {
        caller->ForEachCalledComputation([&](const HloComputation* callee) {
          if (Knows(callee)) visit(caller, NumberOf(*callee));
        });
      }
    }
  };
  callers_.first.assign(is_known_.size() + 1, 0);
  for_each_call([&](const HloInstruction*, size_t callee) { ++callers_.first[callee + 1]; });
  for (size_t i = 1; i < callers_.first.size(); ++i) callers_.first[i] += callers_.first[i - 1];
  callers_.all.resize(callers_.first.back());
  std::vector<uint32_t> next(callers_.first.begin(), callers_.first.end() - 1);
  for_each_call(
      [&](const HloInstruction* caller, size_t callee) { callers_.all[next[callee]++] = caller; });
}

void CallGraph::FindContexts() {
  contexts_.resize(is_known_.size());
  depths_.resize(is_known_.size());
  std::vector<const HloComputation*> order;  // callees first
  std::vector<bool> seen(is_known_.size());
  const auto mark = [&](const HloComputation* computation) {
    const bool is_new = !seen[NumberOf(*computation)];
    seen[NumberOf(*computation)] = true;
    return is_new;
  };
  const auto callees_of = [&](const HloComputation* computation) {
    const absl::Span<const HloComputation* const> all = callees(*computation);
    return std::vector<const HloComputation*>(all.begin(), all.end());
  };
  for (const HloComputation* root : computations_) {
    WalkPostOrder(root, mark, callees_of,
                  [&](const HloComputation* computation) { order.push_back(computation); });
  }
  for (size_t i = order.size(); i-- > 0;) {
    const HloComputation& computation = *order[i];
    CallContext& context = contexts_[NumberOf(computation)];
    if (computation.IsEntry() || callers(computation).empty()) {
      context = Union(context, CallContext::kControlFlow);
    }
    for (const HloInstruction* callsite : callsites(computation)) {
      const CallContext here =
          CallContextOf(*callsite) == CallContext::kEmbedded ? CallContext::kEmbedded : context;
      callsite->ForEachCalledComputation([&](const HloComputation* callee) {
        if (!Knows(callee)) return;
        CallContext& inner = contexts_[NumberOf(*callee)];
        inner = Union(inner, here);
        int64_t& depth = depths_[NumberOf(*callee)];
        depth = std::max(depth, depths_[NumberOf(computation)] + 1);
      });
    }
  }
}

absl::Span<const HloInstruction* const> CallGraph::callers(
    const HloComputation& computation) const& {
  return callers_.of(Node(&computation).number);
}
absl::Span<HloInstruction* const> CallGraph::callers(HloComputation& computation) const& {
  return MutableParts(callers(std::as_const(computation)));
}

absl::Span<const HloComputation* const> CallGraph::callees(
    const HloComputation& computation) const& {
  return callees_.of(Node(&computation).number);
}
absl::Span<HloComputation* const> CallGraph::callees(HloComputation& computation) const& {
  return MutableParts(callees(std::as_const(computation)));
}

absl::Span<const HloInstruction* const> CallGraph::callsites(
    const HloComputation& computation) const& {
  return callsites_.of(Node(&computation).number);
}
absl::Span<HloInstruction* const> CallGraph::callsites(HloComputation& computation) const& {
  return MutableParts(callsites(std::as_const(computation)));
}

CallContext CallGraph::context(const HloComputation& computation) const {
  return Knows(&computation) ? contexts_[NumberOf(computation)] : CallContext::kNone;
}

int64_t CallGraph::depth(const HloComputation& computation) const {
  return Knows(&computation) ? depths_[NumberOf(computation)] : 0;
}

const HloInstruction* CallGraph::caller(const HloComputation& computation) const {
  const absl::Span<const HloInstruction* const> all = callers(computation);
  return all.size() == 1 ? all[0] : nullptr;
}
HloInstruction* CallGraph::caller(HloComputation& computation) const {
  return Mutable(caller(std::as_const(computation)));
}

bool CallGraph::IsFlat() const {
  return std::all_of(computations_.begin(), computations_.end(), [&](const HloComputation* each) {
    const CallContext how = context(*each);
    return how == CallContext::kEmbedded ||
           (how == CallContext::kControlFlow && callers(*each).size() <= 1);
  });
}

CallGraph::Cycle CallGraph::FindCycle() const {
  // Walks from callee to caller.
  std::vector<WalkState> states(is_known_.size());
  const auto state_of = [&](const HloComputation* computation) -> WalkState& {
    return states[NumberOf(*computation)];
  };
  const auto caller_of = [&](const HloComputation* callee, size_t i) -> const HloComputation* {
    const absl::Span<const HloInstruction* const> all = callers(*callee);
    return i < all.size() ? all[i]->parent() : nullptr;
  };
  for (const HloComputation* root : computations_) {
    const std::vector<const HloComputation*> cycle = internal::FindCycle(root, state_of, caller_of);
    if (!cycle.empty()) return {cycle.back(), cycle.front()};
  }
  return {};
}

}  // namespace hlo_text_v1
