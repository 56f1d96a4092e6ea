// A module as JSON for pages, with the text of each instruction cut into pieces that can be clicked
// on:
//
//   {"name": "jit_step", "file": "a.hlo", "header": "HloModule jit_step, ...", "scheduled": true,
//    "shapes": [["f32[8]", "f32[8]{0}"], ["s32[]"]],        without layouts, and with any
//    "computations": [{"name": "%main", "entry": true, "fusion": false,
//      "head": "ENTRY %main (p: f32[8]) -> f32[8] {", "tail": "",
//      "rows": [["%p", 0, 0, "parameter", "(0)"],            name, shape, root?, opcode, pieces
//               ["%r", 0, 1, "reduce", "(", 0, ", ", 0, ")",
//                [", to_apply", "=", {"c": 0}]]],
//      "timeline": {...}}]}                                  if scheduled and no fusion
//
// A piece is text, a row number (an operand), {"c": number of a computation}, or an attribute: a
// list that begins with ", " and its name. Numbers in it are control predecessors and the like.
//
// The timeline has "lanes", "alive" (bytes by step, which are rows), "peak" [bytes, step], "bars"
// [start, done or -1, begin, end, lane, step that binds the result or -1, overlapping bars, links,
// operands], their links [step, operands bound, result bound?] and operands [row, bound at, buffer
// for the result?, bytes, used until, steps held], and "buffers" of more than 0 bytes [row, bytes,
// begin, end]; see src/tools/hlo_view/timeline/timeline.h. measurements.h says what is there with a
// profile or a buffer assignment.
#ifndef HLO_TOOLS_HLO_VIEW_PAGE_MODULE_DATA_H_
#define HLO_TOOLS_HLO_VIEW_PAGE_MODULE_DATA_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/module.h"
#include "hlo/print_options.h"
#include "src/base/json_writer.h"
#include "src/tools/hlo_view/page/measurements.h"

namespace hlo::internal {

struct ModuleDataOptions {
  AsyncPrintMode async_mode = AsyncPrintMode::kSugar;
  bool with_timelines = true;
  const Measurements* measurements = nullptr;  // borrowed; nullptr: none
  // Which computations to show, with all that they call; not set: all.
  std::function<bool(const HloComputation&)> filter;
};

// Compact and safe in a page. `file` is the page's name for the input. The module must be desugared
// and have unique names. The text is in the default style; computations are those of
// ListedComputations, rows are in the order of PrintOrder. Linear in the printed size, except
// timelines: n log n.
std::string ModuleData(const HloModule& module, std::string_view file,
                       const ModuleDataOptions& options = {});

// The same, as the next value of `json`.
void WriteModuleData(const HloModule& module, std::string_view file,
                     const ModuleDataOptions& options, JsonWriter* json);

// The computations in the order of the text, without those that sugar stands for.
std::vector<const HloComputation*> ListedComputations(const HloModule& module,
                                                      AsyncPrintMode async_mode);

}  // namespace hlo::internal

#endif  // HLO_TOOLS_HLO_VIEW_PAGE_MODULE_DATA_H_
