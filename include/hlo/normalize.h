// Taking out of a module, or bringing into one form, what says nothing about what it computes.
//
//   hlo::StripOptions options;
//   options.metadata = true;
//   options.backend_config = true;
//   hlo::Strip(*module, options);
//   hlo::SortMaps(*module);  // backend_config={"b":1, "a":2} -> backend_config={"a":2,"b":1}
//   std::string text = hlo::PrintHloModule(*module);  // to be compared with another
//
// The IR is changed, so that all that reads the module afterwards, printers and Fingerprint among
// them, sees it so.
#ifndef HLO_NORMALIZE_H_
#define HLO_NORMALIZE_H_

#include <string_view>

#include "absl/types/span.h"
#include "hlo/module.h"

namespace hlo {

// ---- What can be taken out is a table, strip.def.

// A field for each line of strip.def.
struct StripOptions {
#define HLO_STRIP(name, help) bool name = false;
#include "hlo/tables/strip.def"
#undef HLO_STRIP
};

// The table: name of a field, what it takes out, the field. Lives for ever.
struct StripInfo {
  std::string_view name;
  std::string_view help;
  bool StripOptions::* field;
};
absl::Span<const StripInfo> StripTable();

// Takes out of `module` what `options` name, wherever it stands: header, computations,
// instructions, and the modules in origin_recovery_table. Nothing else changes, names included; the
// order in which instructions print may, where control predecessors were taken out.
//
//   metadata        metadata={...}; in shardings too, but for the entry that holds the reduction
//                   operation of an unreduced value, which is no comment; the stack-frame tables
//   stack_frames    stack_frame_id, and the tables. Metadata of nothing else is taken out whole
//   all others      what they say
//
// May run before or after Desugar and Uniquify. The module's memory does not shrink. Linear, never
// fails.
void Strip(HloModule& module, const StripOptions& options);

// ---- One order for what is written in any order: the JSON in attributes. Configurations come from
// protocol buffers with maps, which are written as the hash table has them, differently from run to
// run; sorted, they can be compared.

// Rewrites each value of backend_config (of instructions, computations and the module) and of
// frontend_attributes that is JSON in XLA's lenient sense: without white space, the members of each
// object sorted by their text, `"key":value`, byte by byte, members of equal key by value. Arrays
// keep their order, literals their spelling. A value that is not JSON, or is nested deeper than
// 500, stays as it is. frontend_attributes themselves are always sorted by key. Values that change
// are put into the module's arena. n log n in the length of a value; never fails.
// Source: XLA sort_backend_config.
void SortMaps(HloModule& module);

// ---- Stack frames as they were written before there were tables of them: file and line with each
// instruction.

//   // metadata={op_name="add" stack_frame_id=7}
//   hlo::InlineStackFrames(*module);
//   // metadata={op_name="add" source_file="model.py" source_line=12 source_end_line=12
//   //           source_column=4 source_end_column=17}
//
// Replaces each instruction's stack_frame_id by the file, lines and columns of the innermost frame;
// those that the metadata may have had already are overwritten. Function names and callers are
// lost, and the tables taken out. An id that names no sound frame is dropped, and so are those in
// the metadata of shardings, which no table belongs to once Uniquify has renumbered the frames.
// Run it after Uniquify, or on a module as read. Linear, never fails. XLA print_inline_stack_frames
// shows file, line and column only; here are also the ends, as metadata has fields for them.
void InlineStackFrames(HloModule& module);

}  // namespace hlo

#endif  // HLO_NORMALIZE_H_
