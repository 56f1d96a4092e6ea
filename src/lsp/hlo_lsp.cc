// hlo-lsp: a language server for HLO text, over standard input and output.
//
// server.cc answers messages; session.cc reads and writes them.
#include "src/lsp/session.h"
#include "src/tools/common/program_main.h"
#include "src/tools/hlo_lsp/lsp_flags.h"

int main(int argc, char** argv) {
  return hlo_text::internal::ProgramMain(argc, argv, hlo_text::internal::HloLspProgram,
                                         hlo_text::internal::ParseLspFlags,
                                         hlo_text::internal::ServeLsp);
}
