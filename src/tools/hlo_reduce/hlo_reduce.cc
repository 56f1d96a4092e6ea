// hlo-reduce: the smallest module that still shows a bug.
//
// The library does the work (hlo/reduce.h); the program runs the tests.
#include "src/tools/common/program_main.h"
#include "src/tools/hlo_reduce/reduce_file.h"
#include "src/tools/hlo_reduce/reduce_flags.h"

int main(int argc, char** argv) {
  return hlo::internal::ProgramMain(argc, argv, hlo::internal::HloReduceProgram,
                                    hlo::internal::ParseReduceFlags, hlo::internal::ReduceFile);
}
