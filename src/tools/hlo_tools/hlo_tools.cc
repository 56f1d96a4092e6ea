// All programs in one file, which runs the program that argv[0] names: hlo-check, hlo-fmt,
// hlo-opt, hlo-reduce, hlo-translate, hlo-view or, if it was built, hlo-lsp, with or without a
// folder.
//
// For the Python wheel: the programs share the library, so one file takes a third of the size.
#include <cstdio>
#include <string_view>

#include "hlo/opt.h"
#include "hlo/passes.h"
#include "src/tools/common/program_main.h"
#include "src/tools/hlo_check/check_files.h"
#include "src/tools/hlo_check/check_flags.h"
#include "src/tools/hlo_fmt/flags.h"
#include "src/tools/hlo_fmt/format_files.h"
#include "src/tools/hlo_reduce/reduce_file.h"
#include "src/tools/hlo_reduce/reduce_flags.h"
#include "src/tools/hlo_translate/translate.h"
#include "src/tools/hlo_translate/translate_flags.h"
#include "src/tools/hlo_view/view.h"
#include "src/tools/hlo_view/view_flags.h"
#ifdef HLO_TEXT_HAVE_LSP
#include "src/lsp/session.h"
#endif

int main(int argc, char** argv) {
  using namespace hlo_text::internal;
  std::string_view name = argc > 0 ? argv[0] : "";
  name.remove_prefix(name.rfind('/') + 1);  // 0 without a slash
  if (name == "hlo-check") {
    return ProgramMain(argc, argv, HloCheckProgram, ParseCheckFlags, CheckFiles);
  }
  if (name == "hlo-fmt") return ProgramMain(argc, argv, HloFmtProgram, ParseFlags, FormatFiles);
  if (name == "hlo-opt") {
    hlo_text::PassRegistry passes;
    hlo_text::AddStandardPasses(&passes);
    return hlo_text::HloOptMain(argc, argv, passes);
  }
  if (name == "hlo-reduce") {
    return ProgramMain(argc, argv, HloReduceProgram, ParseReduceFlags, ReduceFile);
  }
  if (name == "hlo-translate") {
    return ProgramMain(argc, argv, HloTranslateProgram, ParseTranslateFlags, Translate);
  }
  if (name == "hlo-view") return ProgramMain(argc, argv, HloViewProgram, ParseViewFlags, View);
  if (name == "hlo-lsp") {
#ifdef HLO_TEXT_HAVE_LSP
    return ProgramMain(argc, argv, HloLspProgram, ParseLspFlags, ServeLsp);
#else
    std::fputs("hlo-lsp: this build is without it: nlohmann-json was not installed\n", stderr);
    return kUsageError;
#endif
  }
  std::fputs(
      "hlo-tools: call it as hlo-check, hlo-fmt, hlo-opt, hlo-reduce, hlo-translate, hlo-view "
      "or hlo-lsp\n",
      stderr);
  return kUsageError;
}
