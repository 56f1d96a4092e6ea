// Shardings, which spread the elements of a value over devices, and groups of devices.
//
// The text has three generations: explicit device lists {devices=[2,1]0,1}, iota tiles
// {devices=[2,2]<=[4] last_tile_dims={manual}}, and named axes {mesh['x'=2,'y'=4], [{'x'}, {?}]}.
// The values here are in XLA's canonical form, to print XLA's text.
//
//   const hlo_text::HloSharding* sharding = instruction->sharding();  // nullptr: none
//   bool is_replicated =
//       sharding != nullptr && sharding->kind == hlo_text::HloSharding::Kind::kReplicated;
//
// All types are trivially destructible values; their spans live in the arena of the module. Source:
// XLA hlo_sharding.h, named_sharding.h, tile_assignment.h, replica_group.h.
#ifndef HLO_SHARDING_H_
#define HLO_SHARDING_H_

#include <cstdint>
#include <string_view>

#include "absl/types/span.h"
#include "hlo/attribute_values.h"
#include "hlo/internal/stringify.h"

namespace hlo_text_v1 {

// `reshape_dims` and `transpose_perm` of [D]<=[R]T(P), canonical: the device numbers 0..n-1 are
// reshaped to R, transposed by P, and laid out row-major.
struct IotaTile {
  absl::Span<const int64_t> reshape_dims;
  // A permutation of 0..reshape_dims.size()-1 in valid text; XLA also takes repeated entries.
  absl::Span<const int32_t> transpose_perm;
};

// The devices of a tiled sharding, of dimensions D.
struct TileAssignment {
  absl::Span<const int64_t> dimensions;  // D, each >= 1 in valid text; their product fits int64
  bool is_iota = false;
  IotaTile iota;                      // if is_iota
  absl::Span<const int64_t> devices;  // otherwise; row-major, as many as the product of D
};

// A named axis, 'x'=4.
struct MeshAxis {
  std::string_view name;
  int64_t size;
};

// mesh['a'=2,'b'=4], device_ids=([2,2]T(1,0)), or single_device[device_id=3].
struct Mesh {
  absl::Span<const MeshAxis> axes;
  bool single_device = false;  // then `devices.devices` holds the one device
  // The order of devices. Without device_ids an iota with empty reshape_dims: 0, 1, 2 ...; with
  // them a canonical iota, or a list that is a permutation other than 0, 1, 2 ...
  TileAssignment devices;
};

// 'x', or the sub-axis 'x':(pre_size)size.
struct AxisRef {
  int32_t axis = 0;  // index into Mesh::axes
  bool is_sub_axis = false;
  int64_t pre_size = 1;
  int64_t size = 1;
};

struct NamedSharding {
  // One tensor dimension: its axes, major to minor; open: may be sharded further, '?'.
  struct Dimension {
    absl::Span<const AxisRef> axes;
    bool is_open = false;
  };
  enum class ReductionOp : uint8_t { kSum, kMax, kMin };

  Mesh mesh;
  absl::Span<const Dimension> dimensions;
  absl::Span<const AxisRef> replicated;
  absl::Span<const AxisRef> unreduced;
  absl::Span<const AxisRef> manual;
  ReductionOp reduction_op = ReductionOp::kSum;
};

struct HloSharding {
  enum class Kind : uint8_t {
    kReplicated,
    kMaximal,  // one device: `tiles.devices[0]`
    kManual,
    kUnknown,
    kUnreduced,
    kTiled,
    kTuple,  // `elements`, one a leaf in flattened order
    kNamed,  // `named`
  };
  // Types of the trailing dimensions of a tile, last_tile_dims={...}.
  enum class SubgroupType : uint8_t { kMaximal, kReplicated, kManual, kUnreduced };

  Kind kind = Kind::kReplicated;
  bool replicate_on_last_tile_dim = false;  // last_tile_dim_replicate
  bool is_shard_group = false;              // shard_as or shard_like
  bool is_shard_as = false;
  int64_t shard_group_id = 0;
  TileAssignment tiles;
  absl::Span<const SubgroupType> subgroup_types;
  absl::Span<const OpMetadata> metadata;
  absl::Span<const HloSharding> elements;
  const NamedSharding* named = nullptr;
  // Of the device form of an unreduced value read from a proto. A text has it in `metadata`.
  NamedSharding::ReductionOp reduction_op = NamedSharding::ReductionOp::kSum;
};

// The groups of devices of a collective, replica_groups=. XLA CollectiveDeviceListBase.
struct ReplicaGroups {
  enum class Kind : uint8_t {
    kList,  // {{0,1},{2,3}}: `groups`
    kIota,  // [2,4]<=[8]: `iota`, dimensions are {groups, devices a group}
    kMesh,  // mesh['a'=2,'b'=4] {'b'}: `mesh` and `axes`
  };
  Kind kind = Kind::kList;
  absl::Span<const absl::Span<const int64_t>> groups;
  TileAssignment iota;
  Mesh mesh;
  absl::Span<const AxisRef> axes;
};

}  // namespace hlo_text_v1

// `stream << sharding` and absl::StrCat(sharding) write PrintSharding(sharding),
// hlo/print_values.h; for an enumerator here, its word in enums.def, "replicated".
HLO_TEXT_STRINGIFY(HloSharding)
HLO_TEXT_STRINGIFY_TABLE(HloSharding::Kind)
HLO_TEXT_STRINGIFY_TABLE(HloSharding::SubgroupType)
HLO_TEXT_STRINGIFY_TABLE(NamedSharding::ReductionOp)
HLO_TEXT_STRINGIFY_TABLE(ReplicaGroups::Kind)

#endif  // HLO_SHARDING_H_
