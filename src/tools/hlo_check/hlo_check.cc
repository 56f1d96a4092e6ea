// hlo-check: tests with RUN and CHECK lines, as XLA and LLVM have them.
#include "src/tools/common/program_main.h"
#include "src/tools/hlo_check/check_files.h"
#include "src/tools/hlo_check/check_flags.h"

int main(int argc, char** argv) {
  return hlo_text::internal::ProgramMain(argc, argv, hlo_text::internal::HloCheckProgram,
                                         hlo_text::internal::ParseCheckFlags,
                                         hlo_text::internal::CheckFiles);
}
