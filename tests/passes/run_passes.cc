// Runs passes on many modules.
//
//   run_passes --out=DIR [--evaluate] PASS... < LIST
//
// LIST has the file of one module per line. Each module that the verifier accepts goes through the
// passes of hlo/passes.h and tests/passes/compiler_passes.h in order, is verified after each, and
// is written to DIR/NAME.hlo. Prints a line for each: the name, a tab, then for each pass 1 if it
// changed the module, else 0; or "refused", if it does not read or verify; or "failed" and what is
// wrong, and then exits with 1. --evaluate runs the module with made-up arguments before and after:
// the line ends with a tab and "equal", or "no value" if a limit is too low or it cannot run;
// another value is a failure.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "hlo/evaluate.h"
#include "hlo/identical.h"
#include "hlo/memory_layout.h"
#include "hlo/pass.h"
#include "hlo/passes.h"
#include "hlo/printer.h"
#include "hlo/read.h"
#include "tests/passes/compiler_passes.h"

namespace {

absl::StatusOr<hlo_text::Literal> ValueOf(const hlo_text::HloModule& module,
                                          hlo_text::Arena* arena) {
  hlo_text::EvaluateOptions limits;
  limits.max_steps = 1 << 20;
  limits.max_bytes = 1 << 26;
  const hlo_text::HloComputation& entry = *module.entry_computation();
  for (const hlo_text::HloInstruction* parameter : entry.parameters()) {
    if (hlo_text::TotalElementCount(parameter->shape()) > limits.max_steps) {
      return absl::ResourceExhaustedError("a parameter is too large");
    }
  }
  const absl::StatusOr<std::vector<hlo_text::Literal>> arguments =
      hlo_text::MakeFakeArguments(entry, arena);
  if (!arguments.ok()) return arguments.status();
  return hlo_text::Evaluate(module, *arguments, arena, limits);
}

// The rest of the line, after the name.
std::string Run(const hlo_text::HloPassPipeline& pipeline, hlo_text::HloModule& module) {
  std::vector<hlo_text::PassRun> runs;
  hlo_text::PassOptions options;
  options.runs = &runs;
  const absl::StatusOr<bool> changed = pipeline.Run(&module, options);
  if (!changed.ok()) {
    std::string words(changed.status().message());
    std::replace(words.begin(), words.end(), '\n', ' ');
    return "failed " + words;
  }
  std::string line;
  for (const hlo_text::PassRun& run : runs) {
    line += std::string(line.empty() ? "" : " ") + (run.changed ? "1" : "0");
  }
  return line;
}

std::string RunAndCompare(const hlo_text::HloPassPipeline& pipeline, hlo_text::HloModule& module) {
  hlo_text::Arena arena;
  const absl::StatusOr<hlo_text::Literal> before = ValueOf(module, &arena);
  const std::string line = Run(pipeline, module);
  if (!before.ok() || line.rfind("failed", 0) == 0) return line + "\tno value";
  const absl::StatusOr<hlo_text::Literal> after = ValueOf(module, &arena);
  if (!after.ok()) {
    const bool is_limit = after.status().code() == absl::StatusCode::kResourceExhausted;
    return is_limit ? line + "\tno value" : "failed " + std::string(after.status().message());
  }
  return *before == *after ? line + "\tequal" : "failed the value is another one";
}

}  // namespace

int main(int argc, char** argv) {
  std::string folder;
  bool evaluates = false;
  hlo_text::PassRegistry passes;
  hlo_text::AddStandardPasses(&passes);
  compiler_passes::AddCompilerPasses(&passes);
  hlo_text::HloPassPipeline pipeline("pipeline");
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.rfind("--out=", 0) == 0) {
      folder = argument.substr(6) + "/";
      continue;
    }
    if (argument == "--evaluate") {
      evaluates = true;
      continue;
    }
    const hlo_text::PassRegistry::Entry* pass = passes.Find(argument);
    if (pass == nullptr) {
      std::cerr << "no pass " << argument << "\n";
      return 2;
    }
    pipeline.AddPass(argument, pass->pass);
  }
  if (folder.empty()) {
    std::cerr << "run_passes --out=DIR [--evaluate] PASS... < LIST\n";
    return 2;
  }
  int failed = 0;
  hlo_text::ReadOptions verified;
  verified.verify = true;
  hlo_text::PrintOptions everything;
  everything.print_large_constants = true;
  for (std::string path; std::getline(std::cin, path);) {
    const std::string name = path.substr(path.rfind('/') + 1);
    absl::StatusOr<hlo_text::SourceBuffer> source = hlo_text::SourceBuffer::ReadFile(path);
    if (!source.ok()) {
      std::cerr << source.status() << "\n";
      return 2;
    }
    absl::StatusOr<hlo_text::HloModule> module =
        hlo_text::ReadHloModule(*std::move(source), verified);
    const std::string line = !module.ok() ? "refused"
                             : evaluates  ? RunAndCompare(pipeline, *module)
                                          : Run(pipeline, *module);
    std::cout << name << "\t" << line << "\n" << std::flush;
    if (line.rfind("failed", 0) == 0) failed = 1;
    if (module.ok()) std::ofstream(folder + name) << hlo_text::PrintHloModule(*module, everything);
  }
  return failed;
}
