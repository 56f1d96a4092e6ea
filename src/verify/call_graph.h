// The instructions that call a computation.
#ifndef HLO_VERIFY_CALL_GRAPH_H_
#define HLO_VERIFY_CALL_GRAPH_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "hlo/module.h"

namespace hlo::internal {

class CallGraph {
 public:
  // Linear in the module, which must not change while the graph is in use.
  explicit CallGraph(const HloModule& module);

  // The instructions that call `computation`, in module order; one that calls it twice is listed
  // twice. Constant time.
  absl::Span<const HloInstruction* const> callers(const HloComputation& computation) const;

  // A computation that calls itself, directly or not, and the next one on that path; {nullptr,
  // nullptr} if there is none. Linear, without recursion.
  struct Cycle {
    const HloComputation* computation = nullptr;
    const HloComputation* through = nullptr;
  };
  Cycle FindCycle() const;

 private:
  const HloModule& module_;
  absl::flat_hash_map<const HloComputation*, uint32_t> number_;
  std::vector<uint32_t> first_;
  std::vector<const HloInstruction*> callers_;
};

}  // namespace hlo::internal

#endif  // HLO_VERIFY_CALL_GRAPH_H_
