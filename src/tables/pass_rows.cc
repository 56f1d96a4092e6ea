// Rows of passes: each stage of a module compared with the last readable one before it. Two stages
// are in memory at a time.
#include <optional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "hlo/canonical.h"
#include "hlo/diff.h"
#include "src/base/strings.h"
#include "src/tables/rows.h"

namespace hlo_text_v1::internal {
namespace {

void SetChange(const HloModule& before, const HloModule& after, PassesRow* row) {
  const ModuleDiff diff = Diff(before, after);
  row->is_changed = !diff.empty();
  row->added = diff.added();
  row->removed = diff.removed();
  row->changed = diff.changed();
  row->changed_computations = static_cast<int64_t>(diff.computations().size());
}

}  // namespace

void AddPassRows(const DumpFolder& folder, const DumpModule& module,
                 const FileTableOptions& options, BatchList* rows) {
  std::optional<HloModule> before;
  int64_t before_position = 0;
  int64_t position = 0;
  for (const DumpStage& stage : module.stages) {
    const std::string path = StrCat(folder.path, stage.file);
    PassesRow row;
    row.file = path;
    row.module_number = module.number;
    row.module_name = module.name;
    row.position = position;
    if (stage.step >= 0) row.step = stage.step;
    if (!stage.pipeline.empty()) row.pipeline = stage.pipeline;
    row.pass = stage.pass;
    if (!stage.next.empty()) row.next_pass = stage.next;
    absl::StatusOr<HloModule> after = ReadTableFile(path, options, nullptr);
    std::string fingerprint;
    if (after.ok()) {
      fingerprint = Fingerprint(*after).ToString();
      row.fingerprint = fingerprint;
      row.computation_count = static_cast<int64_t>(after->computations().size());
      row.instruction_count = after->instruction_count();
      if (before.has_value()) {
        row.compared_to = before_position;
        SetChange(*before, *after, &row);
      }
      rows->Add(row);
      before = *std::move(after);
      before_position = position;
    } else {
      row.error = Std(after.status().message());
      rows->Add(row);
    }
    ++position;
  }
}

}  // namespace hlo_text_v1::internal
