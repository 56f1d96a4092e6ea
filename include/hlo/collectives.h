// The collectives of a module: which operation, between which devices, over how many bytes, from
// where to where.
//
//   for (const hlo::Collective& collective : hlo::FindCollectives(module)) {
//     std::cout << hlo::HloOpcodeName(collective.opcode) << " of " << collective.operand_bytes
//               << " bytes\n";
//     std::optional<hlo::DeviceGroups> groups = hlo::CollectiveGroups(*collective.operation);
//     if (groups.has_value()) std::cout << "in " << groups->size() << " groups\n";
//   }
//
// One entry for each operation, however it is written: all-reduce; all-reduce-start with its done;
// an async-start that wraps one, or all-reduce-start in sugar. Send, recv, infeed and outfeed are
// none. A pass edits through the pointers: CreateAsyncInstructions(collective.operation).
#ifndef HLO_COLLECTIVES_H_
#define HLO_COLLECTIVES_H_

#include <cstdint>
#include <vector>

#include "hlo/module.h"

namespace hlo {

struct Collective {
  HloOpcode opcode;  // what runs, kAllReduce also for an all-reduce-start
  // The instruction with its attributes: groups, channel, dimensions (hlo/attribute_accessors.h;
  // CollectiveGroups of hlo/device_groups.h). For an async-start the one that it wraps.
  HloInstruction* operation;
  // The first and last instruction in the computation that asks for it; the same if it is not
  // asynchronous. `done` is nullptr if there is none.
  HloInstruction* start;
  HloInstruction* done;
  bool is_async() const { return start != done; }
  // ByteSizeOf all operands, and of the result (hlo/memory_layout.h).
  int64_t operand_bytes;
  int64_t result_bytes;
};

// Those of a computation in order of creation of `start`, or of all computations in module order;
// without the roots of computations that async-starts wrap. Linear in the instructions.
std::vector<Collective> FindCollectives(const HloComputation& computation);
std::vector<Collective> FindCollectives(const HloModule& module);

}  // namespace hlo

#endif  // HLO_COLLECTIVES_H_
