// hlo-reduce: the smallest module that still shows a bug.
//
// The library does the work (hlo/reduce.h); the program runs the tests.
#include "src/tools/common/program_main.h"
#include "src/tools/hlo_reduce/reduce_file.h"
#include "src/tools/hlo_reduce/reduce_flags.h"

int main(int argc, char** argv) {
  return hlo_text::internal::ProgramMain(argc, argv, hlo_text::internal::HloReduceProgram,
                                         hlo_text::internal::ParseReduceFlags,
                                         hlo_text::internal::ReduceFile);
}
