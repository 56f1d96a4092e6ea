// A module for benchmarks, as a JAX transformer looks when it is dumped: layers of attention and a
// feed-forward network, with or without metadata. The same options give the same text. XLA reads
// it, and prints it with its instructions in another order.
#ifndef HLO_TESTS_BENCH_GENERATE_MODEL_H_
#define HLO_TESTS_BENCH_GENERATE_MODEL_H_

#include <functional>
#include <string>
#include <string_view>

namespace hlo {

struct ModelOptions {
  // A layer is 41 instructions: 11 KB of text with metadata, 4 KB without.
  int layers = 370;
  // Each layer in a computation of its own, which the entry calls; else all in the entry.
  bool layer_computations = false;
  bool metadata = true;
};

std::string GenerateModel(const ModelOptions& options);

// The same in pieces of about a megabyte, for texts that are not to be held in memory.
using ModelSink = std::function<void(std::string_view)>;
void GenerateModel(const ModelOptions& options, const ModelSink& sink);

}  // namespace hlo

#endif  // HLO_TESTS_BENCH_GENERATE_MODEL_H_
