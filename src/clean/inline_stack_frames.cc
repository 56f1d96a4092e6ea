// Each metadata with a stack frame is unpacked and gets the fields of the frame's location.
#include "hlo/inline_stack_frames.h"

#include "src/clean/edit_attributes.h"

namespace hlo {
namespace {

using internal::IrAccess;

// Element `id` - 1 of `list`; nullptr if there is none.
template <typename T>
const T* At(const std::vector<T>& list, int32_t id) {
  return id >= 1 && static_cast<size_t>(id) <= list.size() ? &list[static_cast<size_t>(id) - 1]
                                                           : nullptr;
}

void Inline(const StackFrameTables& tables, OpMetadata* metadata) {
  const auto* frame = At(tables.frames, metadata->stack_frame_id);
  metadata->stack_frame_id = 0;
  const auto* location = frame == nullptr ? nullptr : At(tables.locations, frame->location_id);
  const auto* file = location == nullptr ? nullptr : At(tables.file_names, location->file_name_id);
  if (file == nullptr) return;
  metadata->source_file = *file;
  metadata->source_line = location->line;
  metadata->source_end_line = location->end_line;
  metadata->source_column = location->column;
  metadata->source_end_column = location->end_column;
}

}  // namespace

void InlineStackFrames(HloModule& module) {
  ForEachModule(module, [](IrAccess::ModuleState& state) {
    EditAttributes(state, [&state](const HloInstruction& instruction, Attribute* attribute) {
      if (attribute->kind() == AttributeKind::kSharding) {
        DropStackFramesOfSharding(state.arena, attribute);
      }
      if (attribute->kind() != AttributeKind::kMetadata) return true;
      OpMetadata metadata = instruction.metadata();
      if (metadata.stack_frame_id == 0) return true;
      Inline(state.stack_frames, &metadata);
      ReplaceAttribute(
          Attribute::Pointer(AttributeKind::kMetadata, state.arena.New<OpMetadata>(metadata)),
          attribute);
      return MetadataIsPrinted(metadata);
    });
    state.stack_frames = StackFrameTables();
    state.uses_stack_frames = false;
  });
}

}  // namespace hlo
