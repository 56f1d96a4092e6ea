// XLA's canonical forms of tiled shardings: a text may say the same in several ways, but only one
// of them is printed.
// Source: XLA hlo_sharding.cc, HloSharding::PartialTile and HloSharding::Subgroup.
#ifndef HLO_IR_SHARDING_SHARDING_CANONICAL_H_
#define HLO_IR_SHARDING_SHARDING_CANONICAL_H_

#include <cstdint>
#include <string_view>

#include "absl/container/inlined_vector.h"
#include "hlo/sharding.h"
#include "src/ir/sharding/tile_builder.h"

namespace hlo_text_v1::internal {

struct TiledSharding {
  HloSharding::Kind kind = HloSharding::Kind::kTiled;  // or the kind that it turns out to be
  bool replicate_on_last_tile_dim = false;
  TileBuilder tiles;
  absl::InlinedVector<HloSharding::SubgroupType, 4> subgroup_types;
};

// The last tile dimension counts replicas; there are no subgroup types. Sorts each group of
// replicas. `tiles` must be sound: as many devices as its dimensions say, its iota canonical.
// Writes out at most `max_devices` devices.
CanonicalStatus CanonicalizePartialReplication(int64_t max_devices, TiledSharding* sharding);

// The last dimensions have `subgroup_types`. Merges dimensions of one type and orders them.
CanonicalStatus CanonicalizeSubgroups(int64_t max_devices, TiledSharding* sharding);

// ---- The operation that reduces the parts of an unreduced value: XLA keeps it in the metadata of
// the device form, where each text and each proto adds an entry.

// The op_type of such an entry; its op_name is SUM, MAX or MIN.
inline constexpr std::string_view kReductionOpType = "sdy::reduction_op";
std::string_view ReductionOpName(NamedSharding::ReductionOp op);
// kSum if there is no such entry.
NamedSharding::ReductionOp ReductionOpOf(const HloSharding& sharding);

// Whether XLA adds an entry, and the entry.
bool AddsReduction(const HloSharding& sharding);
OpMetadata ReductionEntry(const HloSharding& sharding);

}  // namespace hlo_text_v1::internal

#endif  // HLO_IR_SHARDING_SHARDING_CANONICAL_H_
