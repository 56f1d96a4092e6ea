// See edit_attributes.h.
#include "src/canonical/edit_attributes.h"

namespace hlo_text_v1::internal {

absl::Span<const OpMetadata> ReductionOnly(absl::Span<const OpMetadata> all) {
  for (size_t i = all.size(); i > 0; --i) {
    const OpMetadata& metadata = all[i - 1];
    if (metadata.op_type != "sdy::reduction_op") continue;
    const bool matters = metadata.op_name == "MAX" || metadata.op_name == "MIN";
    return matters ? all.subspan(i - 1, 1) : absl::Span<const OpMetadata>();
  }
  return {};
}

void DropStackFramesOfSharding(Arena& arena, Attribute* attribute) {
  const auto has_frame = [](const OpMetadata& metadata) { return metadata.stack_frame_id != 0; };
  const auto without_frame = [&](absl::Span<const OpMetadata> all) {
    std::vector<OpMetadata> kept(all.begin(), all.end());
    for (OpMetadata& metadata : kept) metadata.stack_frame_id = 0;
    return arena.CopySpan<OpMetadata>(kept);
  };
  EditMetadataOfSharding(arena, has_frame, without_frame, attribute);
}

}  // namespace hlo_text_v1::internal
