// hlo-check: tests with RUN and CHECK lines, as XLA and LLVM have them.
#include "src/tools/common/program_main.h"
#include "src/tools/hlo_check/check_files.h"
#include "src/tools/hlo_check/check_flags.h"

int main(int argc, char** argv) {
  return hlo::internal::ProgramMain(argc, argv, hlo::internal::HloCheckProgram,
                                    hlo::internal::ParseCheckFlags, hlo::internal::CheckFiles);
}
