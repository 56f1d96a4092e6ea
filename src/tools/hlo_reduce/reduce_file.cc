// --extract and --anonymize need no tests. Otherwise ReduceFile reads the module; if that works and
// the printed module is still interesting, it reduces the module, else the text.
#include "src/tools/hlo_reduce/reduce_file.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "hlo/printer.h"
#include "hlo/proto.h"
#include "hlo/read.h"
#include "hlo/reduce.h"
#include "src/base/human_text.h"
#include "src/base/strings.h"
#include "src/tools/common/program_main.h"
#include "src/tools/common/progress.h"
#include "src/tools/common/read_input.h"
#include "src/tools/common/run_command.h"
#include "src/tools/common/terminal.h"
#include "src/tools/hlo_reduce/command_test.h"
#include "src/tools/hlo_reduce/reduce_progress.h"

namespace hlo_text_v1::internal {
namespace {

using Clock = std::chrono::steady_clock;

int64_t LineCount(std::string_view text) { return std::count(text.begin(), text.end(), '\n'); }

// The reduction of one file. Errors go to the log.
class FileReduction {
 public:
  FileReduction(const ReduceFlags& flags, DiagnosticLog* log)
      : flags_(flags), log_(*log), name_(InputName(flags.files[0])) {}

  ExitCode Run(OutputFile* out) {
    const absl::StatusOr<Source> input = ReadSource(flags_.files[0]);
    if (!input.ok()) {
      log_.ComplainPlainly(Std(input.status().message()));
      return kIoError;
    }
    input_ = std::string(input->text.view());
    is_proto_ = IsHloProto(input_);
    test_ = std::make_unique<CommandTest>(flags_, is_proto_ ? ".hlo.pb" : ".hlo");
    if (!out->CheckWritable()) return kIoError;
    CatchInterrupts();
    const absl::Status status = test_->Start(input_);
    if (!status.ok()) {
      const bool is_answer = absl::IsFailedPrecondition(status);
      log_.Complain(StrCat(is_answer ? "is not interesting: " : "", Std(status.message())));
      return is_answer ? kInputRefused : kIoError;
    }
    const absl::StatusOr<bool> is_done = flags_.text ? false : ReduceModule();
    if (!is_done.ok()) return kInputRefused;
    if (!*is_done && !ReduceText()) return kInputRefused;
    line_.Clear();
    if (const std::string failure = test_->failure(); !failure.empty()) {
      log_.Complain(failure);
      is_stopped_ = true;
    }
    if (!is_stopped_) log_.Complain(Summary());
    if (is_stopped_) log_.Complain(StrCat("stopped; ", Summary()));
    out->Write(Finished(result_));
    if (out->failed()) return kIoError;
    return is_stopped_ ? kInputRefused : kFine;
  }

 private:
  // The bytes that a test gets: text or a proto.
  absl::StatusOr<std::string> BytesOf(const HloModule& module) const {
    if (is_proto_) return SerializeHloModule(module);
    std::string text = PrintHloModule(module, ReduceOptions::DefaultPrint());
    if (text.size() > 1 && text[text.size() - 2] == '\n') text.pop_back();  // the empty line
    return text;
  }

  // False if the text should be reduced instead.
  absl::StatusOr<bool> ReduceModule() {
    ReadOptions read;
    read.parse.upgrade_legacy = flags_.upgrade_legacy;
    read.parse.allow_unknown = flags_.allow_unknown;
    std::vector<Diagnostic> diagnostics;
    const absl::StatusOr<HloModule> module = ReadHloModule(input_, read, &diagnostics);
    if (!module.ok()) {
      log_.Add(input_, diagnostics);
      return OnlyText("cannot be read");
    }
    const absl::StatusOr<std::string> bytes = BytesOf(*module);
    if (!bytes.ok()) return OnlyText(Std(bytes.status().message()));
    ReduceOptions options;
    options.verify = !flags_.unverified;
    options.jobs = flags_.job_count;
    options.max_tests = flags_.test_limit;
    options.on_progress = [&](const ReduceProgress& progress) { return Report(progress); };
    const auto is_interesting = [&](const HloModule& candidate) {
      const absl::StatusOr<std::string> text = BytesOf(candidate);
      return text.ok() && (*text == input_ || test_->IsInteresting(*text));
    };
    absl::StatusOr<ReduceResult> result = ReduceHloModule(*module, is_interesting, options);
    if (absl::IsResourceExhausted(result.status())) throw std::bad_alloc();
    if (!result.ok() && !CanTest()) {
      result_ = input_;
      return is_stopped_ = true;
    }
    if (!result.ok()) {
      const std::string_view reason = Std(result.status().message());
      if (absl::IsInvalidArgument(result.status())) {
        log_.Complain(StrCat(reason, "; --unverified reduces it nevertheless"));
        return result.status();
      }
      return OnlyText(StrCat("printed again, ", reason));
    }
    result_ = *BytesOf(result->module);
    is_stopped_ = result->is_stopped;
    counts_ = result->counts;
    return true;
  }

  absl::StatusOr<bool> OnlyText(std::string_view reason) {
    if (is_proto_) {
      log_.Complain(reason);
      return absl::InvalidArgumentError(Absl(reason));
    }
    log_.Complain(StrCat(reason, ": reducing the text"));
    return false;
  }

  bool ReduceText() {
    result_ = input_;
    const absl::StatusOr<ReduceTextResult> result = ReduceHloText(
        input_, [&](std::string_view text) { return text == input_ || test_->IsInteresting(text); },
        [&](const ReduceTextResult& so_far) {
          Show("text", Size(so_far.text), 0, so_far.tests);
          if (so_far.text.size() < result_.size() && IsTimeToSave()) {
            result_ = so_far.text;
            Save(result_);
          }
          return CanTest() && (flags_.test_limit == 0 || so_far.tests < flags_.test_limit);
        });
    if (!result.ok()) return false;
    result_ = result->text;
    is_stopped_ = result->is_stopped;
    counts_.tests = result->tests;
    counts_.cached = result->cached;
    return true;
  }

  static int64_t Size(std::string_view text) { return static_cast<int64_t>(text.size()); }

  bool Report(const ReduceProgress& progress) {
    Show(progress.pass, progress.bytes, progress.instructions, progress.tests);
    if (progress.is_improved && IsTimeToSave()) {
      if (const absl::StatusOr<std::string> bytes = BytesOf(*progress.best); bytes.ok()) {
        Save(*bytes);
      }
    }
    return CanTest();
  }
  bool CanTest() { return !WasInterrupted() && test_->failure().empty(); }

  void Show(std::string_view pass, int64_t bytes, int64_t instructions, int64_t tests) {
    if (!line_.IsDue()) return;
    line_.Show(
        ReduceProgressText({pass, Size(input_), bytes, instructions, tests, line_.seconds()}));
  }

  // Keeps the best module so far in the file, even if the machine dies.
  bool IsTimeToSave() const {
    return !flags_.output.empty() && Clock::now() - saved_at_ > std::chrono::seconds(1);
  }
  void Save(const std::string& bytes) {
    OutputFile file(flags_.output);
    const bool is_saved = file.Write(Finished(bytes)) && file.Commit();
    if (!is_saved && !has_complained_) log_.Complain(StrCat("not saved yet: ", file.error()));
    has_complained_ |= !is_saved;
    saved_at_ = Clock::now();
  }

  // With a comment that says how it was made, which does not depend on the number of jobs.
  std::string Finished(const std::string& bytes) const {
    if (is_proto_) return bytes;
    std::string how = "// hlo-reduce";
    const std::pair<std::string_view, const std::string*> kHow[] = {{"test", &flags_.test},
                                                                    {"crashes", &flags_.crashes},
                                                                    {"prints", &flags_.prints},
                                                                    {"by", &flags_.by}};
    for (const auto& [flag, value] : kHow) {
      if (!value->empty()) StrAppend(&how, " --", flag, "=\"", *value, "\"");
    }
    if (flags_.unverified) how += " --unverified";
    if (flags_.text) how += " --text";
    return StrCat(Printable(how), "\n// ", Printable(name_), ": ",
                  Plural(LineCount(input_), "line"), ", here ", LineCount(bytes), "\n", bytes);
  }

  std::string Summary() const {
    return StrCat(
        HumanBytes(Size(input_)), " to ", HumanBytes(Size(result_)),
        is_proto_ ? "" : StrCat(", ", LineCount(input_), " lines to ", LineCount(result_)), "; ",
        Plural(test_->runs(), "test"), ", ", counts_.cached, " cached, ", counts_.invalid,
        " invalid, ", line_.seconds(), " s");
  }

  const ReduceFlags& flags_;
  DiagnosticLog& log_;
  const std::string name_;
  std::string input_;
  bool is_proto_ = false;
  std::unique_ptr<CommandTest> test_;
  ProgressLine line_{IsTerminal(STDERR_FILENO)};
  std::string result_;
  ReduceProgress counts_;
  bool is_stopped_ = false;
  bool has_complained_ = false;  // about failing to save the best module so far
  Clock::time_point saved_at_ = Clock::now();
};

// --extract, --anonymize.
ExitCode TakePart(const ReduceFlags& flags, DiagnosticLog* log, OutputFile* out) {
  ParseOptions options;
  options.upgrade_legacy = flags.upgrade_legacy;
  options.allow_unknown = flags.allow_unknown;
  HloModule module;
  const ExitCode code = ReadModule(flags.files[0], options, log, &module);
  if (code != kFine) return code;
  if (!flags.names.empty()) {
    const std::vector<std::string_view> names(flags.names.begin(), flags.names.end());
    absl::StatusOr<HloModule> part = ExtractHlo(module, names, {flags.hop_count});
    if (!part.ok()) {
      log->Complain(Std(part.status().message()));
      return kInputRefused;
    }
    module = *std::move(part);
  }
  if (flags.anonymize) {
    for (const std::string& line : AnonymizeHlo(&module)) log->Complain(StrCat("left: ", line));
  }
  PrintHloModule(module, ReduceOptions::DefaultPrint(),
                 [&](std::string_view piece) { out->Write(piece); });
  return out->failed() ? kIoError : kFine;
}

}  // namespace

ExitCode ReduceFile(const ReduceFlags& flags) {
  return MakeOutput("hlo-reduce", InputName(flags.files[0]), flags.output,
                    [&](DiagnosticLog* log, OutputFile* out) {
                      if (!flags.names.empty() || flags.anonymize) return TakePart(flags, log, out);
                      return FileReduction(flags, log).Run(out);
                    });
}

}  // namespace hlo_text_v1::internal
