// Rows of collectives.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "hlo/async.h"
#include "hlo/collectives.h"
#include "src/base/saturated.h"
#include "src/base/strings.h"
#include "src/tables/rows.h"

namespace hlo_text_v1::internal {
namespace {

// For all groups of one module together, as columns.def says.
constexpr int64_t kMaxGroupDevices = int64_t{1} << 20;

int64_t DeviceCount(const DeviceGroups& groups) {
  int64_t count = 0;
  for (const std::vector<int64_t>& group : groups) count += 1 + static_cast<int64_t>(group.size());
  return count;
}

// The numbers come from the text, so their difference may not fit.
Int64Cell StrideOfAll(const DeviceGroups& groups) {
  Int64Cell stride;
  for (const std::vector<int64_t>& group : groups) {
    for (size_t i = 1; i < group.size(); ++i) {
      int64_t distance = 0;
      if (__builtin_sub_overflow(group[i], group[i - 1], &distance)) return std::nullopt;
      if (stride.value_or(distance) != distance) return std::nullopt;
      stride = distance;
    }
  }
  return stride;
}

// x,y of mesh[...] {x,y}; with 'x':(pre)size for a part of an axis.
std::string MeshAxesOf(const ReplicaGroups& groups) {
  std::string text;
  AppendJoined(groups.axes, ",", &text, [&](const AxisRef& ref) {
    if (ref.axis < 0 || static_cast<size_t>(ref.axis) >= groups.mesh.axes.size()) return;
    text.append(groups.mesh.axes[static_cast<size_t>(ref.axis)].name);
    if (ref.is_sub_axis) StrAppend(&text, ":(", ref.pre_size, ")", ref.size);
  });
  return text;
}

// Adds the rows of one module.
class CollectiveRowsMaker {
 public:
  CollectiveRowsMaker(const ModuleFacts& facts, const StringCell& file, BatchList* rows)
      : facts_(facts), file_(file), rows_(*rows), operations_(facts.module) {}

  // Adds all of one computation.
  void AddAll(absl::Span<const Collective> collectives) {
    const HloComputation& computation = *collectives[0].start->parent();
    const InstructionNumbering numbers(computation);
    for (const Collective& collective : collectives) Add(collective, numbers);
  }

 private:
  void Add(const Collective& collective, const InstructionNumbering& numbers) {
    const HloComputation& computation = *collective.start->parent();
    CollectivesRow row;
    row.file = file_;
    row.computation_id = facts_.numbering.of(&computation);
    row.computation = computation.name();
    row.start_id = numbers.of(*collective.start);
    row.start = collective.start->name();
    row.operation = collective.operation->name();
    row.kind = HloOpcodeName(collective.opcode);
    row.is_async = collective.is_async();
    const bool is_done_here =
        collective.done != nullptr && collective.done->parent() == &computation;
    if (is_done_here) row.done_id = numbers.of(*collective.done);
    if (collective.is_async() && collective.done != nullptr) {
      row.instructions_between = Between(collective, numbers);
    }
    row.channel_id = collective.operation->channel_id();
    row.group_mode = GetEnumTypeInfo(AttributeType::kCollectiveGroupMode)
                         .words[static_cast<size_t>(GroupModeOf(*collective.operation))];
    const std::optional<DeviceGroups> groups =
        GroupsAsWritten(*collective.operation, devices_left_);
    if (groups.has_value()) SetGroups(*groups, &row);
    const ReplicaGroups& text = collective.operation->replica_groups();
    std::string axes;
    if (text.kind == ReplicaGroups::Kind::kMesh) {
      axes = MeshAxesOf(text);
      row.mesh_axes = axes;
    }
    row.operand_bytes = collective.operand_bytes;
    row.result_bytes = collective.result_bytes;
    row.group_size = GroupSizeOf(*collective.operation);
    row.moved_bytes = MovedBytes(collective);
    row.executions = facts_.executions.of(computation);
    SetOrigin(collective, &row);
    rows_.Add(row);
  }

  // The fusions between those of a fused collective also work.
  Int64Cell Between(const Collective& collective, const InstructionNumbering& numbers) const {
    if (const AsyncOperation* operation = operations_.Of(*collective.start)) {
      return operations_.Distance(*operation);
    }
    if (collective.done->parent() != collective.start->parent()) return std::nullopt;
    return numbers.of(*collective.done) - numbers.of(*collective.start) - 1;
  }

  // `groups` must outlive the row.
  void SetGroups(const DeviceGroups& groups, CollectivesRow* row) {
    devices_left_ -= std::min(devices_left_, DeviceCount(groups));
    row->groups = groups;
    row->group_count = static_cast<int64_t>(groups.size());
    row->group_stride = StrideOfAll(groups);
  }

  void SetOrigin(const Collective& collective, CollectivesRow* row) {
    SourcePlace place = SourceOf(*collective.start, facts_.module);
    if (!place.op_name.has_value()) place = SourceOf(*collective.operation, facts_.module);
    row->op_name = place.op_name;
    row->source_file = place.file;
    row->source_line = place.line;
  }

  const ModuleFacts& facts_;
  const StringCell& file_;
  BatchList& rows_;
  const AsyncIndex operations_;
  int64_t devices_left_ = kMaxGroupDevices;
};

}  // namespace

void AddCollectiveRows(const ModuleFacts& facts, const StringCell& file, BatchList* rows) {
  CollectiveRowsMaker maker(facts, file, rows);
  const std::vector<Collective> all = FindCollectives(facts.module);
  for (size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    while (end < all.size() && all[end].start->parent() == all[begin].start->parent()) ++end;
    maker.AddAll(absl::MakeConstSpan(all).subspan(begin, end - begin));
  }
}

}  // namespace hlo_text_v1::internal
