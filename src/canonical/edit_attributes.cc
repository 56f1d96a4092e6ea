// See edit_attributes.h.
#include "src/canonical/edit_attributes.h"

namespace hlo {

void DropStackFramesOfSharding(Arena& arena, Attribute* attribute) {
  const auto has_frame = [](absl::Span<const OpMetadata> all) {
    for (const OpMetadata& metadata : all) {
      if (metadata.stack_frame_id != 0) return true;
    }
    return false;
  };
  const auto& sharding = attribute->As<HloSharding>();
  if (!AnyMetadata(sharding, has_frame)) return;
  const auto without_frame = [&](absl::Span<const OpMetadata> all) {
    std::vector<OpMetadata> kept(all.begin(), all.end());
    for (OpMetadata& metadata : kept) metadata.stack_frame_id = 0;
    return arena.CopySpan<OpMetadata>(kept);
  };
  ReplaceAttribute(
      Attribute::Pointer(AttributeKind::kSharding,
                         arena.New<HloSharding>(WithMetadata(sharding, arena, without_frame))),
      attribute);
}

}  // namespace hlo
