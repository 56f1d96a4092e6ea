// See write_values.h. Source: XLA Shape::ToProto, LiteralBase::WriteToProto, HloSharding::ToProto.
#include "src/proto/write_values.h"

#include <vector>

#include "src/ir/sharding/sharding_canonical.h"
#include "src/proto/enum_numbers.h"
#include "src/proto/literal_fields.h"
#include "src/vocabulary/float_formats.h"

namespace hlo_text_v1::internal {

// ---- Shapes.

namespace {

void WriteLayoutProto(const Layout& layout, WireWriter* out) {
  using Fields = pb::LayoutProto;
  out->Field(Fields::minor_to_major, layout.minor_to_major);
  out->Field(Fields::tiles, layout.tiles);
  out->Field(Fields::element_size_in_bits, layout.element_size_in_bits);
  out->Field(Fields::memory_space, layout.memory_space);
  out->Field(Fields::index_primitive_type, ProtoNumber(layout.index_primitive_type));
  out->Field(Fields::pointer_primitive_type, ProtoNumber(layout.pointer_primitive_type));
  out->Field(Fields::dynamic_shape_metadata_prefix_bytes,
             layout.dynamic_shape_metadata_prefix_bytes);
  out->Field(Fields::tail_padding_alignment_in_elements, layout.tail_padding_alignment);
  out->Field(Fields::split_configs, layout.split_configs);
}

}  // namespace

std::string_view ShapeWriter::Encode(const Shape& shape) {
  using Fields = pb::ShapeProto;
  for (const Shape* element : shape.tuple_shapes()) Encoded(*element);
  writer_.Clear();
  writer_.Field(Fields::element_type, ProtoNumber(shape.element_type()));
  writer_.Field(Fields::dimensions, shape.dimensions());
  for (const Shape* element : shape.tuple_shapes()) {
    writer_.MessageOf(Fields::tuple_shapes, Encoded(*element));
  }
  if (shape.layout() != nullptr) {
    writer_.Message(Fields::layout, [&] { WriteLayoutProto(*shape.layout(), &writer_); });
  }
  writer_.PackedFrom(Fields::is_dynamic_dimension, static_cast<size_t>(shape.rank()),
                     [&](size_t i) { return shape.is_dynamic_dimension(static_cast<int64_t>(i)); });
  return encoded_[&shape] = arena_.CopyString(writer_.written());
}

// ---- Literals.

namespace {

// The field of an array's elements, each given by `load(number)` as bits.
template <typename Load>
void WriteElements(const LiteralField& field, PrimitiveType type, int64_t count, WireWriter* out,
                   Load load) {
  const auto size = static_cast<size_t>(count);
  if (field.label == ProtoLabel::kImplicit) {
    const auto width = static_cast<size_t>(ByteWidth(type));
    const uint64_t mask = BitWidth(type) < 8 ? (uint64_t{1} << BitWidth(type)) - 1 : ~uint64_t{0};
    char* bytes = out->Bytes(ProtoField<ProtoType::kBytes, ProtoLabel::kImplicit>{field.number, ""},
                             size * width);
    for (size_t i = 0; i < size; ++i) {
      StoreElement(bytes + i * width, static_cast<int>(width), load() & mask);
    }
    return;
  }
  const auto packed = [&](auto tag, auto get) {
    out->PackedFrom(ProtoField<tag.value, ProtoLabel::kPacked>{field.number, ""}, size, get);
  };
  using std::integral_constant;
  if (type == PrimitiveType::kPRED) {
    packed(integral_constant<ProtoType, ProtoType::kBool>(), [&](size_t) { return load() != 0; });
  } else if (type == PrimitiveType::kS32) {
    packed(integral_constant<ProtoType, ProtoType::kInt32>(),
           [&](size_t) { return static_cast<int32_t>(load()); });
  } else {
    packed(integral_constant<ProtoType, ProtoType::kInt64>(),
           [&](size_t) { return static_cast<int64_t>(load()); });
  }
}

bool WriteArrayProto(const Literal& literal, size_t max_bytes, WireWriter* out) {
  const Shape& shape = literal.shape();
  const LiteralField field = LiteralFieldOf(shape.element_type());
  if (field.number == 0) return true;
  MemoryOrder order(shape);
  if (order.count() == 0) return true;
  const auto width = static_cast<size_t>(ByteWidth(shape.element_type()));
  if (static_cast<uint64_t>(order.count()) > max_bytes / width) return false;
  const absl::Span<const char> given = literal.bytes();
  const auto at = [&](size_t i) {
    return (i + 1) * width <= given.size() ? &given[i * width] : nullptr;
  };
  if (field.type == ProtoType::kFloat || field.type == ProtoType::kDouble) {
    // In the form of memory, so that a NaN keeps its bits.
    char* bytes = out->Bytes(ProtoField<ProtoType::kBytes, ProtoLabel::kImplicit>{field.number, ""},
                             static_cast<size_t>(order.count()) * width);
    if (order.in_order()) {
      const size_t size = static_cast<size_t>(order.count()) * width;
      std::memset(bytes, 0, size);
      std::memcpy(bytes, given.data(), std::min(size, given.size()));
      return true;
    }
    for (int64_t i = 0; i < order.count(); ++i) {
      const char* element = at(static_cast<size_t>(order.Next()));
      char* to = bytes + static_cast<size_t>(i) * width;
      element == nullptr ? std::memset(to, 0, width) : std::memcpy(to, element, width);
    }
    return true;
  }
  WriteElements(field, shape.element_type(), order.count(), out, [&]() -> uint64_t {
    const char* element = at(static_cast<size_t>(order.Next()));
    return element == nullptr ? 0 : LoadElement(element, static_cast<int>(width));
  });
  return true;
}

}  // namespace

bool WriteLiteral(const Literal& literal, size_t max_bytes, ShapeWriter& shapes, WireWriter* out) {
  using Fields = pb::LiteralProto;
  shapes.Write(Fields::shape, literal.shape(), out);
  if (!literal.shape().IsTuple()) return WriteArrayProto(literal, max_bytes, out);
  bool ok = true;
  for (const Literal& element : literal.elements()) {
    out->Message(Fields::tuple_literals,
                 [&] { ok = ok && WriteLiteral(element, max_bytes, shapes, out); });
  }
  return ok && out->size() <= max_bytes;
}

// ---- Shardings.

namespace {

ProtoSharding ProtoTypeOf(HloSharding::Kind kind) {
  switch (kind) {
    case HloSharding::Kind::kReplicated:
    case HloSharding::Kind::kNamed:
      return ProtoSharding::kReplicated;
    case HloSharding::Kind::kMaximal:
      return ProtoSharding::kMaximal;
    case HloSharding::Kind::kManual:
      return ProtoSharding::kManual;
    case HloSharding::Kind::kUnknown:
      return ProtoSharding::kUnknown;
    case HloSharding::Kind::kUnreduced:
      return ProtoSharding::kUnreduced;
    case HloSharding::Kind::kTiled:
      return ProtoSharding::kOther;
    case HloSharding::Kind::kTuple:
      return ProtoSharding::kTuple;
  }
  return ProtoSharding::kReplicated;
}

ProtoSharding ProtoTypeOf(HloSharding::SubgroupType type) {
  switch (type) {
    case HloSharding::SubgroupType::kMaximal:
      return ProtoSharding::kMaximal;
    case HloSharding::SubgroupType::kReplicated:
      return ProtoSharding::kReplicated;
    case HloSharding::SubgroupType::kManual:
      return ProtoSharding::kManual;
    case HloSharding::SubgroupType::kUnreduced:
      return ProtoSharding::kUnreduced;
  }
  return ProtoSharding::kReplicated;
}

void WriteMesh(const Mesh& mesh, WireWriter* out) {
  using Fields = pb::MeshProto;
  out->Field(Fields::axes, mesh.axes);
  out->Field(Fields::device_ids, mesh.devices.devices);
  // Devices in order do not need a transform.
  if (mesh.devices.is_iota && mesh.devices.iota.reshape_dims.size() > 1) {
    out->Field(Fields::iota_transform, mesh.devices.iota);
  }
}

void WriteNamedSharding(const HloSharding& sharding, WireWriter* out) {
  using Fields = pb::NamedShardingProto;
  const NamedSharding& named = *sharding.named;
  out->Message(Fields::mesh, [&] { WriteMesh(named.mesh, out); });
  out->Field(Fields::dim_shardings, named.dimensions);
  out->Field(Fields::replicated_axes, named.replicated);
  out->Field(Fields::unreduced_axes, named.unreduced);
  out->Field(Fields::metadata, sharding.metadata);
  out->Field(Fields::manual_axes, named.manual);
  out->Field(Fields::reduction_op, static_cast<int32_t>(named.reduction_op));
}

}  // namespace

void WriteSharding(const HloSharding& sharding, WireWriter* out) {
  using Fields = pb::OpSharding;
  if (sharding.kind == HloSharding::Kind::kNamed) {
    out->Message(Fields::named_sharding, [&] { WriteNamedSharding(sharding, out); });
    return;
  }
  const TileAssignment& tiles = sharding.tiles;
  out->Field(Fields::type, static_cast<int32_t>(ProtoTypeOf(sharding.kind)));
  out->Field(Fields::tile_assignment_dimensions, tiles.dimensions);
  out->Field(Fields::tile_assignment_devices, tiles.devices);
  for (const HloSharding& element : sharding.elements) {
    out->Message(Fields::tuple_shardings, [&] { WriteSharding(element, out); });
  }
  out->Field(Fields::replicate_on_last_tile_dim, sharding.replicate_on_last_tile_dim);
  out->Field(Fields::metadata, sharding.metadata);
  if (AddsReduction(sharding)) {
    const OpMetadata reduction = ReductionEntry(sharding);
    out->Field(Fields::metadata, absl::Span<const OpMetadata>(&reduction, 1));
  }
  const absl::Span<const HloSharding::SubgroupType> types = sharding.subgroup_types;
  out->PackedFrom(Fields::last_tile_dims, types.size(),
                  [&](size_t i) { return static_cast<int32_t>(ProtoTypeOf(types[i])); });
  if (tiles.is_iota) {
    out->Field(Fields::iota_reshape_dims, tiles.iota.reshape_dims);
    out->Field(Fields::iota_transpose_perm, tiles.iota.transpose_perm);
  }
  if (!sharding.is_shard_group || sharding.shard_group_id == -1) return;  // -1 is XLA's for none
  out->Field(Fields::is_shard_group, true);
  out->Field(Fields::shard_group_id, sharding.shard_group_id);
  out->Field(Fields::shard_group_type, static_cast<int32_t>(!sharding.is_shard_as));
}

void WriteReplicaGroups(const ReplicaGroups& groups, WireWriter* out) {
  using Instruction = pb::HloInstructionProto;
  switch (groups.kind) {
    case ReplicaGroups::Kind::kList:
      return out->Message(Instruction::collective_device_list, [&] {
        out->Field(pb::CollectiveDeviceListProto::replica_groups, groups.groups);
      });
    case ReplicaGroups::Kind::kIota:
      return out->Message(Instruction::iota_collective_device_list, [&] {
        using Fields = pb::IotaReplicaGroupListProto;
        out->Field(Fields::num_replica_groups, groups.iota.dimensions[0]);
        out->Field(Fields::num_devices_per_group, groups.iota.dimensions[1]);
        out->Field(Fields::iota_reshape_dims, groups.iota.iota.reshape_dims);
        out->Field(Fields::iota_transpose_perm, groups.iota.iota.transpose_perm);
      });
    case ReplicaGroups::Kind::kMesh:
      return out->Message(Instruction::mesh_axes_replica_group_list, [&] {
        using Fields = pb::MeshAxesReplicaGroupListProto;
        out->Message(Fields::mesh, [&] { WriteMesh(groups.mesh, out); });
        out->Field(Fields::axes, groups.axes);
      });
  }
}

// ---- Original values.

namespace {

// The leaves of the tree, each with its path.
void WriteNodes(const OriginalValue::Node& node, std::vector<int64_t>* path, WireWriter* out) {
  if (!node.is_leaf) {
    for (size_t i = 0; i < node.children.size(); ++i) {
      path->push_back(static_cast<int64_t>(i));
      WriteNodes(node.children[i], path, out);
      path->pop_back();
    }
    return;
  }
  using Fields = pb::OriginalValueElementProto;
  out->Message(pb::OriginalValueProto::elements, [&] {
    out->Field(Fields::shape_index, absl::Span<const int64_t>(*path));
    out->MessageIf(Fields::original_array, node.has_array, node.array);
  });
}

}  // namespace

void WriteOriginalValue(const OriginalValue& value, WireWriter* out) {
  using Fields = pb::OriginalValueProto;
  std::vector<int64_t> path;
  // XLA's [synthetic_call], which has no arrays.
  const bool is_synthetic_call = value.has_call_hierarchy && value.call_hierarchy.empty();
  if (!is_synthetic_call) WriteNodes(value.root, &path, out);
  out->Field(Fields::is_synthetic_call, is_synthetic_call);
  out->FieldIf(Fields::call_hierarchy, value.has_call_hierarchy, value.call_hierarchy);
}

}  // namespace hlo_text_v1::internal
