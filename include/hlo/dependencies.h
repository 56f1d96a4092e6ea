// Which instruction depends on which, directly or not, and what everything passes through.
//
//   const hlo_text::HloReachability reachability(*computation);
//   // start = copy-start(x), a = abs(x), done = copy-done(start), b = negate(done)
//   assert(!reachability.IsConnected(*start, *a));      // they may run in any order
//   assert(reachability.FinishesBefore(*start, *b));    // the copy is complete when b begins
//   assert(!reachability.FinishesBefore(*start, *done));
//
//   const hlo_text::DominatorTree dominators(*computation, hlo_text::FlowDirection::kForward);
//   assert(dominators.ImmediateDominator(*b) == done);  // the last one on all paths to b
//   assert(dominators.Dominates(*x, *b) && !dominators.Dominates(*a, *b));
//
// Dependencies are operands and control predecessors. Both classes only read the computation, and
// many threads may ask at once; an edit of dependencies makes them stale.
#ifndef HLO_DEPENDENCIES_H_
#define HLO_DEPENDENCIES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/base/attributes.h"
#include "hlo/module.h"

namespace hlo_text_v1 {

// A bit for each pair of instructions: n² / 8 bytes for n of them (10,000: 12.5 MB), and as many
// operations as dependencies times n / 64. Questions take constant time. XLA HloReachabilityMap.
class HloReachability {
 public:
  explicit HloReachability(const HloComputation& computation);

  // Whether a path of dependencies leads from `from` to `to`; true if they are the same. Both are
  // instructions of the computation; false if one was made later.
  bool IsReachable(const HloInstruction& from, const HloInstruction& to) const {
    return Bit(from.index(), to.index());
  }
  // Whether one of them depends on the other.
  bool IsConnected(const HloInstruction& a, const HloInstruction& b) const {
    return IsReachable(a, b) || IsReachable(b, a);
  }
  // Whether all of a's work is done when `b` begins, in every order that the dependencies allow.
  // An instruction that depends on the start or an update of an asynchronous operation may run at
  // the same time as that; only one that depends on the done comes after it. False for the done
  // itself, for an operation without a done, and if a and b are the same.
  bool FinishesBefore(const HloInstruction& a, const HloInstruction& b) const;

 private:
  bool Bit(uint32_t from, uint32_t to) const {
    if (from >= end_.size() || to >= end_.size()) return false;
    return (rows_[to * words_ + from / 64] >> (from % 64) & 1) != 0;
  }

  size_t words_;                            // of a row
  std::vector<uint64_t> rows_;              // by index(): a bit for each that leads to it
  std::vector<const HloInstruction*> end_;  // by index(): the done of a link, or itself
};

// The paths that count begin at the instructions without dependencies. Forward, a dominates b if
// every path to b passes through a; backward, if every path from b to an instruction that nothing
// depends on does. Every instruction dominates itself.
enum class FlowDirection : uint8_t {
  kForward,   // from operands to users: dominators
  kBackward,  // from users to operands: post-dominators
};

// O(n log n) in the instructions and dependencies. Source: Cooper, Harvey, Kennedy, "A simple, fast
// dominance algorithm", on an acyclic graph, with skip pointers.
class DominatorTree {
 public:
  explicit DominatorTree(const HloComputation& computation ABSL_ATTRIBUTE_LIFETIME_BOUND,
                         FlowDirection direction = FlowDirection::kForward);

  // The dominator of `instruction` nearest to it, other than itself; nullptr if there is none, and
  // for instructions made later.
  // Constant time.
  HloInstruction* ImmediateDominator(HloInstruction& instruction) const;
  const HloInstruction* ImmediateDominator(const HloInstruction& instruction) const;
  // The nearest instruction that dominates both; nullptr if there is none. O(log n).
  HloInstruction* NearestCommonDominator(HloInstruction& a, HloInstruction& b) const;
  const HloInstruction* NearestCommonDominator(const HloInstruction& a,
                                               const HloInstruction& b) const;
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

  std::vector<const HloInstruction*> instructions_;  // by node; nullptr for the root
  std::vector<uint32_t> node_of_;                    // by index()
  std::vector<Node> nodes_;
};

}  // namespace hlo_text_v1

#endif  // HLO_DEPENDENCIES_H_
