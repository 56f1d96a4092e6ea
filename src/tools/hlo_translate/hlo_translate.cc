// hlo-translate: HLO as JSON, as a graph, or in MLIR's async dialect, and back from there.
//
// Only the entry. What is written is the library's business (hlo/json.h, hlo/dot.h, hlo/mlir.h).
#include <string>

#include "src/tools/common/program_main.h"
#include "src/tools/hlo_translate/translate.h"
#include "src/tools/hlo_translate/translate_flags.h"

int main(int argc, char** argv) {
  hlo::PrepareProcess();
  hlo::TranslateFlags flags;
  std::string error;
  if (!hlo::ParseTranslateFlags(argc, argv, &flags, &error)) {
    return hlo::RefuseFlags("hlo-translate", error);
  }
  if (flags.help || flags.version) return hlo::PrintAbout(hlo::HloTranslateProgram(), flags);
  return hlo::Translate(flags);
}
