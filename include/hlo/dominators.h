// Dominators in the data flow of a computation: which instruction does everything pass through?
//
//   const hlo::DominatorTree dominators(*computation, hlo::FlowDirection::kForward);
//   // x = parameter(0), a = abs(x), b = cosine(a), c = sine(a), sum = add(b, c)
//   assert(dominators.ImmediateDominator(*sum) == a);  // the last one on all paths to sum
//   assert(dominators.Dominates(*x, *sum) && !dominators.Dominates(*b, *sum));
//
// Paths follow operands and control predecessors, from the instructions that have none. Forward, a
// dominates b if every path to b passes through a; backward, if every path from b to an instruction
// that nothing depends on does. Every instruction dominates itself.
//
// O(n log n) in the instructions and dependencies. Only reads the computation; stale after an edit.
// Many threads may ask at once. Source: Cooper, Harvey, Kennedy, "A simple, fast dominance
// algorithm", on an acyclic graph, with skip pointers.
#ifndef HLO_DOMINATORS_H_
#define HLO_DOMINATORS_H_

#include <cstdint>
#include <vector>

#include "hlo/module.h"

namespace hlo {

enum class FlowDirection : uint8_t {
  kForward,   // from operands to users: dominators
  kBackward,  // from users to operands: post-dominators
};

class DominatorTree {
 public:
  explicit DominatorTree(const HloComputation& computation,
                         FlowDirection direction = FlowDirection::kForward);

  // The dominator of `instruction` nearest to it, other than itself; nullptr if there is none, and
  // for instructions made later.
  // Constant time.
  HloInstruction* ImmediateDominator(const HloInstruction& instruction) const;
  // The nearest instruction that dominates both; nullptr if there is none. O(log n).
  HloInstruction* NearestCommonDominator(const HloInstruction& a, const HloInstruction& b) const;
  // O(log n).
  bool Dominates(const HloInstruction& a, const HloInstruction& b) const {
    return NearestCommonDominator(a, b) == &a;
  }

 private:
  // A node of the tree; 0 is the root above all that have no dominator.
  struct Node {
    uint32_t parent = 0;
    uint32_t skip = 0;  // an ancestor
    uint32_t depth = 0;
  };
  uint32_t NodeOf(const HloInstruction& instruction) const {
    return instruction.index() < node_of_.size() ? node_of_[instruction.index()] : 0;
  }
  uint32_t Common(uint32_t a, uint32_t b) const;

  std::vector<HloInstruction*> instructions_;  // by node; nullptr for the root
  std::vector<uint32_t> node_of_;              // by index()
  std::vector<Node> nodes_;
};

}  // namespace hlo

#endif  // HLO_DOMINATORS_H_
