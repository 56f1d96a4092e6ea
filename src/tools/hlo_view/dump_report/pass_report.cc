// Many stages equal the one before, byte for byte; these are neither parsed nor compared.
#include "src/tools/hlo_view/dump_report/pass_report.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "absl/types/span.h"
#include "hlo/source.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

// Messages may quote the text, whose lines have any length.
constexpr size_t kMaxErrorBytes = 2000;

bool IsRead(const StageReport& stage) { return stage.error.empty(); }

void CountInstructions(const ModuleDiff& diff, StageChange* change) {
  int64_t counts[32] = {};
  for (const ComputationDiff& computation : diff.computations()) {
    ComputationChange in_short;
    if (computation.before != nullptr) in_short.before = computation.before->name();
    if (computation.after != nullptr) in_short.after = computation.after->name();
    for (const InstructionDiff& i : computation.instructions) {
      in_short.added += i.kind() == DiffKind::kAdded ? 1 : 0;
      in_short.removed += i.kind() == DiffKind::kRemoved ? 1 : 0;
      in_short.changed += i.kind() == DiffKind::kChanged ? 1 : 0;
      for (uint32_t bit = 0; bit < 32; ++bit) counts[bit] += (i.changes >> bit) & 1;
    }
    DiffCounts& counted = change->computation_counts;
    ++(computation.before == nullptr  ? counted.added
       : computation.after == nullptr ? counted.removed
                                      : counted.changed);
    if (change->computations.size() < StageChange::kMaxComputations) {
      change->computations.push_back(std::move(in_short));
    }
  }
  for (uint32_t bit = 0; bit < 32; ++bit) {
    if (counts[bit] == 0) continue;
    change->changes.push_back({static_cast<DiffChange>(uint32_t{1} << bit), counts[bit]});
  }
}

Work Difference(const Work& before, const Work& after) {
  return {after.instructions - before.instructions, after.flops - before.flops,
          after.accessed_bytes - before.accessed_bytes, after.result_bytes - before.result_bytes};
}

void CountAsync(const ModuleDiff& diff, const HloModule& before, const HloModule& after,
                StageChange* change) {
  std::vector<AsyncChange> async = FindAsyncChanges(diff, AsyncPairs(before), AsyncPairs(after));
  for (const AsyncChange& one : async) ++change->async_counts[static_cast<size_t>(one.kind)];
  if (async.size() > StageChange::kMaxAsync) {
    async.erase(async.begin() + StageChange::kMaxAsync, async.end());
  }
  change->async = std::move(async);
}

PrintOptions LineOptions() {
  PrintOptions options = PrintOptions::ShortParsable();
  options.print_large_constants = false;
  options.print_control_dependencies = true;
  options.async_mode = AsyncPrintMode::kKeep;
  return options;
}

class Reporter {
 public:
  Reporter(const DumpFolder& folder, const PassReportOptions& options, ModuleReport* report)
      : folder_(folder), options_(options), report_(*report) {}

  void Add(const DumpStage& stage) {
    StageReport& row = report_.stages.emplace_back();
    row.stage = stage;
    const absl::Status status = Fill(&row);
    if (!status.ok()) row.error = Std(status.message()).substr(0, kMaxErrorBytes);
  }

  void EstimateLastPeak() {
    if (last_.has_value()) report_.estimated_peak = EstimatePeak(last_->module);
  }

 private:
  absl::Status Fill(StageReport* row) {
    absl::StatusOr<SourceBuffer> text = ReadStageText(folder_.path, row->stage.file, options_.file);
    if (!text.ok()) return text.status();
    const size_t index = report_.stages.size() - 1;
    row->compared_to = last_index_;
    if (last_.has_value() && last_->bytes() == text->view()) {
      row->totals = last_->totals;
      row->change.emplace();
      last_index_ = index;
      return absl::OkStatus();
    }
    absl::StatusOr<LoadedStage> stage = LoadStage(*std::move(text), options_.file);
    if (!stage.ok()) return stage.status();
    row->totals = stage->totals;
    if (last_.has_value()) Compare(*stage, row);
    last_ = *std::move(stage);
    last_index_ = index;
    return absl::OkStatus();
  }

  void Compare(const LoadedStage& stage, StageReport* row) {
    StageDiffLimits text = options_.diff_text;
    if (diff_bytes_ >= options_.max_diff_bytes) text.max_lines = 0;
    row->change = CompareStages(*last_, stage, text);
    diff_bytes_ += row->change->diff.text.size();
  }

  const DumpFolder& folder_;
  const PassReportOptions& options_;
  ModuleReport& report_;
  std::optional<LoadedStage>
      last_;  // the last readable stage; last_index_ is its position in the report
  size_t last_index_ = 0;
  size_t diff_bytes_ = 0;
};

}  // namespace

const StageReport* ModuleReport::first() const {
  const auto found = std::find_if(stages.begin(), stages.end(), IsRead);
  return found == stages.end() ? nullptr : &*found;
}

const StageReport* ModuleReport::last() const {
  const auto found = std::find_if(stages.rbegin(), stages.rend(), IsRead);
  return found == stages.rend() ? nullptr : &*found;
}

int64_t ModuleReport::error_count() const {
  return std::count_if(stages.begin(), stages.end(), std::not_fn(IsRead));
}

size_t ModuleReport::diff_bytes() const {
  size_t bytes = 0;
  for (const StageReport& stage : stages) {
    if (stage.change.has_value()) bytes += stage.change->diff.text.size();
  }
  return bytes;
}

absl::StatusOr<LoadedStage> LoadStage(SourceBuffer&& text, const StageFileOptions& options) {
  const auto text_bytes = static_cast<int64_t>(text.size());
  absl::StatusOr<HloModule> module = ParseStage(std::move(text), options);
  if (!module.ok()) return module.status();
  StageTotals totals = TotalsOf(*module);
  totals.text_bytes = text_bytes;
  totals.async_pairs = static_cast<int64_t>(AsyncPairs(*module).all().size());
  SourceBuffer proto(0);
  // The bytes of a proto stay in `text`. NOLINTNEXTLINE(bugprone-use-after-move)
  if (module->source().empty()) proto = std::move(text);
  return LoadedStage{*std::move(module), std::move(totals), std::move(proto)};
}

absl::StatusOr<LoadedStage> LoadStage(const DumpFolder& folder, const DumpStage& stage,
                                      const StageFileOptions& options) {
  absl::StatusOr<SourceBuffer> text = ReadStageText(folder.path, stage.file, options);
  if (!text.ok()) return text.status();
  return LoadStage(*std::move(text), options);
}

StageChange CompareStages(const LoadedStage& before, const LoadedStage& after,
                          const StageDiffLimits& limits) {
  const ModuleDiff diff = Diff(before.module, after.module);
  StageChange change;
  change.same_text = before.bytes() == after.bytes();
  change.is_empty = diff.empty();
  change.added = diff.added();
  change.removed = diff.removed();
  change.changed = diff.changed();
  for (const HeaderDiff& field : diff.header_changes()) change.header_changes.push_back(field.name);
  change.opcodes = OpcodeChanges(before.totals, after.totals);
  const AddedWork& earlier = before.totals.added_work;
  const AddedWork& later = after.totals.added_work;
  change.added_work = {Difference(earlier.layout_copies, later.layout_copies),
                       Difference(earlier.rematerialized, later.rematerialized)};
  CountInstructions(diff, &change);
  CountAsync(diff, before.module, after.module, &change);
  DiffPrintOptions options;
  options.text.print = LineOptions();
  options.terse = true;
  options.max_lines = limits.max_lines;
  options.max_columns = limits.max_columns;
  change.diff = PrintDiff(diff, options);
  return change;
}

ModuleReport ReportPasses(const DumpFolder& folder, const DumpModule& module,
                          const PassReportOptions& options) {
  ModuleReport report;
  report.module = module;
  report.module.stages.clear();
  Reporter reporter(folder, options, &report);
  for (const DumpStage& stage : module.stages) reporter.Add(stage);
  report.buffers = TakeBufferReports(folder.path, options.file, &report.module.others);
  if (report.buffers.empty()) reporter.EstimateLastPeak();
  report.thunks = TakeThunkReports(folder.path, options.file, &report.module.others);
  return report;
}

}  // namespace hlo_text_v1::internal
