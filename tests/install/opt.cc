// hlo-opt with the passes of passes.cc.
#include "hlo/opt.h"

#include "hlo/passes.h"

void AddPasses(hlo_text::PassRegistry* passes);

int main(int argc, char** argv) {
  hlo_text::PassRegistry passes;
  hlo_text::AddStandardPasses(&passes);
  AddPasses(&passes);
  return hlo_text::HloOptMain(argc, argv, passes);
}
