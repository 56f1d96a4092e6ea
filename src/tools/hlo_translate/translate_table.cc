// The library makes the rows (hlo/tables.h) on several threads; the calling thread writes them.
#include "src/tools/hlo_translate/translate_table.h"

#include <unistd.h>

#include <string>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "hlo/tables.h"
#include "src/base/strings.h"
#include "src/read/source.h"
#include "src/tools/common/available_cores.h"
#include "src/tools/common/input_files.h"
#include "src/tools/common/output_file.h"
#include "src/tools/common/program_main.h"
#include "src/tools/common/progress.h"
#include "src/tools/common/terminal.h"
#include "src/tools/hlo_translate/write_table.h"

namespace hlo_text_v1::internal {
namespace {

constexpr std::string_view kProgram = "hlo-translate";

// Rows on the same terminal show enough progress.
bool WantsProgress(const TranslateFlags& flags, size_t count) {
  return count > 1 && IsTerminal(STDERR_FILENO) &&
         (!flags.output.empty() || isatty(STDOUT_FILENO) == 0);
}

absl::Status WriteRows(const TranslateFlags& flags, std::vector<std::string> paths, size_t* failed,
                       OutputFile* out) {
  Progress bar(WantsProgress(flags, paths.size()), paths.size());
  FileTableOptions options;
  options.jobs = flags.job_count == 0 ? AvailableCores() : flags.job_count;
  options.parse.allow_unknown = flags.allow_unknown;
  options.parse.upgrade_legacy = flags.upgrade_legacy;
  options.read = ReadSourceText;
  options.progress = [&](const TableProgress& progress) {
    *failed = progress.failed;
    bar.Update(progress.done, progress.path);
  };
  ArrowArrayStream stream;
  MakeFileTable(std::move(paths), FindTable(flags.table)->kind, options, &stream);
  const absl::Cleanup releaser = [&stream] { stream.release(&stream); };
  const TableForm csv = flags.raw_cells ? TableForm::kCsv : TableForm::kSheet;
  const TableForm form = flags.to == "csv" ? csv : TableForm::kNdjson;
  return WriteTable(&stream, form, [out](std::string_view piece) { return out->Write(piece); });
}

}  // namespace

ExitCode TranslateTable(const TranslateFlags& flags) {
  const InputFiles inputs = ListInputFiles(flags.files, /*recursive=*/true);
  for (const std::string& error : inputs.errors) Complain(kProgram, error);
  const size_t count = inputs.paths.size();
  size_t failed = 0;
  OutputFile out(flags.output);
  const absl::Status status = WriteRows(flags, inputs.paths, &failed, &out);
  if (!status.ok() || out.failed() || !out.Commit()) {
    Complain(kProgram, status.ok() ? out.error() : Std(status.message()));
    return kIoError;
  }
  if (failed > 0 && flags.table != "errors" && flags.table != "passes") {
    Complain(kProgram,
             StrCat(failed, " of ", count, " files could not be read; --table=errors says why"));
  }
  return inputs.code;
}

}  // namespace hlo_text_v1::internal
