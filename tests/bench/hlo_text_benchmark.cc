// Lexing, parsing and printing in bytes of text per second. "model" has metadata, as dumps have;
// the plain ones show how cost grows: 4 MB, 10,000 computations, 1,000,000 instructions.
//
//   hlo_text_benchmark --benchmark_filter=Parse
#include <benchmark/benchmark.h>

#include <string>

#include "hlo/arena.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "src/lex/lexer.h"
#include "tests/bench/generate_model.h"

namespace hlo {
namespace {

constexpr ModelOptions kModel = {370, false, true};
constexpr ModelOptions kPlain = {1050, false, false};
constexpr ModelOptions kPlainComputations = {10000, true, false};
constexpr ModelOptions kPlainInstructions = {24400, false, false};

void CountBytes(benchmark::State& state, size_t size) {
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * size));
}

void BM_Lex(benchmark::State& state, const ModelOptions& options) {
  const SourceBuffer source = SourceBuffer::Copy(GenerateModel(options));
  for ([[maybe_unused]] auto _ : state) {
    Arena arena;
    Lexer lexer(source.view(), &arena);
    while (lexer.kind() != TokKind::kEof) lexer.Next();
    benchmark::DoNotOptimize(lexer.begin());
  }
  CountBytes(state, source.size());
}

void BM_Parse(benchmark::State& state, const ModelOptions& options) {
  const std::string text = GenerateModel(options);
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    SourceBuffer source = SourceBuffer::Copy(text);
    state.ResumeTiming();
    absl::StatusOr<HloModule> module = ParseHloModule(std::move(source));
    state.PauseTiming();
    if (!module.ok()) state.SkipWithError(std::string(module.status().message()).c_str());
    // Destruction is not part of parsing.
    module = absl::UnknownError("");
    state.ResumeTiming();
  }
  CountBytes(state, text.size());
}

void BM_Print(benchmark::State& state, const ModelOptions& options) {
  const std::string text = GenerateModel(options);
  const absl::StatusOr<HloModule> module = ParseHloModule(text);
  if (!module.ok()) return state.SkipWithError(std::string(module.status().message()).c_str());
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(PrintHloModule(*module));
  CountBytes(state, text.size());
}

#define HLO_BENCHMARK(function)                                               \
  BENCHMARK_CAPTURE(function, model, kModel)->Unit(benchmark::kMillisecond);  \
  BENCHMARK_CAPTURE(function, plain, kPlain)->Unit(benchmark::kMillisecond);  \
  BENCHMARK_CAPTURE(function, plain_10000_computations, kPlainComputations)   \
      ->Unit(benchmark::kMillisecond);                                        \
  BENCHMARK_CAPTURE(function, plain_1000000_instructions, kPlainInstructions) \
      ->Unit(benchmark::kMillisecond)

HLO_BENCHMARK(BM_Lex);
HLO_BENCHMARK(BM_Parse);
HLO_BENCHMARK(BM_Print);

}  // namespace
}  // namespace hlo

BENCHMARK_MAIN();
