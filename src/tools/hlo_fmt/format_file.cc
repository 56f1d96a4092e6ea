// Read, format, then what the mode asks for. Each step that fails has told why in the log.
#include "src/tools/hlo_fmt/format_file.h"

#include <unistd.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "hlo/format.h"
#include "hlo/source.h"
#include "src/base/strings.h"
#include "src/base/unified_diff.h"
#include "src/format/split_modules.h"
#include "src/tools/common/gzip.h"
#include "src/tools/common/terminal.h"
#include "src/tools/hlo_fmt/diff_against.h"
#include "src/tools/hlo_fmt/printing_loss.h"
#include "src/tools/hlo_fmt/replace_file.h"
#include "src/tools/hlo_fmt/split_input.h"

namespace hlo {
namespace {

// How diagnostics call an input.
std::string DiagnosticName(const Flags& flags, const std::string& path) {
  if (path != "-") return path;
  return flags.stdin_filename.empty() ? "<stdin>" : flags.stdin_filename;
}

// Behind a fingerprint, as sha256sum does it.
std::string FingerprintEnd(const Flags& flags, const std::string& path) {
  const bool has_name = path != "-" || flags.stdin_filename.empty();
  return StrCat("  ", has_name ? path : flags.stdin_filename, "\n");
}

// A status of formatting: diagnostics tell why a text is refused, the rest is told here.
ExitCode Tell(const absl::Status& status, DiagnosticLog* log) {
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
      return kInputRefused;
    case absl::StatusCode::kFailedPrecondition:
      log->Complain(Std(status.message()));
      return kInputRefused;
    default:
      log->Complain(StrCat("internal error: ", Std(status.message())));
      return kIoError;
  }
}

// A status that has the name of the file in it.
ExitCode TellPlainly(const absl::Status& status, DiagnosticLog* log) {
  log->ComplainPlainly(Std(status.message()));
  return kIoError;
}

// Whether with these flags a text that is printed is to be the program that was read, so that a
// difference is nothing that anybody asked for.
bool PromisesSameProgram(const Flags& flags) {
  const bool is_changed = !flags.strip.empty() || flags.sort_maps || flags.inline_stack_frames ||
                          flags.canonical_names || flags.upgrade_legacy;
  const bool is_full_style = flags.style == "default" || flags.style == "dump";
  return !is_changed && is_full_style && (flags.async != "generic" || flags.wrap_calls) &&
         std::all_of(flags.print_options.begin(), flags.print_options.end(),
                     [](const PrintOptionFlag& flag) {
                       return flag.option->name == "print_large_constants";
                     });
}

}  // namespace

FileFormatter::FileFormatter(const Flags& flags, const re2::RE2* only, int parse_jobs)
    : flags_(flags),
      printer_(flags, only, parse_jobs),
      is_compared_(flags.in_place || flags.check || flags.diff),
      color_errors_(WantsColor(STDERR_FILENO)),
      color_diff_((flags.diff || !flags.diff_against.empty()) && WantsColor(STDOUT_FILENO)) {}

FileResult FileFormatter::Format(const std::string& path) const {
  return FormatWith(path, [&](DiagnosticLog* log, FileResult* result) {
    if (flags_.diff_against.empty()) {
      FormatInput(path, log, result);
    } else {
      CompareInput(path, log, result);
    }
  });
}

FileResult FileFormatter::Format(const std::string& path, OutputFile* out,
                                 absl::FunctionRef<void(const std::string&)> put_error) const {
  if (!IsOnlyPrinted()) return Format(path);
  return FormatWith(path, [&](DiagnosticLog* log, FileResult* result) {
    Timing& timing = result->timing;
    absl::StatusOr<Input> input = Timed(&timing.read_s, [&] { return ReadInput(path); });
    if (!input.ok()) {
      result->code = TellPlainly(input.status(), log);
      return;
    }
    timing.bytes_in = input->text.size();
    const absl::Status status = printer_.PrintTo(
        std::move(input->text), log, &timing, [&] { put_error(log->TakeText()); },
        [&](std::string_view piece) {
          timing.bytes_out += piece.size();
          Timed(&timing.write_s, [&] { out->Write(piece); });
        });
    timing.print_s -= timing.write_s;  // which is within it
    if (!status.ok()) result->code = Tell(status, log);
  });
}

FileResult FileFormatter::FormatWith(const std::string& path, FormatStep step) const {
  FileResult result;
  DiagnosticLog log(DiagnosticName(flags_, path), color_errors_);
  try {
    step(&log, &result);
  } catch (const std::bad_alloc&) {
    log.Complain("out of memory");
    result.out.clear();
    result.code = kIoError;
  }
  result.errors += log.TakeText();
  return result;
}

// Sets the exit code of `result` if there is none.
absl::StatusOr<HloModule> FileFormatter::ReadModule(const std::string& path, DiagnosticLog* log,
                                                    FileResult* result) const {
  Timing& timing = result->timing;
  absl::StatusOr<Input> input = Timed(&timing.read_s, [&] { return ReadInput(path); });
  if (!input.ok()) {
    result->code = std::max(result->code, TellPlainly(input.status(), log));
    return input.status();
  }
  timing.bytes_in += input->text.size();
  absl::StatusOr<HloModule> module = printer_.ReadToPrint(std::move(input->text), log, &timing);
  if (!module.ok()) result->code = std::max(result->code, Tell(module.status(), log));
  return module;
}

void FileFormatter::CompareInput(const std::string& path, DiagnosticLog* log,
                                 FileResult* result) const {
  DiagnosticLog before_log(DiagnosticName(flags_, flags_.diff_against), color_errors_);
  const absl::StatusOr<HloModule> before = ReadModule(flags_.diff_against, &before_log, result);
  result->errors = before_log.TakeText();
  const absl::StatusOr<HloModule> after = ReadModule(path, log, result);
  if (!before.ok() || !after.ok()) return;
  result->out = Timed(&result->timing.clean_s, [&] {
    return DiffAgainst(*before, before_log.name(), *after, log->name(), flags_, color_diff_);
  });
  result->timing.bytes_out = result->out.size();
  result->changed = !result->out.empty();
  if (result->changed) result->code = kInputRefused;
}

void FileFormatter::FormatInput(const std::string& path, DiagnosticLog* log,
                                FileResult* result) const {
  FileStamp stamp;
  if (flags_.in_place) {
    const absl::StatusOr<FileStamp> found = StampFile(path);
    if (!found.ok()) {
      result->code = TellPlainly(found.status(), log);
      return;
    }
    stamp = *found;
  }
  absl::StatusOr<Input> input = Timed(&result->timing.read_s, [&] { return ReadInput(path); });
  if (!input.ok()) {
    result->code = TellPlainly(input.status(), log);
    return;
  }
  result->timing.bytes_in = input->text.size();
  // Where the text is only printed, the module takes over the source without a copy.
  absl::StatusOr<std::string> text = FormatText(
      path, is_compared_ ? SourceBuffer::Copy(input->text.view()) : std::move(input->text), log,
      &result->timing);
  if (!text.ok()) {
    result->code = Tell(text.status(), log);
    return;
  }
  if (is_compared_) {
    const std::string_view before = input->text.view();
    if (*text == before) return;
    if (flags_.in_place) {
      result->code = Timed(&result->timing.write_s, [&] {
        return Overwrite(path, stamp, input->is_gzip, before, *text, log);
      });
      result->changed = result->code == kFine;
      result->timing.bytes_out = result->changed ? text->size() : 0;
      return;
    }
    result->changed = true;
    result->code = kInputRefused;
    result->out = flags_.check ? log->name() + "\n" : Diff(before, *text, log->name());
  } else {
    if (flags_.fingerprint && !flags_.split_input_file) *text += FingerprintEnd(flags_, path);
    result->out = *std::move(text);
  }
  result->timing.bytes_out = result->out.size();
}

std::string FileFormatter::Diff(std::string_view before, std::string_view after,
                                const std::string& name) const {
  UnifiedDiffOptions options;
  options.color = color_diff_;
  options.max_columns = options.max_lines = std::numeric_limits<size_t>::max();
  return UnifiedDiff(before, after, name + ".orig", name, options);
}

ExitCode FileFormatter::Overwrite(const std::string& path, const FileStamp& stamp, bool is_gzip,
                                  std::string_view before, const std::string& after,
                                  DiagnosticLog* log) const {
  if (!flags_.keep && !flags_.lossy) {
    const std::string loss = DescribeLoss(before, after);
    if (!loss.empty()) {
      log->Complain(StrCat("not written, as it would lose ", loss,
                           "; --keep keeps comments, --print_large_constants values, --lossy "
                           "writes it anyway"));
      return kInputRefused;
    }
    if (PromisesSameProgram(flags_) && !IsSameProgram(before, after)) {
      log->Complain(
          "not written, as what it prints as is another program; --keep formats it, --lossy "
          "writes it anyway");
      return kInputRefused;
    }
  }
  absl::Status status;
  if (is_gzip) {
    const absl::StatusOr<std::string> packed = Gzip(after);
    if (!packed.ok()) return Tell(packed.status(), log);
    status = ReplaceFile(path, stamp, *packed);
  } else {
    status = ReplaceFile(path, stamp, after);
  }
  return status.ok() ? kFine : TellPlainly(status, log);
}

// By the fingerprints of all parts. XLA's text does not tell everything: -0.0 prints as -0, and
// that is read as 0.
bool FileFormatter::IsSameProgram(std::string_view before, std::string_view after) const {
  Flags flags = flags_;
  flags.in_place = false;
  flags.fingerprint = true;
  const FileFormatter fingerprinter(flags, nullptr);
  DiagnosticLog log("", /*color=*/false);
  Timing timing;
  const absl::StatusOr<std::string> a =
      fingerprinter.FormatText("", SourceBuffer::Copy(before), &log, &timing);
  const absl::StatusOr<std::string> b =
      fingerprinter.FormatText("", SourceBuffer::Copy(after), &log, &timing);
  return a.ok() && b.ok() && *a == *b;
}

absl::StatusOr<std::string> FileFormatter::FormatText(const std::string& path,
                                                      SourceBuffer&& source, DiagnosticLog* log,
                                                      Timing* timing) const {
  if (flags_.keep) return Keep(source.view(), log, timing);
  if (flags_.split_input_file) return FormatParts(path, source, log, timing);
  return PrintPart(std::move(source), log, timing);
}

absl::StatusOr<std::string> FileFormatter::PrintPart(SourceBuffer&& source, DiagnosticLog* log,
                                                     Timing* timing) const {
  return is_compared_ ? printer_.PrintUntilItStays(std::move(source), log, timing)
                      : printer_.Print(std::move(source), log, timing);
}

absl::StatusOr<std::string> FileFormatter::Keep(std::string_view source, DiagnosticLog* log,
                                                Timing* timing) const {
  FormatOptions options;
  options.lines = {flags_.first_line, flags_.last_line};
  options.strip_log_prefix = flags_.strip_log_prefix;
  options.check = !flags_.fast;
  std::vector<Diagnostic> diagnostics;
  absl::StatusOr<std::string> text =
      Timed(&timing->print_s, [&] { return FormatHloText(source, options, &diagnostics); });
  log->Add(source, diagnostics);
  return text;
}

absl::StatusOr<std::string> FileFormatter::FormatParts(const std::string& path,
                                                       const SourceBuffer& source,
                                                       DiagnosticLog* log, Timing* timing) const {
  const std::vector<InputPart> parts = SplitInput(source.view());
  std::string text;
  absl::Status status;
  for (const InputPart& part : parts) {
    // A part may hold nothing but comments, RUN lines for example.
    const bool is_program = parts.size() == 1 || !HasOnlyComments(part.text);
    if (!is_program) {
      if (!flags_.fingerprint) StrAppend(&text, part.text, part.separator);
      continue;
    }
    log->SetPart(source.view(), static_cast<size_t>(part.text.data() - source.view().data()));
    const absl::StatusOr<std::string> printed =
        PrintPart(SourceBuffer::Copy(part.text), log, timing);
    if (!printed.ok()) {
      // The parts behind it have errors to show, too.
      status.Update(printed.status());
      continue;
    }
    StrAppend(&text, *printed);
    if (flags_.fingerprint) {
      text += FingerprintEnd(flags_, path);
    } else {
      StrAppend(&text, part.separator);
    }
  }
  if (!status.ok()) return status;
  return text;
}

}  // namespace hlo
