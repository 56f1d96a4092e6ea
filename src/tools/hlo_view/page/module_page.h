// The page of a module: its computations as a tree, its text with links between operands,
// definitions and users, search, and for scheduled modules a timeline.
//
//   std::string html = ModulePage(*module, "step.hlo");
//
// Its data are JSON: ModuleData of types.d.ts. The text of each instruction is cut into pieces;
// names are links.
#ifndef HLO_TOOLS_HLO_VIEW_PAGE_MODULE_PAGE_H_
#define HLO_TOOLS_HLO_VIEW_PAGE_MODULE_PAGE_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/module.h"
#include "hlo/printer.h"
#include "hlo/roofline.h"
#include "src/base/json_writer.h"
#include "src/dumps/dump_folder.h"
#include "src/tools/hlo_view/dump_report/blame.h"
#include "src/tools/hlo_view/page/measurements.h"

namespace hlo_text_v1::internal {

struct ModuleDataOptions {
  AsyncPrintMode async_mode = AsyncPrintMode::kSugar;
  bool only_text = false;  // for a side of the diff page: no summary, timelines, counts
  bool with_costs = false;
  const Machine* machine = nullptr;            // of the costs; borrowed; nullptr: none
  const Measurements* measurements = nullptr;  // borrowed; nullptr: none
  const Blame* blame = nullptr;                // borrowed, of this module; nullptr: none
  std::vector<DumpStage> stages;               // of `blame`
  // The computations to show, with all that they call; not set: all.
  std::function<bool(const HloComputation&)> filter;
};

// `file` is the page's name for the input. With costs, whatever the options say. The module must be
// desugared and have unique names. Cost: that of ModuleData.
std::string ModulePage(const HloModule& module, std::string_view file,
                       const ModuleDataOptions& options = {});

// Only the data, compact and safe in a page. The text is in the default style; computations are
// those of ListedComputations, rows are in the order of PrintOrder. Linear in the printed size,
// except timelines: n log n.
std::string ModuleData(const HloModule& module, std::string_view file,
                       const ModuleDataOptions& options = {});

// The same, as the next value of `json`.
void WriteModuleData(const HloModule& module, std::string_view file,
                     const ModuleDataOptions& options, JsonWriter* json);

// The computations in the order of the text, without those that sugar stands for.
std::vector<const HloComputation*> ListedComputations(const HloModule& module,
                                                      AsyncPrintMode async_mode);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_PAGE_MODULE_PAGE_H_
