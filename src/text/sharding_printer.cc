// Shardings as XLA prints them. A device form is its kind, then last_tile_dims, shard group and
// metadata; a named form its mesh, then the shortest of five ways to write the axes. Source: XLA
// HloSharding::Print, NamedSharding::ToString.
#include "src/text/sharding_printer.h"

#include <cstddef>

#include "hlo/metadata.h"
#include "hlo/print_values.h"
#include "src/ir/sharding/mesh.h"
#include "src/text/float_printer.h"

namespace hlo {
namespace {

using Kind = HloSharding::Kind;
using ReductionOp = NamedSharding::ReductionOp;
using SubgroupType = HloSharding::SubgroupType;

constexpr std::string_view kReductionOpType = "sdy::reduction_op";

std::string_view SubgroupTypeName(SubgroupType type) {
  switch (type) {
    case SubgroupType::kMaximal:
      return "maximal";
    case SubgroupType::kReplicated:
      return "replicated";
    case SubgroupType::kManual:
      return "manual";
    case SubgroupType::kUnreduced:
      return "unreduced";
  }
  return "";
}

// The reduction operation of an unreduced value; XLA keeps it in the metadata of the device form.
std::string_view ReductionOpOf(const HloSharding& sharding) {
  for (size_t i = sharding.metadata.size(); i-- > 0;) {
    const OpMetadata& metadata = sharding.metadata[i];
    if (metadata.op_type != kReductionOpType) continue;
    if (metadata.op_name == "MAX" || metadata.op_name == "MIN") return metadata.op_name;
    break;
  }
  return "SUM";
}

bool IsUnreduced(const HloSharding& sharding) {
  if (sharding.kind == Kind::kUnreduced) return true;
  for (const SubgroupType type : sharding.subgroup_types) {
    if (type == SubgroupType::kUnreduced) return true;
  }
  return false;
}

// " metadata={...}" or " metadata={{...}, {...}}". XLA adds an entry for the reduction operation
// each time it prints, even if there is one already.
void AppendDeviceFormMetadata(const HloSharding& sharding, std::string* out) {
  const std::string_view op = ReductionOpOf(sharding);
  const bool has_op = op != "SUM" || IsUnreduced(sharding);
  const size_t count = sharding.metadata.size() + has_op;
  if (count == 0) return;
  out->append(count > 1 ? " metadata={{" : " metadata={");
  for (size_t i = 0; i < sharding.metadata.size(); ++i) {
    if (i > 0) out->append("}, {");
    AppendMetadataFields(sharding.metadata[i], out);
  }
  if (has_op) {
    if (count > 1) out->append("}, {");
    OpMetadata reduction;
    reduction.op_type = kReductionOpType;
    reduction.op_name = op;
    AppendMetadataFields(reduction, out);
  }
  out->append(count > 1 ? "}}" : "}");
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
  for (size_t i = 0; i < sharding.subgroup_types.size(); ++i) {
    if (i > 0) out->append(", ");
    out->append(SubgroupTypeName(sharding.subgroup_types[i]));
  }
  out->push_back('}');
}

void AppendDeviceForm(const HloSharding& sharding, bool print_metadata, std::string* out) {
  out->push_back('{');
  switch (sharding.kind) {
    case Kind::kReplicated:
      out->append("replicated");
      break;
    case Kind::kManual:
      out->append("manual");
      break;
    case Kind::kUnknown:
      out->append("unknown");
      break;
    case Kind::kUnreduced:
      out->append("unreduced");
      break;
    case Kind::kMaximal:
      out->append("maximal device=");
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
    out->append(sharding.is_shard_as ? " shard_as " : " shard_like ");
    AppendInt(sharding.shard_group_id, out);
  }
  if (print_metadata) AppendDeviceFormMetadata(sharding, out);
  out->push_back('}');
}

std::string_view ReductionOpName(ReductionOp op) {
  switch (op) {
    case ReductionOp::kSum:
      return "";
    case ReductionOp::kMax:
      return "max";
    case ReductionOp::kMin:
      return "min";
  }
  return "";
}

void AppendDimensions(const NamedSharding& named, std::string* out) {
  out->push_back('[');
  for (size_t i = 0; i < named.dimensions.size(); ++i) {
    if (i > 0) out->append(", ");
    const NamedSharding::Dimension& dimension = named.dimensions[i];
    AppendAxisRefs(named.mesh, dimension.axes, ", ", out);
    if (!dimension.is_open) continue;
    out->pop_back();
    out->append(dimension.axes.empty() ? "?}" : ", ?}");
  }
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
  const std::string_view op = ReductionOpName(named.reduction_op);
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

void AppendNamed(const HloSharding& sharding, bool print_metadata, std::string* out) {
  out->push_back('{');
  AppendMesh(sharding.named->mesh, out);
  if (!sharding.named->mesh.single_device) AppendNamedBody(*sharding.named, out);
  if (print_metadata && !sharding.metadata.empty()) {
    out->append(", metadata={{");
    for (size_t i = 0; i < sharding.metadata.size(); ++i) {
      if (i > 0) out->append("}, {");
      AppendMetadataFields(sharding.metadata[i], out);
    }
    out->append("}}");
  }
  out->push_back('}');
}

void AppendLeaf(const HloSharding& sharding, bool print_metadata, std::string* out) {
  if (sharding.kind == Kind::kNamed) {
    AppendNamed(sharding, print_metadata, out);
  } else {
    AppendDeviceForm(sharding, print_metadata, out);
  }
}

}  // namespace

void AppendSharding(const HloSharding& sharding, bool print_metadata, std::string* out) {
  if (sharding.kind != Kind::kTuple) return AppendLeaf(sharding, print_metadata, out);
  out->push_back('{');
  for (size_t i = 0; i < sharding.elements.size(); ++i) {
    if (i > 0) out->append(", ");
    if (i > 0 && i % 5 == 0) {
      out->append("/*index=");
      AppendInt(static_cast<int64_t>(i), out);
      out->append("*/");
    }
    AppendLeaf(sharding.elements[i], print_metadata, out);
  }
  out->push_back('}');
}

}  // namespace hlo
