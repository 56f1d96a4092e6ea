// The main function of hlo-opt, for programs that run passes of their own.
//
//   int main(int argc, char** argv) {
//     hlo_text::PassRegistry passes;
//     hlo_text::AddStandardPasses(&passes);  // hlo/passes.h
//     passes.Add("remove-copies", "removes copies", RemoveCopies);
//     return hlo_text::HloOptMain(argc, argv, passes);
//   }
//
// In CMake such a program links hlo_text::opt. Its flags are those of hlo-opt (docs/hlo-opt.md):
// tests that are files with RUN and CHECK lines run it by its name.
#ifndef HLO_OPT_H_
#define HLO_OPT_H_

#include "hlo/pass.h"

namespace hlo_text_v1 {

// Reads the command line, runs --pass_pipeline on the file that it names, prints the module, and
// returns the exit status of the program. `passes` are the passes that pipelines may name.
int HloOptMain(int argc, char** argv, const PassRegistry& passes);

}  // namespace hlo_text_v1

#endif  // HLO_OPT_H_
