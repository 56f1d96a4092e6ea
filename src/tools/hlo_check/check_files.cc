// Tests run in parallel, each in processes of its own; messages come in the order of the files.
#include "src/tools/hlo_check/check_files.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>

#include "absl/cleanup/cleanup.h"
#include "src/base/human_text.h"
#include "src/base/ordered_pool.h"
#include "src/base/strings.h"
#include "src/check/report.h"
#include "src/check/run_checks.h"
#include "src/check/update_checks.h"
#include "src/read/source.h"
#include "src/tools/common/available_cores.h"
#include "src/tools/common/input_files.h"
#include "src/tools/common/output_file.h"
#include "src/tools/common/program_main.h"
#include "src/tools/common/read_input.h"
#include "src/tools/common/run_command.h"
#include "src/tools/common/terminal.h"
#include "src/tools/hlo_check/run_test.h"

namespace hlo_text_v1::internal {
namespace {

constexpr char kProgram[] = "hlo-check";

// --update: `text` for `input`, also in the file. Returns false if that cannot be written.
bool Update(const CheckFlags& flags, std::string_view input, std::string* text) {
  UpdatedChecks updated;
  CheckFileError error;
  if (!UpdateChecks(*text, flags.checks, input, &updated, &error)) return true;  // reported later
  const std::string& path = flags.output.empty() ? flags.files[0] : flags.output;
  if (updated.text != *text || !flags.output.empty()) {
    OutputFile file(path);
    if (!file.Write(updated.text) || !file.Commit()) {
      Complain(kProgram, file.error());
      return false;
    }
    Complain(kProgram, StrCat(path, ": ", Plural(updated.rewritten, "directive"), " rewritten, ",
                              updated.added, " added, ", updated.removed, " removed"));
  }
  *text = std::move(updated.text);
  return true;
}

// --input_file: one input, one check file.
ExitCode CheckInput(const CheckFlags& flags) {
  absl::StatusOr<Source> checks = ReadSource(flags.files[0]);
  absl::StatusOr<Source> input = ReadSource(flags.input_file);
  for (const auto* source : {&checks, &input}) {
    if (source->ok()) continue;
    Complain(kProgram, Std(source->status().message()));
    return kIoError;
  }
  const NamedText text{InputName(flags.input_file), input->text.view()};
  const ReportOptions report{flags.strict_whitespace, WantsColor(STDERR_FILENO)};
  const std::string collapsed = CollapseBlanks(text.text, flags.strict_whitespace);
  std::string checks_text(checks->text.view());
  if (flags.update && !Update(flags, collapsed, &checks_text)) return kIoError;
  const NamedText check_file{InputName(flags.files[0]), checks_text};
  CheckFile file;
  CheckFileError error;
  if (!ReadCheckFile(check_file.text, flags.checks, &file, &error)) {
    PrintErrors(ReportError(error, check_file, report));
    return kInputRefused;
  }
  if (text.text.empty() && !flags.allow_empty) {
    Complain(kProgram, StrCat(text.name, ": is empty; --allow_empty accepts that"));
    return kInputRefused;
  }
  const CheckResult result = RunChecks(file, flags.checks, collapsed);
  for (const CheckFailure& failure : result.failures) {
    PrintErrors(ReportFailure(failure, check_file, text, collapsed, report));
  }
  return result.failures.empty() ? kFine : kInputRefused;
}

ExitCode RunTests(const CheckFlags& flags) {
  const InputFiles inputs = ListInputFiles(flags.files, /*recursive=*/true, /*once=*/true);
  for (const std::string& error : inputs.errors) Complain(kProgram, error);
  std::error_code error;
  std::string folder = std::filesystem::temp_directory_path(error) / "hlo-check-XXXXXX";
  if (error || mkdtemp(folder.data()) == nullptr) {
    Complain(kProgram, StrCat("cannot make a folder for temporary files: ", std::strerror(errno)));
    return kIoError;
  }
  const absl::Cleanup remove_it = [&] { std::filesystem::remove_all(folder, error); };
  CatchInterrupts();
  const int jobs = flags.job_count == 0 ? AvailableCores() : flags.job_count;
  OrderedPool<TestResult> pool(inputs.paths.size(), jobs, [&](size_t i) {
    return RunTest(flags, inputs.paths[i], folder, i);
  });
  ExitCode code = inputs.code;
  int64_t failed = 0;
  while (const std::optional<TestResult> result = pool.Next()) {
    PrintErrors(result->output);
    failed += result->code != kFine;
    code = std::max(code, result->code);
    if (WasInterrupted()) return kInputRefused;
  }
  const auto count = static_cast<int64_t>(inputs.paths.size());
  if (count != 1) {
    Complain(kProgram, StrCat(Plural(count - failed, "test"), " passed, ", failed, " failed"));
  }
  return code;
}

}  // namespace

ExitCode CheckFiles(const CheckFlags& flags) {
  return flags.input_file.empty() ? RunTests(flags) : CheckInput(flags);
}

}  // namespace hlo_text_v1::internal
