// The collectives of a module: which operation, between which devices, over how many bytes, from
// where to where. Also the devices that the short forms of groups and tiles stand for.
//
//   for (const hlo_text::Collective& collective : hlo_text::FindCollectives(module)) {
//     std::cout << hlo_text::HloOpcodeName(collective.opcode) << " of " << collective.operand_bytes
//               << " bytes\n";
//     std::optional<hlo_text::DeviceGroups> groups = hlo_text::CollectiveGroups(*collective.operation);
//     if (groups.has_value()) std::cout << "in " << groups->size() << " groups\n";
//   }
//
// The devices of single values:
//
//   // replica_groups=[2,2]<=[4]
//   assert(hlo_text::GroupsOf(all_reduce->replica_groups()) == hlo_text::DeviceGroups({{0, 1}, {2, 3}}));
//   // The devices that exchange data: the same, if these are the numbers of replicas.
//   assert(hlo_text::CollectiveGroups(*all_reduce) == hlo_text::DeviceGroups({{0, 1}, {2, 3}}));
//   // sharding={devices=[2,2]<=[2,2]T(1,0)}
//   assert(hlo_text::DevicesOf(sharding->tiles) == std::vector<int64_t>({0, 2, 1, 3}));
//
// Functions only read the module.
#ifndef HLO_COLLECTIVES_H_
#define HLO_COLLECTIVES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "hlo/instruction.h"
#include "hlo/module.h"
#include "hlo/module_config.h"
#include "hlo/sharding.h"

namespace hlo_text_v1 {

// ---- Collectives.

// One entry for each operation, however it is written: all-reduce; all-reduce-start with its done;
// an async-start that wraps one, or all-reduce-start in sugar; each one in a fusion or computation
// that an async-start runs, as on GPUs; on TPUs also a chain of fusions, the first with a custom
// call AsyncCollectiveStart of it as its root, the last with AsyncCollectiveDone. Send, recv,
// infeed and outfeed are none. A pass edits through the pointers
// of a MutableCollective: CreateAsyncInstructions(collective.operation).
template <typename Instruction>
struct CollectiveOf {
  HloOpcode opcode;  // what runs, kAllReduce also for an all-reduce-start
  // The instruction with its attributes: groups (CollectiveGroups), channel, dimensions
  // (hlo/attribute_accessors.h). For an async-start or a fusion the one that it has inside.
  Instruction* operation;
  // The first and last instruction in the computation that asks for it; the same if it is not
  // asynchronous. `done` is nullptr if there is none.
  Instruction* start;
  Instruction* done;
  // The updates of a chain in the computation of its start; the fusions that hand on the state of
  // one that is fused, and do other work meanwhile.
  std::vector<Instruction*> updates;
  bool is_async() const { return start != done; }
  // ByteSizeOf all operands, and of the result (hlo/memory_layout.h).
  int64_t operand_bytes;
  int64_t result_bytes;
};
using Collective = CollectiveOf<const HloInstruction>;
using MutableCollective = CollectiveOf<HloInstruction>;

// Those of a computation in order of creation of `start`, or of all computations in module order;
// of a module without those inside of what async-starts and chains of fusions run. Linear in the
// instructions; in those of the module if the computation has a first fusion.
std::vector<Collective> FindCollectives(const HloComputation& computation);
std::vector<Collective> FindCollectives(const HloModule& module);
std::vector<MutableCollective> FindCollectives(HloComputation& computation);
std::vector<MutableCollective> FindCollectives(HloModule& module);

// ---- Devices. A text may claim any number of them: nothing is returned if there are more than
// `max_devices`, or if the value is not valid (a tile of another size than its list, a repeated
// dimension). Linear in the devices.

inline constexpr int64_t kMaxExpandedDevices = int64_t{1} << 24;

// The devices of a tile assignment, row-major: the list, or that of an iota. XLA
// TileAssignment::array.
std::optional<std::vector<int64_t>> DevicesOf(const TileAssignment& tiles,
                                              int64_t max_devices = kMaxExpandedDevices);
// The devices of a mesh, row-major over its axes. XLA Mesh::device_assignment.
std::optional<std::vector<int64_t>> DevicesOf(const Mesh& mesh,
                                              int64_t max_devices = kMaxExpandedDevices);

using DeviceGroups = std::vector<std::vector<int64_t>>;

// The groups of replica_groups=, in any of its three forms; none for {}, which means all. XLA
// CollectiveDeviceList::flattened_replica_groups.
std::optional<DeviceGroups> GroupsOf(const ReplicaGroups& groups,
                                     int64_t max_devices = kMaxExpandedDevices);

// The kind of the numbers in the groups of a collective: replicas, partitions, or devices. Follows
// from channel_id and use_global_device_ids; kFlattenedId needs both. XLA GetCollectiveOpGroupMode.
CollectiveGroupMode GroupModeOf(const HloInstruction& collective);
// How many such numbers there are, from 0, in a module with this header: its replicas, partitions,
// or the product of both; 0 if that overflows.
int64_t DeviceCount(CollectiveGroupMode mode, const HloModuleConfig& config);

// The groups in which a collective exchanges data, as numbers of devices: replica r in partition p
// is device r * num_partitions + p. Counts of replicas and partitions are the module's. A
// collective-permute has a group for each of its pairs, {source, target}, in each partition (or
// replica). XLA GetParticipatingDevicesGroups.
std::optional<DeviceGroups> CollectiveGroups(const HloInstruction& collective,
                                             int64_t max_devices = kMaxExpandedDevices);
// The same; but if the header says that there are fewer replicas and partitions than the groups
// name, the numbers of the text, which then stand for nothing that is known.
std::optional<DeviceGroups> GroupsAsWritten(const HloInstruction& collective,
                                            int64_t max_devices = kMaxExpandedDevices);
// How many devices are in each of those groups; nullopt if there is none, or not as many in each.
// Linear in the text, not in the devices.
std::optional<int64_t> GroupSizeOf(const HloInstruction& collective);

// The bytes that a device sends in one run, by the algorithm that sends least, for n = GroupSizeOf:
// all-gather n-1 times its operands, reduce-scatter and all-to-all (n-1)/n of them, all-reduce
// twice that, any other all of them. nullopt if n is needed and unknown; saturated.
std::optional<int64_t> MovedBytes(const Collective& collective);

}  // namespace hlo_text_v1

#endif  // HLO_COLLECTIVES_H_
