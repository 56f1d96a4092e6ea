// A module for benchmarks, like the dump of a JAX transformer: layers of attention and feed-forward
// networks, with or without metadata. The same options give the same text. XLA reads it, and prints
// its instructions in another order.
#ifndef HLO_TESTS_BENCH_GENERATE_MODEL_H_
#define HLO_TESTS_BENCH_GENERATE_MODEL_H_

#include <functional>
#include <string>
#include <string_view>

namespace hlo_text_v1 {

struct ModelOptions {
  // A layer has 41 instructions: 11 KB of text with metadata, 4 KB without.
  int layers = 370;
  // Each layer in its own computation, called by the entry; otherwise all in the entry.
  bool layer_computations = false;
  bool metadata = true;
};

std::string GenerateModel(const ModelOptions& options);

// The same in pieces of about a megabyte, for texts too large for memory.
using ModelSink = std::function<void(std::string_view)>;
void GenerateModel(const ModelOptions& options, const ModelSink& sink);

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_BENCH_GENERATE_MODEL_H_
