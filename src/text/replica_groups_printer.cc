// Replica groups: as written, or as the full explicit list of device numbers. Source: XLA
// replica_group.cc.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "hlo/internal/misuse.h"
#include "hlo/print_values.h"
#include "src/base/strings.h"
#include "src/ir/sharding/mesh.h"
#include "src/ir/sharding/tile_builder.h"
#include "src/text/sharding_printer.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// A full list is written out up to this size. Larger groups stay compact, because a short text may
// mean any number of devices.
constexpr int64_t kMaxFullDevices = int64_t{1} << 18;

void AppendList(absl::Span<const absl::Span<const int64_t>> groups, std::string* out) {
  out->push_back('{');
  AppendJoined(groups, ",", out, [out](ShapeIndex group) { AppendShapeIndex(group, out); });
  out->push_back('}');
}

// Lists the devices of all groups; false if there are too many or the groups are unsound.
bool Expand(const ReplicaGroups& groups, std::vector<int64_t>* devices, int64_t* group_size) {
  if (groups.kind == ReplicaGroups::Kind::kMesh) {
    return ExpandMeshGroups(groups.mesh, groups.axes, kMaxFullDevices, devices, group_size) ==
           CanonicalStatus::kOk;
  }
  const absl::Span<const int64_t> dimensions = groups.iota.dimensions;
  *group_size = dimensions[1];
  if (dimensions[0] < 0 || dimensions[1] < 0) return false;
  if (dimensions[0] == 0 || dimensions[1] == 0) return true;
  return ExpandIota(groups.iota.iota.reshape_dims, groups.iota.iota.transpose_perm, kMaxFullDevices,
                    devices) == CanonicalStatus::kOk;
}

bool AppendExpanded(const ReplicaGroups& groups, std::string* out) {
  std::vector<int64_t> devices;
  int64_t group_size = 1;
  if (!Expand(groups, &devices, &group_size)) return false;
  const auto step = static_cast<size_t>(std::max<int64_t>(group_size, 1));
  std::vector<absl::Span<const int64_t>> lists;
  for (size_t i = 0; i + step <= devices.size(); i += step) {
    lists.push_back(absl::MakeConstSpan(devices).subspan(i, step));
  }
  AppendList(lists, out);
  return true;
}

// A mesh with an axis of its own for each sub-axis that the groups name, and for what remains of
// the axis before, between and after them. Source: XLA replica_group.cc,
// CanonicalizeWithoutSubaxes.
class SplitMesh {
 public:
  explicit SplitMesh(const ReplicaGroups& groups) : refs_(groups.axes.begin(), groups.axes.end()) {
    for (int32_t axis = 0; axis < static_cast<int32_t>(groups.mesh.axes.size()); ++axis) {
      Split(groups, axis);
    }
    MakeNamesUnique();
    for (size_t i = 0; i < names_.size(); ++i) axes_.push_back({names_[i], sizes_[i]});
    mesh_ = groups.mesh;
    mesh_.axes = axes_;
  }

  const Mesh& mesh() const { return mesh_; }
  absl::Span<const AxisRef> refs() const { return refs_; }

 private:
  // Adds the parts of one axis, and makes its references refer to them.
  void Split(const ReplicaGroups& groups, int32_t axis) {
    std::vector<size_t> parts;  // of the axis, as indices into refs_
    for (size_t i = 0; i < groups.axes.size(); ++i) {
      if (groups.axes[i].axis == axis) parts.push_back(i);
    }
    const MeshAxis& whole = groups.mesh.axes[axis];
    if (parts.empty() || !groups.axes[parts[0]].is_sub_axis) {
      for (const size_t part : parts) refs_[part].axis = static_cast<int32_t>(names_.size());
      names_.emplace_back(whole.name);
      sizes_.push_back(whole.size);
      return;
    }
    std::sort(parts.begin(), parts.end(), [&groups](size_t a, size_t b) {
      return groups.axes[a].pre_size < groups.axes[b].pre_size;
    });
    const size_t first = names_.size();
    int64_t done = 1;  // product of the sizes added so far
    const auto add = [&](int64_t size) {
      names_.push_back(StrCat(whole.name, "_", names_.size() - first));
      sizes_.push_back(size);
      done = std::max<int64_t>(done * size, 1);
    };
    // XLA writes what remains of size 1 only if there is a single sub-axis.
    const auto add_rest = [&](int64_t size) {
      if (size != 1 || parts.size() == 1) add(size);
    };
    for (const size_t part : parts) {
      add_rest(groups.axes[part].pre_size / done);
      refs_[part] = {/*axis=*/static_cast<int32_t>(names_.size())};
      add(groups.axes[part].size);
    }
    add_rest(whole.size / done);
  }

  // Gives each of several equal names the first letter that makes it new.
  void MakeNamesUnique() {
    std::map<std::string, int> count;
    for (const std::string& name : names_) ++count[name];
    std::set<std::string> taken;
    for (std::string& name : names_) {
      std::string unique = name;
      if (count[name] > 1 || taken.count(name) > 0) {
        unique += 'a';
        while (taken.count(unique) > 0) ++unique.back();
      }
      taken.insert(name = unique);
    }
  }

  std::vector<std::string> names_;
  std::vector<int64_t> sizes_;
  std::vector<MeshAxis> axes_;
  std::vector<AxisRef> refs_;
  Mesh mesh_;
};

void AppendMeshGroups(const Mesh& mesh, absl::Span<const AxisRef> axes, std::string* out) {
  AppendMesh(mesh, out);
  out->push_back(' ');
  AppendAxisRefs(mesh, axes, ",", out);
}

}  // namespace

void AppendReplicaGroups(const ReplicaGroups& groups, ReplicaGroupsStyle style, std::string* out) {
  if (!IsWellFormed(groups)) return ReportMisuse("AppendReplicaGroups", "the mesh lacks an axis");
  if (groups.kind == ReplicaGroups::Kind::kList) return AppendList(groups.groups, out);
  if (style == ReplicaGroupsStyle::kFull && AppendExpanded(groups, out)) return;
  if (groups.kind == ReplicaGroups::Kind::kMesh) {
    if (style != ReplicaGroupsStyle::kWithoutSubAxes) {
      return AppendMeshGroups(groups.mesh, groups.axes, out);
    }
    const SplitMesh split(groups);
    return AppendMeshGroups(split.mesh(), split.refs(), out);
  }
  out->push_back('[');
  AppendNumbers(groups.iota.dimensions, out);
  out->append("]<=");
  AppendIota(groups.iota.iota, out);
}

}  // namespace hlo_text_v1
