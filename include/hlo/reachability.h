// Which instruction depends on which, directly or not: a bit for each pair.
//
//   const hlo::HloReachability reachability(*computation);
//   // start = copy-start(x), a = abs(x), done = copy-done(start), b = negate(done)
//   assert(!reachability.IsConnected(*start, *a));      // they may run in any order
//   assert(reachability.FinishesBefore(*start, *b));    // the copy is complete when b begins
//   assert(!reachability.FinishesBefore(*start, *done));
//
// Dependencies are operands and control predecessors. n² / 8 bytes for n instructions (10,000: 12.5
// MB), and as many operations as dependencies times n / 64. Only reads the computation; stale after
// an edit of its dependencies. Questions take constant time, and many threads may ask at once. XLA
// HloReachabilityMap.
#ifndef HLO_REACHABILITY_H_
#define HLO_REACHABILITY_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hlo/module.h"

namespace hlo {

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
  // What depends on the start or an update of an asynchronous operation may run beside it; only
  // what depends on the done is behind it. False for the done itself, for an operation without a
  // done, and if a and b are the same.
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

}  // namespace hlo

#endif  // HLO_REACHABILITY_H_
