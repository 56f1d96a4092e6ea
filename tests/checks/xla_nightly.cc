// The XLA of a tf-nightly wheel as a judge of HLO text:
//
//   xla_nightly LIST
//
// Each line of LIST is "ANSWER FILE". XLA's print of the file goes to ANSWER.txt; if XLA refuses
// the file, its message goes to ANSWER.err. .ci/drift compiles this against the wheel's headers.
#include <fstream>
#include <iterator>
#include <string>

#include "xla/hlo/ir/hlo_module.h"
#include "xla/hlo/parser/hlo_parser.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream list(argv[1]);
  for (std::string answer, file; list >> answer && std::getline(list >> std::ws, file);) {
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    const auto module = xla::ParseAndReturnUnverifiedModule(text);
    if (module.ok()) {
      std::ofstream(answer + ".txt") << (*module)->ToString(xla::HloPrintOptions());
    } else {
      std::ofstream(answer + ".err") << module.status().message();
    }
  }
}
