// The report on passes for a terminal.
//
//   module_0014.jit_step: 44 stages, 13 changed it; 133 instructions, then 171
//           instr                 bytes  pass
//   before    133               374 KiB  before_optimizations
//                                        (5 stages changed nothing)
//   0006      115  +4  -22  ~7  -40 KiB  simplification/algsimp  -7 reshape, -5 broadcast; ~ 3 shape
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_TEXT_REPORT_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_TEXT_REPORT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "src/tools/hlo_view/dump_report/pass_report.h"

namespace hlo_text_v1::internal {

// One module: a heading, a line for each stage, and the unreadable files. `all` also lists stages
// that changed nothing or are the same, stages of modules that only one of two folders has, files
// that are not stages, and all opcodes. Names appear without control characters. Linear.
std::string WriteTextReport(const ModuleReport& report, bool all);

// The files of the folder that do not belong to a module; empty if there are none.
std::string WriteOtherFiles(const std::vector<std::string>& files, bool all);

// Two stages as in WriteTextReport, and the diff.
std::string WriteTextComparison(const DumpModule& module, const DumpStage& before,
                                const DumpStage& after, const StageChange& change);

// "+3 fusion, -12 add; layout 4, async: 2 made": all changes except instruction counts. At most
// `max_items` opcodes, then "and 3 more".
std::string DescribeChange(const StageChange& change, size_t max_items);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_TEXT_REPORT_H_
