// See buffer_summary.h.
#include "src/tools/hlo_view/dump_report/buffer_summary.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "hlo/buffer_assignment.h"
#include "hlo/live_ranges.h"
#include "hlo/thunks.h"
#include "src/base/human_text.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

constexpr std::string_view kAssignment = "-buffer-assignment.txt";
constexpr std::array<std::string_view, 5> kKinds = {"parameter", "output", "constant",
                                                    "thread-local", "temporary"};

// Parses the file `name` of the list, or `name`.gz, and removes it from the list. If it cannot be
// read, returns false and leaves it there.
template <typename Parse, typename Value>
bool TakeReport(const std::string& folder, const StageFileOptions& options, const std::string& name,
                Parse parse, std::vector<std::string>* files, Value* value) {
  for (const std::string& path : {name, name + ".gz"}) {
    const auto file = std::find(files->begin(), files->end(), path);
    if (file == files->end()) continue;
    const absl::StatusOr<SourceBuffer> text = ReadStageText(folder, path, options);
    if (!text.ok()) return false;
    auto result = parse(text->view());
    if (!result.ok()) return false;
    *value = *std::move(result);
    files->erase(file);
    return true;
  }
  return false;
}

// The names without `suffix`, or `suffix`.gz, of the files that end in it.
std::vector<std::string> StemsOf(const std::vector<std::string>& files, std::string_view suffix) {
  std::vector<std::string> stems;
  for (const std::string& file : files) {
    absl::string_view stem = Absl(file);
    absl::ConsumeSuffix(&stem, ".gz");
    if (absl::ConsumeSuffix(&stem, Absl(suffix))) stems.emplace_back(stem);
  }
  // X and X.gz are one report; they are neighbours.
  stems.erase(std::unique(stems.begin(), stems.end()), stems.end());
  return stems;
}

void AddKinds(const BufferAssignment& assignment, BufferSummary* summary) {
  for (const std::string_view kind : kKinds) {
    std::map<int64_t, BufferAssignment> by_color;
    for (const BufferAllocation& allocation : assignment.allocations) {
      if (!absl::StartsWith(allocation.Kind(), Absl(kind))) continue;
      by_color[allocation.color].allocations.emplace_back().size = allocation.size;
    }
    for (const auto& [color, of_kind] : by_color) {
      summary->kinds.push_back({std::string(kind), color, of_kind.total_bytes(),
                                static_cast<int64_t>(of_kind.allocations.size())});
    }
  }
}

// The peaks of the module `stem`.txt, or `stem`.txt.gz.
void AddPeaks(const std::string& folder, const StageFileOptions& options, const std::string& stem,
              const BufferAssignment& assignment, const LiveRangeReport* ranges,
              BufferSummary* summary) {
  absl::StatusOr<SourceBuffer> text = ReadStageText(folder, stem + ".txt", options);
  if (!text.ok()) text = ReadStageText(folder, stem + ".txt.gz", options);
  if (!text.ok()) return;
  const absl::StatusOr<HloModule> module = ParseStage(*std::move(text), options);
  if (!module.ok()) return;
  const BufferTimes times = BufferTimesOf(assignment, *module, ranges);
  const MemorySpaceNames names(*module);
  const auto add = [&](std::string memory, int64_t bytes, int64_t time) {
    if (bytes == 0) return;
    const HloInstruction* at = times.sequence[static_cast<size_t>(time)];
    summary->peaks.push_back(
        {std::move(memory), bytes, std::string(at == nullptr ? "" : at->name())});
  };
  add(times.others.empty() ? "" : names.Of(0), times.peak_bytes, times.peak_time);
  for (const BufferTimes::Memory& memory : times.others) {
    add(names.Of(memory.color), memory.peak_bytes, memory.peak_time);
  }
  const std::optional<BufferSummary::Peak> estimate = EstimatePeak(*module);
  if (estimate.has_value()) summary->estimated_peak_bytes = estimate->bytes;
}

}  // namespace

std::vector<BufferSummary> TakeBufferReports(const std::string& folder,
                                             const StageFileOptions& options,
                                             std::vector<std::string>* files) {
  std::vector<BufferSummary> summaries;
  for (const std::string& stem : StemsOf(*files, kAssignment)) {
    BufferAssignment assignment;
    const std::string name = StrCat(stem, kAssignment);
    if (!TakeReport(folder, options, name, ParseBufferAssignmentText, files, &assignment)) continue;
    BufferSummary& summary = summaries.emplace_back();
    summary.file = name;
    summary.total_bytes = assignment.total_bytes();
    summary.allocations = static_cast<int64_t>(assignment.allocations.size());
    AddKinds(assignment, &summary);
    std::vector<MemorySpaceReport> spaces;
    if (TakeReport(folder, options, stem + "-memory-usage-report.txt", ParseMemoryUsageReport,
                   files, &spaces)) {
      BufferAssignment reported;
      for (const MemorySpaceReport& space : spaces) {
        reported.allocations.emplace_back().size = space.total_bytes;
      }
      summary.reported_bytes = reported.total_bytes();
    }
    BufferValueReport values;
    if (TakeReport(folder, options, stem + "-buffer-assignment-values.txt", ParseBufferValueReport,
                   files, &values)) {
      summary.values = static_cast<int64_t>(values.values.size());
    }
    LiveRangeReport ranges;
    const bool has_ranges =
        TakeReport(folder, options, stem + "-live-range.txt", ParseLiveRangeReport, files, &ranges);
    AddPeaks(folder, options, stem, assignment, has_ranges ? &ranges : nullptr, &summary);
  }
  return summaries;
}

std::optional<BufferSummary::Peak> EstimatePeak(const HloModule& module) {
  if (!module.config().is_scheduled) return std::nullopt;
  const LiveRanges live(module);
  if (live.peak_bytes() == 0) return std::nullopt;
  const HloInstruction& at = *live.steps()[static_cast<size_t>(live.peak_step())];
  std::string place(at.name());
  if (!at.parent()->IsEntry()) StrAppend(&place, " in ", at.parent()->name());
  return BufferSummary::Peak{"", live.peak_bytes(), std::move(place)};
}

std::string DescribeBuffers(const BufferSummary& summary) {
  std::string text =
      StrCat(HumanBytes(summary.total_bytes), " in ", Plural(summary.allocations, "allocation"));
  for (size_t i = 0; i < summary.kinds.size(); ++i) {
    const BufferSummary::Kind& kind = summary.kinds[i];
    StrAppend(&text, i == 0 ? ": " : ", ", kind.name, " ", HumanBytes(kind.bytes));
    if (kind.memory_space != 0) StrAppend(&text, " in memory space ", kind.memory_space);
  }
  if (summary.values >= 0) StrAppend(&text, "; ", Plural(summary.values, "value"));
  if (summary.reported_bytes >= 0 && summary.reported_bytes != summary.total_bytes) {
    StrAppend(&text, "; XLA reports ", HumanBytes(summary.reported_bytes));
  }
  for (size_t i = 0; i < summary.peaks.size(); ++i) {
    const BufferSummary::Peak& peak = summary.peaks[i];
    StrAppend(&text, i == 0 ? "; peak " : ", ", peak.memory, peak.memory.empty() ? "" : " ",
              HumanBytes(peak.bytes), peak.instruction.empty() ? "" : " at ",
              Printable(peak.instruction));
    if (i > 0 || summary.estimated_peak_bytes < 0) continue;
    const std::string estimate = HumanBytes(summary.estimated_peak_bytes);
    if (estimate == HumanBytes(peak.bytes)) continue;
    StrAppend(&text, " (estimate from the text ", estimate, ")");
  }
  return text;
}

std::vector<ThunkSummary> TakeThunkReports(const std::string& folder,
                                           const StageFileOptions& options,
                                           std::vector<std::string>* files) {
  std::vector<ThunkSummary> summaries;
  constexpr std::string_view kSequences[] = {".thunk_sequence.txt",
                                             ".thunk_sequence_after_thunk_passes.txt"};
  for (const std::string& stem : StemsOf(*files, kSequences[0])) {
    std::string metadata;
    const auto keep = [](std::string_view text) -> absl::StatusOr<std::string> {
      return std::string(text);
    };
    const bool has_names =
        TakeReport(folder, options, stem + ".thunk_metadata.txt", keep, files, &metadata);
    for (const std::string_view suffix : kSequences) {
      std::vector<Thunk> thunks;
      const std::string name = StrCat(stem, suffix);
      if (!TakeReport(folder, options, name, ParseThunkSequence, files, &thunks)) continue;
      ThunkSummary& summary = summaries.emplace_back();
      summary.file = name;
      summary.thunks = static_cast<int64_t>(thunks.size());
      std::map<std::string_view, int64_t> kinds;
      for (const Thunk& thunk : thunks) ++kinds[thunk.kind];
      for (const auto& [kind, count] : kinds) summary.kinds.push_back({std::string(kind), count});
      std::stable_sort(summary.kinds.begin(), summary.kinds.end(),
                       [](const auto& a, const auto& b) { return a.thunks > b.thunks; });
      if (!has_names || !AddThunkNames(metadata, &thunks).ok()) continue;
      std::set<std::string_view> instructions;
      for (const Thunk& thunk : thunks) instructions.insert(thunk.instruction);
      instructions.erase("");
      summary.instructions = static_cast<int64_t>(instructions.size());
    }
  }
  return summaries;
}

std::string DescribeThunks(const ThunkSummary& summary) {
  std::string text = StrCat(summary.thunks);
  if (summary.instructions >= 0) {
    StrAppend(&text, " of ", Plural(summary.instructions, "instruction"));
  }
  for (size_t i = 0; i < summary.kinds.size(); ++i) {
    const ThunkSummary::Kind& kind = summary.kinds[i];
    StrAppend(&text, i == 0 ? ": " : ", ", kind.thunks, " ", Printable(kind.name));
  }
  return text;
}

}  // namespace hlo_text_v1::internal
