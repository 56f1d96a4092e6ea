// hlo-fmt: reads HLO text and prints it as XLA does, or formats files.
//
// format_files.h handles all files, format_file.cc a single one.
#include "src/tools/common/program_main.h"
#include "src/tools/hlo_fmt/flags.h"
#include "src/tools/hlo_fmt/format_files.h"

int main(int argc, char** argv) {
  return hlo_text::internal::ProgramMain(argc, argv, hlo_text::internal::HloFmtProgram,
                                         hlo_text::internal::ParseFlags,
                                         hlo_text::internal::FormatFiles);
}
