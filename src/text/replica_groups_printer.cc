// Replica groups: as written, or as the full explicit list of device numbers. Source: XLA
// replica_group.cc.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hlo/print_values.h"
#include "src/base/strings.h"
#include "src/ir/sharding/mesh.h"
#include "src/ir/sharding/tile_builder.h"
#include "src/text/sharding_printer.h"

namespace hlo {

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

}  // namespace

void AppendReplicaGroups(const ReplicaGroups& groups, bool full, std::string* out) {
  if (groups.kind == ReplicaGroups::Kind::kList) return AppendList(groups.groups, out);
  if (full && AppendExpanded(groups, out)) return;
  if (groups.kind == ReplicaGroups::Kind::kMesh) {
    AppendMesh(groups.mesh, out);
    out->push_back(' ');
    AppendAxisRefs(groups.mesh, groups.axes, ",", out);
    return;
  }
  out->push_back('[');
  AppendNumbers(groups.iota.dimensions, out);
  out->append("]<=");
  AppendIota(groups.iota.iota, out);
}

}  // namespace hlo
