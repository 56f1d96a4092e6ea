// Stack frames as they were written before there were tables of them: file and line with each
// instruction.
//
//   // metadata={op_name="add" stack_frame_id=7}
//   hlo::InlineStackFrames(*module);
//   // metadata={op_name="add" source_file="model.py" source_line=12 source_end_line=12
//   //           source_column=4 source_end_column=17}
#ifndef HLO_INLINE_STACK_FRAMES_H_
#define HLO_INLINE_STACK_FRAMES_H_

#include "hlo/module.h"

namespace hlo {

// Replaces each instruction's stack_frame_id by the file, lines and columns of the innermost frame;
// those that the metadata may have had already are overwritten. Function names and callers are
// lost, and the tables taken out. An id that names no sound frame is dropped, and so are those in
// the metadata of shardings, which no table belongs to once Uniquify has renumbered the frames.
// Run it after Uniquify, or on a module as read. Linear, never fails. XLA print_inline_stack_frames
// shows file, line and column only; here are also the ends, as metadata has fields for them.
void InlineStackFrames(HloModule& module);

}  // namespace hlo

#endif  // HLO_INLINE_STACK_FRAMES_H_
