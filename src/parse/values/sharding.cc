// Shardings in device form, {devices=[2,2]<=[4] last_tile_dim_replicate}, and tuples of shardings.
//
// A '{' followed by another brace begins a tuple. In a device form the items come in any order and
// may repeat; ShardingItems collects them and combines them at the '}'. Source: XLA
// HloParserImpl::ParseSharding, ParseSingleSharding.
#include "src/parse/values/sharding.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/print_values.h"
#include "src/ir/enum_words.h"
#include "src/ir/sharding/sharding_canonical.h"
#include "src/parse/values/shape.h"
#include "src/parse/values/values.h"

namespace hlo_text_v1::internal {

using Kind = HloSharding::Kind;
using SubgroupType = HloSharding::SubgroupType;

namespace {

// Reads a keyword that is a word of E; nullopt, and nothing is read, at any other token.
template <typename E>
std::optional<E> ReadKeyword(ParseContext& ctx) {
  if (ctx.kind() < TokKind::kw_true || ctx.kind() > TokKind::kw_inf) return std::nullopt;
  const std::optional<E> value = EnumOf<E>(ctx.token().value);
  if (value.has_value()) ctx.lexer.Next();
  return value;
}

struct ShardingItems {
  std::optional<Kind> kind;  // the lowest of several counts
  bool last_tile_dim_replicate = false;
  bool shard_as = false;
  bool shard_like = false;
  int64_t shard_group_id = 0;
  TileBuilder tile;
  absl::InlinedVector<SubgroupType, 4> subgroup_types;
  std::vector<OpMetadata> metadata;
};

bool ReadSubgroupTypes(ParseContext& ctx, absl::InlinedVector<SubgroupType, 4>* types) {
  const auto read_type = [&] {
    const std::optional<SubgroupType> type = ReadKeyword<SubgroupType>(ctx);
    if (type.has_value()) types->push_back(*type);
    return type.has_value();  // XLA says nothing
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

// {f32[4] devices=[2]0,1}: old versions of XLA wrote the shape of a tile, which follows from that
// of the instruction.
bool ReadTileShape(ParseContext& ctx) {
  const uint32_t position = ctx.lexer.Position();
  if (!ctx.options.upgrade_legacy) {
    ctx.Error(Code::kUnexpectedShardingToken);
    return ctx.NoteUpgradeLegacy(position, ctx.lexer.Offset(ctx.token().end));
  }
  const Shape* shape = nullptr;
  if (!ReadShape(ctx, &shape)) return false;
  ctx.Warn(position, ctx.lexer.Offset(ctx.lexer.Consumed()), Code::kLegacyTileShape,
           PrintShape(*shape, /*with_layout=*/false));
  return true;
}

bool ReadItem(ParseContext& ctx, ShardingItems* items) {
  if (ctx.kind() == TokKind::kAttributeName) return ReadNamedItem(ctx, items);
  if (ctx.kind() == TokKind::kPrimitiveType) return ReadTileShape(ctx);
  if (const std::optional<Kind> kind = ReadKeyword<Kind>(ctx)) {
    items->kind = std::min(items->kind.value_or(*kind), *kind);
    return true;
  }
  if (ctx.EatIf(TokKind::kw_last_tile_dim_replicate)) {
    items->last_tile_dim_replicate = true;
    return true;
  }
  const bool is_shard_as = ctx.kind() == TokKind::kw_shard_as;
  if (!is_shard_as && ctx.kind() != TokKind::kw_shard_like) {
    return ctx.Error(Code::kUnexpectedShardingToken);
  }
  ctx.lexer.Next();
  items->shard_as |= is_shard_as;
  items->shard_like |= !is_shard_as;
  return ctx.ReadInt64(&items->shard_group_id);
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

// {devices=[1,1]0} or {device=0}
bool IsOnOneDevice(const ShardingItems& items) {
  int64_t tiles = 0;
  return items.tile.devices.size() == 1 && !items.tile.is_iota &&
         CheckedProduct(items.tile.dimensions, &tiles) && tiles == 1 &&
         items.subgroup_types.empty() && !items.last_tile_dim_replicate;
}

bool FinishKind(ParseContext& ctx, uint32_t position, ShardingItems* items, HloSharding* sharding) {
  if (items->kind.has_value()) {
    const size_t devices = items->tile.devices.size();
    const bool is_maximal = items->kind == Kind::kMaximal;
    if (is_maximal && devices != 1) return ctx.ErrorAt(position, Code::kMaximalShardingDevices);
    if (!is_maximal && devices != 0) {
      return ctx.ErrorAt(position, Code::kShardingHasDevices, WordOf(*items->kind));
    }
    sharding->kind = *items->kind;
    sharding->tiles.devices = ctx.arena.CopySpan(absl::MakeConstSpan(items->tile.devices));
    return true;
  }
  if (IsOnOneDevice(*items)) {
    if (ctx.options.upgrade_legacy) {
      ctx.Warn(position, ctx.lexer.Position(), Code::kLegacyTile, items->tile.devices[0]);
      sharding->kind = Kind::kMaximal;
      sharding->tiles.devices = ctx.arena.CopySpan(absl::MakeConstSpan(items->tile.devices));
      return true;
    }
    ctx.ErrorAt(position, items->tile.dimensions.empty() ? Code::kShardingNeedsTile
                                                         : Code::kShardingNeedsDevices);
    return ctx.NoteUpgradeLegacy(position, ctx.lexer.Position());
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

}  // namespace hlo_text_v1::internal
