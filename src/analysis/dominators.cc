// Nodes are made in post order, starting from the operands or from the users, so all predecessors
// of a node are in the tree before it, and its parent is their common ancestor.
//
// A node's skip pointer jumps as far as its parent's next two skips together if these are equally
// long, so that any ancestor is O(log n) steps away (Myers, "An applicative random-access stack").
#include <algorithm>
#include <utility>

#include "hlo/dependencies.h"
#include "hlo/graph.h"
#include "src/ir/instruction_order.h"
#include "src/ir/mutable_parts.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

constexpr uint32_t kNoNode = ~uint32_t{0};

// Calls visit(a, b) for each dependency of b on a, in the direction asked for.
template <typename Visit>
void ForEachDependency(const HloInstruction* instruction, Visit visit) {
  const Predecessors predecessors(instruction);
  for (size_t i = 0; i < predecessors.size(); ++i) {
    if (predecessors[i]->parent() == instruction->parent()) visit(predecessors[i]);
  }
}

}  // namespace

DominatorTree::DominatorTree(const HloComputation& computation, FlowDirection direction)
    : instructions_{nullptr}, node_of_(computation.index_limit(), 0), nodes_(1) {
  std::vector<const HloInstruction*> order = InstructionPostOrder(computation);
  if (direction == FlowDirection::kBackward) std::reverse(order.begin(), order.end());
  // The parent so far, by index(): the common ancestor of the sources seen.
  std::vector<uint32_t> parent(computation.index_limit(), kNoNode);
  const auto add_source = [&](const HloInstruction* target, uint32_t source) {
    uint32_t& known = parent[target->index()];
    known = known == kNoNode ? source : Common(known, source);
  };
  for (const HloInstruction* instruction : order) {
    if (direction == FlowDirection::kForward) {
      ForEachDependency(instruction, [&](const HloInstruction* predecessor) {
        add_source(instruction, node_of_[predecessor->index()]);
      });
    }
    const uint32_t above =
        parent[instruction->index()] == kNoNode ? 0 : parent[instruction->index()];
    const Node& up = nodes_[above];
    const Node& further = nodes_[up.skip];
    const bool joins = up.depth - further.depth == further.depth - nodes_[further.skip].depth;
    const Node node = {above, joins ? further.skip : above, up.depth + 1};
    node_of_[instruction->index()] = static_cast<uint32_t>(nodes_.size());
    nodes_.push_back(node);
    instructions_.push_back(instruction);
    if (direction == FlowDirection::kBackward) {
      ForEachDependency(instruction, [&](const HloInstruction* predecessor) {
        add_source(predecessor, node_of_[instruction->index()]);
      });
    }
  }
}

uint32_t DominatorTree::Common(uint32_t a, uint32_t b) const {
  const auto climb = [&](uint32_t node, uint32_t depth) {
    while (nodes_[node].depth > depth) {
      const Node& at = nodes_[node];
      node = nodes_[at.skip].depth >= depth ? at.skip : at.parent;
    }
    return node;
  };
  const uint32_t depth = std::min(nodes_[a].depth, nodes_[b].depth);
  a = climb(a, depth);
  b = climb(b, depth);
  // Nodes of one depth have skips of one length.
  while (a != b) {
    const bool skips = nodes_[a].skip != nodes_[b].skip;
    a = skips ? nodes_[a].skip : nodes_[a].parent;
    b = skips ? nodes_[b].skip : nodes_[b].parent;
  }
  return a;
}

const HloInstruction* DominatorTree::ImmediateDominator(const HloInstruction& instruction) const {
  return instructions_[nodes_[NodeOf(instruction)].parent];
}
HloInstruction* DominatorTree::ImmediateDominator(HloInstruction& instruction) const {
  return Mutable(ImmediateDominator(std::as_const(instruction)));
}

const HloInstruction* DominatorTree::NearestCommonDominator(const HloInstruction& a,
                                                            const HloInstruction& b) const {
  return instructions_[Common(NodeOf(a), NodeOf(b))];
}
HloInstruction* DominatorTree::NearestCommonDominator(HloInstruction& a, HloInstruction& b) const {
  return Mutable(NearestCommonDominator(std::as_const(a), std::as_const(b)));
}

}  // namespace hlo_text_v1
