// Every computation that parses has a valid timeline, desugared or not. Choices: whether to
// desugar.
#include <cstdint>
#include <string>

#include "src/tools/hlo_view/page/timeline.h"
#include "tests/fuzz/fuzzing.h"
#include "tests/tools/hlo_view/page/timeline_check.h"

namespace hlo_text_v1::fuzzing {

using namespace internal;

namespace {

constexpr int64_t kMostInstructions = 300;  // the check is quadratic

}  // namespace

void FuzzOne(Input& input) {
  const absl::StatusOr<HloModule> module = Read(input.text(), LimitedOptions());
  if (!module.ok()) return;
  for (const HloComputation* computation : module->computations()) {
    if (computation->instruction_count() > kMostInstructions) continue;
    const std::string rule = BrokenRuleOfTimeline(*computation);
    Promise(rule.empty(), rule, input.text());
  }
}

}  // namespace hlo_text_v1::fuzzing
