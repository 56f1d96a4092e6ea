// generate_model [LAYERS [calls] [plain]]: prints the benchmarks' module. calls: each layer in its
// own computation; plain: without metadata.
//
// generate_model --kind=KIND --bytes=N: prints a kind of model_kinds.h. N may end in K, M or G.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "tests/bench/generate_model.h"
#include "tests/bench/model_kinds.h"

namespace {

// "16M" -> 16 << 20; 0 for anything else.
size_t ParseSize(const char* text) {
  char* end = nullptr;
  const size_t number = std::strtoull(text, &end, 10);
  constexpr std::string_view kUnits = "KMG";
  const size_t unit = *end == '\0' ? 0 : kUnits.find(*end) + 1;
  if (*end != '\0' && (unit == 0 || end[1] != '\0')) return 0;
  return number << (10 * unit);
}

int Usage() {
  std::fprintf(stderr,
               "usage: generate_model [LAYERS [calls] [plain]]\n"
               "       generate_model --kind=KIND --bytes=N[K|M|G]\nkinds:\n");
  for (const hlo_text_v1::ModelKind& kind : hlo_text_v1::ModelKinds()) {
    std::fprintf(stderr, "  %-14s %s\n", kind.name.data(), kind.description.data());
  }
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  bool written = true;
  const hlo_text_v1::ModelSink write = [&](std::string_view piece) {
    written = written && std::fwrite(piece.data(), 1, piece.size(), stdout) == piece.size();
  };
  hlo_text_v1::ModelOptions options;
  const char* kind = nullptr;
  size_t bytes = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.substr(0, 7) == "--kind=") {
      kind = argv[i] + 7;
    } else if (argument.substr(0, 8) == "--bytes=") {
      bytes = ParseSize(argv[i] + 8);
    } else if (argument == "calls") {
      options.layer_computations = true;
    } else if (argument == "plain") {
      options.metadata = false;
    } else if (i == 1 && std::atoi(argv[i]) > 0) {
      options.layers = std::atoi(argv[i]);
    } else {
      return Usage();
    }
  }
  if (kind == nullptr) {
    hlo_text_v1::GenerateModel(options, write);
  } else if (bytes == 0 || !hlo_text_v1::WriteModel(kind, bytes, write)) {
    return Usage();
  }
  return written && std::fflush(stdout) == 0 ? 0 : 3;
}
