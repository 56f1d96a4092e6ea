// See opt.h; HloOptMain is the program around it.
#include "src/tools/hlo_opt/opt.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

#include "hlo/opt.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "src/base/strings.h"
#include "src/tools/common/program_main.h"
#include "src/tools/common/read_input.h"

namespace hlo_text_v1 {
namespace internal {
namespace {

constexpr char kProgram[] = "hlo-opt";

ExitCode ListPasses(const OptFlags& flags, const PassRegistry& passes) {
  size_t width = 0;
  for (const PassRegistry::Entry& entry : passes.entries()) {
    width = std::max(width, entry.name.size());
  }
  return MakeOutput(kProgram, "", flags.output, [&](DiagnosticLog*, OutputFile* out) {
    for (const PassRegistry::Entry& entry : passes.entries()) {
      const std::string blanks(width + 2 - entry.name.size(), ' ');
      out->Write(StrCat(entry.name, blanks, entry.summary, "\n"));
    }
    return out->failed() ? kIoError : kFine;
  });
}

// "simplify/cse  0.012 s  3 of 5 runs changed the module", slowest first.
std::string TimingTable(absl::Span<const PassRun> runs) {
  struct Sum {
    double seconds = 0;
    int64_t runs = 0;
    int64_t changed = 0;
  };
  std::map<std::string, Sum> sums;
  for (const PassRun& run : runs) {
    Sum& sum = sums[StrCat(run.pipeline, "/", run.pass)];
    sum.seconds += run.seconds;
    ++sum.runs;
    sum.changed += run.changed ? 1 : 0;
  }
  std::vector<std::pair<std::string, Sum>> rows(sums.begin(), sums.end());
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return a.second.seconds > b.second.seconds;
  });
  std::string table;
  for (const auto& [name, sum] : rows) {
    char seconds[32];
    std::snprintf(seconds, sizeof(seconds), "%9.3f s  ", sum.seconds);
    StrAppend(&table, seconds, name, ", ", sum.changed, " of ", sum.runs,
              " runs changed the module\n");
  }
  return table;
}

}  // namespace

ExitCode Optimize(const OptFlags& flags, const PassRegistry& passes) {
  if (flags.list_passes) return ListPasses(flags, passes);
  absl::StatusOr<HloPassPipeline> pipeline = HloPassPipeline("pipeline");
  if (!flags.pass_pipeline.empty()) pipeline = ParsePassPipeline(flags.pass_pipeline, passes);
  if (!pipeline.ok()) {
    return RefuseFlags(HloOptProgram(), std::string(pipeline.status().message()));
  }
  const auto run = [&](DiagnosticLog* log, OutputFile* out) {
    ParseOptions parse;
    parse.upgrade_legacy = flags.upgrade_legacy;
    parse.allow_unknown = flags.allow_unknown;
    HloModule module;
    const ExitCode code = ReadModule(flags.files[0], parse, log, &module);
    if (code != kFine) return code;
    std::vector<PassRun> runs;
    PassOptions options;
    options.verify = flags.verify_each;
    options.check_changes = flags.check_changes;
    options.dump_to = flags.dump_to;
    options.runs = &runs;
    const absl::StatusOr<bool> changed = pipeline->Run(&module, options);
    if (flags.timing) PrintErrors(TimingTable(runs));
    if (!changed.ok()) {
      log->Complain(Std(changed.status().message()));
      return absl::IsUnavailable(changed.status()) ? kIoError : kInputRefused;
    }
    PrintOptions print;
    print.print_large_constants = true;  // {...} would lose the values
    PrintHloModule(module, print, [&](std::string_view piece) { out->Write(piece); });
    return out->failed() ? kIoError : kFine;
  };
  return MakeOutput(kProgram, InputName(flags.files[0]), flags.output, run);
}

}  // namespace internal

int HloOptMain(int argc, char** argv, const PassRegistry& passes) {
  using namespace internal;
  return ProgramMain(argc, argv, HloOptProgram, ParseOptFlags,
                     [&](const OptFlags& flags) { return Optimize(flags, passes); });
}

}  // namespace hlo_text_v1
