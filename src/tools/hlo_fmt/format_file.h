// Formatting one input as the flags say, whatever the mode: print, -i, --check, --diff.
#ifndef HLO_TOOLS_HLO_FMT_FORMAT_FILE_H_
#define HLO_TOOLS_HLO_FMT_FORMAT_FILE_H_

#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "hlo/source.h"
#include "src/tools/common/diagnostic_log.h"
#include "src/tools/common/exit_code.h"
#include "src/tools/common/output_file.h"
#include "src/tools/common/read_input.h"
#include "src/tools/hlo_fmt/flags.h"
#include "src/tools/hlo_fmt/program_stages.h"
#include "src/tools/hlo_fmt/replace_file.h"
#include "src/tools/hlo_fmt/timing.h"

namespace hlo {

// What is to be told of an input; in the order of inputs, not in that of their completion.
struct FileResult {
  ExitCode code = kFine;
  bool changed = false;  // with -i: it was rewritten; --check, --diff: it would be
  std::string out;       // for the output
  std::string errors;    // for standard error
  Timing timing;
};

class FileFormatter {
 public:
  // Borrows both; `only` may be null.
  FileFormatter(const Flags& flags, const re2::RE2* only, int parse_jobs = 1);

  // `path` may be "-". May be called by many threads at once.
  FileResult Format(const std::string& path) const;
  // The same, but what is only printed goes to `out` while it is made, behind what is for standard
  // error, which goes to `put_error`: the text needs no memory. `out` tells whether it was written.
  FileResult Format(const std::string& path, OutputFile* out,
                    absl::FunctionRef<void(const std::string&)> put_error) const;

 private:
  using FormatStep = absl::FunctionRef<void(DiagnosticLog*, FileResult*)>;
  FileResult FormatWith(const std::string& path, FormatStep step) const;
  void CompareInput(const std::string& path, DiagnosticLog* log, FileResult* result) const;
  absl::StatusOr<HloModule> ReadModule(const std::string& path, DiagnosticLog* log,
                                       FileResult* result) const;
  void FormatInput(const std::string& path, DiagnosticLog* log, FileResult* result) const;
  // Whether the output is what the printer makes, and no more.
  bool IsOnlyPrinted() const {
    return !is_compared_ && !flags_.keep && !flags_.split_input_file && !flags_.fingerprint &&
           flags_.diff_against.empty();
  }
  ExitCode Overwrite(const std::string& path, const FileStamp& stamp, bool is_gzip,
                     std::string_view before, const std::string& after, DiagnosticLog* log) const;
  bool IsSameProgram(std::string_view before, std::string_view after) const;
  std::string Diff(std::string_view before, std::string_view after, const std::string& name) const;
  absl::StatusOr<std::string> FormatText(const std::string& path, SourceBuffer&& source,
                                         DiagnosticLog* log, Timing* timing) const;
  absl::StatusOr<std::string> Keep(std::string_view source, DiagnosticLog* log,
                                   Timing* timing) const;
  absl::StatusOr<std::string> FormatParts(const std::string& path, const SourceBuffer& source,
                                          DiagnosticLog* log, Timing* timing) const;
  absl::StatusOr<std::string> PrintPart(SourceBuffer&& source, DiagnosticLog* log,
                                        Timing* timing) const;

  const Flags& flags_;
  const TextPrinter printer_;
  const bool is_compared_;  // -i, --check, --diff: the formatted text with the input
  const bool color_errors_;
  const bool color_diff_;
};

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_FMT_FORMAT_FILE_H_
