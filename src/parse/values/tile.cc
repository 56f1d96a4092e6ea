// Tiles: [2,2]0,1,2,3 and [2,2]<=[2,2]T(1,0). Long device lists are read straight from the bytes.
// Only the numbers in the text are stored: nothing here is as large as their product. Source: XLA
// HloParserImpl::ParseTileAssignment.
#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "src/ir/sharding/mesh.h"
#include "src/parse/values/sharding.h"
#include "src/parse/values/values.h"

namespace hlo_text_v1::internal {
namespace {

// Device lists of canonical forms: the maximum length of each, and the memory per number while the
// list is built.
constexpr size_t kMaxListedDevices = size_t{1} << 22;
constexpr size_t kBytesPerDevice = 4 * sizeof(int64_t);

// INT { ',' INT }, appended.
template <typename Numbers>
bool ReadInts(ParseContext& ctx, Numbers* values) {
  return ctx.ReadItems([&] { return ctx.ReadInt64(&values->emplace_back()); });
}

}  // namespace

int64_t MaxListedDevices(const ParseContext& ctx) {
  return static_cast<int64_t>(std::min(kMaxListedDevices, ctx.expansion_left() / kBytesPerDevice));
}

bool ExpandDevices(ParseContext& ctx, uint32_t position, const HloSharding& sharding,
                   size_t text_size) {
  size_t devices = sharding.tiles.devices.size();
  for (const HloSharding& element : sharding.elements) devices += element.tiles.devices.size();
  if (devices <= text_size || ctx.Expand(devices * kBytesPerDevice)) return true;
  return ctx.ErrorAt(position, Code::kTooManyDevices, MaxListedDevices(ctx));
}

bool CheckCanonical(ParseContext& ctx, uint32_t position, CanonicalStatus status) {
  switch (status) {
    case CanonicalStatus::kOk:
      return true;
    case CanonicalStatus::kSizeOverflow:
      return ctx.ErrorAt(position, Code::kTileSizeOverflows);
    case CanonicalStatus::kTooManyDevices:
      return ctx.ErrorAt(position, Code::kTooManyDevices, MaxListedDevices(ctx));
    case CanonicalStatus::kNotAPermutation:
      return ctx.ErrorAt(position, Code::kIotaTransposeNotPermutation);
    case CanonicalStatus::kNonPositiveSize:
      return ctx.ErrorAt(position, Code::kTileSizeNotPositive);
    case CanonicalStatus::kTooManySubgroups:
      return ctx.ErrorAt(position, Code::kTooManySubgroupTypes);
  }
  return false;
}

bool ReadDevices(ParseContext& ctx, std::vector<int64_t>* devices) {
  // Takes "123," while a digit follows; the lexer reads the last number, which may turn out to be
  // another token (1_2, 1.5).
  const char* p = ctx.lexer.At();
  for (;;) {
    const char* digit = p;
    int64_t value = 0;
    while (HasClass(*digit, kDigit) && digit - p < 18) value = value * 10 + (*digit++ - '0');
    if (digit == p || digit[0] != ',' || !HasClass(digit[1], kDigit)) break;
    devices->push_back(value);
    p = digit + 1;
  }
  ctx.lexer.SkipTo(p);
  return ReadInts(ctx, devices);
}

bool ReadIota(ParseContext& ctx, Int64s* reshape_dims, Permutation* transpose_perm) {
  if (!ctx.Expect(TokKind::kLsquare, Code::kExpectsIotaStart)) return false;
  if (!ReadInts(ctx, reshape_dims)) return false;
  if (!ctx.Expect(TokKind::kRsquare, Code::kExpectsIotaEnd)) return false;
  const auto rank = static_cast<int64_t>(reshape_dims->size());
  if (rank == 1) {
    transpose_perm->push_back(0);
    return true;
  }
  if (ctx.kind() != TokKind::kIdent || ctx.token().value != "T") {
    return ctx.Error(Code::kExpectsIotaTransposeStart);
  }
  ctx.lexer.Next();
  if (!ctx.Expect(TokKind::kLparen, Code::kExpectsIotaTransposeStart)) return false;
  do {
    int64_t entry = 0;
    if (!ctx.ReadInt64(&entry)) return false;
    if (entry < 0 || entry >= std::min<int64_t>(rank, std::numeric_limits<int32_t>::max())) {
      return ctx.Error(Code::kIotaTransposeOutOfRange, entry, rank);
    }
    transpose_perm->push_back(static_cast<int32_t>(entry));
  } while (ctx.EatIf(TokKind::kComma));
  return ctx.Expect(TokKind::kRparen, Code::kExpectsIotaTransposeEnd);
}

bool ReadTile(ParseContext& ctx, bool only_iota, TileBuilder* tile) {
  if (!ctx.Expect(TokKind::kLsquare, Code::kExpectsTileStart)) return false;
  if (!ReadInts(ctx, &tile->dimensions)) return false;
  if (!ctx.Expect(TokKind::kRsquare, Code::kExpectsTileEnd)) return false;
  if (ctx.EatIf(TokKind::kLeq)) {
    tile->is_iota = true;
    return ReadIota(ctx, &tile->reshape_dims, &tile->transpose_perm);
  }
  if (only_iota) return ctx.Error(Code::kReplicaGroupsNotIota);
  return ReadDevices(ctx, &tile->devices);
}

bool CheckIotaRank(ParseContext& ctx, uint32_t position, const Int64s& reshape_dims,
                   const Permutation& transpose_perm) {
  return ctx.RequireAt(reshape_dims.size() == transpose_perm.size(), position,
                       Code::kIotaRankMismatch, reshape_dims.size(), transpose_perm.size());
}

bool FinishIota(ParseContext& ctx, uint32_t position, DiagnosticCode mismatch,
                absl::Span<const int64_t> dimensions, Int64s* reshape_dims,
                Permutation* transpose_perm) {
  int64_t iota_size = 0, size = 0;
  if (!CheckedProduct(*reshape_dims, &iota_size) || !CheckedProduct(dimensions, &size)) {
    return ctx.ErrorAt(position, Code::kTileSizeOverflows);
  }
  if (iota_size != size) return ctx.ErrorAt(position, mismatch, iota_size, size);
  if (!CheckIotaRank(ctx, position, *reshape_dims, *transpose_perm)) return false;
  return CheckCanonical(ctx, position, CanonicalizeIota(reshape_dims, transpose_perm));
}

// ---- Replica groups.
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

}  // namespace hlo_text_v1::internal
