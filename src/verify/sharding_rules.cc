// sharding= must fit the shape and the number of devices, which is num_partitions of the header;
// without it, only the structure is checked. Source: XLA hlo_sharding.cc, HloSharding::Validate.
#include <cstdint>
#include <string>
#include <vector>

#include "src/base/hash_table.h"
#include "src/ir/walk.h"
#include "src/verify/rules.h"

namespace hlo_text_v1::internal {
namespace {

template <typename... Args>
std::string Message(Code code, const Args&... args) {
  return Substitute(DiagnosticCodeText(code), args...);
}

class ShardingRules {
 public:
  ShardingRules(const VerifyContext& context, const HloSharding& sharding)
      : sharding_(sharding),
        num_devices_(context.options().verify_sharding_device_numbers
                         ? context.module().config().num_partitions
                         : 1) {}

  // The reason why the sharding does not fit `shape`; empty if it does.
  std::string Reason(const Shape& shape) {
    if (shape.IsToken()) return "";
    if (sharding_.kind != HloSharding::Kind::kTuple) return ReasonOfOne(sharding_, shape);
    if (!shape.IsTuple()) return Message(Code::kShardingIsTuple);
    std::vector<const Shape*> leaves;
    AppendLeaves(shape, &leaves);
    // An empty tuple has one sharding.
    const size_t expected = leaves.empty() ? 1 : leaves.size();
    if (sharding_.elements.size() != expected) {
      return Message(Code::kShardingLeaves, expected, sharding_.elements.size());
    }
    for (size_t i = 0; i < leaves.size(); ++i) {
      std::string reason = ReasonOfOne(sharding_.elements[i], *leaves[i]);
      if (!reason.empty()) return reason;
    }
    return "";
  }

 private:
  // A token in a tuple has no dimensions; XLA dies of one that is tiled.
  std::string ReasonOfOne(const HloSharding& sharding, const Shape& shape) {
    if (shape.IsTuple()) return Message(Code::kShardingIsNoTuple);
    if (sharding.kind == HloSharding::Kind::kNamed) return ReasonOfNamed(sharding, shape);
    const bool is_tiled = sharding.kind == HloSharding::Kind::kTiled;
    if (!is_tiled && sharding.kind != HloSharding::Kind::kMaximal) return "";
    std::string reason = ReasonOfDevices(sharding.tiles);
    if (!reason.empty() || !is_tiled) return reason;
    int64_t data_rank = static_cast<int64_t>(sharding.tiles.dimensions.size()) -
                        static_cast<int64_t>(sharding.subgroup_types.size());
    if (sharding.replicate_on_last_tile_dim) --data_rank;
    if (data_rank != shape.rank()) {
      return Message(Code::kShardingRank, ShardingText(sharding), PrintShape(shape, false));
    }
    if (num_devices_ > 1 && DeviceCount(sharding.tiles) != num_devices_) {
      return Message(Code::kShardingDeviceCount, num_devices_, DeviceCount(sharding.tiles));
    }
    return "";
  }

  // The number of parts that axes of `mesh` make, -1 if that overflows.
  static int64_t Parts(const Mesh& mesh, absl::Span<const AxisRef> axes, int64_t parts = 1) {
    for (const AxisRef& ref : axes) {
      const auto axis = static_cast<size_t>(ref.axis);
      if (!ref.is_sub_axis && axis >= mesh.axes.size()) return -1;
      const int64_t size = ref.is_sub_axis ? ref.size : mesh.axes[axis].size;
      if (parts < 0 || __builtin_mul_overflow(parts, size, &parts)) return -1;
    }
    return parts;
  }

  // XLA checks rank and devices only if the sharding is not of one kind for the whole mesh.
  std::string ReasonOfNamed(const HloSharding& sharding, const Shape& shape) {
    const NamedSharding& named = *sharding.named;
    const Mesh& mesh = named.mesh;
    if (mesh.single_device) return ReasonOfDevices(mesh.devices);
    int64_t tiles = 1;
    for (const NamedSharding::Dimension& dimension : named.dimensions) {
      tiles = Parts(mesh, dimension.axes, tiles);
    }
    int64_t devices = 1;
    for (const MeshAxis& axis : mesh.axes) {
      if (__builtin_mul_overflow(devices, axis.size, &devices)) return "";
    }
    const int64_t manual = Parts(mesh, named.manual), unreduced = Parts(mesh, named.unreduced);
    const bool is_replicated = tiles == 1 && manual == 1 && unreduced == 1;
    if (is_replicated || manual == devices || unreduced == devices) return "";
    if (static_cast<int64_t>(named.dimensions.size()) != shape.rank()) {
      return Message(Code::kShardingRank, ShardingText(sharding), PrintShape(shape, false));
    }
    if (num_devices_ > 1 && devices != num_devices_) {
      return Message(Code::kShardingDeviceCount, num_devices_, devices);
    }
    return "";
  }

  static int64_t DeviceCount(const TileAssignment& tiles) {
    if (!tiles.is_iota) return static_cast<int64_t>(tiles.devices.size());
    int64_t count = 1;
    for (int64_t size : tiles.dimensions) {
      if (__builtin_mul_overflow(count, size, &count)) return -1;
    }
    return count;
  }

  std::string ReasonOfDevices(const TileAssignment& tiles) {
    // The elements of a tuple often share a sharding.
    if (tiles.is_iota || tiles.devices.data() == sound_devices_) return "";
    HashSet<int64_t> seen;
    for (int64_t device : tiles.devices) {
      if (device < 0) return Message(Code::kShardingNegativeDevice, device);
      if (num_devices_ > 1 && device >= num_devices_) {
        return Message(Code::kShardingDevice, device, num_devices_);
      }
      if (!seen.insert(device).second) {
        return Message(Code::kShardingDeviceTwice, device);
      }
    }
    sound_devices_ = tiles.devices.data();
    return "";
  }

  const HloSharding& sharding_;
  const int64_t num_devices_;  // 1: unknown
  const int64_t* sound_devices_ = nullptr;
};

}  // namespace

void VerifySharding(VerifyContext& context, const HloInstruction& instruction) {
  const HloSharding* sharding = instruction.sharding();
  if (sharding == nullptr) return;
  const std::string reason = ShardingRules(context, *sharding).Reason(instruction.shape());
  if (reason.empty()) return;
  context.Error(instruction, Code::kInvalidSharding, instruction, reason, ShardingText(*sharding),
                PrintShape(instruction.shape(), false));
}

}  // namespace hlo_text_v1::internal
