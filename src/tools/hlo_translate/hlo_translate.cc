// hlo-translate: HLO as JSON, as a graph, or in MLIR's async dialect, and back from there.
//
// What is written is the library's business (hlo/json.h, hlo/dot.h, hlo/mlir.h).
#include "src/tools/common/program_main.h"
#include "src/tools/hlo_translate/translate.h"
#include "src/tools/hlo_translate/translate_flags.h"

int main(int argc, char** argv) {
  return hlo::ProgramMain(argc, argv, hlo::HloTranslateProgram, hlo::ParseTranslateFlags,
                          hlo::Translate);
}
