// Checks what the parser checks, for values made from C++, then lets src/ir/sharding expand them.
#include <utility>

#include "absl/numeric/int128.h"
#include "hlo/collectives.h"
#include "hlo/module.h"
#include "src/base/saturated.h"
#include "src/ir/sharding/mesh.h"
#include "src/ir/sharding/tile_builder.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

std::optional<int64_t> Count(absl::Span<const int64_t> sizes, int64_t max_devices) {
  for (const int64_t size : sizes) {
    if (size <= 0) return std::nullopt;
  }
  int64_t count = 0;
  if (!CheckedProduct(sizes, &count) || count > max_devices) return std::nullopt;
  return count;
}

std::vector<int64_t> UpTo(int64_t count) {
  std::vector<int64_t> numbers(static_cast<size_t>(count));
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int64_t>(i);
  return numbers;
}

// `count` devices: an iota, empty for 0, 1, 2 ..., or a list.
std::optional<std::vector<int64_t>> Expand(const TileAssignment& tiles, int64_t count) {
  std::vector<int64_t> devices;
  if (!tiles.is_iota) {
    devices.assign(tiles.devices.begin(), tiles.devices.end());
  } else if (tiles.iota.reshape_dims.empty()) {
    devices = UpTo(count);
  } else if (ExpandIota(tiles.iota.reshape_dims, tiles.iota.transpose_perm, count, &devices) !=
             CanonicalStatus::kOk) {
    return std::nullopt;
  }
  if (devices.size() != static_cast<size_t>(count)) return std::nullopt;
  return devices;
}

std::optional<int64_t> CountOf(const Mesh& mesh, int64_t max_devices) {
  std::vector<int64_t> sizes;
  for (const MeshAxis& axis : mesh.axes) sizes.push_back(axis.size);
  return Count(sizes, max_devices);
}

// Whether each axis exists, and a sub-axis divides it.
bool AreValid(const Mesh& mesh, absl::Span<const AxisRef> axes) {
  for (const AxisRef& ref : axes) {
    if (ref.axis < 0 || static_cast<size_t>(ref.axis) >= mesh.axes.size()) return false;
    const int64_t size = mesh.axes[static_cast<size_t>(ref.axis)].size;
    if (ref.is_sub_axis && (ref.pre_size <= 0 || ref.size <= 0 || size % ref.pre_size != 0 ||
                            size / ref.pre_size % ref.size != 0)) {
      return false;
    }
  }
  std::vector<AxisRef> sorted(axes.begin(), axes.end());
  return AxesCoexist(&sorted);
}

DeviceGroups Cut(const std::vector<int64_t>& devices, int64_t group_size) {
  DeviceGroups groups;
  for (size_t i = 0; i < devices.size(); i += static_cast<size_t>(group_size)) {
    groups.emplace_back(devices.begin() + static_cast<std::ptrdiff_t>(i),
                        devices.begin() + static_cast<std::ptrdiff_t>(i) + group_size);
  }
  return groups;
}

std::optional<DeviceGroups> Copy(absl::Span<const absl::Span<const int64_t>> lists,
                                 int64_t max_devices) {
  DeviceGroups groups;
  for (const absl::Span<const int64_t> list : lists) {
    max_devices -= static_cast<int64_t>(list.size());
    if (max_devices < 0) return std::nullopt;
    groups.emplace_back(list.begin(), list.end());
  }
  return groups;
}

}  // namespace

std::optional<std::vector<int64_t>> DevicesOf(const TileAssignment& tiles, int64_t max_devices) {
  const std::optional<int64_t> count = Count(tiles.dimensions, max_devices);
  return count.has_value() ? Expand(tiles, *count) : std::nullopt;
}

std::optional<std::vector<int64_t>> DevicesOf(const Mesh& mesh, int64_t max_devices) {
  if (mesh.single_device) {
    return std::vector<int64_t>(mesh.devices.devices.begin(), mesh.devices.devices.end());
  }
  const std::optional<int64_t> count = CountOf(mesh, max_devices);
  return count.has_value() ? Expand(mesh.devices, *count) : std::nullopt;
}

std::optional<DeviceGroups> GroupsOf(const ReplicaGroups& groups, int64_t max_devices) {
  switch (groups.kind) {
    case ReplicaGroups::Kind::kList:
      return Copy(groups.groups, max_devices);
    case ReplicaGroups::Kind::kIota: {
      const auto devices = DevicesOf(groups.iota, max_devices);
      if (!devices.has_value() || groups.iota.dimensions.size() != 2) return std::nullopt;
      return Cut(*devices, groups.iota.dimensions[1]);
    }
    case ReplicaGroups::Kind::kMesh: {
      if (!AreValid(groups.mesh, groups.axes) || !DevicesOf(groups.mesh, max_devices)) {
        return std::nullopt;
      }
      std::vector<int64_t> devices;
      int64_t group_size = 1;
      if (ExpandMeshGroups(groups.mesh, groups.axes, max_devices, &devices, &group_size) !=
          CanonicalStatus::kOk) {
        return std::nullopt;
      }
      return Cut(devices, group_size);
    }
  }
  return std::nullopt;
}

CollectiveGroupMode GroupModeOf(const HloInstruction& collective) {
  if (!collective.channel_id().has_value()) return CollectiveGroupMode::kCrossReplica;
  if (collective.use_global_device_ids()) return CollectiveGroupMode::kFlattenedId;
  for (const AttributeSpec& spec : GetOpcodeInfo(collective.opcode()).attributes) {
    if (spec.kind == AttributeKind::kUseGlobalDeviceIds) {
      return CollectiveGroupMode::kCrossReplicaAndPartition;
    }
  }
  return CollectiveGroupMode::kCrossPartition;
}

int64_t DeviceCount(CollectiveGroupMode mode, const HloModuleConfig& config) {
  switch (mode) {
    case CollectiveGroupMode::kCrossReplica:
    case CollectiveGroupMode::kCrossReplicaAndPartition:
      return config.replica_count;
    case CollectiveGroupMode::kCrossPartition:
      return config.num_partitions;
    case CollectiveGroupMode::kFlattenedId:
      break;
  }
  const int64_t sizes[] = {config.replica_count, config.num_partitions};
  int64_t count = 0;
  return CheckedProduct(sizes, &count) ? count : 0;
}

namespace {

// `group` as devices; several groups unless it covers all partitions (or replicas).
void AppendDevices(const std::vector<int64_t>& group, CollectiveGroupMode mode,
                   const HloModuleConfig& config, DeviceGroups* devices) {
  switch (mode) {
    case CollectiveGroupMode::kFlattenedId:
      devices->push_back(group);
      return;
    case CollectiveGroupMode::kCrossReplicaAndPartition:
      devices->emplace_back();
      for (const int64_t replica : group) {
        for (int64_t partition = 0; partition < config.num_partitions; ++partition) {
          devices->back().push_back(replica * config.num_partitions + partition);
        }
      }
      return;
    case CollectiveGroupMode::kCrossReplica:
    case CollectiveGroupMode::kCrossPartition: {
      const bool has_replicas = mode == CollectiveGroupMode::kCrossReplica;
      const int64_t others = has_replicas ? config.num_partitions : config.replica_count;
      for (int64_t other = 0; other < others; ++other) {
        devices->emplace_back();
        for (const int64_t number : group) {
          const int64_t replica = has_replicas ? number : other;
          const int64_t partition = has_replicas ? other : number;
          devices->back().push_back(replica * config.num_partitions + partition);
        }
      }
      return;
    }
  }
}

}  // namespace

std::optional<DeviceGroups> CollectiveGroups(const HloInstruction& collective,
                                             int64_t max_devices) {
  const HloModuleConfig& config = collective.parent()->parent()->config();
  const int64_t sizes[] = {config.replica_count, config.num_partitions};
  if (!Count(sizes, max_devices).has_value()) return std::nullopt;
  const CollectiveGroupMode mode = GroupModeOf(collective);
  std::optional<DeviceGroups> groups = collective.source_target_pairs().empty()
                                           ? GroupsOf(collective.replica_groups(), max_devices)
                                           : Copy(collective.source_target_pairs(), max_devices);
  if (!groups.has_value()) return std::nullopt;
  if (groups->empty() && !collective.FindAttribute(AttributeKind::kSourceTargetPairs)) {
    groups->push_back(UpTo(DeviceCount(mode, config)));
  }
  DeviceGroups devices;
  int64_t left = max_devices;
  for (const std::vector<int64_t>& group : *groups) {
    for (const int64_t number : group) {
      if (number < 0 || number >= DeviceCount(mode, config)) return std::nullopt;
    }
    const size_t before = devices.size();
    AppendDevices(group, mode, config, &devices);
    for (size_t i = before; i < devices.size(); ++i)
      left -= 1 + static_cast<int64_t>(devices[i].size());
    if (left < 0) return std::nullopt;
  }
  return devices;
}

std::optional<DeviceGroups> GroupsAsWritten(const HloInstruction& collective, int64_t max_devices) {
  std::optional<DeviceGroups> groups = CollectiveGroups(collective, max_devices);
  if (groups.has_value() || !collective.source_target_pairs().empty()) return groups;
  groups = GroupsOf(collective.replica_groups(), max_devices);
  if (groups.has_value() && groups->empty()) groups.reset();
  return groups;
}

namespace {

// As the text has it, without the devices.
std::optional<int64_t> SizeInText(const ReplicaGroups& groups) {
  switch (groups.kind) {
    case ReplicaGroups::Kind::kIota:
      if (groups.iota.dimensions.size() != 2) return std::nullopt;
      return groups.iota.dimensions[1];
    case ReplicaGroups::Kind::kMesh: {
      if (!AreValid(groups.mesh, groups.axes)) return std::nullopt;
      std::vector<int64_t> sizes;
      for (const AxisRef& ref : groups.axes) {
        sizes.push_back(ref.is_sub_axis ? ref.size
                                        : groups.mesh.axes[static_cast<size_t>(ref.axis)].size);
      }
      int64_t size = 0;
      if (!CheckedProduct(sizes, &size)) return std::nullopt;
      return size;
    }
    case ReplicaGroups::Kind::kList:
      break;
  }
  if (groups.groups.empty()) return std::nullopt;
  const size_t size = groups.groups.front().size();
  for (const absl::Span<const int64_t> group : groups.groups) {
    if (group.size() != size) return std::nullopt;
  }
  return static_cast<int64_t>(size);
}

}  // namespace

std::optional<int64_t> GroupSizeOf(const HloInstruction& collective) {
  if (!collective.source_target_pairs().empty()) return 2;
  const HloModuleConfig& config = collective.parent()->parent()->config();
  const CollectiveGroupMode mode = GroupModeOf(collective);
  const ReplicaGroups& groups = collective.replica_groups();
  const bool is_all = groups.kind == ReplicaGroups::Kind::kList && groups.groups.empty();
  std::optional<int64_t> size = is_all ? DeviceCount(mode, config) : SizeInText(groups);
  if (!size.has_value() || *size <= 0) return std::nullopt;
  if (mode != CollectiveGroupMode::kCrossReplicaAndPartition) return size;
  // Each replica stands for one in each partition, if the header has as many.
  if (*size > config.replica_count) return size;
  const int64_t sizes[] = {*size, config.num_partitions};
  int64_t all = 0;
  if (!CheckedProduct(sizes, &all)) return std::nullopt;
  return all;
}

std::optional<int64_t> MovedBytes(const Collective& collective) {
  const HloOpcode opcode = collective.opcode;
  const int64_t bytes = collective.operand_bytes;
  const bool is_reduced = opcode == HloOpcode::kAllReduce;
  const bool is_gathered = opcode == HloOpcode::kAllGather;
  if (!is_reduced && !is_gathered && opcode != HloOpcode::kReduceScatter &&
      opcode != HloOpcode::kAllToAll && opcode != HloOpcode::kRaggedAllToAll) {
    return bytes;
  }
  const std::optional<int64_t> size = GroupSizeOf(*collective.operation);
  if (!size.has_value() || *size <= 0) return std::nullopt;
  absl::uint128 moved =
      absl::uint128(static_cast<uint64_t>(bytes)) * static_cast<uint64_t>(*size - 1);
  if (is_reduced) moved *= 2;
  if (!is_gathered) moved /= static_cast<uint64_t>(*size);
  return Saturated(moved);
}

}  // namespace hlo_text_v1
