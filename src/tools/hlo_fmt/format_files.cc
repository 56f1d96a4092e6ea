// The calling thread writes all output in input order; only the files of -i are written by the
// workers.
#include "src/tools/hlo_fmt/format_files.h"

#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/base/ordered_pool.h"
#include "src/base/strings.h"
#include "src/tools/common/available_cores.h"
#include "src/tools/common/heap.h"
#include "src/tools/common/input_files.h"
#include "src/tools/common/output_file.h"
#include "src/tools/common/program_main.h"
#include "src/tools/common/progress.h"
#include "src/tools/common/read_input.h"
#include "src/tools/common/terminal.h"

namespace hlo_text_v1::internal {
namespace {

// Output on the same terminal shows enough progress.
bool WantsProgress(const Flags& flags, size_t count) {
  const bool prints = !flags.in_place && !flags.check && flags.output.empty();
  return count > 1 && IsTerminal(STDERR_FILENO) && !(prints && isatty(STDOUT_FILENO) != 0);
}

// Formats `paths` and writes their output to `out`.
void FormatAll(const Flags& flags, const Machine* machine, const std::vector<std::string>& paths,
               OutputFile* out, Summary* summary) {
  // Many files keep all threads busy. A single file is parsed by all threads, and printed to the
  // output piece by piece.
  const int jobs = flags.job_count == 0 ? AvailableCores() : flags.job_count;
  const bool is_single = paths.size() == 1;
  FormatSettings settings(flags, is_single ? jobs : 1);
  settings.machine = machine;
  Progress progress(WantsProgress(flags, paths.size()), paths.size());
  if (is_single) UseHugePagesFor(paths[0]);
  OrderedPool<FileResult> pool(paths.size(), jobs, [&](size_t i) {
    return FormatFile(settings, paths[i], is_single ? out : nullptr);
  });
  const auto show_progress = [&] {
    const size_t done = pool.taken();
    if (done < paths.size()) progress.Update(done, paths[done]);
  };
  while (std::optional<FileResult> result = pool.Next(show_progress)) {
    if (!result->errors.empty() || !result->out.empty()) progress.Clear();
    PrintErrors(result->errors);
    const bool is_refused = result->code != kFine && result->out.empty();
    const bool goes_on =
        is_refused || Timed(&result->timing.write_s, [&] { return out->Write(result->out); });
    summary->Add(*result);
    if (!goes_on) return;
    show_progress();
  }
}

}  // namespace

ExitCode FormatFiles(const Flags& flags) {
  const std::vector<std::string> standard_input = {"-"};
  const bool has_summary = flags.in_place || flags.check || flags.diff;
  const InputFiles inputs = ListInputFiles(flags.files.empty() ? standard_input : flags.files,
                                           flags.recursive, /*once=*/has_summary);
  for (const std::string& error : inputs.errors) Complain("hlo-fmt", error);
  if (inputs.code == kUsageError) return kUsageError;

  Machine machine;
  if (!flags.machine.empty()) {
    std::string error;
    const ExitCode code = ReadMachineFile(flags.machine, &machine, &error);
    Complain("hlo-fmt", error);
    if (code != kFine) return code;
  }
  Summary summary;
  summary.Raise(inputs.code);
  OutputFile out(flags.output);
  FormatAll(flags, flags.machine.empty() ? nullptr : &machine, inputs.paths, &out, &summary);
  // A file named by -o gets everything or stays unchanged.
  const bool commits = flags.output.empty() || summary.code() == kFine;
  if (out.failed() || (commits && !out.Commit())) summary.Raise(kIoError);
  Complain("hlo-fmt", out.error());

  if (has_summary && inputs.paths.size() != 1) {
    PrintErrors(summary.Line(flags.in_place ? "changed" : "would change"));
  }
  if (flags.timing) PrintErrors(TimingJson(summary.timing()));
  return summary.code();
}

void Summary::Add(const FileResult& result) {
  Raise(result.code);
  timing_.Add(result.timing);
  if (result.changed) {
    ++changed_;
  } else if (result.code == kFine) {
    ++unchanged_;
  } else {
    ++with_errors_;
  }
}

void Summary::Raise(ExitCode code) { code_ = std::max(code_, code); }

std::string Summary::Line(std::string_view changed) const {
  std::string line;
  // The first part names the things that are counted.
  const auto add = [&](size_t count, std::string_view what) {
    if (count == 0) return;
    const std::string_view noun = !line.empty() ? "" : count == 1 ? " file" : " files";
    StrAppend(&line, line.empty() ? "" : ", ", count, noun, " ", what);
  };
  add(changed_, changed);
  add(unchanged_, "unchanged");
  add(with_errors_, "with errors");
  if (line.empty()) line = "no files";
  return line + "\n";
}

}  // namespace hlo_text_v1::internal
