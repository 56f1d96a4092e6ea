// Reads OpSharding and its parts. Protos of other tools may contain anything, so all numbers that
// later code uses as an index are checked. Source: XLA HloSharding::FromProto, Mesh::FromProto.
#include <algorithm>
#include <vector>

#include "src/ir/sharding/mesh.h"
#include "src/ir/sharding/sharding_canonical.h"
#include "src/proto/read_values.h"

namespace hlo_text_v1::internal {
namespace {

// As in text.
constexpr int64_t kMostDevices = int64_t{1} << 22;

bool CheckDevices(ProtoReadState& state, const char* at, CanonicalStatus status) {
  switch (status) {
    case CanonicalStatus::kOk:
      return true;
    case CanonicalStatus::kSizeOverflow:
    case CanonicalStatus::kTooManyDevices:
      return state.Fail(at, "the sharding has too many devices");
    case CanonicalStatus::kNonPositiveSize:  // sizes have been checked
    case CanonicalStatus::kNotAPermutation:
      return state.Fail(at, "iota_transpose_perm is not a permutation");
    case CanonicalStatus::kTooManySubgroups:
      return state.Fail(at, "there are more last_tile_dims than dimensions");
  }
  return false;
}

// Fills an iota tile, whose dimensions are set.
template <typename Perm>
bool FillIota(ProtoReadState& state, const char* at, absl::Span<const int64_t> reshape,
              absl::Span<const Perm> perm, TileBuilder* tile) {
  int64_t size = 0, iota_size = 0;
  const auto rank = static_cast<Perm>(reshape.size());
  const bool in_range =
      std::all_of(perm.begin(), perm.end(), [&](Perm p) { return p >= 0 && p < rank; });
  if (perm.size() != reshape.size() || !in_range) {
    return state.Fail(at, "iota_transpose_perm does not fit iota_reshape_dims");
  }
  const bool positive =
      std::all_of(reshape.begin(), reshape.end(), [](int64_t length) { return length > 0; });
  if (!positive || !CheckedProduct(tile->dimensions, &size) ||
      !CheckedProduct(reshape, &iota_size) || size != iota_size) {
    return state.Fail(at, "iota_reshape_dims do not fit the dimensions");
  }
  tile->is_iota = true;
  tile->reshape_dims.assign(reshape.begin(), reshape.end());
  for (const Perm p : perm) tile->transpose_perm.push_back(static_cast<int32_t>(p));
  return CheckDevices(state, at, CanonicalizeIota(&tile->reshape_dims, &tile->transpose_perm));
}

// ---- Meshes.

struct MeshFields {
  absl::Span<const MeshAxis> axes;
  absl::Span<const int64_t> devices;
  absl::Span<const int64_t> reshape;
  absl::Span<const int64_t> perm;
  bool has_iota = false;
};

bool ReadIotaTransform(std::string_view bytes, ProtoReadState& state, MeshFields* mesh) {
  using Fields = pb::MeshProto_IotaTransform;
  for (MessageReader reader(state, ProtoMessage::kMeshProto_IotaTransform, bytes); reader.Next();) {
    reader.Field(Fields::reshape_dims, mesh->reshape);
    reader.Field(Fields::transpose_perm, mesh->perm);
  }
  return !state.failed();
}

bool MakeMesh(const MeshFields& read, const char* at, ProtoReadState& state, Mesh* mesh) {
  if (read.axes.empty() && read.devices.size() == 1) {
    mesh->single_device = true;
    mesh->devices.devices = read.devices;
    return true;
  }
  mesh->axes = read.axes;
  TileBuilder tile;
  for (const MeshAxis& axis : read.axes) {
    if (axis.size < 0) return state.Fail(at, "the size of a mesh axis is negative");
    tile.dimensions.push_back(axis.size);
  }
  int64_t size = 1;
  if (!CheckedProduct(tile.dimensions, &size)) {
    return state.Fail(at, "the number of devices exceeds int64");
  }
  if (read.has_iota) {
    if (!FillIota(state, at, read.reshape, read.perm, &tile)) return false;
  } else if (!read.devices.empty()) {
    std::vector<bool> seen(read.devices.size());
    for (const int64_t device : read.devices) {
      if (static_cast<int64_t>(seen.size()) != size || device < 0 || device >= size ||
          seen[static_cast<size_t>(device)]) {
        return state.Fail(at, "device_ids are not a permutation of the devices");
      }
      seen[static_cast<size_t>(device)] = true;
    }
    tile.devices.assign(read.devices.begin(), read.devices.end());
  } else {
    tile.is_iota = true;
  }
  mesh->devices = tile.Build(state.arena);
  return true;
}

bool ReadMeshFields(std::string_view bytes, ProtoReadState& state, Mesh* mesh) {
  using Fields = pb::MeshProto;
  MeshFields read;
  std::string_view iota;
  for (MessageReader reader(state, ProtoMessage::kMeshProto, bytes); reader.Next();) {
    reader.Field(Fields::axes, read.axes);
    reader.Field(Fields::device_ids, read.devices);
    if (reader.Take(Fields::iota_transform)) reader.TakeWhole(&iota);
  }
  if (state.failed()) return false;
  read.has_iota = iota.data() != nullptr;
  if (!ReadIotaTransform(iota, state, &read)) {
    state.AddToPath("iota_transform", -1);
    return false;
  }
  return MakeMesh(read, bytes.data(), state, mesh);
}

// An absent message counts as an empty one.
bool ReadMeshProto(std::string_view bytes, ProtoReadState& state, Mesh* mesh) {
  const bool ok = ReadMeshFields(bytes, state, mesh);
  if (!ok) state.AddToPath("mesh", -1);
  return ok;
}

bool CheckAxesOf(const Mesh& mesh, absl::Span<const AxisRef> axes, const char* at,
                 ProtoReadState& state) {
  for (const AxisRef& ref : axes) {
    if (ref.axis < 0 || static_cast<size_t>(ref.axis) >= mesh.axes.size()) {
      return state.Fail(at, StrCat("mesh_axis_index ", ref.axis, " is out of bounds"));
    }
    if (!ref.is_sub_axis) continue;
    int64_t next = 0;
    if (ref.pre_size < 1 || ref.size < 1 || __builtin_mul_overflow(ref.pre_size, ref.size, &next) ||
        mesh.axes[static_cast<size_t>(ref.axis)].size % next != 0) {
      return state.Fail(at, "a sub-axis does not divide its axis");
    }
  }
  return true;
}

bool ReadNamedProto(std::string_view bytes, ProtoReadState& state, HloSharding* sharding) {
  using Fields = pb::NamedShardingProto;
  auto* named = state.arena->New<NamedSharding>();
  std::string_view mesh;
  for (MessageReader reader(state, ProtoMessage::kNamedShardingProto, bytes); reader.Next();) {
    if (reader.Take(Fields::mesh)) reader.TakeWhole(&mesh);
    reader.Field(Fields::dim_shardings, named->dimensions);
    reader.Field(Fields::replicated_axes, named->replicated);
    reader.Field(Fields::unreduced_axes, named->unreduced);
    reader.Field(Fields::metadata, sharding->metadata);
    reader.Field(Fields::manual_axes, named->manual);
    VisitEnum(reader, Fields::reduction_op, named->reduction_op, 3);
  }
  if (state.failed() || !ReadMeshProto(mesh, state, &named->mesh)) return false;
  sharding->kind = HloSharding::Kind::kNamed;
  sharding->named = named;
  for (const NamedSharding::Dimension& dimension : named->dimensions) {
    if (!CheckAxesOf(named->mesh, dimension.axes, bytes.data(), state)) return false;
  }
  return CheckAxesOf(named->mesh, named->replicated, bytes.data(), state) &&
         CheckAxesOf(named->mesh, named->unreduced, bytes.data(), state) &&
         CheckAxesOf(named->mesh, named->manual, bytes.data(), state);
}

// ---- Tiled shardings.

struct ShardingFields {
  int32_t type = 0;
  absl::Span<const int64_t> dimensions;
  absl::Span<const int64_t> devices;
  std::vector<HloSharding> elements;
  bool replicate_on_last = false;
  absl::Span<const OpMetadata> metadata;
  absl::Span<const int64_t> last_tile_dims;
  absl::Span<const int64_t> reshape;
  absl::Span<const int32_t> perm;
  bool is_shard_group = false;
  int64_t shard_group_id = 0;
  int64_t shard_group_type = 0;
  std::string_view named;
  bool has_named = false;
};

bool ReadFields(std::string_view bytes, ProtoReadState& state, ShardingFields* read) {
  using Fields = pb::OpSharding;
  for (MessageReader reader(state, ProtoMessage::kOpSharding, bytes); reader.Next();) {
    reader.Field(Fields::type, read->type);
    reader.Field(Fields::tile_assignment_dimensions, read->dimensions);
    reader.Field(Fields::tile_assignment_devices, read->devices);
    reader.Field(Fields::replicate_on_last_tile_dim, read->replicate_on_last);
    reader.Field(Fields::metadata, read->metadata);
    reader.Field(Fields::last_tile_dims, read->last_tile_dims);
    reader.Field(Fields::iota_reshape_dims, read->reshape);
    reader.Field(Fields::iota_transpose_perm, read->perm);
    reader.Field(Fields::is_shard_group, read->is_shard_group);
    reader.Field(Fields::shard_group_id, read->shard_group_id);
    reader.Field(Fields::shard_group_type, read->shard_group_type);
    if (reader.Take(Fields::named_sharding) && reader.TakeWhole(&read->named)) {
      read->has_named = true;
    }
    if (!reader.Take(Fields::tuple_shardings)) continue;
    if (!state.HasRoom(reader.begin(), sizeof(HloSharding))) return false;
    read->elements.emplace_back();
    if (!ReadSharding(reader.bytes(), state, &read->elements.back())) {
      state.AddToPath("tuple_shardings", static_cast<int64_t>(read->elements.size()) - 1);
    }
  }
  return !state.failed();
}

bool SubgroupTypeOf(int64_t type, HloSharding::SubgroupType* subgroup) {
  constexpr std::pair<ProtoSharding, HloSharding::SubgroupType> kSubgroups[] = {
      {ProtoSharding::kMaximal, HloSharding::SubgroupType::kMaximal},
      {ProtoSharding::kReplicated, HloSharding::SubgroupType::kReplicated},
      {ProtoSharding::kManual, HloSharding::SubgroupType::kManual},
      {ProtoSharding::kUnreduced, HloSharding::SubgroupType::kUnreduced},
  };
  for (const auto& [number, value] : kSubgroups) {
    if (static_cast<int64_t>(number) == type) *subgroup = value;
    if (static_cast<int64_t>(number) == type) return true;
  }
  return false;
}

bool FinishTiledSharding(const ShardingFields& read, const char* at, ProtoReadState& state,
                         HloSharding* sharding) {
  if (read.reshape.empty() && read.devices.size() == 1) return true;  // replicated
  TiledSharding tiled;
  TileBuilder& tile = tiled.tiles;
  tile.dimensions.assign(read.dimensions.begin(), read.dimensions.end());
  int64_t size = 0;
  const bool positive = std::all_of(read.dimensions.begin(), read.dimensions.end(),
                                    [](int64_t dimension) { return dimension > 0; });
  if (!positive || !CheckedProduct(tile.dimensions, &size)) {
    return state.Fail(at, "tile_assignment_dimensions are not the sizes of a tile");
  }
  if (!read.reshape.empty()) {
    if (!FillIota(state, at, read.reshape, read.perm, &tile)) return false;
  } else if (static_cast<int64_t>(read.devices.size()) == size) {
    tile.devices.assign(read.devices.begin(), read.devices.end());
  } else {
    return state.Fail(at,
                      StrCat("there are ", read.devices.size(), " devices for ", size, " tiles"));
  }
  if (size == 1) return true;  // replicated
  CanonicalStatus status = CanonicalStatus::kOk;
  if (read.replicate_on_last) {
    status = CanonicalizePartialReplication(kMostDevices, &tiled);
  } else {
    for (const int64_t type : read.last_tile_dims) {
      tiled.subgroup_types.emplace_back();
      if (!SubgroupTypeOf(type, &tiled.subgroup_types.back())) {
        return state.Fail(at, "a type of last_tile_dims is not known");
      }
    }
    status = CanonicalizeSubgroups(kMostDevices, &tiled);
  }
  if (!CheckDevices(state, at, status)) return false;
  if (!state.HasRoom(at, tile.devices.size() * sizeof(int64_t))) return false;
  sharding->kind = tiled.kind;
  if (tiled.kind != HloSharding::Kind::kTiled) return true;
  sharding->replicate_on_last_tile_dim = tiled.replicate_on_last_tile_dim;
  sharding->tiles = tile.Build(state.arena);
  sharding->subgroup_types = state.arena->CopySpan(absl::MakeConstSpan(tiled.subgroup_types));
  return true;
}

// Removes the entries that name a reduction; the last that is not SUM counts.
void SetMetadata(absl::Span<const OpMetadata> metadata, Arena& arena, HloSharding* sharding) {
  std::vector<OpMetadata> own;
  for (const OpMetadata& entry : metadata) {
    if (entry.op_type != kReductionOpType) {
      own.push_back(entry);
    } else if (entry.op_name == "MAX") {
      sharding->reduction_op = NamedSharding::ReductionOp::kMax;
    } else if (entry.op_name == "MIN") {
      sharding->reduction_op = NamedSharding::ReductionOp::kMin;
    }
  }
  sharding->metadata =
      own.size() == metadata.size() ? metadata : arena.CopySpan(absl::MakeConstSpan(own));
}

}  // namespace

bool ReadSharding(std::string_view bytes, ProtoReadState& state, HloSharding* sharding) {
  ShardingFields read;
  const char* const at = bytes.data();
  if (!ReadFields(bytes, state, &read)) return false;
  if (read.has_named) {
    if (ReadNamedProto(read.named, state, sharding)) return true;
    state.AddToPath("named_sharding", -1);
    return false;
  }
  SetMetadata(read.metadata, *state.arena, sharding);
  sharding->is_shard_group = read.is_shard_group;
  sharding->is_shard_as = read.is_shard_group && read.shard_group_type == 0;
  if (read.is_shard_group) sharding->shard_group_id = read.shard_group_id;
  switch (static_cast<ProtoSharding>(read.type)) {
    case ProtoSharding::kReplicated:
      return true;
    case ProtoSharding::kManual:
      sharding->kind = HloSharding::Kind::kManual;
      return true;
    case ProtoSharding::kUnknown:
      sharding->kind = HloSharding::Kind::kUnknown;
      return true;
    case ProtoSharding::kUnreduced:
      sharding->kind = HloSharding::Kind::kUnreduced;
      return true;
    case ProtoSharding::kMaximal:
      if (read.devices.size() != 1) {
        return state.Fail(at,
                          StrCat("Maximal sharding is expected to have single device assignment, "
                                 "but ",
                                 read.devices.size(), " has provided."));
      }
      sharding->kind = HloSharding::Kind::kMaximal;
      sharding->tiles.devices = read.devices;
      return true;
    case ProtoSharding::kTuple:
      if (!read.metadata.empty()) {
        return state.Fail(at, "Tuple sharding is expected to have no metadata.");
      }
      sharding->kind = HloSharding::Kind::kTuple;
      sharding->elements = state.arena->CopySpan(absl::MakeConstSpan(read.elements));
      return true;
    case ProtoSharding::kOther:
      return FinishTiledSharding(read, at, state, sharding);
  }
  return state.Fail(at, "the type of the sharding is not known");
}

bool ReadIotaGroups(std::string_view bytes, ProtoReadState& state, ReplicaGroups* groups) {
  using Fields = pb::IotaReplicaGroupListProto;
  int64_t count = 0, size = 0;
  absl::Span<const int64_t> reshape;
  absl::Span<const int32_t> perm;
  for (MessageReader reader(state, ProtoMessage::kIotaReplicaGroupListProto, bytes);
       reader.Next();) {
    reader.Field(Fields::num_replica_groups, count);
    reader.Field(Fields::num_devices_per_group, size);
    reader.Field(Fields::iota_reshape_dims, reshape);
    reader.Field(Fields::iota_transpose_perm, perm);
  }
  if (state.failed()) return false;
  TileBuilder tile;
  tile.dimensions = {count, size};
  if (count <= 0 || size <= 0) return state.Fail(bytes.data(), "there are no replica groups");
  if (!FillIota(state, bytes.data(), reshape, perm, &tile)) return false;
  groups->kind = ReplicaGroups::Kind::kIota;
  groups->iota = tile.Build(state.arena);
  return true;
}

bool ReadMeshGroups(std::string_view bytes, ProtoReadState& state, ReplicaGroups* groups) {
  using Fields = pb::MeshAxesReplicaGroupListProto;
  std::string_view mesh;
  for (MessageReader reader(state, ProtoMessage::kMeshAxesReplicaGroupListProto, bytes);
       reader.Next();) {
    if (reader.Take(Fields::mesh)) reader.TakeWhole(&mesh);
    reader.Field(Fields::axes, groups->axes);
  }
  if (state.failed() || !ReadMeshProto(mesh, state, &groups->mesh)) return false;
  groups->kind = ReplicaGroups::Kind::kMesh;
  return CheckAxesOf(groups->mesh, groups->axes, bytes.data(), state);
}

}  // namespace hlo_text_v1::internal
