// The devices that the short forms of groups and tiles stand for.
//
//   // sharding={devices=[2,2]<=[2,2]T(1,0)}
//   assert(hlo::DevicesOf(sharding->tiles) == std::vector<int64_t>({0, 2, 1, 3}));
//   // replica_groups=[2,2]<=[4]
//   assert(hlo::GroupsOf(all_reduce->replica_groups()) == hlo::DeviceGroups({{0, 1}, {2, 3}}));
//   // The devices that exchange data: the same, if these are the numbers of replicas.
//   assert(hlo::CollectiveGroups(*all_reduce) == hlo::DeviceGroups({{0, 1}, {2, 3}}));
//
// A text may claim any number of devices: nothing is returned if there are more than `max_devices`,
// or if the value is not valid (a tile of another size than its list, a repeated dimension).
// Linear in the devices. Functions are pure.
#ifndef HLO_DEVICE_GROUPS_H_
#define HLO_DEVICE_GROUPS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "hlo/instruction.h"
#include "hlo/module_config.h"
#include "hlo/sharding.h"

namespace hlo {

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

// What the numbers in the groups of a collective are: replicas, partitions, or devices. Follows
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

}  // namespace hlo

#endif  // HLO_DEVICE_GROUPS_H_
