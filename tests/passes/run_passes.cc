// Runs passes on many modules.
//
//   run_passes --out=DIR PASS... < LIST
//
// LIST has the file of one module per line. Each module that the verifier accepts goes through the
// passes in order, is verified after each, and is written to DIR/NAME.hlo. Prints a line for each:
// the name, a tab, then the number of changes by each pass; or "refused", if it does not read or
// verify; or "failed" and what is wrong, and then exits with 1.
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "hlo/printer.h"
#include "hlo/read.h"
#include "hlo/verify.h"
#include "tests/passes/passes.h"

namespace {

struct Pass {
  std::string_view name;
  absl::StatusOr<int64_t> (*run)(hlo_text::HloModule&);
};

constexpr Pass kPasses[] = {
    {"simplify", hlo_text::passes::Simplify},
    {"merge", hlo_text::passes::MergeCommonSubexpressions},
    {"remove", hlo_text::passes::RemoveDeadCode},
    {"async-collectives", hlo_text::passes::MakeCollectivesAsync},
    {"async-work", hlo_text::passes::MakeWorkAsync},
    {"bind-late", hlo_text::passes::BindOperandsLate},
    {"bind-at-start", hlo_text::passes::BindOperandsAtStart},
    {"schedule", hlo_text::passes::ScheduleForOverlap},
};

const Pass* FindPass(std::string_view name) {
  for (const Pass& pass : kPasses) {
    if (pass.name == name) return &pass;
  }
  return nullptr;
}

// The rest of the line, after the name.
std::string Run(const std::vector<const Pass*>& passes, hlo_text::HloModule& module) {
  std::string line;
  for (const Pass* pass : passes) {
    const absl::StatusOr<int64_t> changed = pass->run(module);
    const std::string failed = "failed " + std::string(pass->name) + " ";
    if (!changed.ok()) return failed + std::string(changed.status().message());
    const std::vector<hlo_text::Diagnostic> problems = hlo_text::Verify(module);
    if (!problems.empty()) return failed + problems[0].message;
    line += (line.empty() ? "" : " ") + std::to_string(*changed);
  }
  return line;
}

}  // namespace

int main(int argc, char** argv) {
  std::string folder;
  std::vector<const Pass*> passes;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.rfind("--out=", 0) == 0) {
      folder = argument.substr(6) + "/";
      continue;
    }
    passes.push_back(FindPass(argument));
    if (passes.back() == nullptr) {
      std::cerr << "no pass " << argument << "\n";
      return 2;
    }
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
    const std::string line = module.ok() ? Run(passes, *module) : "refused";
    std::cout << name << "\t" << line << "\n" << std::flush;
    if (line.rfind("failed", 0) == 0) failed = 1;
    if (module.ok()) std::ofstream(folder + name) << hlo_text::PrintHloModule(*module, everything);
  }
  return failed;
}
