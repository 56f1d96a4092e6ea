// Counts what modules cost, as XLA does.
//
//   count_costs < LIST
//
// LIST has the file of one module per line. Prints a line for each: flops, transcendentals, bytes
// accessed; "custom-call" if it has one, whose cost is unknown; "refused" if it cannot be read.
#include <iomanip>
#include <iostream>
#include <string>

#include "hlo/cost.h"
#include "hlo/read.h"

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
      const hlo_text::Cost total = hlo_text::CostAnalysis(*module, {/*as_xla=*/true}).total();
      std::cout << total.flops << " " << total.transcendentals << " " << total.bytes() << "\n";
    }
  }
  return 0;
}
