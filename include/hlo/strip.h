// Taking out of a module what says nothing about what it computes.
//
//   hlo::StripOptions options;
//   options.metadata = true;
//   options.backend_config = true;
//   hlo::Strip(*module, options);
//   std::string text = hlo::PrintHloModule(*module);  // to be compared with another
//
// What can be taken out is a table, strip.def. It is taken out of the IR, so that all that reads
// the module afterwards, printers and Fingerprint among them, sees it without.
#ifndef HLO_STRIP_H_
#define HLO_STRIP_H_

#include <string_view>

#include "absl/types/span.h"
#include "hlo/module.h"

namespace hlo {

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

}  // namespace hlo

#endif  // HLO_STRIP_H_
