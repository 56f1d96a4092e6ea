// Walks over the call graph and over the leaves of a shape, with their own stacks: long chains and
// deep nesting cannot overflow the program's.
#ifndef HLO_IR_WALK_H_
#define HLO_IR_WALK_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "hlo/computation.h"
#include "hlo/shape.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

// Calls finish(node) for `root` and every node that it reaches, callees first. get_callees(node) is
// a std::vector<Node>. mark(node) returns true the first time and false from then on, so the walk
// ends even if calls are cyclic.
template <typename Node, typename Mark, typename GetCallees, typename Finish>
void WalkPostOrder(Node root, Mark mark, GetCallees get_callees, Finish finish) {
  struct Visit {
    Node node;
    std::vector<Node> callees;
    size_t next = 0;
  };
  if (!mark(root)) return;
  std::vector<Visit> stack;
  stack.push_back(Visit{root, get_callees(root)});
  while (!stack.empty()) {
    Visit& top = stack.back();
    if (top.next == top.callees.size()) {
      finish(top.node);
      stack.pop_back();
      continue;
    }
    const Node callee = top.callees[top.next++];
    if (mark(callee)) stack.push_back(Visit{callee, get_callees(callee)});
  }
}

// The state of a node in FindCycle.
enum class WalkState : uint8_t { kNew, kOnPath, kDone };

// The first cycle that a depth-first walk from `root` meets: each node is a successor of the one
// before, and the first is a successor of the last. Empty if there is none. state_of(node) is a
// reference to a WalkState; nodes that are kDone are skipped. get_successor(node, i) is the i-th
// one, nullptr after the last.
template <typename Node, typename StateOf, typename GetSuccessor>
std::vector<Node> FindCycle(Node root, StateOf state_of, GetSuccessor get_successor) {
  struct Visit {
    Node node;
    size_t next = 0;
  };
  std::vector<Visit> path;
  const auto enter = [&](Node node) {
    state_of(node) = WalkState::kOnPath;
    path.push_back(Visit{node});
  };
  if (state_of(root) == WalkState::kNew) enter(root);
  while (!path.empty()) {
    Visit& top = path.back();
    const Node next = get_successor(top.node, top.next++);
    if (next == nullptr) {
      state_of(top.node) = WalkState::kDone;
      path.pop_back();
    } else if (state_of(next) == WalkState::kNew) {
      enter(next);
    } else if (state_of(next) == WalkState::kOnPath) {
      std::vector<Node> cycle;
      for (const Visit& visit : path) {
        if (!cycle.empty() || visit.node == next) cycle.push_back(visit.node);
      }
      return cycle;
    }
  }
  return {};
}

// The computations that `computation` calls, in order, with repetitions.
std::vector<const HloComputation*> Callees(const HloComputation& computation);

// A cycle of calls among `computations`, all of one module: each calls the next, the last one the
// first. Empty if there is none. Linear in their instructions.
std::vector<const HloComputation*> FindCallCycle(absl::Span<HloComputation* const> computations);

// The computations `roots` and those that they call, directly or not. Linear in their instructions.
HashSet<const HloComputation*> ComputationsReachedFrom(
    absl::Span<const HloComputation* const> roots);

// Appends the leaves (arrays, tokens and the like) of a nested tuple, in order, until `leaves` has
// `limit`.
void AppendLeaves(const Shape& shape, std::vector<const Shape*>* leaves, size_t limit = SIZE_MAX);

}  // namespace hlo_text_v1::internal

#endif  // HLO_IR_WALK_H_
