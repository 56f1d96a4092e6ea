// Counts the floating-point operations of modules.
//
//   count_flops < LIST
//
// LIST has the file of one module per line. Prints a line for each: its flops; "custom-call" if it
// has one, whose flops are unknown; "refused" if it cannot be read.
#include <iomanip>
#include <iostream>
#include <string>

#include "hlo/read.h"
#include "tests/passes/cost_model.h"

namespace {

bool HasCustomCall(const hlo_text::HloModule& module) {
  for (const hlo_text::HloComputation* computation : module.computations()) {
    for (const hlo_text::HloInstruction* i : computation->instructions()) {
      if (i->opcode() == hlo_text::HloOpcode::kCustomCall) return true;
    }
  }
  return false;
}

}  // namespace

int main() {
  std::cout << std::setprecision(17);
  for (std::string path; std::getline(std::cin, path);) {
    absl::StatusOr<hlo_text::SourceBuffer> source = hlo_text::SourceBuffer::ReadFile(path);
    if (!source.ok()) {
      std::cerr << source.status() << "\n";
      return 2;
    }
    const absl::StatusOr<hlo_text::HloModule> module = hlo_text::ReadHloModule(*std::move(source));
    if (!module.ok()) {
      std::cout << "refused\n";
    } else if (HasCustomCall(*module)) {
      std::cout << "custom-call\n";
    } else {
      hlo_text::passes::CostModel model;
      std::cout << model.FlopsOf(module->entry_computation()) << "\n";
    }
  }
  return 0;
}
