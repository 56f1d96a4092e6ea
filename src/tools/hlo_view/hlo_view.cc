// hlo-view: pages and reports for reading HLO.
//
// view.cc chooses one of them.
#include "src/tools/common/program_main.h"
#include "src/tools/hlo_view/view.h"
#include "src/tools/hlo_view/view_flags.h"

int main(int argc, char** argv) {
  return hlo::internal::ProgramMain(argc, argv, hlo::internal::HloViewProgram,
                                    hlo::internal::ParseViewFlags, hlo::internal::View);
}
