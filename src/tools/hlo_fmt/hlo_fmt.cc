// hlo-fmt: reads HLO text and prints it as XLA does, or formats files.
//
// format_files.h handles all files, format_file.cc a single one.
#include "src/tools/common/program_main.h"
#include "src/tools/hlo_fmt/flags.h"
#include "src/tools/hlo_fmt/format_files.h"

int main(int argc, char** argv) {
  return hlo::internal::ProgramMain(argc, argv, hlo::internal::HloFmtProgram,
                                    hlo::internal::ParseFlags, hlo::internal::FormatFiles);
}
