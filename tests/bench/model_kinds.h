// Modules of any size, each with much of one thing, to measure how cost grows.
//
//   hlo_text::WriteModel("tuples", size_t{1} << 30, [&](std::string_view piece) { file << piece; });
//
// The same kind and size give the same text.
#ifndef HLO_TESTS_BENCH_MODEL_KINDS_H_
#define HLO_TESTS_BENCH_MODEL_KINDS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tests/bench/generate_model.h"

namespace hlo_text_v1 {

struct ModelKind {
  std::string_view name;
  std::string_view description;
};
const std::vector<ModelKind>& ModelKinds();

// Passes a module of about `bytes` bytes to `sink`, in pieces. False for an unknown kind.
bool WriteModel(std::string_view kind, size_t bytes, const ModelSink& sink);

// The same as one string; empty for an unknown kind.
std::string ModelOfKind(std::string_view kind, size_t bytes);

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_BENCH_MODEL_KINDS_H_
