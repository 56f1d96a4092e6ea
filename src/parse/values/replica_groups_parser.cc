// Device groups of a collective, by the first token: '{' an explicit list, a mesh, or else an iota
// [groups,size]<=[R]T(P). Source: XLA HloParserImpl::ParseCollectiveDeviceList.
#include <vector>

#include "src/ir/sharding/mesh.h"
#include "src/parse/values/attribute_value_parser.h"
#include "src/parse/values/sharding_parser.h"

namespace hlo::internal {
namespace {

bool ReadMeshGroups(ParseContext& ctx, ReplicaGroups* groups) {
  const uint32_t position = ctx.lexer.Position();
  groups->kind = ReplicaGroups::Kind::kMesh;
  if (!ReadMesh(ctx, &groups->mesh)) return false;
  std::vector<AxisRef> refs;
  if (!ReadAxisRefs(ctx, AxisNames(groups->mesh), &refs)) return false;
  groups->axes = ctx.arena.CopySpan(absl::MakeConstSpan(refs));
  if (!CheckNotMergeable(ctx, position, groups->mesh, groups->axes, "dimension sharding")) {
    return false;
  }
  return ctx.RequireAt(AxesCoexist(&refs), position, Code::kAxesOverlap);
}

bool ReadIotaGroups(ParseContext& ctx, ReplicaGroups* groups) {
  groups->kind = ReplicaGroups::Kind::kIota;
  TileBuilder tile;
  if (!ReadTile(ctx, /*only_iota=*/true, &tile)) return false;
  if (tile.dimensions.size() != 2) return false;  // XLA says nothing
  if (!FinishIota(ctx, ctx.lexer.Position(), Code::kReplicaGroupsSizeMismatch, tile.dimensions,
                  &tile.reshape_dims, &tile.transpose_perm)) {
    return false;
  }
  groups->iota = tile.Build(&ctx.arena);
  return true;
}

}  // namespace

bool ReadReplicaGroups(ParseContext& ctx, ReplicaGroups* groups) {
  if (ctx.kind() == TokKind::kLbrace) {
    groups->kind = ReplicaGroups::Kind::kList;
    return ReadInt64ListList(ctx, &groups->groups);
  }
  return AtMesh(ctx) ? ReadMeshGroups(ctx, groups) : ReadIotaGroups(ctx, groups);
}

}  // namespace hlo::internal
