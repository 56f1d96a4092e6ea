// The walk over the places of the program that an instruction comes from.
#ifndef HLO_IR_SOURCE_FRAMES_H_
#define HLO_IR_SOURCE_FRAMES_H_

#include "hlo/module.h"

namespace hlo_text_v1::internal {

// Calls visit(file, line, function) for each stack frame, innermost first, until it returns true;
// or once for source_file and its line, with an empty function. At most 64, even if the frames form
// a cycle.
template <typename Visit>
void VisitSourceFrames(const HloModule& module, const OpMetadata& metadata, Visit visit) {
  constexpr int kMost = 64;
  auto frame = module.stack_frames().Resolve(metadata.stack_frame_id);
  if (!frame.has_value() && !metadata.source_file.empty()) {
    visit(metadata.source_file, metadata.source_line, "");
  }
  for (int n = 0; frame.has_value() && n < kMost; ++n) {
    if (visit(frame->file_name, frame->location.line, frame->function_name)) return;
    frame = module.stack_frames().Resolve(frame->parent_frame_id);
  }
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_IR_SOURCE_FRAMES_H_
