// The stages of one program between reading and writing a file, as the flags say. format_file.cc
// runs them in order.
#ifndef HLO_TOOLS_HLO_FMT_PROGRAM_STAGES_H_
#define HLO_TOOLS_HLO_FMT_PROGRAM_STAGES_H_

#include <memory>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "hlo/module.h"
#include "hlo/printer.h"
#include "hlo/roofline.h"
#include "hlo/source.h"
#include "src/tools/common/diagnostic_log.h"
#include "src/tools/common/flag_regex.h"
#include "src/tools/hlo_fmt/flags.h"
#include "src/tools/hlo_fmt/timing.h"

namespace hlo_text_v1::internal {

// Shared by all files of a run; thread-safe.
struct FormatSettings {
  // Borrows `flags`. `jobs` are the threads for one program.
  explicit FormatSettings(const Flags& flags, int jobs = 1);

  const Flags& flags;
  const std::unique_ptr<const re2::RE2> only;  // computations to print; null: all
  const int jobs;
  const Machine* machine = nullptr;  // of --machine
  const PrintOptions print_options;
  const bool is_compared;   // -i, --check, --diff: compares the printed text with the file
  const bool color_errors;  // on standard error
  const bool color_diff;    // on standard output
};

// Each stage reports errors to `log` and adds its time to `timing`.
class ProgramStages {
 public:
  // Borrows all arguments.
  ProgramStages(const FormatSettings& settings, DiagnosticLog* log, Timing* timing)
      : settings_(settings), flags_(settings.flags), log_(*log), timing_(*timing) {}

  // Reads text or a proto, with ReadHloModule. kInvalidArgument if it is refused, with --verify
  // also if the module breaks a rule.
  absl::StatusOr<HloModule> Read(SourceBuffer&& source) const;
  // --strip, --sort_maps and other flags that change the module.
  void Normalize(HloModule& module) const;
  // Prints the module, as a whole or in pieces, without computations that --only leaves out.
  std::string Print(const HloModule& module) const;
  void Print(const HloModule& module, absl::FunctionRef<void(std::string_view)> sink) const;
  // --fingerprint. kInvalidArgument if --only leaves out everything.
  absl::StatusOr<std::string> Fingerprint(const HloModule& module) const;

  // Whether the output is the text that XLA would print after reading the input.
  bool PrintsAsXla() const;

  // --keep: formats `text` without these stages. Errors as in FormatHloText.
  absl::StatusOr<std::string> Reformat(std::string_view text) const;

 private:
  PrintOptions OptionsFor(const HloModule& module) const;
  void ComplainOfOnly() const;
  template <typename Function>
  auto PrintSelected(const HloModule& module, Function print) const;

  const FormatSettings& settings_;
  const Flags& flags_;
  DiagnosticLog& log_;
  Timing& timing_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_FMT_PROGRAM_STAGES_H_
