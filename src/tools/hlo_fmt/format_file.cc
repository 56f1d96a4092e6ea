// Format, FormatProgram and ReadProgram show the stages of a file, one per line; program_stages.cc
// has the stages of a program. If a text is refused (kInvalidArgument), the log says why; any other
// status has a message.
#include "src/tools/hlo_fmt/format_file.h"

#include <unistd.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "hlo/cost.h"
#include "hlo/evaluate.h"
#include "hlo/summary.h"
#include "src/base/human_text.h"
#include "src/base/strings.h"
#include "src/base/unified_diff.h"
#include "src/format/split_modules.h"
#include "src/read/source.h"
#include "src/tools/common/program_main.h"
#include "src/tools/common/read_input.h"
#include "src/tools/hlo_fmt/diff_against.h"
#include "src/tools/hlo_fmt/flag_rules.h"
#include "src/tools/hlo_fmt/printing_loss.h"
#include "src/tools/hlo_fmt/replace_file.h"
#include "src/tools/hlo_fmt/split_input.h"

namespace hlo_text_v1::internal {
namespace {

// XLA's text settles after one reading; the other rounds are for print options.
constexpr int kMaxRounds = 6;

std::string NameInMessages(const Flags& flags, const std::string& path) {
  return path == "-" && !flags.stdin_filename.empty() ? flags.stdin_filename : InputName(path);
}

class FileFormatter {
 public:
  FileFormatter(const FormatSettings& settings, const std::string& path,
                OutputFile* stream = nullptr)
      : settings_(settings),
        flags_(settings.flags),
        path_(path),
        stream_(settings.is_compared || settings.flags.split_input_file ? nullptr : stream),
        log_(NameInMessages(settings.flags, path), settings.color_errors, "hlo-fmt"),
        stages_(settings, &log_, &timing_) {}

  FileResult Run() {
    result_.code = Format();
    result_.errors += log_.TakeText();
    timing_.bytes_out += result_.out.size();
    result_.timing = timing_;
    return std::move(result_);
  }

 private:
  // ---- The stages of a file.

  ExitCode Format() {
    if (!flags_.diff_against.empty()) return DiffPrograms();

    // Text that is not needed later is moved into the module, not copied.
    const bool is_needed = settings_.is_compared || flags_.keep || flags_.split_input_file;
    absl::StatusOr<Input> input = Read(is_needed);
    if (!input.ok()) return ComplainOfFile(input.status());

    absl::StatusOr<std::string> text =
        is_needed ? FormatText(input->text.view()) : FormatProgram(std::move(input->text));
    if (!text.ok()) return Refuse(text.status());

    return Write(*input, *std::move(text));
  }

  absl::StatusOr<std::string> FormatProgram(SourceBuffer&& source) {
    const absl::StatusOr<HloModule> module = ReadProgram(std::move(source));
    if (!module.ok()) return module.status();
    return Print(*module);
  }

  absl::StatusOr<HloModule> ReadProgram(SourceBuffer&& source) {
    absl::StatusOr<HloModule> module = stages_.Read(std::move(source));
    if (module.ok()) stages_.Normalize(*module);
    return module;
  }

  // ---- Reading.

  // `as_text`: also turns a proto into text.
  absl::StatusOr<Input> Read(bool as_text) {
    if (flags_.in_place) {
      const absl::StatusOr<FileStamp> stamp = StampFile(path_);
      if (!stamp.ok()) return stamp.status();
      stamp_ = *stamp;
    }
    absl::StatusOr<Input> input = Timed(&timing_.read_s, [&] { return ReadInput(path_, as_text); });
    if (!input.ok()) return input;
    timing_.bytes_in += input->text.size();
    for (const std::string& warning : input->warnings) log_.Complain(warning);
    return input;
  }

  // ---- From text to text.

  absl::StatusOr<std::string> FormatText(std::string_view text) {
    if (flags_.keep) return stages_.Reformat(text);
    return flags_.split_input_file ? FormatParts(text) : FormatUntilItStays(text);
  }

  // Formats the parts of --split_input_file.
  absl::StatusOr<std::string> FormatParts(std::string_view text) {
    const std::vector<InputPart> parts = SplitInput(text);
    std::string formatted;
    absl::Status status;
    for (const InputPart& part : parts) {
      // A part may have only comments, for example RUN lines.
      if (parts.size() > 1 && HasOnlyComments(part.text)) {
        if (!PrintsAbout()) StrAppend(&formatted, part.text, part.separator);
        continue;
      }
      log_.SetPart(text, static_cast<size_t>(part.text.data() - text.data()));
      const absl::StatusOr<std::string> printed = FormatUntilItStays(part.text);
      // Goes on after a refused part: later ones may have errors to show.
      status.Update(printed.status());
      if (!printed.ok()) continue;
      StrAppend(&formatted, *printed, PrintsAbout() ? "" : part.separator);
    }
    if (!status.ok()) return status;
    return formatted;
  }

  // Whether printing does not change `text` if the tables of stack frames keep their order. XLA
  // renumbers them at each reading, in an order that depends on the text.
  bool IsSettled(std::string_view text) {
    Flags flags = flags_;
    flags.keep_stack_frames = true;
    const FormatSettings settings(flags);
    const absl::StatusOr<std::string> kept =
        FileFormatter(settings, path_).FormatProgram(SourceBuffer::Copy(text));
    return kept.ok() && *kept == text;
  }

  // Reading XLA's text of a module that is not scheduled may reorder it, once. If it is compared
  // with the file, text is printed again until it stays the same.
  absl::StatusOr<std::string> FormatUntilItStays(std::string_view text) {
    absl::StatusOr<std::string> printed = FormatProgram(SourceBuffer::Copy(text));
    if (!settings_.is_compared || !printed.ok() || *printed == text) return printed;
    if (IsSettled(text)) return std::string(text);
    for (int round = 1; round < kMaxRounds; ++round) {
      FileFormatter next(settings_, path_);  // its log is not read
      absl::StatusOr<std::string> again = next.FormatProgram(SourceBuffer::Copy(*printed));
      timing_.Add(next.timing_);
      if (!again.ok()) {
        return absl::FailedPreconditionError(
            Absl(StrCat("what it prints as cannot be read back: ", Std(again.status().message()))));
      }
      if (*again == *printed || IsSettled(*printed)) return printed;
      printed = std::move(again);
    }
    // XLA adds metadata to some shardings on every read.
    return absl::FailedPreconditionError("what it prints as changes whenever it is read");
  }

  // ---- Writing.

  // Whether one line per module is printed instead.
  bool PrintsAbout() const { return flags_.fingerprint || flags_.summary || flags_.cost; }

  // The text of `module`; empty if it has gone to the stream.
  absl::StatusOr<std::string> Print(const HloModule& module) {
    // With the file's name, as sha256sum prints it.
    const std::string& name = path_ == "-" ? flags_.stdin_filename : path_;
    if (flags_.fingerprint) {
      const absl::StatusOr<std::string> hash = stages_.Fingerprint(module);
      if (!hash.ok()) return hash.status();
      return StrCat(*hash, "  ", name.empty() ? "-" : name, "\n");
    }
    if (flags_.summary) {
      const bool is_json = flags_.summary_form == "json";
      return SummarizeModule(module, is_json ? SummaryForm::kJson : SummaryForm::kText, name);
    }
    if (flags_.cost) {
      const std::string& form = flags_.cost_form;
      if (form.empty() || form == "json") {
        return SummarizeCost(module, form.empty() ? SummaryForm::kText : SummaryForm::kJson, name,
                             settings_.machine);
      }
      return FoldedStacks(module, CostAnalysis(module, {}, TripCounter()),
                          form == "folded"         ? CostMeasure::kFlops
                          : form == "folded_bytes" ? CostMeasure::kBytes
                                                   : CostMeasure::kWireBytes);
    }
    if (stream_ == nullptr) return stages_.Print(module);
    stages_.Print(module, [&](std::string_view piece) {
      PrintErrors(log_.TakeText());
      timing_.bytes_out += piece.size();
      Timed(&timing_.write_s, [&] { stream_->Write(piece); });
    });
    timing_.print_s -= timing_.write_s;  // Print includes writing
    return "";
  }

  ExitCode Write(const Input& input, std::string text) {
    if (!settings_.is_compared) {
      result_.out = std::move(text);
      return kFine;
    }
    if (flags_.in_place && input.is_proto) {
      log_.Complain("not written: the file is a proto; hlo-translate writes protos");
      return kInputRefused;
    }
    const std::string_view before = input.text.view();
    if (text == before) return kFine;
    if (!flags_.keep && !flags_.lossy) {
      const std::string why_not = WhyNotToWrite(before, text);
      if (!why_not.empty()) {
        log_.Complain(StrCat(flags_.in_place ? "not written: " : "-i would not write it: ", why_not,
                             ", or --lossy to write it anyway"));
        return kInputRefused;
      }
    }
    if (flags_.in_place) {
      return Timed(&timing_.write_s, [&] { return Overwrite(input, std::move(text)); });
    }
    result_.changed = true;
    result_.out = flags_.check ? ListedName() : Diff(before, text);
    return kInputRefused;
  }

  // A script gets the name as it is; for a terminal, control characters are removed.
  std::string ListedName() const {
    const bool is_shown = flags_.output.empty() && isatty(STDOUT_FILENO) != 0;
    return (is_shown ? Printable(log_.name()) : log_.name()) + "\n";
  }

  std::string Diff(std::string_view before, std::string_view after) const {
    UnifiedDiffOptions options;
    options.color = settings_.color_diff;
    options.max_columns = options.max_lines = std::numeric_limits<size_t>::max();
    return UnifiedDiff(before, after, log_.name() + ".orig", log_.name(), options);
  }

  ExitCode Overwrite(const Input& input, std::string text) {
    const size_t size = text.size();
    if (input.is_gzip) {
      absl::StatusOr<std::string> packed = Gzip(text);
      if (!packed.ok()) return Refuse(packed.status());
      text = *std::move(packed);
    }
    const absl::Status status = ReplaceFile(path_, stamp_, text);
    if (!status.ok()) return ComplainOfFile(status);
    result_.changed = true;
    timing_.bytes_out = size;
    return kFine;
  }

  // The reason why `after` must not be written, and what to do instead; empty if it may be.
  std::string WhyNotToWrite(std::string_view before, std::string_view after) {
    const std::string loss = DescribeLoss(before, after);
    if (!loss.empty()) {
      return StrCat("this would lose ", loss,
                    "; use --keep to keep comments, --print_large_constants to keep values");
    }
    if (!PromisesSameProgram(flags_) || IsSameProgram(before, after)) return "";
    return "the printed text is a different program; use --keep to format it";
  }

  // Compares the fingerprints of all parts. XLA's text does not show everything: -0.0 prints as -0,
  // which XLA reads as 0.
  bool IsSameProgram(std::string_view before, std::string_view after) {
    const auto fingerprint = [&](std::string_view text, bool as_xla) {
      Flags flags = flags_;
      flags.in_place = flags.check = flags.diff = false;
      flags.fingerprint = true;
      flags.as_xla = as_xla;
      const FormatSettings settings(flags);
      return FileFormatter(settings, path_).FormatText(text);
    };
    const absl::StatusOr<std::string> a = fingerprint(before, false);
    const absl::StatusOr<std::string> b = fingerprint(after, stages_.PrintsAsXla());
    return a.ok() && b.ok() && *a == *b;
  }

  // ---- --diff_against.

  ExitCode DiffPrograms() {
    FileFormatter other(settings_, flags_.diff_against);
    HloModule before, after;
    const ExitCode other_code = other.ReadModule(&before);
    result_.errors = other.log_.TakeText();
    timing_.Add(other.timing_);
    const ExitCode code = std::max(other_code, ReadModule(&after));
    if (code != kFine) return code;
    result_.out = Timed(&timing_.clean_s, [&] {
      return DiffAgainst(before, other.log_.name(), after, log_.name(), flags_,
                         settings_.color_diff);
    });
    result_.changed = !result_.out.empty();
    return result_.changed ? kInputRefused : kFine;
  }

  ExitCode ReadModule(HloModule* module) {
    absl::StatusOr<Input> input = Read(/*as_text=*/false);
    if (!input.ok()) return ComplainOfFile(input.status());
    absl::StatusOr<HloModule> read = ReadProgram(std::move(input->text));
    if (!read.ok()) return Refuse(read.status());
    *module = *std::move(read);
    return kFine;
  }

  // ---- Errors and the result.

  ExitCode Refuse(const absl::Status& status) {
    const std::string_view message = Std(status.message());
    if (absl::IsInvalidArgument(status)) return kInputRefused;
    const bool is_refused = absl::IsFailedPrecondition(status);
    log_.Complain(StrCat(is_refused ? "" : "internal error: ", message));
    return is_refused ? kInputRefused : kIoError;
  }

  // `status` names the file.
  ExitCode ComplainOfFile(const absl::Status& status) {
    log_.ComplainPlainly(Std(status.message()));
    return absl::IsInvalidArgument(status) ? kInputRefused : kIoError;  // a proto may be refused
  }

  const FormatSettings& settings_;
  const Flags& flags_;
  const std::string& path_;
  OutputFile* const stream_;  // null: text is collected
  Timing timing_;
  DiagnosticLog log_;
  const ProgramStages stages_;
  FileStamp stamp_;  // with -i, of the file read
  FileResult result_;
};

}  // namespace

FileResult FormatFile(const FormatSettings& settings, const std::string& path, OutputFile* stream) {
  return FileFormatter(settings, path, stream).Run();
}

}  // namespace hlo_text_v1::internal
