// A packed text has no escapes, no profile_type and one blank between fields, so a field ends at
// the next quote, or after its digits.
#include "src/ir/packed_metadata.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace hlo_text_v1 {

using namespace internal;

bool MetadataIsPrinted(const OpMetadata& metadata) {
  return !metadata.op_type.empty() || !metadata.op_name.empty() || !metadata.source_file.empty() ||
         !metadata.scheduling_name.empty() || metadata.stack_frame_id != 0 ||
         metadata.has_metadata_payload;
}

namespace internal {

bool MetadataIsEmpty(const OpMetadata& metadata) {
  return metadata.profile_type.empty() && !metadata.has_metadata_payload &&
         std::all_of(std::begin(kMetadataFields), std::end(kMetadataFields),
                     [&](const MetadataField& field) {
                       return (field.text == nullptr || (metadata.*field.text).empty()) &&
                              (field.number == nullptr || metadata.*field.number == 0);
                     });
}

OpMetadata UnpackMetadata(std::string_view text) {
  OpMetadata metadata;
  while (!text.empty()) {
    text.remove_prefix(1);  // the opening brace, or the blank after a field
    const size_t equal = text.find('=');
    if (equal == std::string_view::npos) break;
    const std::string_view name = text.substr(0, equal);
    const auto* field =
        std::find_if(std::begin(kMetadataFields), std::end(kMetadataFields),
                     [name](const MetadataField& known) { return known.name == name; });
    text.remove_prefix(equal + 1);
    if (text.empty() || field == std::end(kMetadataFields)) break;
    size_t size = 0;
    if (text[0] == '"') {
      size = text.find('"', 1);  // there are no escapes
      if (size == std::string_view::npos || field->text == nullptr) break;
      metadata.*field->text = text.substr(1, size - 1);
      metadata.has_metadata_payload |= field->text == &OpMetadata::metadata_payload;
      ++size;
    } else {
      if (field->number == nullptr) break;
      const char* const end = text.data() + text.size();
      const auto read = std::from_chars(text.data(), end, metadata.*field->number);
      size = static_cast<size_t>(read.ptr - text.data());
    }
    text.remove_prefix(size);
  }
  return metadata;
}

PackedNumber StackFrameInPacked(std::string_view text) {
  // Only a payload may follow the number, and strings have no quotes in them.
  size_t end = text.size() - 1;
  constexpr std::string_view kPayload = " metadata_payload=";
  if (text[end - 1] == '"') end = text.rfind('"', end - 2) - kPayload.size();
  const size_t equal = text.rfind('=', end);
  return {equal + 1, end};
}

OpMetadata MetadataOf(const Attribute& metadata, std::string_view source) {
  if (!IsPacked(metadata)) return metadata.As<OpMetadata>();
  OpMetadata unpacked = UnpackMetadata(PackedText(metadata, source));
  unpacked.stack_frame_id = StackFrameOf(metadata);
  return unpacked;
}

}  // namespace internal

}  // namespace hlo_text_v1
