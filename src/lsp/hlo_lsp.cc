// hlo-lsp: a language server for HLO text, over standard input and output.
//
// server.cc answers messages; session.cc reads and writes them.
#include "src/lsp/session.h"
#include "src/tools/common/program_main.h"
#include "src/tools/hlo_lsp/lsp_flags.h"

int main(int argc, char** argv) {
  return hlo::internal::ProgramMain(argc, argv, hlo::internal::HloLspProgram,
                                    hlo::internal::ParseLspFlags, hlo::internal::ServeLsp);
}
