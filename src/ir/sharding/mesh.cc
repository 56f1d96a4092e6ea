// A sub-axis 'x':(p)s of an axis of size n: n splits into p * s * n/(p*s), major to minor, and the
// sub-axis is the middle factor.
#include "src/ir/sharding/mesh.h"

#include <algorithm>
#include <cstddef>

#include "absl/algorithm/container.h"

namespace hlo_text_v1::internal {
namespace {

bool Before(const AxisRef& a, const AxisRef& b) {
  return a.axis != b.axis ? a.axis < b.axis : a.pre_size < b.pre_size;
}

// Number of devices; 0 if an axis is empty.
CanonicalStatus MeshSize(const Mesh& mesh, int64_t max_devices, int64_t* count) {
  *count = 1;
  for (const MeshAxis& axis : mesh.axes) {
    if (axis.size < 0) return CanonicalStatus::kNonPositiveSize;
    if (__builtin_mul_overflow(*count, axis.size, count)) return CanonicalStatus::kSizeOverflow;
  }
  return *count > max_devices ? CanonicalStatus::kTooManyDevices : CanonicalStatus::kOk;
}

// The mesh's row-major array of devices, its dimensions reordered and split: first the parts
// without a reference, in the mesh's order, then the references as written.
void ReorderMesh(const Mesh& mesh, absl::Span<const AxisRef> axes, Int64s* sizes, Int64s* strides) {
  Int64s axis_sizes;
  for (const MeshAxis& axis : mesh.axes) axis_sizes.push_back(axis.size);
  const Int64s axis_strides = RowMajorStrides(axis_sizes);
  std::vector<AxisRef> sorted(axes.begin(), axes.end());
  std::sort(sorted.begin(), sorted.end(), Before);
  size_t next = 0;
  for (size_t i = 0; i < axis_sizes.size(); ++i) {
    const int64_t size = axis_sizes[i];
    int64_t done = 1;  // product of the parts of this axis so far
    const auto add_part = [&](int64_t end) {
      if (end == done) return;
      sizes->push_back(end / done);
      strides->push_back(axis_strides[i] * (size / end));
    };
    for (; next < sorted.size() && static_cast<size_t>(sorted[next].axis) == i; ++next) {
      const AxisRef& ref = sorted[next];
      if (ref.is_sub_axis) add_part(ref.pre_size);
      done = ref.is_sub_axis ? ref.pre_size * ref.size : size;
    }
    add_part(size);
  }
  for (const AxisRef& ref : axes) {
    const int64_t minor = ref.is_sub_axis ? axis_sizes[ref.axis] / (ref.pre_size * ref.size) : 1;
    sizes->push_back(AxisRefSize(mesh, ref));
    strides->push_back(axis_strides[ref.axis] * minor);
  }
}

bool AreAxesOf(const Mesh& mesh, absl::Span<const AxisRef> refs) {
  return absl::c_all_of(
      refs, [&](const AxisRef& ref) { return static_cast<size_t>(ref.axis) < mesh.axes.size(); });
}

bool IsWellFormed(const NamedSharding& named) {
  const auto is_known = [&](const NamedSharding::Dimension& dimension) {
    return AreAxesOf(named.mesh, dimension.axes);
  };
  return absl::c_all_of(named.dimensions, is_known) && AreAxesOf(named.mesh, named.replicated) &&
         AreAxesOf(named.mesh, named.unreduced) && AreAxesOf(named.mesh, named.manual);
}

bool IsLeaf(const HloSharding& sharding) {
  if (sharding.kind == HloSharding::Kind::kTuple) return false;
  if (sharding.kind != HloSharding::Kind::kNamed) return true;
  return sharding.named != nullptr && IsWellFormed(*sharding.named);
}

}  // namespace

bool IsWellFormed(const HloSharding& sharding) {
  return IsLeaf(sharding) ||
         (sharding.kind == HloSharding::Kind::kTuple && absl::c_all_of(sharding.elements, IsLeaf));
}

bool IsWellFormed(const ReplicaGroups& groups) {
  return groups.kind != ReplicaGroups::Kind::kMesh || AreAxesOf(groups.mesh, groups.axes);
}

int64_t AxisRefSize(const Mesh& mesh, const AxisRef& ref) {
  return ref.is_sub_axis ? ref.size : mesh.axes[ref.axis].size;
}

bool AxesCoexist(std::vector<AxisRef>* refs) {
  std::sort(refs->begin(), refs->end(), Before);
  for (size_t i = 1; i < refs->size(); ++i) {
    const AxisRef& a = (*refs)[i - 1];
    const AxisRef& b = (*refs)[i];
    if (a.axis != b.axis) continue;
    if (!a.is_sub_axis || !b.is_sub_axis) return false;
    const int64_t a_end = a.pre_size * a.size;  // divides the axis size
    if (b.pre_size < a_end || b.pre_size % a_end != 0) return false;
  }
  return true;
}

int FindMergeableAxes(absl::Span<const AxisRef> refs) {
  for (size_t i = 1; i < refs.size(); ++i) {
    const AxisRef& a = refs[i - 1];
    const AxisRef& b = refs[i];
    if (a.axis == b.axis && a.is_sub_axis && b.is_sub_axis && a.pre_size * a.size == b.pre_size) {
      return static_cast<int>(i - 1);
    }
  }
  return -1;
}

bool AxesAreSorted(absl::Span<const AxisRef> refs) {
  return std::is_sorted(refs.begin(), refs.end(), Before);
}

bool NamesWholeMesh(const Mesh& mesh, absl::Span<const AxisRef> refs) {
  if (refs.empty()) return false;
  size_t next = 0;
  for (size_t i = 0; i < mesh.axes.size(); ++i) {
    if (next < refs.size() && static_cast<size_t>(refs[next].axis) == i &&
        !refs[next].is_sub_axis) {
      ++next;
    } else if (mesh.axes[i].size != 1) {
      return false;
    }
  }
  return next == refs.size();
}

CanonicalStatus ExpandMeshGroups(const Mesh& mesh, absl::Span<const AxisRef> axes,
                                 int64_t max_devices, std::vector<int64_t>* devices,
                                 int64_t* group_size) {
  *group_size = 1;
  devices->clear();
  if (mesh.single_device) {
    devices->assign(mesh.devices.devices.begin(), mesh.devices.devices.end());
    return CanonicalStatus::kOk;
  }
  if (mesh.axes.empty()) return CanonicalStatus::kOk;
  int64_t count = 0;
  CanonicalStatus status = MeshSize(mesh, max_devices, &count);
  if (status != CanonicalStatus::kOk || count == 0) return status;

  std::vector<int64_t> ids;  // empty: 0, 1, 2 ...
  const TileAssignment& tiles = mesh.devices;
  if (!tiles.is_iota) {
    ids.assign(tiles.devices.begin(), tiles.devices.end());
  } else if (tiles.iota.reshape_dims.size() > 1) {
    status = ExpandIota(tiles.iota.reshape_dims, tiles.iota.transpose_perm, max_devices, &ids);
    if (status != CanonicalStatus::kOk) return status;
  }
  Int64s sizes, strides;
  ReorderMesh(mesh, axes, &sizes, &strides);
  for (const AxisRef& ref : axes) *group_size *= AxisRefSize(mesh, ref);
  *devices = StridedOffsets(sizes, strides);
  if (ids.empty()) return CanonicalStatus::kOk;
  for (int64_t& device : *devices) device = ids[static_cast<size_t>(device)];
  return CanonicalStatus::kOk;
}

}  // namespace hlo_text_v1::internal
