// Shardings of all three generations, meshes, and replica groups.
#ifndef HLO_PARSE_VALUES_SHARDING_H_
#define HLO_PARSE_VALUES_SHARDING_H_

#include <string_view>
#include <vector>

#include "hlo/sharding.h"
#include "src/base/hash_table.h"
#include "src/ir/sharding/tile_builder.h"
#include "src/parse/parse_context.h"

namespace hlo_text_v1::internal {

// A whole value, braces included; the result is in canonical form. Spans are in ctx.arena.
bool ReadSharding(ParseContext& ctx, HloSharding* sharding);
bool ReadReplicaGroups(ParseContext& ctx, ReplicaGroups* groups);

// ---- Tiles (tile.cc)

// The number of devices that a canonical form may list although the text does not.
int64_t MaxListedDevices(const ParseContext& ctx);
// Charges the memory for the devices that `sharding` lists if its text, of the given size, does not
// list them. Logs at `position` if that is too much.
bool ExpandDevices(ParseContext& ctx, uint32_t position, const HloSharding& sharding,
                   size_t text_size);
// Logs the error of `status` at `position`; returns whether it is kOk.
bool CheckCanonical(ParseContext& ctx, uint32_t position, CanonicalStatus status);

// INT { ',' INT }, appended.
bool ReadDevices(ParseContext& ctx, std::vector<int64_t>* devices);
// '[' INT { ',' INT } ']' [ 'T' '(' INT { ',' INT } ')' ], appended.
bool ReadIota(ParseContext& ctx, Int64s* reshape_dims, Permutation* transpose_perm);
// '[' INT { ',' INT } ']' ( devices | '<=' iota ), appended, unchecked.
bool ReadTile(ParseContext& ctx, bool only_iota, TileBuilder* tile);
// Whether T(...) has as many entries as there are dimensions; logs at `position` if not.
bool CheckIotaRank(ParseContext& ctx, uint32_t position, const Int64s& reshape_dims,
                   const Permutation& transpose_perm);
// Checks sizes, then ranks of an iota, against the product of `dimensions`, and makes it canonical.
// Logs at `position`, a difference in size as `mismatch`.
bool FinishIota(ParseContext& ctx, uint32_t position, DiagnosticCode mismatch,
                absl::Span<const int64_t> dimensions, Int64s* reshape_dims,
                Permutation* transpose_perm);

// ---- Meshes (mesh.cc)

// Whether the current token begins a mesh.
bool AtMesh(ParseContext& ctx);
bool ReadMesh(ParseContext& ctx, Mesh* mesh);

// Finds axes by name. The mesh must outlive it.
class AxisNames {
 public:
  explicit AxisNames(const Mesh& mesh) : mesh_(mesh) {
    for (const MeshAxis& axis : mesh.axes) {
      by_name_.emplace(axis.name, static_cast<int32_t>(by_name_.size()));
    }
  }
  // Index of the axis, -1 if there is none.
  int32_t Find(std::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? -1 : found->second;
  }
  const Mesh& mesh() const { return mesh_; }

 private:
  const Mesh& mesh_;
  HashMap<std::string_view, int32_t> by_name_;
};

// STR [ ':' '(' INT ')' INT ]
bool ReadAxisRef(ParseContext& ctx, const AxisNames& axes, AxisRef* ref);
// '{' [ axis_ref { ',' axis_ref } ] '}', appended.
bool ReadAxisRefs(ParseContext& ctx, const AxisNames& axes, std::vector<AxisRef>* refs);
// Logs at `position` if two neighbours of `refs` could be merged; `where` names the list.
bool CheckNotMergeable(ParseContext& ctx, uint32_t position, const Mesh& mesh,
                       absl::Span<const AxisRef> refs, std::string_view where);

// ---- Parts of shardings

// A metadata, or a list of them, after "metadata="; appended. (sharding.cc)
bool ReadShardingMetadata(ParseContext& ctx, std::vector<OpMetadata>* metadata);
// A named sharding from the mesh up to and including its '}'. (named_sharding.cc)
bool ReadNamedSharding(ParseContext& ctx, HloSharding* sharding);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PARSE_VALUES_SHARDING_H_
