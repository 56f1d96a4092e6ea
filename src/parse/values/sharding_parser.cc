// Shardings in device form, {devices=[2,2]<=[4] last_tile_dim_replicate}, and tuples of shardings.
//
// A '{' followed by another brace begins a tuple. In a device form the items come in any order and
// may repeat; ShardingItems collects them and combines them at the '}'. Source: XLA
// HloParserImpl::ParseSharding, ParseSingleSharding.
#include "src/parse/values/sharding_parser.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "src/ir/sharding/sharding_canonical.h"
#include "src/parse/values/attribute_value_parser.h"

namespace hlo {

using Kind = HloSharding::Kind;
using SubgroupType = HloSharding::SubgroupType;

namespace {

struct ShardingItems {
  bool replicated = false;
  bool maximal = false;
  bool manual = false;
  bool unknown = false;
  bool unreduced = false;
  bool last_tile_dim_replicate = false;
  bool shard_as = false;
  bool shard_like = false;
  int64_t shard_group_id = 0;
  TileBuilder tile;
  absl::InlinedVector<SubgroupType, 4> subgroup_types;
  std::vector<OpMetadata> metadata;
};

bool ReadSubgroupTypes(ParseContext& ctx, absl::InlinedVector<SubgroupType, 4>* types) {
  static constexpr std::pair<TokKind, SubgroupType> kTypes[] = {
      {TokKind::kw_maximal, SubgroupType::kMaximal},
      {TokKind::kw_replicated, SubgroupType::kReplicated},
      {TokKind::kw_manual, SubgroupType::kManual},
      {TokKind::kw_unreduced, SubgroupType::kUnreduced},
  };
  const auto read_type = [&] {
    for (const auto& [keyword, type] : kTypes) {
      if (!ctx.EatIf(keyword)) continue;
      types->push_back(type);
      return true;
    }
    return false;  // XLA says nothing
  };
  return ctx.ReadList(TokKind::kLbrace, TokKind::kRbrace, read_type,
                      Code::kExpectsShardingTypesStart, Code::kExpectsShardingTypesEnd);
}

// An item NAME=value.
bool ReadNamedItem(ParseContext& ctx, ShardingItems* items) {
  const std::string_view name = ctx.token().value;
  if (name == "device") {
    ctx.lexer.Next();
    if (ctx.kind() != TokKind::kInt) return ctx.Error(Code::kDeviceNotInteger);
    items->tile.devices.assign(1, ctx.token().int_value);
    ctx.lexer.Next();
    return true;
  }
  if (name == "devices") {
    ctx.lexer.Next();
    return ReadTile(ctx, /*only_iota=*/false, &items->tile);
  }
  if (name == "metadata") {
    ctx.lexer.Next();
    return ReadShardingMetadata(ctx, &items->metadata);
  }
  if (name == "last_tile_dims") {
    ctx.lexer.Next();
    return ReadSubgroupTypes(ctx, &items->subgroup_types);
  }
  return ctx.Error(Code::kUnknownShardingAttribute);
}

bool ReadShardGroup(ParseContext& ctx, bool* flag, ShardingItems* items) {
  *flag = true;
  ctx.lexer.Next();
  return ctx.ReadInt64(&items->shard_group_id);
}

bool ReadFlag(ParseContext& ctx, bool* flag) {
  *flag = true;
  ctx.lexer.Next();
  return true;
}

bool ReadItem(ParseContext& ctx, ShardingItems* items) {
  const TokKind kind = ctx.kind();
  if (kind == TokKind::kAttributeName) return ReadNamedItem(ctx, items);
  if (kind == TokKind::kw_replicated) return ReadFlag(ctx, &items->replicated);
  if (kind == TokKind::kw_maximal) return ReadFlag(ctx, &items->maximal);
  if (kind == TokKind::kw_manual) return ReadFlag(ctx, &items->manual);
  if (kind == TokKind::kw_unknown) return ReadFlag(ctx, &items->unknown);
  if (kind == TokKind::kw_unreduced) return ReadFlag(ctx, &items->unreduced);
  if (kind == TokKind::kw_last_tile_dim_replicate) {
    return ReadFlag(ctx, &items->last_tile_dim_replicate);
  }
  if (kind == TokKind::kw_shard_as) return ReadShardGroup(ctx, &items->shard_as, items);
  if (kind == TokKind::kw_shard_like) return ReadShardGroup(ctx, &items->shard_like, items);
  return ctx.Error(Code::kUnexpectedShardingToken);
}

// Checks the devices of a tiling and makes it canonical.
bool FinishTiles(ParseContext& ctx, uint32_t position, ShardingItems* items,
                 TiledSharding* sharding) {
  TileBuilder& tile = items->tile;
  if (tile.dimensions.empty()) return ctx.ErrorAt(position, Code::kShardingNeedsTile);
  if (tile.is_iota) {
    if (!tile.devices.empty()) return ctx.ErrorAt(position, Code::kShardingMixesDevices);
    if (!CheckIotaRank(ctx, position, tile.reshape_dims, tile.transpose_perm)) return false;
    if (!FinishIota(ctx, position, Code::kIotaSizeMismatch, tile.dimensions, &tile.reshape_dims,
                    &tile.transpose_perm)) {
      return false;
    }
  } else {
    int64_t size = 0;
    if (tile.devices.size() <= 1) return ctx.ErrorAt(position, Code::kShardingNeedsDevices);
    if (!CheckedProduct(tile.dimensions, &size)) {
      return ctx.ErrorAt(position, Code::kTileSizeOverflows);
    }
    if (static_cast<int64_t>(tile.devices.size()) != size) {
      return ctx.ErrorAt(position, Code::kDeviceCountMismatch, tile.devices.size(), size);
    }
  }
  sharding->tiles = std::move(tile);
  if (!items->last_tile_dim_replicate) {
    sharding->subgroup_types = items->subgroup_types;
    return CheckCanonical(ctx, position, CanonicalizeSubgroups(MaxListedDevices(ctx), sharding));
  }
  if (!items->subgroup_types.empty()) {
    return ctx.ErrorAt(position, Code::kShardingMixesReplication);
  }
  return CheckCanonical(ctx, position,
                        CanonicalizePartialReplication(MaxListedDevices(ctx), sharding));
}

// A sharding that is only a kind.
bool FinishUntiled(ParseContext& ctx, uint32_t position, Kind kind, std::string_view name,
                   const ShardingItems& items, HloSharding* sharding) {
  if (!items.tile.devices.empty()) return ctx.ErrorAt(position, Code::kShardingHasDevices, name);
  sharding->kind = kind;
  return true;
}

bool FinishKind(ParseContext& ctx, uint32_t position, ShardingItems* items, HloSharding* sharding) {
  if (items->replicated) {
    return FinishUntiled(ctx, position, Kind::kReplicated, "replicated", *items, sharding);
  }
  if (items->maximal) {
    if (items->tile.devices.size() != 1) {
      return ctx.ErrorAt(position, Code::kMaximalShardingDevices);
    }
    sharding->kind = Kind::kMaximal;
    sharding->tiles.devices = ctx.arena.CopySpan(absl::MakeConstSpan(items->tile.devices));
    return true;
  }
  if (items->manual) {
    return FinishUntiled(ctx, position, Kind::kManual, "manual", *items, sharding);
  }
  if (items->unknown) {
    return FinishUntiled(ctx, position, Kind::kUnknown, "unknown", *items, sharding);
  }
  if (items->unreduced) {
    return FinishUntiled(ctx, position, Kind::kUnreduced, "unreduced", *items, sharding);
  }
  TiledSharding tiled;
  if (!FinishTiles(ctx, position, items, &tiled)) return false;
  sharding->kind = tiled.kind;
  if (tiled.kind != Kind::kTiled) return true;
  sharding->replicate_on_last_tile_dim = tiled.replicate_on_last_tile_dim;
  sharding->tiles = tiled.tiles.Build(&ctx.arena);
  sharding->subgroup_types = ctx.arena.CopySpan(absl::MakeConstSpan(tiled.subgroup_types));
  return true;
}

// One sharding, after its '{'.
bool ReadLeaf(ParseContext& ctx, HloSharding* sharding) {
  if (AtMesh(ctx)) return ReadNamedSharding(ctx, sharding);
  const uint32_t position = ctx.lexer.Position();
  ShardingItems items;
  while (ctx.kind() != TokKind::kRbrace) {
    if (!ReadItem(ctx, &items)) return false;
  }
  if (!FinishKind(ctx, position, &items, sharding)) return false;
  sharding->is_shard_group = items.shard_as || items.shard_like;
  sharding->is_shard_as = items.shard_as;
  if (sharding->is_shard_group) sharding->shard_group_id = items.shard_group_id;
  sharding->metadata = ctx.arena.CopySpan(absl::MakeConstSpan(items.metadata));
  ctx.lexer.Next();
  return true;
}

}  // namespace

bool ReadShardingMetadata(ParseContext& ctx, std::vector<OpMetadata>* metadata) {
  const char* begin = ctx.lexer.At();
  bool is_list = false;
  if (ctx.EatIf(TokKind::kLbrace)) {
    is_list = ctx.kind() == TokKind::kLbrace;
    if (!is_list) ctx.lexer.SkipTo(begin);
  }
  const auto read_entry = [&] { return ReadMetadata(ctx, &metadata->emplace_back()); };
  if (!is_list) return read_entry();
  return ctx.ReadItems(read_entry) && ctx.Expect(TokKind::kRbrace, Code::kExpectsMetadataListEnd);
}

bool ReadSharding(ParseContext& ctx, HloSharding* sharding) {
  if (!ctx.Expect(TokKind::kLbrace, Code::kExpectsShardingStart)) return false;
  if (ctx.kind() != TokKind::kLbrace && ctx.kind() != TokKind::kRbrace) {
    return ReadLeaf(ctx, sharding);
  }
  std::vector<HloSharding> elements;
  const bool ok = ctx.ReadItemsUpTo(TokKind::kRbrace, Code::kExpectsShardingEnd, [&] {
    return ctx.Expect(TokKind::kLbrace, Code::kExpectsShardingStart) &&
           ReadLeaf(ctx, &elements.emplace_back());
  });
  sharding->kind = Kind::kTuple;
  sharding->elements = ctx.arena.CopySpan(absl::MakeConstSpan(elements));
  return ok;
}

}  // namespace hlo
