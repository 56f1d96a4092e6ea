// Reports the changes of each pass of a compilation, as data.
//
//   ModuleReport report = ReportPasses(*folder, folder->modules[0], {});
//   for (const StageReport& stage : report.stages) {
//     if (stage.change.has_value() && !stage.change->empty()) {
//       std::cout << stage.stage.Label() << " +" << stage.change->added << "\n";
//     }
//   }
//
// Holds two stages of a module in memory at a time; the report keeps numbers, and a text of bounded
// length for each diff.
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_PASS_REPORT_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_PASS_REPORT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "hlo/diff.h"
#include "hlo/source.h"
#include "src/diff/diff_printer.h"
#include "src/dumps/dump_folder.h"
#include "src/tools/hlo_view/dump_report/async_changes.h"
#include "src/tools/hlo_view/dump_report/buffer_summary.h"
#include "src/tools/hlo_view/dump_report/stage_file.h"
#include "src/tools/hlo_view/dump_report/stage_totals.h"

namespace hlo_text_v1::internal {

// The number of matched instructions that differ in `what`; an instruction may count several times.
struct ChangeCount {
  DiffChange what;
  int64_t count;
};

struct DiffCounts {
  int64_t added = 0;
  int64_t removed = 0;
  int64_t changed = 0;
};

// Summary of a computation with a difference, and of its instructions.
struct ComputationChange : DiffCounts {
  std::string before;  // name; "" if it is new
  std::string after;   // name; "" if it is gone
};

// The difference between two stages, with counts over all instructions.
struct StageChange : DiffCounts {
  std::vector<ChangeCount> changes;  // in order of DiffChange, without zeros
  DiffCounts computation_counts;
  std::vector<ComputationChange> computations;  // the first kMaxComputations
  std::vector<std::string> header_changes;
  std::vector<OpcodeChange> opcodes;
  AddedWork added_work;            // more than before, or less
  std::vector<AsyncChange> async;  // the first kMaxAsync
  int64_t async_counts[4] = {};    // of all, by AsyncChangeKind
  // Short lines: no percent signs, program shapes or operand shapes.
  DiffText diff;
  bool is_empty = true;   // same structure; names and metadata may differ
  bool same_text = true;  // byte for byte

  static constexpr size_t kMaxComputations = 200;
  static constexpr size_t kMaxAsync = 200;
};

// A stage of the other folder, in a comparison of two.
struct StageCounterpart {
  DumpStage stage;
  StageTotals totals;
};

struct StageReport {
  DumpStage stage;
  std::string error;  // why the stage could not be read; if set, the rest is empty
  StageTotals totals;
  // The difference from stage `compared_to`, the last readable one before this; none for the first.
  // In a comparison of folders, from `before`.
  std::optional<StageChange> change;
  size_t compared_to = 0;
  std::optional<StageCounterpart> before;  // the same stage in the earlier folder
  std::string_view only;  // "before" or "after": only the earlier or later folder has it
};

struct ModuleReport {
  DumpModule module;  // without its stages: they are in `stages`
  std::vector<StageReport> stages;
  std::vector<BufferSummary> buffers;  // from reports among the module's files
  std::vector<ThunkSummary> thunks;
  // Of the last readable stage, without `buffers`.
  std::optional<BufferSummary::Peak> estimated_peak;
  // Set by CompareModules (compare_folders.h), with whether only one folder has the module, as for
  // stages.
  bool compares_folders = false;
  std::string_view only;

  // The totals before the change of a stage, which must have one.
  const StageTotals& BeforeOf(const StageReport& stage) const {
    return stage.before.has_value() ? stage.before->totals : stages[stage.compared_to].totals;
  }
  // The first and last readable stage; nullptr if none.
  const StageReport* first() const;
  const StageReport* last() const;
  int64_t error_count() const;
  // Bytes of all diffs together.
  size_t diff_bytes() const;
};

struct StageDiffLimits {
  size_t max_lines = 400;
  size_t max_columns = 400;  // longer lines are cut and end in "..."
};

struct PassReportOptions {
  StageFileOptions file;
  StageDiffLimits diff_text;
  // Limits the diffs of one module; later ones are left out. 0: no diffs.
  size_t max_diff_bytes = size_t{16} << 20;
};

// Compares each stage of `module` with the one before. Never fails: an unreadable stage has an
// error, and the next one is compared with the last readable one.
ModuleReport ReportPasses(const DumpFolder& folder, const DumpModule& module,
                          const PassReportOptions& options);

// A stage in memory.
struct LoadedStage {
  HloModule module;
  StageTotals totals;
  SourceBuffer proto{0};  // empty for text, which is HloModule::source()

  // The content of its file, unpacked.
  std::string_view bytes() const { return proto.size() == 0 ? module.source() : proto.view(); }
};
// Makes a stage from `text`, which may be a proto. Errors as ParseStage.
absl::StatusOr<LoadedStage> LoadStage(SourceBuffer&& text, const StageFileOptions& options);
// The same from the file of `stage` in `folder`; also has the errors of ReadStageText.
absl::StatusOr<LoadedStage> LoadStage(const DumpFolder& folder, const DumpStage& stage,
                                      const StageFileOptions& options);

// Compares two stages. Cost: that of Diff and of its text.
StageChange CompareStages(const LoadedStage& before, const LoadedStage& after,
                          const StageDiffLimits& limits);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_PASS_REPORT_H_
