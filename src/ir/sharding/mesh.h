// Named meshes: the rules for references to their axes, and the device groups of a list of axes.
// Source: XLA mesh_and_axis.cc, named_sharding.cc, replica_group.cc.
#ifndef HLO_IR_SHARDING_MESH_H_
#define HLO_IR_SHARDING_MESH_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "hlo/sharding.h"
#include "src/ir/sharding/tile_builder.h"

namespace hlo_text_v1::internal {

// Whether they can be printed: axes are of the mesh, a named sharding has a mesh, and a tuple does
// not contain a tuple. All that this library makes are well-formed.
bool IsWellFormed(const HloSharding& sharding);
bool IsWellFormed(const ReplicaGroups& groups);

// Size of the part of the mesh that `ref` names.
int64_t AxisRefSize(const Mesh& mesh, const AxisRef& ref);

// Whether the references, possibly from several lists, can be used together: each part of an axis
// is named at most once, and the parts of one axis fit into one factorisation of its size. Sorts
// `refs`.
bool AxesCoexist(std::vector<AxisRef>* refs);
// Index of the first reference that could be merged with the next one; -1: none.
int FindMergeableAxes(absl::Span<const AxisRef> refs);
// Whether the references follow the order of the mesh's axes, and of sub-axes within them.
bool AxesAreSorted(absl::Span<const AxisRef> refs);
// Whether the references have no sub-axes and name at least one axis and all of size above 1.
bool NamesWholeMesh(const Mesh& mesh, absl::Span<const AxisRef> refs);

// The devices of a mesh in groups that differ only in `axes`: consecutive runs of *group_size in
// *devices. Writes out at most `max_devices`.
CanonicalStatus ExpandMeshGroups(const Mesh& mesh, absl::Span<const AxisRef> axes,
                                 int64_t max_devices, std::vector<int64_t>* devices,
                                 int64_t* group_size);

}  // namespace hlo_text_v1::internal

#endif  // HLO_IR_SHARDING_MESH_H_
