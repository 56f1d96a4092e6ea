// Partial replication: the order of devices within a group of replicas does not matter, so it is
// sorted. For an iota, this moves the group's dimensions of R into ascending order and splits one
// of them if the group ends inside it. Subgroups: dimensions of one type are merged and sorted by
// type; the rest may be a plain tiling, a partial replication, or no tiling at all.
#include "src/ir/sharding/sharding_canonical.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/algorithm/container.h"
#include "src/base/sort_unique.h"

namespace hlo_text_v1::internal {
namespace {

using Kind = HloSharding::Kind;
using SubgroupType = HloSharding::SubgroupType;

void BecomeUntiled(Kind kind, TiledSharding* sharding) {
  sharding->kind = kind;
  sharding->tiles = TileBuilder();
  sharding->subgroup_types.clear();
  sharding->replicate_on_last_tile_dim = false;
}

// Splits dimension d = perm[at] of R so that its minor part has size `minor`; the minor part
// follows the major one in P.
void SplitDimension(size_t at, int64_t minor, TileBuilder* tile) {
  const int32_t d = tile->transpose_perm[at];
  tile->reshape_dims[d] /= minor;
  tile->reshape_dims.insert(tile->reshape_dims.begin() + d + 1, minor);
  for (int32_t& entry : tile->transpose_perm) entry += entry > d;
  tile->transpose_perm.insert(tile->transpose_perm.begin() + at + 1, d + 1);
}

// Sorts the groups of `group_size` devices in an iota; false if a group is not a product of its
// dimensions. Sizes must be positive, P a permutation.
bool SortIotaGroups(int64_t group_size, TileBuilder* tile) {
  size_t begin = tile->transpose_perm.size();
  int64_t rest = group_size;
  while (rest > 1) {
    if (begin == 0) return false;
    const int64_t size = tile->reshape_dims[tile->transpose_perm[begin - 1]];
    if (size <= rest) {
      if (rest % size != 0) return false;
      rest /= size;
      --begin;
    } else {
      if (size % rest != 0) return false;
      SplitDimension(begin - 1, rest, tile);
      rest = 1;
    }
  }
  std::sort(tile->transpose_perm.begin() + begin, tile->transpose_perm.end());
  return true;
}

// Sorts the devices that differ only in the last tile dimension.
CanonicalStatus SortReplicas(int64_t max_devices, TileBuilder* tile) {
  const int64_t group_size = tile->dimensions.back();
  if (tile->is_iota) {
    if (tile->reshape_dims[tile->transpose_perm.back()] == group_size) return CanonicalStatus::kOk;
    if (!IsPermutation(tile->transpose_perm)) return CanonicalStatus::kNotAPermutation;
    const auto positive = [](int64_t size) { return size > 0; };
    if (group_size <= 0 ||
        !std::all_of(tile->reshape_dims.begin(), tile->reshape_dims.end(), positive)) {
      return CanonicalStatus::kNonPositiveSize;
    }
    TileBuilder sorted = *tile;
    if (SortIotaGroups(group_size, &sorted)) {
      *tile = std::move(sorted);
      return CanonicalizeIota(&tile->reshape_dims, &tile->transpose_perm);
    }
  }
  if (group_size <= 0) return CanonicalStatus::kNonPositiveSize;
  const CanonicalStatus status = MakeExplicit(max_devices, tile);
  if (status != CanonicalStatus::kOk) return status;
  const auto step = static_cast<size_t>(group_size);
  for (size_t i = 0; i + step <= tile->devices.size(); i += step) {
    std::sort(tile->devices.begin() + i, tile->devices.begin() + i + step);
  }
  return CanonicalStatus::kOk;
}

int TypeOrder(SubgroupType type) {
  switch (type) {
    case SubgroupType::kMaximal:
      return 0;
    case SubgroupType::kManual:
      return 1;
    case SubgroupType::kUnreduced:
      return 2;
    case SubgroupType::kReplicated:
      return 3;
  }
  return 3;
}

// Whether all dimensions have one type and nothing else is tiled: then the type alone describes it.
bool IsWhollyOfOneType(const TiledSharding& sharding, absl::Span<const int64_t> data_dims) {
  for (const SubgroupType type : sharding.subgroup_types) {
    if (type != sharding.subgroup_types[0]) return false;
  }
  int64_t tiles = 0;
  return CheckedProduct(data_dims, &tiles) && tiles == 1;
}

// Drops subgroup dimensions of size 1, merges those of one type, orders the types.
CanonicalStatus MergeSubgroups(int64_t max_devices, TiledSharding* sharding) {
  TileBuilder& tiles = sharding->tiles;
  const size_t data_rank = tiles.dimensions.size() - sharding->subgroup_types.size();
  Int64s dimensions(tiles.dimensions.begin(), tiles.dimensions.begin() + data_rank);
  absl::InlinedVector<SubgroupType, 4> types;
  for (size_t i = 0; i < sharding->subgroup_types.size(); ++i) {
    if (tiles.dimensions[data_rank + i] == 1) continue;
    dimensions.push_back(tiles.dimensions[data_rank + i]);
    types.push_back(sharding->subgroup_types[i]);
  }
  tiles.dimensions = dimensions;

  Permutation order;
  for (size_t i = 0; i < dimensions.size(); ++i) order.push_back(static_cast<int32_t>(i));
  std::sort(order.begin() + data_rank, order.end(), [&](int32_t a, int32_t b) {
    return std::make_pair(TypeOrder(types[a - data_rank]), a) <
           std::make_pair(TypeOrder(types[b - data_rank]), b);
  });
  const CanonicalStatus status = TransposeTile(order, max_devices, &tiles);
  if (status != CanonicalStatus::kOk) return status;

  sharding->subgroup_types.clear();
  tiles.dimensions.resize(data_rank);
  for (size_t i = data_rank; i < order.size(); ++i) {
    const SubgroupType type = types[order[i] - data_rank];
    const int64_t size = dimensions[order[i]];
    if (sharding->subgroup_types.empty() || sharding->subgroup_types.back() != type) {
      sharding->subgroup_types.push_back(type);
      tiles.dimensions.push_back(size);
    } else {
      tiles.dimensions.back() *= size;  // at most the number of devices
    }
  }
  return CanonicalStatus::kOk;
}

}  // namespace

CanonicalStatus CanonicalizePartialReplication(int64_t max_devices, TiledSharding* sharding) {
  TileBuilder& tiles = sharding->tiles;
  int64_t devices = 0;
  if (!CheckedProduct(tiles.dimensions, &devices)) return CanonicalStatus::kSizeOverflow;
  const int64_t group_size = tiles.dimensions.back();
  if (tiles.dimensions.size() == 1 || group_size == devices) {
    BecomeUntiled(Kind::kReplicated, sharding);
    return CanonicalStatus::kOk;
  }
  if (group_size == 1) {
    tiles.dimensions.pop_back();
    return CanonicalStatus::kOk;
  }
  sharding->replicate_on_last_tile_dim = true;
  return SortReplicas(max_devices, &tiles);
}

CanonicalStatus CanonicalizeSubgroups(int64_t max_devices, TiledSharding* sharding) {
  auto& types = sharding->subgroup_types;
  TileBuilder& tiles = sharding->tiles;
  if (types.empty()) return CanonicalStatus::kOk;
  if (types.size() > tiles.dimensions.size()) return CanonicalStatus::kTooManySubgroups;
  int64_t devices = 0;
  if (!CheckedProduct(tiles.dimensions, &devices)) return CanonicalStatus::kSizeOverflow;

  const auto data_dims =
      absl::MakeConstSpan(tiles.dimensions).first(tiles.dimensions.size() - types.size());
  if (types[0] != SubgroupType::kMaximal && IsWhollyOfOneType(*sharding, data_dims)) {
    BecomeUntiled(types[0] == SubgroupType::kManual      ? Kind::kManual
                  : types[0] == SubgroupType::kUnreduced ? Kind::kUnreduced
                                                         : Kind::kReplicated,
                  sharding);
    return CanonicalStatus::kOk;
  }
  if (types.size() > 1 || tiles.dimensions.back() == 1) {
    const CanonicalStatus status = MergeSubgroups(max_devices, sharding);
    if (status != CanonicalStatus::kOk) return status;
  }
  if (types.empty()) return CanonicalStatus::kOk;
  if (types.size() == 1 && types[0] == SubgroupType::kManual &&
      tiles.dimensions.back() == devices) {
    BecomeUntiled(Kind::kManual, sharding);
    return CanonicalStatus::kOk;
  }
  if (types.back() != SubgroupType::kReplicated) return CanonicalStatus::kOk;
  if (types.size() > 1) return SortReplicas(max_devices, &tiles);
  types.clear();
  return CanonicalizePartialReplication(max_devices, sharding);
}

// ---- The reduction of an unreduced value. Source: XLA HloSharding::FromProto,
// HloSharding::ToProto.

using ReductionOp = NamedSharding::ReductionOp;

std::string_view ReductionOpName(ReductionOp op) {
  constexpr std::string_view kNames[] = {"SUM", "MAX", "MIN"};
  return kNames[static_cast<size_t>(op)];
}

ReductionOp ReductionOpOf(const HloSharding& sharding) {
  for (size_t i = sharding.metadata.size(); i-- > 0;) {
    const OpMetadata& metadata = sharding.metadata[i];
    if (metadata.op_type != kReductionOpType) continue;
    return metadata.op_name == "MAX"   ? ReductionOp::kMax
           : metadata.op_name == "MIN" ? ReductionOp::kMin
                                       : ReductionOp::kSum;
  }
  return sharding.reduction_op;
}

bool AddsReduction(const HloSharding& sharding) {
  return ReductionOpOf(sharding) != ReductionOp::kSum ||
         sharding.kind == HloSharding::Kind::kUnreduced ||
         absl::c_linear_search(sharding.subgroup_types, HloSharding::SubgroupType::kUnreduced);
}

OpMetadata ReductionEntry(const HloSharding& sharding) {
  OpMetadata entry;
  entry.op_type = kReductionOpType;
  entry.op_name = ReductionOpName(ReductionOpOf(sharding));
  return entry;
}

}  // namespace hlo_text_v1::internal
