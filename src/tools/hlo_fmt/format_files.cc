// Everything that is written, but for files in place, is written here, by one thread, in the order
// of the inputs.
#include "src/tools/hlo_fmt/format_files.h"

#include <unistd.h>

#include <cstdio>
#include <string>
#include <utility>

#include "src/tools/common/available_cores.h"
#include "src/tools/common/output_file.h"
#include "src/tools/common/program_main.h"
#include "src/tools/common/terminal.h"
#include "src/tools/hlo_fmt/format_file.h"
#include "src/tools/hlo_fmt/input_files.h"
#include "src/tools/hlo_fmt/ordered_workers.h"
#include "src/tools/hlo_fmt/progress.h"
#include "src/tools/hlo_fmt/summary.h"
#include "src/tools/hlo_fmt/timing.h"

namespace hlo {
namespace {

void PutError(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stderr); }

int Jobs(const Flags& flags) { return flags.job_count == 0 ? AvailableCores() : flags.job_count; }

// Where much is printed on the same terminal, that is progress enough.
bool WantsProgress(const Flags& flags, size_t count) {
  const bool prints = !flags.in_place && !flags.check && flags.output.empty();
  return count > 1 && IsTerminal(STDERR_FILENO) && !(prints && isatty(STDOUT_FILENO) != 0);
}

// Formats `paths`, writing what is for the output to `out`.
void FormatAll(const Flags& flags, const re2::RE2* only, const std::vector<std::string>& paths,
               OutputFile* out, Summary* summary) {
  // Many files keep all threads busy, one may do so by itself.
  const FileFormatter formatter(flags, only, paths.size() == 1 ? Jobs(flags) : 1);
  if (paths.size() == 1) {
    FileResult result = formatter.Format(paths[0], out, PutError);
    PutError(result.errors);
    if (!result.out.empty()) {
      Timed(&result.timing.write_s, [&] { return out->Write(result.out); });
    }
    summary->Add(result);
    return;
  }
  Progress progress(WantsProgress(flags, paths.size()), paths.size());
  size_t done = 0;
  ForEachInOrder(
      paths.size(), Jobs(flags), [&](size_t i) { return formatter.Format(paths[i]); },
      [&](size_t i, FileResult result) {
        if (!result.errors.empty() || !result.out.empty()) progress.Clear();
        PutError(result.errors);
        const bool is_written =
            result.code != kFine && result.out.empty()
                ? true
                : Timed(&result.timing.write_s, [&] { return out->Write(result.out); });
        summary->Add(result);
        done = i + 1;
        if (done < paths.size()) progress.Update(done, paths[done]);
        return is_written;
      },
      [&] { progress.Update(done, paths[done]); });
}

}  // namespace

ExitCode FormatFiles(const Flags& flags, const re2::RE2* only) {
  const InputFiles inputs = ListInputFiles(flags.files, flags.recursive);
  for (const std::string& error : inputs.errors) Complain("hlo-fmt", error);
  if (inputs.code == kUsageError) return kUsageError;

  Summary summary;
  summary.Raise(inputs.code);
  OutputFile out(flags.output);
  FormatAll(flags, only, inputs.paths, &out, &summary);
  // A file named by -o gets everything or stays as it was.
  const bool commits = flags.output.empty() || summary.code() == kFine;
  if (out.failed() || (commits && !out.Commit())) summary.Raise(kIoError);
  Complain("hlo-fmt", out.error());

  const bool has_summary = flags.in_place || flags.check || flags.diff;
  if (has_summary && inputs.paths.size() != 1) {
    PutError(summary.Line(flags.in_place ? "changed" : "would change"));
  }
  if (flags.timing) PutError(TimingJson(summary.timing()));
  return summary.code();
}

}  // namespace hlo
