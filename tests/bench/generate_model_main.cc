// generate_model [LAYERS [calls] [plain]]: prints the benchmarks' module. calls: each layer in a
// computation of its own; plain: without metadata.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/bench/generate_model.h"

int main(int argc, char** argv) {
  hlo::ModelOptions options;
  if (argc > 1) options.layers = std::atoi(argv[1]);
  for (int i = 2; i < argc; ++i) {
    if (std::string_view(argv[i]) == "calls") options.layer_computations = true;
    if (std::string_view(argv[i]) == "plain") options.metadata = false;
  }
  const std::string text = hlo::GenerateModel(options);
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 3;
}
