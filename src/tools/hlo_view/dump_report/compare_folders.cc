// Pairs items by key, which is a name and the number of earlier items with that name, and compares
// each pair on its own.
#include "src/tools/hlo_view/dump_report/compare_folders.h"

#include <cstddef>
#include <string>
#include <utility>

#include "hlo/source.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/diff/merge_order.h"

namespace hlo_text_v1::internal {
namespace {

// The keys of `items`, all different: name_of(item), "name\n2" the second time.
template <typename T, typename NameOf>
std::vector<std::string> KeysOf(const std::vector<const T*>& items, NameOf name_of) {
  HashMap<std::string, size_t> seen;
  std::vector<std::string> keys;
  keys.reserve(items.size());
  for (const T* item : items) {
    std::string name = name_of(*item);
    const size_t times = ++seen[name];
    if (times > 1) name = StrCat(name, "\n", times);
    keys.push_back(std::move(name));
  }
  return keys;
}

// Calls visit(before, after) for all items; one of the two may be nullptr.
template <typename T, typename NameOf, typename Visit>
void PairUp(const std::vector<const T*>& before, const std::vector<const T*>& after, NameOf name_of,
            Visit visit) {
  const std::vector<std::string> before_keys = KeysOf(before, name_of);
  const std::vector<std::string> after_keys = KeysOf(after, name_of);
  HashMap<std::string, size_t> place_of_key;
  for (const std::string& key : after_keys) place_of_key.emplace(key, place_of_key.size() + 1);
  HashMap<const T*, size_t> place_of;  // of `before` in `after`, from 1
  std::vector<const T*> counterparts(after.size());
  for (size_t i = 0; i < before.size(); ++i) {
    const auto found = place_of_key.find(before_keys[i]);
    if (found == place_of_key.end()) continue;
    place_of.emplace(before[i], found->second);
    counterparts[found->second - 1] = before[i];
  }
  size_t next = 0;
  MergeOrder(
      before, after,
      [&](const T* item) {
        const auto found = place_of.find(item);
        return found == place_of.end() ? 0 : found->second;
      },
      [&](const T* item) { visit(item, nullptr); },
      [&](const T* item) { visit(counterparts[next++], item); });
}

class StageComparer {
 public:
  StageComparer(const DumpFolder& before, const DumpFolder& after, const PassReportOptions& options,
                ModuleReport* report)
      : before_(before), after_(after), options_(options), report_(*report) {}

  // One of the two may be nullptr.
  void Add(const DumpStage* before, const DumpStage* after) {
    StageReport& row = report_.stages.emplace_back();
    row.stage = after == nullptr ? *before : *after;
    row.only = before == nullptr ? "after" : after == nullptr ? "before" : "";
    row.error = Fill(before, after, &row);
    if (!row.error.empty()) row.change.reset();
  }

 private:
  // The reason why a file could not be read; empty if it could.
  std::string Fill(const DumpStage* before, const DumpStage* after, StageReport* row) {
    if (before == nullptr || after == nullptr) {
      const absl::StatusOr<LoadedStage> stage = before == nullptr
                                                    ? LoadStage(after_, *after, options_.file)
                                                    : LoadStage(before_, *before, options_.file);
      if (!stage.ok()) return std::string(stage.status().message());
      row->totals = stage->totals;
      return "";
    }
    absl::StatusOr<SourceBuffer> a = ReadStageText(before_.path, before->file, options_.file);
    if (!a.ok()) return ErrorOf(before_, *before, a.status());
    absl::StatusOr<SourceBuffer> b = ReadStageText(after_.path, after->file, options_.file);
    if (!b.ok()) return ErrorOf(after_, *after, b.status());
    const bool same_text = a->view() == b->view();
    absl::StatusOr<LoadedStage> earlier = LoadStage(*std::move(a), options_.file);
    if (!earlier.ok()) return ErrorOf(before_, *before, earlier.status());
    row->before = StageCounterpart{*before, earlier->totals};
    if (same_text) {
      row->totals = earlier->totals;
      row->change.emplace();
      return "";
    }
    const absl::StatusOr<LoadedStage> later = LoadStage(*std::move(b), options_.file);
    if (!later.ok()) return ErrorOf(after_, *after, later.status());
    row->totals = later->totals;
    StageDiffLimits limits = options_.diff_text;
    if (diff_bytes_ >= options_.max_diff_bytes) limits.max_lines = 0;
    row->change = CompareStages(*earlier, *later, limits);
    diff_bytes_ += row->change->diff.text.size();
    return "";
  }

  static std::string ErrorOf(const DumpFolder& folder, const DumpStage& stage,
                             const absl::Status& status) {
    return StrCat(folder.path, "/", stage.file, ": ", Std(status.message()));
  }

  const DumpFolder& before_;
  const DumpFolder& after_;
  const PassReportOptions& options_;
  ModuleReport& report_;
  size_t diff_bytes_ = 0;
};

std::vector<const DumpStage*> StagesOf(const DumpModule* module) {
  std::vector<const DumpStage*> stages;
  if (module == nullptr) return stages;
  for (const DumpStage& stage : module->stages) stages.push_back(&stage);
  return stages;
}

}  // namespace

std::vector<ModulePair> PairModules(const std::vector<const DumpModule*>& before,
                                    const std::vector<const DumpModule*>& after) {
  std::vector<ModulePair> pairs;
  PairUp(
      before, after, [](const DumpModule& module) { return module.name; },
      [&](const DumpModule* a, const DumpModule* b) { pairs.push_back({a, b}); });
  return pairs;
}

ModuleReport CompareModules(const DumpFolder& before, const DumpFolder& after,
                            const ModulePair& pair, const PassReportOptions& options) {
  ModuleReport report;
  report.module = pair.after == nullptr ? *pair.before : *pair.after;
  report.module.stages.clear();
  report.compares_folders = true;
  report.only = pair.before == nullptr ? "after" : pair.after == nullptr ? "before" : "";
  StageComparer comparer(before, after, options, &report);
  PairUp(
      StagesOf(pair.before), StagesOf(pair.after),
      [](const DumpStage& stage) { return stage.Label(); },
      [&](const DumpStage* a, const DumpStage* b) { comparer.Add(a, b); });
  report.buffers = TakeBufferReports(pair.after == nullptr ? before.path : after.path, options.file,
                                     &report.module.others);
  return report;
}

}  // namespace hlo_text_v1::internal
