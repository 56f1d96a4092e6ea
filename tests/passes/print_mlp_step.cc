// Prints the training step of mlp_step.h as text, or with --proto as HloModuleProto.
#include <iostream>
#include <string_view>

#include "hlo/printer.h"
#include "hlo/proto.h"
#include "tests/passes/mlp_step.h"

int main(int argc, char** argv) {
  const bool as_proto = argc > 1 && std::string_view(argv[1]) == "--proto";
  const absl::StatusOr<hlo_text::HloModule> module = hlo_text::passes::MlpStep();
  if (!module.ok()) {
    std::cerr << module.status() << "\n";
    return 1;
  }
  if (!as_proto) {
    std::cout << hlo_text::PrintHloModule(*module);
    return 0;
  }
  const absl::StatusOr<std::string> bytes = hlo_text::SerializeHloModule(*module);
  if (!bytes.ok()) {
    std::cerr << bytes.status() << "\n";
    return 1;
  }
  std::cout << *bytes;
  return 0;
}
