// Compares the dumps of two compilations pass by pass: by different versions of the compiler, with
// different flags, or of an edited program.
//
//   for (const ModulePair& pair : PairModules(all_of(before), all_of(after))) {
//     ModuleReport report = CompareModules(before, after, pair, {});
//   }
//
// Modules are the same if they have the same name, stages if they have the same label; the second
// of a name is the counterpart of the second. Numbers do not count, since there may be other
// modules or passes before.
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_COMPARE_FOLDERS_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_COMPARE_FOLDERS_H_

#include <vector>

#include "src/dumps/dump_folder.h"
#include "src/tools/hlo_view/dump_report/pass_report.h"

namespace hlo_text_v1::internal {

struct ModulePair {
  const DumpModule* before = nullptr;  // nullptr: only the later folder has it
  const DumpModule* after = nullptr;   // nullptr: only the earlier one
};

// In the order of `after`; modules that only `before` has are in between. The modules must outlive
// the result.
std::vector<ModulePair> PairModules(const std::vector<const DumpModule*>& before,
                                    const std::vector<const DumpModule*>& after);

// Compares each stage of the pair with its counterpart; `change` is from `before` to `after`.
// Stages are in the order of the later module; stages that only the earlier one has are in between.
// Never fails: a stage that is unreadable in either folder has an error. Two stages are in memory
// at a time.
ModuleReport CompareModules(const DumpFolder& before, const DumpFolder& after,
                            const ModulePair& pair, const PassReportOptions& options);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_COMPARE_FOLDERS_H_
