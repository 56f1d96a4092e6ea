// Benchmarks of the public interface: parse, desugar, print, walk, verify, fingerprint, diff,
// clone, format. Reports bytes of text per second and time per instruction.
//
//   hlo_text_benchmark --benchmark_filter=Parse
//   hlo_text_benchmark --model_bytes=67108864
//   HLO_BENCHMARK_FILE=model.hlo hlo_text_benchmark
//
// Uses the kinds of model_kinds.h without a file. "Parse", "Desugar" and "Print" match parse,
// desugar and print of `hlo-fmt --timing`.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "hlo/async.h"
#include "hlo/canonical.h"
#include "hlo/diff.h"
#include "hlo/export.h"
#include "hlo/format.h"
#include "hlo/module.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "hlo/read.h"
#include "hlo/source.h"
#include "hlo/verify.h"
#include "tests/bench/model_kinds.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

size_t model_bytes = size_t{16} << 20;

// The text of `input`, a kind or a file. Made by its first benchmark and kept until another input
// is used.
const std::string& TextOf(const std::string& input, bool is_file) {
  static auto* const name = new std::string;
  static auto* const text = new std::string;
  if (*name == input) return *text;
  *name = input;
  if (!is_file) return *text = ModelOfKind(input, model_bytes);
  const absl::StatusOr<SourceBuffer> file = SourceBuffer::ReadFile(input);
  if (!file.ok()) {
    std::fprintf(stderr, "%s\n", std::string(file.status().message()).c_str());
    std::exit(3);
  }
  return *text = std::string(file->view());
}

// Like hlo-fmt.
absl::StatusOr<HloModule> Parse(SourceBuffer&& source) {
  ParseOptions options;
  options.uniquify = false;
  return ParseHloModule(std::move(source), options);
}

// The module of `text`, ready to print; none, and an error message, if it cannot be read.
std::optional<HloModule> Read(benchmark::State& state, const std::string& text) {
  absl::StatusOr<HloModule> module = ReadHloModule(SourceBuffer::Copy(text));
  if (!module.ok()) {
    state.SkipWithError(std::string(module.status().message()).c_str());
    return std::nullopt;
  }
  return *std::move(module);
}

void Count(benchmark::State& state, const std::string& text, int64_t instructions) {
  using benchmark::Counter;
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(text.size()));
  state.counters["instruction"] = Counter(static_cast<double>(state.iterations() * instructions),
                                          Counter::kIsRate | Counter::kInvert);
}

void BM_Parse(benchmark::State& state, const std::string& text) {
  int64_t instructions = 0;
  for (auto _ : state) {
    state.PauseTiming();
    SourceBuffer source = SourceBuffer::Copy(text);
    state.ResumeTiming();
    absl::StatusOr<HloModule> module = Parse(std::move(source));
    state.PauseTiming();
    if (!module.ok()) {
      state.SkipWithError(std::string(module.status().message()).c_str());
      break;
    }
    instructions = module->instruction_count();
    module = absl::UnknownError("");  // destruction does not count
    state.ResumeTiming();
  }
  Count(state, text, instructions);
}

void BM_Desugar(benchmark::State& state, const std::string& text) {
  int64_t instructions = 0;
  for (auto _ : state) {
    state.PauseTiming();
    absl::StatusOr<HloModule> module = Parse(SourceBuffer::Copy(text));
    if (!module.ok()) {
      state.SkipWithError(std::string(module.status().message()).c_str());
      break;
    }
    state.ResumeTiming();
    Desugar(&*module);
    Uniquify(&*module);
    state.PauseTiming();
    instructions = module->instruction_count();
    module = absl::UnknownError("");
    state.ResumeTiming();
  }
  Count(state, text, instructions);
}

// A benchmark of `run(module)`; reads the module once.
template <typename Run>
void OnModule(benchmark::State& state, const std::string& text, Run run) {
  const std::optional<HloModule> module = Read(state, text);
  if (!module.has_value()) return;
  for (auto _ : state) run(*module);
  Count(state, text, module->instruction_count());
}

void BM_Print(benchmark::State& state, const std::string& text) {
  PrintOptions options;
  options.print_large_constants = true;
  OnModule(state, text, [&](const HloModule& module) {
    size_t size = 0;
    PrintHloModule(module, options, [&](std::string_view piece) { size += piece.size(); });
    benchmark::DoNotOptimize(size);
  });
}

void BM_PrintToString(benchmark::State& state, const std::string& text) {
  PrintOptions options;
  options.print_large_constants = true;
  OnModule(state, text, [&](const HloModule& module) {
    benchmark::DoNotOptimize(PrintHloModule(module, options));
  });
}

void BM_Json(benchmark::State& state, const std::string& text) {
  OnModule(state, text, [](const HloModule& module) {
    size_t size = 0;
    ExportJson(module, {}, [&](std::string_view piece) { size += piece.size(); });
    benchmark::DoNotOptimize(size);
  });
}

// Visits every instruction with its element type, and every operand.
void BM_Walk(benchmark::State& state, const std::string& text) {
  OnModule(state, text, [](const HloModule& module) {
    uint64_t sum = 0;
    for (const HloComputation* computation : module.computations()) {
      for (const HloInstruction* instruction : computation->instructions()) {
        sum += static_cast<uint64_t>(instruction->opcode());
        sum += static_cast<uint64_t>(instruction->shape().element_type());
        for (const HloInstruction* operand : instruction->operands()) sum += operand->index();
      }
    }
    benchmark::DoNotOptimize(sum);
  });
}

void BM_Verify(benchmark::State& state, const std::string& text) {
  OnModule(state, text,
           [](const HloModule& module) { benchmark::DoNotOptimize(Verify(module).size()); });
}

void BM_Fingerprint(benchmark::State& state, const std::string& text) {
  OnModule(state, text,
           [](const HloModule& module) { benchmark::DoNotOptimize(Fingerprint(module)); });
}

// Compares it with itself under other names.
void BM_Diff(benchmark::State& state, const std::string& text) {
  std::optional<HloModule> renamed = Read(state, text);
  if (!renamed.has_value()) return;
  CanonicalizeNames(&*renamed);
  OnModule(state, text, [&](const HloModule& module) {
    benchmark::DoNotOptimize(Diff(module, *renamed).empty());
  });
}

// The same, with an addition in the middle replaced by a subtraction, if there is one.
void BM_DiffOfOneChange(benchmark::State& state, const std::string& text) {
  std::string changed = text;
  const size_t at = changed.find(" add(", changed.size() / 2);
  if (at != std::string::npos) changed.replace(at, 5, " subtract(");
  std::optional<HloModule> renamed = Read(state, changed);
  if (!renamed.has_value()) return;
  CanonicalizeNames(&*renamed);
  OnModule(state, text, [&](const HloModule& module) {
    benchmark::DoNotOptimize(Diff(module, *renamed).empty());
  });
}

void BM_Clone(benchmark::State& state, const std::string& text) {
  OnModule(state, text, [](const HloModule& module) {
    benchmark::DoNotOptimize(module.Clone().entry_computation());
  });
}

// Includes the check that it is still the same program.
void BM_Format(benchmark::State& state, const std::string& text) {
  for (auto _ : state) {
    const absl::StatusOr<std::string> formatted = FormatHloText(text);
    if (!formatted.ok()) {
      state.SkipWithError(std::string(formatted.status().message()).c_str());
      break;
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(text.size()));
}

void Register(const std::string& input, bool is_file) {
  const auto add = [&](const char* function, void (*run)(benchmark::State&, const std::string&)) {
    return benchmark::RegisterBenchmark(
               (std::string(function) + "/" + input).c_str(),
               [=](benchmark::State& state) { run(state, TextOf(input, is_file)); })
        ->Unit(benchmark::kMillisecond);
  };
  add("Parse", BM_Parse);
  // Parses a module in each run, which takes far longer than the work measured.
  add("Desugar", BM_Desugar)->Iterations(10);
  add("Print", BM_Print);
  add("PrintToString", BM_PrintToString);
  add("Json", BM_Json);
  add("Walk", BM_Walk);
  add("Verify", BM_Verify);
  add("Fingerprint", BM_Fingerprint);
  add("Diff", BM_Diff);
  add("DiffOfOneChange", BM_DiffOfOneChange);
  add("Clone", BM_Clone);
  add("Format", BM_Format);
}

// Removes --model_bytes=N from the arguments.
void TakeModelBytes(int* argc, char** argv) {
  constexpr std::string_view kFlag = "--model_bytes=";
  int kept = 1;
  for (int i = 1; i < *argc; ++i) {
    if (std::string_view(argv[i]).substr(0, kFlag.size()) == kFlag) {
      model_bytes = std::strtoull(argv[i] + kFlag.size(), nullptr, 10);
    } else {
      argv[kept++] = argv[i];
    }
  }
  *argc = kept;
}

}  // namespace
}  // namespace hlo_text_v1

int main(int argc, char** argv) {
  hlo_text::TakeModelBytes(&argc, argv);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  if (const char* file = std::getenv("HLO_BENCHMARK_FILE")) {
    hlo_text::Register(file, /*is_file=*/true);
  } else {
    for (const hlo_text::ModelKind& kind : hlo_text::ModelKinds()) {
      hlo_text::Register(std::string(kind.name), /*is_file=*/false);
    }
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
