// Checks the devices that a collective connects: replica groups, source-target pairs, and the
// effect of the number of devices on the shape. Source: XLA hlo_verifier.cc, CheckReplicaGroups,
// CheckDuplicatedSourceOrTarget, CheckInplaceCollectivePermute, GetSubgroupSize.
#include <cstdint>
#include <string_view>

#include "hlo/collectives.h"
#include "src/base/hash_table.h"
#include "src/verify/rules.h"

namespace hlo_text_v1::internal {
namespace {

using Mode = CollectiveGroupMode;

// A product of sizes; 0 if it does not fit.
int64_t Times(int64_t a, int64_t b) {
  int64_t product;
  return __builtin_mul_overflow(a, b, &product) ? 0 : product;
}

int64_t CountOf(const VerifyContext& context, Mode mode) {
  return DeviceCount(mode, context.module().config());
}

struct Groups {
  bool none = true;        // not given: one group of all
  int64_t devices = 0;     // in all groups
  int64_t group_size = 0;  // of the first group
};

Groups GroupsOf(const ReplicaGroups* groups) {
  Groups result;
  if (groups == nullptr) return result;
  switch (groups->kind) {
    case ReplicaGroups::Kind::kList:
      if (groups->groups.empty()) return result;
      for (const auto group : groups->groups) result.devices += static_cast<int64_t>(group.size());
      result.group_size = static_cast<int64_t>(groups->groups[0].size());
      break;
    case ReplicaGroups::Kind::kIota:
      if (groups->iota.dimensions.size() != 2) return result;
      result.group_size = groups->iota.dimensions[1];
      result.devices = Times(groups->iota.dimensions[0], result.group_size);
      break;
    case ReplicaGroups::Kind::kMesh:
      result.devices = result.group_size = 1;
      for (const MeshAxis& axis : groups->mesh.axes) {
        result.devices = Times(result.devices, axis.size);
      }
      for (const AxisRef& axis : groups->axes) {
        const auto number = static_cast<size_t>(axis.axis);
        if (number >= groups->mesh.axes.size()) return result;
        const int64_t size = axis.is_sub_axis ? axis.size : groups->mesh.axes[number].size;
        result.group_size = Times(result.group_size, size);
      }
      break;
  }
  result.none = false;
  return result;
}

std::string_view UnitOf(Mode mode) {
  switch (mode) {
    case Mode::kCrossReplica:
    case Mode::kCrossReplicaAndPartition:
      return "replicas";
    case Mode::kCrossPartition:
      return "partitions";
    case Mode::kFlattenedId:
      return "flattened IDs";
  }
  return "";
}

bool CheckListedGroups(VerifyContext& context, const HloInstruction& collective,
                       const ReplicaGroups& groups, int64_t devices) {
  HashSet<int64_t> seen;
  for (const absl::Span<const int64_t> group : groups.groups) {
    if (group.empty()) {
      context.Error(collective, Code::kReplicaGroupEmpty, collective);
      return false;
    }
    for (const int64_t id : group) {
      if (id < 0 || id >= devices) {
        context.Error(collective, Code::kReplicaOutOfRange, id, devices, collective);
        return false;
      }
      if (seen.insert(id).second) continue;
      context.Error(collective, Code::kReplicaRepeated, id, collective);
      return false;
    }
  }
  return true;
}

bool CheckReplicaGroups(VerifyContext& context, const HloInstruction& collective, bool is_uniform) {
  if (IsTrue(collective, AttributeKind::kUseGlobalDeviceIds) &&
      collective.FindAttribute(AttributeKind::kChannelId) == nullptr) {
    context.Error(collective, Code::kGlobalDeviceIdsWithoutChannel);
    return false;
  }
  const Mode mode = GroupModeOf(collective);
  const auto* list = collective.FindAttribute<ReplicaGroups>(AttributeKind::kReplicaGroups);
  const Groups groups = GroupsOf(list);
  if (groups.none) {
    if (mode != Mode::kFlattenedId) return true;
    context.Error(collective, Code::kReplicaGroupsNeeded);
    return false;
  }
  if (list->kind == ReplicaGroups::Kind::kList &&
      !CheckListedGroups(context, collective, *list, groups.devices)) {
    return false;
  }
  const int64_t expected = CountOf(context, mode);
  if (expected != 1 && groups.devices != expected) {
    context.Error(
        collective, Code::kReplicaGroupCount,
        GetEnumTypeInfo(AttributeType::kCollectiveGroupMode).words[static_cast<size_t>(mode)],
        expected, UnitOf(mode), groups.devices, collective);
    return false;
  }
  if (!is_uniform) return true;
  for (const absl::Span<const int64_t> group : list->groups) {
    if (static_cast<int64_t>(group.size()) == groups.group_size) continue;
    context.Error(collective, Code::kReplicaGroupSizes);
    return false;
  }
  return true;
}

// Devices that exchange data. XLA GetSubgroupSize.
int64_t SubgroupSize(const VerifyContext& context, const HloInstruction& collective) {
  const Mode mode = GroupModeOf(collective);
  const Groups groups =
      GroupsOf(collective.FindAttribute<ReplicaGroups>(AttributeKind::kReplicaGroups));
  const int64_t size = groups.none ? CountOf(context, mode) : groups.group_size;
  return mode == Mode::kCrossReplicaAndPartition
             ? Times(size, context.module().config().num_partitions)
             : size;
}

// How often the smaller dimension fits into the larger one, rounded up.
bool CheckShardCount(VerifyContext& context, const HloInstruction& collective, const Shape* large,
                     const Shape* small) {
  const Attribute* dims = collective.FindAttribute(AttributeKind::kDimensions);
  if (dims == nullptr || dims->AsInt64List().size() != 1 || large == nullptr || small == nullptr) {
    return true;
  }
  const int64_t dim = dims->AsInt64List()[0];
  if (dim < 0 || dim >= large->rank() || dim >= small->rank()) return true;
  const int64_t whole = large->dimensions(dim), part = small->dimensions(dim);
  if (whole <= 0 || part <= 0) return true;
  const int64_t shards = (whole - 1) / part + 1, devices = SubgroupSize(context, collective);
  if (devices == 1 || devices == shards) return true;
  context.Error(collective, Code::kShardCount, shards, devices, collective);
  return false;
}

// The first array in `shape`, which may be `shape` itself.
const Shape* FirstOf(const Shape* shape) {
  return shape == nullptr || !shape->IsTuple() ? shape : Subshape(*shape, {0});
}

// Also in layout, even if the verifier is not layout-sensitive. Shape inference reports other
// differences.
bool CheckSameOperands(VerifyContext& context, const HloInstruction& collective) {
  for (int64_t i = 1; i < collective.operand_count(); ++i) {
    const Shape& first = collective.operand(0)->shape();
    const Shape& other = collective.operand(i)->shape();
    if (!ShapesCompatible(first, other) || context.Equal(first, other, kMemorySpace)) continue;
    context.Error(collective, Code::kAllToAllLayouts, PrintShape(first, false), i,
                  PrintShape(other, false), collective);
    return false;
  }
  return true;
}

bool CheckAllToAll(VerifyContext& context, const HloInstruction& collective) {
  const int64_t devices = SubgroupSize(context, collective);
  const Attribute* dims = collective.FindAttribute(AttributeKind::kDimensions);
  if (dims == nullptr) {
    if (devices != collective.operand_count()) {
      context.Error(collective, Code::kAllToAllOperands, devices, collective);
      return false;
    }
    return CheckSameOperands(context, collective);
  }
  // Shape inference reports other misfits.
  if (collective.operand_count() != 1 || dims->AsInt64List().size() != 1 || devices <= 0)
    return true;
  const Shape& operand = collective.operand(0)->shape();
  const int64_t dim = dims->AsInt64List()[0];
  if (dim < 0 || dim >= operand.rank() || operand.is_unbounded_dimension(dim) ||
      operand.dimensions(dim) % devices == 0) {
    return true;
  }
  context.Error(collective, Code::kAllToAllSplit, operand.dimensions(dim), devices, collective);
  return false;
}

bool CheckRaggedAllToAll(VerifyContext& context, const HloInstruction& collective) {
  if (collective.operand_count() != 6) return true;
  for (int64_t i = 2; i < 6; ++i) {
    const Shape& lists = collective.operand(i)->shape();
    if (lists.rank() < 1 || lists.rank() > 2) {
      context.Error(collective, Code::kRaggedOperandRank, i, collective);
      return false;
    }
    if (i == 2) continue;
    const Shape& before = collective.operand(i - 1)->shape();
    if (context.Equal(before, lists, kMemorySpace)) continue;  // also their layouts
    context.Error(collective, Code::kRaggedOperandShapes, i - 1, i, collective);
    return false;
  }
  return true;
}

// How often a device may send and receive: once, or once per slice for several slices in place.
int64_t SlicesOf(const HloInstruction& permute) {
  if (permute.FindAttribute(AttributeKind::kPermuteSliceSizes) == nullptr) return 1;
  const Shape* offsets = &permute.operand(2)->shape();
  if (permute.operand(0)->shape().IsTuple()) offsets = Subshape(*offsets, {0});
  const bool is_list = offsets != nullptr && offsets->IsTuple() &&
                       !offsets->tuple_shapes().empty() && offsets->tuple_shapes(0)->IsTuple();
  return is_list ? static_cast<int64_t>(offsets->tuple_shapes().size()) : 1;
}

bool CheckPairs(VerifyContext& context, const HloInstruction& permute) {
  const Attribute* pairs = permute.FindAttribute(AttributeKind::kSourceTargetPairs);
  if (pairs == nullptr) return true;
  const int64_t devices = CountOf(context, GroupModeOf(permute));
  const int64_t allowed = SlicesOf(permute);
  HashMap<int64_t, int64_t> seen[2];
  for (const absl::Span<const int64_t> pair : pairs->AsList<absl::Span<const int64_t>>()) {
    for (size_t i = 0; i < 2 && i < pair.size(); ++i) {
      const std::string_view end = i == 0 ? "Source" : "Target";
      const int64_t id = pair[i];
      if (id < 0) {
        context.Error(permute, Code::kPermuteNegative, end, id, permute);
      } else if (++seen[i][id] > allowed) {
        context.Error(permute, Code::kPermuteTwice, end, id,
                      allowed == 1 ? "once" : StrCat(allowed, " times"), permute);
      } else if (devices != 1 && id >= devices) {
        context.Error(permute, Code::kPermuteRange, end, id, devices, permute);
      } else {
        continue;
      }
      return false;
    }
  }
  return true;
}

// Operands of the form in place: input, output, and where in each.
bool CheckInPlace(VerifyContext& context, const HloInstruction& permute) {
  if (permute.FindAttribute(AttributeKind::kPermuteSliceSizes) == nullptr) return true;
  if (permute.operand_count() != 4) {
    context.Error(permute, Code::kPermuteOperands, permute.operand_count());
    return false;
  }
  const auto shape = [&](int64_t i) -> const Shape& { return permute.operand(i)->shape(); };
  if (shape(0).IsTuple() != shape(1).IsTuple() ||
      shape(0).tuple_shapes().size() != shape(1).tuple_shapes().size()) {
    context.Error(permute, Code::kPermuteBuffers, "input buffers and output buffers");
    return false;
  }
  if (!shape(2).IsTuple() || !shape(3).IsTuple()) {
    context.Error(
        permute, Code::kPermuteBuffers,
        shape(2).IsTuple() ? "output buffers and output offset" : "input buffers and input offset");
    return false;
  }
  return true;
}

}  // namespace

bool VerifyCollective(VerifyContext& context, const HloInstruction& instruction) {
  const HloOpcode opcode = instruction.opcode();
  if (opcode == HloOpcode::kCollectivePermute || opcode == HloOpcode::kCollectivePermuteStart) {
    return CheckInPlace(context, instruction) && CheckPairs(context, instruction);
  }
  if (opcode == HloOpcode::kAllReduce || opcode == HloOpcode::kAllReduceStart) {
    return CheckReplicaGroups(context, instruction, /*is_uniform=*/false);
  }
  const bool is_start = opcode == HloOpcode::kAllGatherStart;
  const bool is_gather = opcode == HloOpcode::kAllGather || is_start;
  const bool is_scatter = opcode == HloOpcode::kReduceScatter;
  const bool is_all_to_all = opcode == HloOpcode::kAllToAll;
  const bool is_ragged = opcode == HloOpcode::kRaggedAllToAll;
  // XLA does not check other opcodes.
  if (!is_gather && !is_scatter && !is_all_to_all && !is_ragged) return true;
  if (!CheckReplicaGroups(context, instruction, /*is_uniform=*/true)) return false;
  if (is_all_to_all) return CheckAllToAll(context, instruction);
  if (is_ragged) return CheckRaggedAllToAll(context, instruction);
  const Shape* operand =
      instruction.operands().empty() ? nullptr : &instruction.operand(0)->shape();
  const Shape* result = is_start ? Subshape(instruction.shape(), {1}) : &instruction.shape();
  if (is_scatter || instruction.operand_count() > 1) result = FirstOf(result);
  return is_gather ? CheckShardCount(context, instruction, result, operand)
                   : CheckShardCount(context, instruction, operand, result);
}

}  // namespace hlo_text_v1::internal
