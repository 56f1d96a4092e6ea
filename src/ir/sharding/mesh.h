// Named meshes: what references to their axes must satisfy, and the groups of devices that a list
// of axes stands for.
// Source: XLA mesh_and_axis.cc, named_sharding.cc, replica_group.cc.
#ifndef HLO_IR_SHARDING_MESH_H_
#define HLO_IR_SHARDING_MESH_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "hlo/sharding.h"
#include "src/ir/sharding/tile_builder.h"

namespace hlo {

// Size of the part of the mesh that `ref` names.
int64_t AxisRefSize(const Mesh& mesh, const AxisRef& ref);

// Whether all references, of whatever lists, can stand side by side: each part of an axis is named
// once at most, and the parts of one axis fit into one factorisation of its size. Sorts `refs`.
bool AxesCoexist(std::vector<AxisRef>* refs);
// Index of the first reference that, with the next one, could be written as one; -1: none.
int FindMergeableAxes(absl::Span<const AxisRef> refs);
// Whether the references are in the order of the mesh's axes and of sub-axes within them.
bool AxesAreSorted(absl::Span<const AxisRef> refs);
// Whether the references, without sub-axes, name all axes but some of size 1, and at least one.
bool NamesWholeMesh(const Mesh& mesh, absl::Span<const AxisRef> refs);

// The devices of a mesh in groups that differ in `axes` only: consecutive runs of *group_size in
// *devices. No more than `max_devices` are written out.
CanonicalStatus ExpandMeshGroups(const Mesh& mesh, absl::Span<const AxisRef> axes,
                                 int64_t max_devices, std::vector<int64_t>* devices,
                                 int64_t* group_size);

}  // namespace hlo

#endif  // HLO_IR_SHARDING_MESH_H_
