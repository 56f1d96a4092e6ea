// Finds modules and stages by their names on the command line.
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_STAGE_NAMES_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_STAGE_NAMES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "src/dumps/dump_folder.h"

namespace hlo_text_v1::internal {

// The modules of `folder` that `selector` names: by number, "14"; otherwise all in whose label,
// "module_0014.jit_step", it matches somewhere as a regular expression, which must be valid. Empty:
// all. Error: kNotFound if none matches.
absl::StatusOr<std::vector<const DumpModule*>> SelectModules(const DumpFolder& folder,
                                                             const std::string& selector);

// The stage of `module` called `name`: its number, "6" or "0006"; "before" or "after"; its label,
// "simplification/algsimp", its pass or its file name; or the end of a label, "after_optimizations"
// for cpu_after_optimizations. Errors: kNotFound; kInvalidArgument if several match, with their
// numbers.
absl::StatusOr<size_t> FindStage(const DumpModule& module, std::string_view name);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_STAGE_NAMES_H_
