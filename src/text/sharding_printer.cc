// Shardings as XLA prints them. A device form is its kind, then last_tile_dims, shard group and
// metadata; a named form its mesh, then the shortest of five ways to write the axes. Source: XLA
// HloSharding::Print, NamedSharding::ToString.
#include "src/text/sharding_printer.h"

#include <cstddef>
#include <vector>

#include "hlo/attribute_values.h"
#include "hlo/internal/misuse.h"
#include "hlo/print_values.h"
#include "src/base/strings.h"
#include "src/ir/enum_words.h"
#include "src/ir/sharding/mesh.h"
#include "src/ir/sharding/sharding_canonical.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

using Kind = HloSharding::Kind;
using ReductionOp = NamedSharding::ReductionOp;

void AppendMetadataList(absl::Span<const OpMetadata> metadata, std::string* out) {
  AppendJoined(metadata, "}, {", out,
               [out](const OpMetadata& entry) { AppendMetadataFields(entry, out); });
}

// " metadata={...}" or " metadata={{...}, {...}}". XLA adds an entry for the reduction operation
// each time it prints, even if there is one already.
void AppendDeviceFormMetadata(const HloSharding& sharding, std::string* out) {
  std::vector<OpMetadata> all(sharding.metadata.begin(), sharding.metadata.end());
  if (AddsReduction(sharding)) all.push_back(ReductionEntry(sharding));
  if (all.empty()) return;
  const bool is_list = all.size() > 1;
  out->append(is_list ? " metadata={{" : " metadata={");
  AppendMetadataList(all, out);
  out->append(is_list ? "}}" : "}");
}

void AppendTiles(const HloSharding& sharding, std::string* out) {
  const TileAssignment& tiles = sharding.tiles;
  out->append("devices=[");
  AppendNumbers(tiles.dimensions, out);
  out->push_back(']');
  if (tiles.is_iota) {
    out->append("<=");
    AppendIota(tiles.iota, out);
  } else {
    AppendNumbers(tiles.devices, out);
  }
  if (sharding.replicate_on_last_tile_dim) out->append(" last_tile_dim_replicate");
  if (sharding.subgroup_types.empty()) return;
  out->append(" last_tile_dims={");
  AppendJoined(sharding.subgroup_types, ", ", out,
               [out](HloSharding::SubgroupType type) { out->append(WordOf(type)); });
  out->push_back('}');
}

void AppendDeviceForm(const HloSharding& sharding, bool print_metadata, std::string* out) {
  out->push_back('{');
  switch (sharding.kind) {
    case Kind::kReplicated:
    case Kind::kManual:
    case Kind::kUnknown:
    case Kind::kUnreduced:
      out->append(WordOf(sharding.kind));
      break;
    case Kind::kMaximal:
      StrAppend(out, WordOf(sharding.kind), " device=");
      AppendNumbers(sharding.tiles.devices, out);
      break;
    case Kind::kTiled:
      AppendTiles(sharding, out);
      break;
    case Kind::kTuple:
    case Kind::kNamed:
      break;
  }
  if (sharding.is_shard_group) {
    StrAppend(out, sharding.is_shard_as ? " shard_as " : " shard_like ", sharding.shard_group_id);
  }
  if (print_metadata) AppendDeviceFormMetadata(sharding, out);
  out->push_back('}');
}

void AppendDimensions(const NamedSharding& named, std::string* out) {
  out->push_back('[');
  AppendJoined(named.dimensions, ", ", out, [&](const NamedSharding::Dimension& dimension) {
    AppendAxisRefs(named.mesh, dimension.axes, ", ", out);
    if (!dimension.is_open) return;
    out->pop_back();
    out->append(dimension.axes.empty() ? "?}" : ", ?}");
  });
  out->push_back(']');
}

void AppendAxisList(const Mesh& mesh, std::string_view label, std::string_view op,
                    absl::Span<const AxisRef> refs, std::string* out) {
  if (refs.empty()) return;
  out->append(label);
  out->append(op);
  AppendAxisRefs(mesh, refs, ", ", out);
}

// The text after the mesh.
void AppendNamedBody(const NamedSharding& named, std::string* out) {
  const Mesh& mesh = named.mesh;
  const ReductionOp reduction = named.reduction_op;
  const std::string_view op = reduction == ReductionOp::kSum ? "" : WordOf(reduction);
  if (named.dimensions.empty()) {
    if (named.replicated.empty() && named.unreduced.empty() && named.manual.empty()) {
      out->append(", replicated");
      return;
    }
    if (NamesWholeMesh(mesh, named.unreduced)) {
      out->append(", unreduced");
      if (!op.empty()) out->push_back('=');
      out->append(op);
      if (named.unreduced.size() < mesh.axes.size()) {
        AppendAxisRefs(mesh, named.unreduced, ", ", out);
      }
      return;
    }
    if (NamesWholeMesh(mesh, named.manual)) {
      out->append(", manual");
      return;
    }
  }
  out->append(", ");
  AppendDimensions(named, out);
  AppendAxisList(mesh, ", replicated=", "", named.replicated, out);
  AppendAxisList(mesh, ", unreduced=", op, named.unreduced, out);
  AppendAxisList(mesh, ", manual=", "", named.manual, out);
}

void AppendNamed(const HloSharding& sharding, const ShardingStyle& style, std::string* out) {
  out->push_back('{');
  if (style.maximal_mesh && sharding.named->mesh.single_device) {
    out->append("maximal_mesh[device_id=");
    AppendNumbers(sharding.named->mesh.devices.devices, out);
    out->push_back(']');
  } else {
    AppendMesh(sharding.named->mesh, out);
  }
  if (!sharding.named->mesh.single_device) AppendNamedBody(*sharding.named, out);
  if (style.metadata && !sharding.metadata.empty()) {
    out->append(", metadata={{");
    AppendMetadataList(sharding.metadata, out);
    out->append("}}");
  }
  out->push_back('}');
}

void AppendLeaf(const HloSharding& sharding, const ShardingStyle& style, std::string* out) {
  if (sharding.kind == Kind::kNamed) {
    AppendNamed(sharding, style, out);
  } else {
    AppendDeviceForm(sharding, style.metadata, out);
  }
}

}  // namespace

void internal::AppendShardingAs(const HloSharding& sharding, const ShardingStyle& style,
                                std::string* out) {
  if (sharding.kind != Kind::kTuple) return AppendLeaf(sharding, style, out);
  out->push_back('{');
  for (size_t i = 0; i < sharding.elements.size(); ++i) {
    if (i > 0) out->append(", ");
    if (i > 0 && i % 5 == 0) StrAppend(out, "/*index=", i, "*/");
    AppendLeaf(sharding.elements[i], style, out);
  }
  out->push_back('}');
}

void AppendSharding(const HloSharding& sharding, bool print_metadata, std::string* out) {
  if (!IsWellFormed(sharding)) return ReportMisuse("AppendSharding", "it lacks a mesh or an axis");
  AppendShardingAs(sharding, {print_metadata, /*maximal_mesh=*/false}, out);
}

}  // namespace hlo_text_v1
