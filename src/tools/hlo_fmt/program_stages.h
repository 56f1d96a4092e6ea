// One text through the stages of the library, as the flags say: parse, desugar, verify, clean,
// print.
//
//   TextPrinter printer(flags, only);
//   absl::StatusOr<std::string> text = printer.Print(std::move(source), &log, &timing);
//
// A TextPrinter may be used by many threads at once.
#ifndef HLO_TOOLS_HLO_FMT_PROGRAM_STAGES_H_
#define HLO_TOOLS_HLO_FMT_PROGRAM_STAGES_H_

#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "hlo/module.h"
#include "hlo/print_options.h"
#include "hlo/source.h"
#include "src/tools/common/diagnostic_log.h"
#include "src/tools/hlo_fmt/flags.h"
#include "src/tools/hlo_fmt/select_computations.h"
#include "src/tools/hlo_fmt/timing.h"

namespace re2 {
class RE2;
}

namespace hlo {

class TextPrinter {
 public:
  // Borrows both; `only` may be null. `parse_jobs` is ParseOptions::jobs.
  TextPrinter(const Flags& flags, const re2::RE2* only, int parse_jobs = 1);

  // What `source` prints as, or its fingerprint. kInvalidArgument if it is refused, with the reason
  // in `log`. `log` and `timing` may be null.
  absl::StatusOr<std::string> Print(SourceBuffer&& source, DiagnosticLog* log,
                                    Timing* timing) const;

  // The module of `source`, as it would be printed.
  absl::StatusOr<HloModule> ReadToPrint(SourceBuffer&& source, DiagnosticLog* log,
                                        Timing* timing) const;

  // The same for a text that is not kept: `begin` is called when nothing can go wrong any more,
  // then `sink` with one piece after the other. Not for --fingerprint.
  absl::Status PrintTo(SourceBuffer&& source, DiagnosticLog* log, Timing* timing,
                       absl::FunctionRef<void()> begin,
                       absl::FunctionRef<void(std::string_view)> sink) const;

  // The same, printed again until it stays: reading XLA's text may put it into another order once.
  // Besides kInvalidArgument: kFailedPrecondition if the printed text cannot be read back or never
  // stays.
  absl::StatusOr<std::string> PrintUntilItStays(SourceBuffer&& source, DiagnosticLog* log,
                                                Timing* timing) const;

 private:
  absl::StatusOr<HloModule> Read(SourceBuffer&& source, DiagnosticLog* log, Timing* timing) const;
  absl::Status Prepare(HloModule& module, DiagnosticLog* log, Timing* timing) const;
  void ChangeForPrinting(HloModule& module, Timing* timing) const;
  ComputationSet Select(const HloModule& module, DiagnosticLog* log) const;

  const Flags& flags_;
  const re2::RE2* const only_;
  const int parse_jobs_;
  const PrintOptions print_options_;
};

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_FMT_PROGRAM_STAGES_H_
