// hlo-opt: passes on a module, for tests and experiments.
#include "hlo/opt.h"
#include "hlo/passes.h"

int main(int argc, char** argv) {
  hlo_text_v1::PassRegistry passes;
  hlo_text_v1::AddStandardPasses(&passes);
  return hlo_text_v1::HloOptMain(argc, argv, passes);
}
