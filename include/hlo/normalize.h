// Removes or normalises the parts of a module that do not affect what it computes.
//
//   hlo::StripOptions options;
//   options.metadata = true;
//   options.backend_config = true;
//   hlo::Strip(*module, options);
//   hlo::SortMaps(*module);  // backend_config={"b":1, "a":2} -> backend_config={"a":2,"b":1}
//   std::string text = hlo::PrintHloModule(*module);  // to be compared with another
//
// These edit the IR, so everything that reads the module afterwards sees it, printers and
// Fingerprint included.
#ifndef HLO_NORMALIZE_H_
#define HLO_NORMALIZE_H_

#include <string_view>

#include "absl/types/span.h"
#include "hlo/module.h"

namespace hlo {

// ---- Removing parts: the table strip.def has them.

// A field for each line of strip.def.
struct StripOptions {
#define HLO_STRIP(name, help, Kind) bool name = false;
#include "hlo/tables/strip.def"
#undef HLO_STRIP
};

// The table: name of a field, what it removes, the field. Lives forever.
struct StripInfo {
  std::string_view name;
  std::string_view help;
  bool StripOptions::* field;
};
absl::Span<const StripInfo> StripTable();

// Removes what `options` name from all of `module`: header, computations, instructions, and the
// modules in origin_recovery_table. Nothing else changes, names included, except that removing
// control predecessors may change the print order of instructions.
//
//   metadata        metadata={...}, also in shardings, except the entry that holds the reduction
//                   operation of an unreduced value, which has a meaning; the stack-frame tables
//   stack_frames    stack_frame_id, and the tables; also metadata that has nothing else
//   all others      the attribute of that name
//
// May run before or after Desugar and Uniquify. The module's memory does not shrink. Linear, never
// fails.
void Strip(HloModule& module, const StripOptions& options);

// ---- One order for the JSON in attributes. Configurations come from protocol buffers with maps,
// which print in the order of a hash table, different from run to run; sorted, they compare.

// Rewrites each value of backend_config (of instructions, computations and the module) and of
// frontend_attributes that is JSON in XLA's lenient sense: removes white space and sorts the
// members of each object by their text, `"key":value`, byte by byte, members of equal key by value.
// Arrays keep their order, literals their spelling. A value that is not JSON, or is nested deeper
// than 500, stays as it is. frontend_attributes themselves are always sorted by key. New values
// live in the module's arena. n log n in the length of a value; never fails. Source: XLA
// sort_backend_config.
void SortMaps(HloModule& module);

// ---- Stack frames in the old form, before tables: file and line with each instruction.

//   // metadata={op_name="add" stack_frame_id=7}
//   hlo::InlineStackFrames(*module);
//   // metadata={op_name="add" source_file="model.py" source_line=12 source_end_line=12
//   //           source_column=4 source_end_column=17}
//
// Replaces each instruction's stack_frame_id by the file, lines and columns of the innermost frame,
// overwriting any that the metadata has. Function names, callers and the tables are lost. Drops ids
// that name no valid frame, and those in the metadata of shardings, which belong to no table once
// Uniquify has renumbered the frames. Run it after Uniquify, or on a module as read. Leaves out
// file names beyond 64 MiB plus 16 times the source in total. Linear, never fails. XLA
// print_inline_stack_frames shows file, line and column only; this adds the ends, as metadata has
// fields for them.
void InlineStackFrames(HloModule& module);

}  // namespace hlo

#endif  // HLO_NORMALIZE_H_
