// How the dumps of two compilations differ, pass by pass: another version of the compiler, other
// flags, a program that has been edited.
//
//   for (const ModulePair& pair : PairModules(all_of(before), all_of(after))) {
//     ModuleReport report = CompareModules(before, after, pair, {});
//   }
//
// Modules are the same if they have the same name, stages if they have the same label; the second
// of a name is the counterpart of the second. Numbers do not count: there may be other modules
// before, or other passes.
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_COMPARE_FOLDERS_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_COMPARE_FOLDERS_H_

#include <vector>

#include "src/dumps/dump_folder.h"
#include "src/tools/hlo_view/dump_report/pass_report.h"

namespace hlo::internal {

struct ModulePair {
  const DumpModule* before = nullptr;  // nullptr: only the later folder has it
  const DumpModule* after = nullptr;   // nullptr: only the earlier one
};

// In the order of `after`, those that only `before` has in between. The modules must outlive the
// result.
std::vector<ModulePair> PairModules(const std::vector<const DumpModule*>& before,
                                    const std::vector<const DumpModule*>& after);

// Compares each stage of the pair with its counterpart; `change` is from `before` to `after`.
// Stages are in the order of the later module, those that only the earlier one has in between.
// Never fails: a stage that is unreadable in either folder has an error. Two stages are in memory
// at a time.
ModuleReport CompareModules(const DumpFolder& before, const DumpFolder& after,
                            const ModulePair& pair, const PassReportOptions& options);

}  // namespace hlo::internal

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_COMPARE_FOLDERS_H_
