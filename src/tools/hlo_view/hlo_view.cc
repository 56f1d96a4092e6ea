// hlo-view: pages and reports for reading HLO.
//
// view.cc chooses one of them.
#include "src/tools/common/program_main.h"
#include "src/tools/hlo_view/view.h"
#include "src/tools/hlo_view/view_flags.h"

int main(int argc, char** argv) {
  return hlo_text::internal::ProgramMain(argc, argv, hlo_text::internal::HloViewProgram,
                                         hlo_text::internal::ParseViewFlags,
                                         hlo_text::internal::View);
}
