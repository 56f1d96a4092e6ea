// The report on passes for a terminal: a line for each stage, below the pipelines around it.
//
//   module_0014.jit_step: 44 stages, 13 changed it; 133 instructions at first, 171 at last
//           instr                 bytes  pass
//   before    133               374 KiB  before_optimizations
//                                        simplification
//   0006      115  +4  -22  ~7  -40 KiB    algsimp  -7 reshape, -5 broadcast; ~ 3 shapes
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_TEXT_REPORT_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_TEXT_REPORT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "src/tools/hlo_view/dump_report/pass_report.h"

namespace hlo_text_v1::internal {

struct TextReportOptions {
  // Also stages that changed nothing or are the same, stages of modules that only one of two
  // folders has, files that are not stages, and all opcodes.
  bool all = false;
  bool color = false;
  size_t width = 0;  // longer lines go on below, if they have blanks; 0: lines of any length
};

// One module: a heading, a line for each stage, and the unreadable files. Names appear without
// control characters. Linear.
std::string WriteTextReport(const ModuleReport& report, const TextReportOptions& options);

// A module at its last stage.
struct ModuleSize {
  const DumpModule* module;
  StageTotals totals;
};
// A table of the modules, which are in order; without `options.all` of the first 20.
std::string WriteModuleTable(absl::Span<const ModuleSize> modules,
                             const TextReportOptions& options);

// "3 .hlo, notes.txt": files by kind.
std::string DescribeFiles(const std::vector<std::string>& files);

// The files of the folder that do not belong to a module; empty if there are none.
std::string WriteOtherFiles(const std::vector<std::string>& files,
                            const TextReportOptions& options);

// Two stages as in WriteTextReport, and the diff.
std::string WriteTextComparison(const DumpModule& module, const DumpStage& before,
                                const DumpStage& after, const StageChange& change,
                                const TextReportOptions& options);

// "+3 fusion, -12 add; layout 4, async: 2 made": all changes except instruction counts. At most
// `max_items` opcodes, then "and 3 more".
std::string DescribeChange(const StageChange& change, size_t max_items);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_TEXT_REPORT_H_
