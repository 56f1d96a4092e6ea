// See read_measurements.h.
#include "src/tools/hlo_view/page/read_measurements.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "hlo/proto.h"
#include "src/base/strings.h"
#include "src/dumps/dump_name.h"
#include "src/tools/common/read_input.h"

namespace hlo_text_v1::internal {
namespace {

std::string NameWithoutFolder(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// `path` without the ending of a module's file; empty if it has another ending.
std::string StemOf(std::string_view path) {
  for (const std::string_view ending : {".txt", ".txt.gz", ".hlo.pb", ".hlo.pb.gz"}) {
    if (absl::EndsWith(Absl(path), Absl(ending))) {
      return std::string(path.substr(0, path.size() - ending.size()));
    }
  }
  return "";
}

// The file `path` or `path`.gz; empty if there is neither. A link would lead out of the folder.
std::string FindFile(const std::string& path) {
  for (std::string found : {path, path + ".gz"}) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::symlink_status(found, error);
    if (std::filesystem::is_regular_file(status)) return found;
  }
  return "";
}

// Parses the file stem + suffix into *value and its name into *file. False if there is none, or,
// with a warning, if it cannot be read.
template <typename Parse, typename Value>
bool ReadReport(const std::string& stem, std::string_view suffix, Parse parse, DiagnosticLog* log,
                std::string* file, Value* value) {
  const std::string path = stem.empty() ? "" : FindFile(StrCat(stem, suffix));
  if (path.empty()) return false;
  const absl::StatusOr<Source> input = ReadSource(path);
  if (!input.ok()) {
    log->ComplainPlainly(StrCat("warning: ", Std(input.status().message())));
    return false;
  }
  auto result = parse(input->text.view());
  if (!result.ok()) {
    log->ComplainPlainly(StrCat("warning: ", path, ": ", Std(result.status().message())));
    return false;
  }
  *file = NameWithoutFolder(path);
  *value = *std::move(result);
  return true;
}

}  // namespace

ExitCode ReadProfile(const std::string& path, DiagnosticLog* log, Measurements* measurements) {
  const absl::StatusOr<Source> input = ReadSource(path);
  if (!input.ok()) {
    log->ComplainPlainly(Std(input.status().message()));
    return kIoError;
  }
  absl::StatusOr<HloProfile> profile = ParseXplane(input->text.view());
  if (!profile.ok()) {
    log->ComplainPlainly(StrCat(InputName(path), ": ", Std(profile.status().message())));
    return kInputRefused;
  }
  measurements->profile = {NameWithoutFolder(path), *std::move(profile)};
  return kFine;
}

void ReadBuffers(const std::string& path, std::string_view bytes, DiagnosticLog* log,
                 Measurements* measurements) {
  MeasuredBuffers buffers;
  const std::string stem = StemOf(path);

  bool is_found = false;
  if (IsHloProto(bytes)) {
    absl::StatusOr<BufferAssignment> assignment = ParseBufferAssignmentProto(bytes);
    is_found = assignment.ok();
    if (is_found) {
      buffers.source = NameWithoutFolder(path);
      buffers.assignment = *std::move(assignment);
    } else if (!absl::IsNotFound(assignment.status())) {
      log->ComplainPlainly(
          StrCat("warning: ", InputName(path), ": ", Std(assignment.status().message())));
    }
  }
  if (!is_found && !ReadReport(stem, "-buffer-assignment.txt", ParseBufferAssignmentText, log,
                               &buffers.source, &buffers.assignment)) {
    return;
  }
  std::string unused;
  ReadReport(stem, "-memory-usage-report.txt", ParseMemoryUsageReport, log, &unused,
             &buffers.report);
  ReadReport(stem, "-live-range.txt", ParseLiveRangeReport, log, &buffers.ranges_source,
             &buffers.ranges);
  ReadReport(stem, "-buffer-assignment-values.txt", ParseBufferValueReport, log, &unused,
             &buffers.values);
  measurements->buffers = std::move(buffers);
}

void ReadThunks(const std::string& path, DiagnosticLog* log, Measurements* measurements) {
  const std::string file = NameWithoutFolder(path);
  const std::optional<DumpName> name = ParseDumpName(file);
  if (!name.has_value() || name->kind != DumpKind::kAfter) return;
  // The module's part of the name, with its dot.
  const std::string stem = path.substr(
      0, path.size() - file.size() + static_cast<size_t>(name->stage.data() - file.data()));
  MeasuredThunks thunks;
  if (!ReadReport(stem, "thunk_sequence_after_thunk_passes.txt", ParseThunkSequence, log,
                  &thunks.file, &thunks.thunks) &&
      !ReadReport(stem, "thunk_sequence.txt", ParseThunkSequence, log, &thunks.file,
                  &thunks.thunks)) {
    return;
  }
  std::string unused;
  const auto add_names = [&](std::string_view text) -> absl::StatusOr<std::vector<Thunk>> {
    absl::Status status = AddThunkNames(text, &thunks.thunks);
    if (!status.ok()) return status;
    return thunks.thunks;
  };
  ReadReport(stem, "thunk_metadata.txt", add_names, log, &unused, &thunks.thunks);
  measurements->thunks = std::move(thunks);
}

}  // namespace hlo_text_v1::internal
