#include "tests/passes/compiler_passes.h"

#include <string>

namespace compiler_passes {

namespace {

hlo_text::HloProfile OneMicrosecondEach(const hlo_text::HloModule& module) {
  hlo_text::HloProfile profile;
  hlo_text::MeasuredModule& measured = profile.modules.emplace_back();
  measured.name = std::string(module.name());
  for (const hlo_text::HloComputation* computation : module.computations()) {
    for (const hlo_text::HloInstruction* i : computation->instructions()) {
      hlo_text::MeasuredOp& op = measured.ops.emplace_back();
      op.name = std::string(i->name());
      op.count = 1;
      op.total_ps = 1'000'000;
    }
  }
  return profile;
}

}  // namespace

void AddCompilerPasses(hlo_text::PassRegistry* passes) {
  passes->Add("all-reduce-combiner", "makes one all-reduce of several",
              [](hlo_text::HloModule* module) { return CombineAllReduces(module); });
  passes->Add("loop-invariant-code-motion", "computes before a loop what it need not repeat",
              MoveInvariantCode);
  passes->Add("layout-assignment", "gives operands of dots the layouts that they want",
              AssignLayouts);
  passes->Add("roofline-fusion", "fuses where that saves time",
              [](hlo_text::HloModule* module) { return FuseByRoofline(module); });
  passes->Add("annotate-times", "writes measured times into statistics",
              [](hlo_text::HloModule* module) {
                return AnnotateTimes(module, OneMicrosecondEach(*module));
              });
}

}  // namespace compiler_passes
