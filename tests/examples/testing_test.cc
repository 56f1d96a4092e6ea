// The examples of hlo/testing.h. Outside of hlo_text, as in users' code.
#include "hlo/testing.h"

#include "hlo/edit.h"
#include "hlo/graph.h"
#include "tests/examples/examples_test_util.h"

namespace testing_examples_test {

absl::StatusOr<bool> SimplifyMultiplications(hlo_text::HloModule* module) {
  bool changed = false;
  for (hlo_text::HloInstruction* i : hlo_text::PrintOrder(*module->entry_computation())) {
    hlo_text::HloInstruction* x = nullptr;
    namespace m = hlo_text::m;
    if (i->parent() == nullptr || !hlo_text::Match(i, m::Multiply(m::Op(&x), m::ConstantAll(1)))) {
      continue;
    }
    absl::Status status = hlo_text::ReplaceInstruction(i, x);
    if (!status.ok()) return status;
    changed = true;
  }
  return changed;
}

#include "examples/testing.1.inc"

TEST(HeaderExamples, Testing) {
  // Compiled, not run: there is no such golden file.
  const auto example = [](const hlo_text::HloModule& module) {
#include "examples/testing.2.inc"
  };
}

}  // namespace testing_examples_test
