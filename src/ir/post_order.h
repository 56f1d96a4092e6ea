// The depth-first walk over what calls what, with a stack of its own.
#ifndef HLO_IR_POST_ORDER_H_
#define HLO_IR_POST_ORDER_H_

#include <cstddef>
#include <utility>
#include <vector>

namespace hlo {

// Calls finish(node) for `root` and all that it reaches, each after its callees: get_callees(node)
// is a std::vector<Node>. mark(node) says whether `node` is new, and is false from then on; so the
// walk ends also where calls are a circle.
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

}  // namespace hlo

#endif  // HLO_IR_POST_ORDER_H_
