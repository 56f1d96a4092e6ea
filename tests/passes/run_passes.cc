// Runs passes on many modules.
//
//   run_passes --out=DIR PASS... < LIST
//
// LIST has the file of one module per line. Each module that the verifier accepts goes through the
// passes of hlo/passes.h in order, is verified after each, and is written to DIR/NAME.hlo. Prints a
// line for each: the name, a tab, then for each pass 1 if it changed the module, else 0; or
// "refused", if it does not read or verify; or "failed" and what is wrong, and then exits with 1.
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "hlo/pass.h"
#include "hlo/passes.h"
#include "hlo/printer.h"
#include "hlo/read.h"

namespace {

// The rest of the line, after the name.
std::string Run(const hlo_text::HloPassPipeline& pipeline, hlo_text::HloModule& module) {
  std::vector<hlo_text::PassRun> runs;
  hlo_text::PassOptions options;
  options.runs = &runs;
  const absl::StatusOr<bool> changed = pipeline.Run(&module, options);
  if (!changed.ok()) return "failed " + std::string(changed.status().message());
  std::string line;
  for (const hlo_text::PassRun& run : runs) {
    line += std::string(line.empty() ? "" : " ") + (run.changed ? "1" : "0");
  }
  return line;
}

}  // namespace

int main(int argc, char** argv) {
  std::string folder;
  hlo_text::PassRegistry passes;
  hlo_text::AddStandardPasses(&passes);
  hlo_text::HloPassPipeline pipeline("pipeline");
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.rfind("--out=", 0) == 0) {
      folder = argument.substr(6) + "/";
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
    std::cerr << "run_passes --out=DIR PASS... < LIST\n";
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
    const std::string line = module.ok() ? Run(pipeline, *module) : "refused";
    std::cout << name << "\t" << line << "\n" << std::flush;
    if (line.rfind("failed", 0) == 0) failed = 1;
    if (module.ok()) std::ofstream(folder + name) << hlo_text::PrintHloModule(*module, everything);
  }
  return failed;
}
