// Unpacks each metadata with a stack frame and adds the fields of the frame's location.
#include "hlo/canonical.h"
#include "hlo/print_values.h"
#include "src/canonical/edit_attributes.h"
#include "src/ir/stack_frames.h"

namespace hlo_text_v1 {

using namespace internal;

void InlineStackFrames(HloModule* module) {
  ForEachModule(*module, [](HloModule& each) {
    IrAccess::ModuleState& state = IrAccess::StateOf(each);
    // The most bytes for file names, which the tables have once but metadata repeats; beyond that
    // they are left out.
    size_t left = MaxRepeatedBytes(state.source.view());
    EditAttributes(state, [&](const HloInstruction& instruction, Attribute* attribute) {
      if (attribute->kind() == AttributeKind::kSharding) {
        DropStackFramesOfSharding(state.arena, attribute);
      }
      if (attribute->kind() != AttributeKind::kMetadata) return true;
      OpMetadata metadata = instruction.metadata();
      if (metadata.stack_frame_id == 0) return true;
      if (const auto frame = InlineStackFrame(state.stack_frames, &metadata)) {
        metadata.source_end_line = frame->location.end_line;
        metadata.source_end_column = frame->location.end_column;
        if (metadata.source_file.size() > left) metadata.source_file = {};
        left -= metadata.source_file.size();
      }
      ReplaceValue(metadata, state.arena, attribute);
      return MetadataIsPrinted(metadata);
    });
    state.stack_frames = StackFrameTables();
    state.uses_stack_frames = false;
  });
}

}  // namespace hlo_text_v1
