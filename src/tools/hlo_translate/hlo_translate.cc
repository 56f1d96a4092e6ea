// hlo-translate: HLO to JSON, a graph, or MLIR's async dialect, and back from MLIR.
//
// The library does the work (hlo/export.h, hlo/export.h, hlo/mlir.h).
#include "src/tools/common/program_main.h"
#include "src/tools/hlo_translate/translate.h"
#include "src/tools/hlo_translate/translate_flags.h"

int main(int argc, char** argv) {
  return hlo_text::internal::ProgramMain(argc, argv, hlo_text::internal::HloTranslateProgram,
                                         hlo_text::internal::ParseTranslateFlags,
                                         hlo_text::internal::Translate);
}
