// hlo-fmt: reads HLO text and prints it as XLA does, or formats files.
//
// Only the entry: flags and --help. What a text means is the library's business (hlo/parser.h,
// hlo/printer.h); what happens to files that of src/tools/hlo_fmt/format_files.h.
#include <re2/re2.h>

#include <memory>
#include <string>

#include "src/tools/common/exit_code.h"
#include "src/tools/common/program_main.h"
#include "src/tools/hlo_fmt/flags.h"
#include "src/tools/hlo_fmt/format_files.h"

int main(int argc, char** argv) {
  hlo::PrepareProcess();
  hlo::Flags flags;
  std::string error;
  if (!hlo::ParseFlags(argc, argv, &flags, &error)) return hlo::RefuseFlags("hlo-fmt", error);
  if (flags.help || flags.version) return hlo::PrintAbout(hlo::HloFmtProgram(), flags);
  if (flags.files.empty()) flags.files.emplace_back("-");

  std::unique_ptr<re2::RE2> only;
  if (!flags.only.empty()) {
    re2::RE2::Options options;
    options.set_log_errors(false);
    only = std::make_unique<re2::RE2>(flags.only, options);
    if (!only->ok()) {
      hlo::Complain("hlo-fmt", "--only=" + flags.only + ": " + only->error());
      return hlo::kUsageError;
    }
  }
  return hlo::FormatFiles(flags, only.get());
}
