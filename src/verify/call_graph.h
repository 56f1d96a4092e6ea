// Which instructions call a computation.
#ifndef HLO_VERIFY_CALL_GRAPH_H_
#define HLO_VERIFY_CALL_GRAPH_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "hlo/module.h"

namespace hlo {

class CallGraph {
 public:
  // Linear in the module, which must not be edited as long as the graph is used.
  explicit CallGraph(const HloModule& module);

  // The instructions that call `computation`, in order of the module; one that calls it twice
  // stands there twice. Constant time.
  absl::Span<const HloInstruction* const> callers(const HloComputation& computation) const;

  // A computation that calls itself, through others or not, and the one called on that way;
  // {nullptr, nullptr} if there is none. Linear, without recursion.
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

}  // namespace hlo

#endif  // HLO_VERIFY_CALL_GRAPH_H_
