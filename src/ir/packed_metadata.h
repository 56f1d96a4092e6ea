// Metadata kept as its source text, which is also how it prints: {op_name="a" source_line=3}.
//
// The attribute has the position of the text in HloModule::source() and the number of the stack
// frame, the only part that may differ from the text.
#ifndef HLO_IR_PACKED_METADATA_H_
#define HLO_IR_PACKED_METADATA_H_

#include <cstdint>
#include <string_view>

#include "hlo/attribute.h"
#include "hlo/attribute_values.h"
#include "hlo/internal/attribute_access.h"

namespace hlo_text_v1::internal {

// A field and its name; one of the two members points to it, except for profile_type.
struct MetadataField {
  std::string_view name;
  std::string_view OpMetadata::* text;
  int32_t OpMetadata::* number;
};
// Sorted by name.
inline constexpr MetadataField kMetadataFields[] = {
    {"deduplicated_name", &OpMetadata::deduplicated_name, nullptr},
    {"metadata_payload", &OpMetadata::metadata_payload, nullptr},
    {"op_name", &OpMetadata::op_name, nullptr},
    {"op_type", &OpMetadata::op_type, nullptr},
    {"profile_type", nullptr, nullptr},
    {"scheduling_name", &OpMetadata::scheduling_name, nullptr},
    {"source_column", nullptr, &OpMetadata::source_column},
    {"source_end_column", nullptr, &OpMetadata::source_end_column},
    {"source_end_line", nullptr, &OpMetadata::source_end_line},
    {"source_file", &OpMetadata::source_file, nullptr},
    {"source_line", nullptr, &OpMetadata::source_line},
    {"stack_frame_id", nullptr, &OpMetadata::stack_frame_id},
};

// Whether all fields are empty. Other metadata is kept even if it does not print, because protos
// have it.
bool MetadataIsEmpty(const OpMetadata& metadata);

// The fields of a packed text. Safe for any other text, with an arbitrary result.
OpMetadata UnpackMetadata(std::string_view text);

inline bool IsPacked(const Attribute& attribute) { return AttributeAccess::IsPacked(attribute); }
// The text of packed metadata, in the module's source.
inline std::string_view PackedText(const Attribute& packed, std::string_view source) {
  return source.substr(AttributeAccess::PackedBegin(packed), AttributeAccess::PackedSize(packed));
}
// The place in that text of the number of the stack frame, which it must have.
struct PackedNumber {
  size_t begin = 0;
  size_t end = 0;
};
PackedNumber StackFrameInPacked(std::string_view text);

// For metadata, packed or not, in a module with this source.
OpMetadata MetadataOf(const Attribute& metadata, std::string_view source);
// The number of its stack frame; 0 if there is none.
inline int32_t StackFrameOf(const Attribute& metadata) {
  return IsPacked(metadata) ? AttributeAccess::PackedStackFrame(metadata)
                            : metadata.As<OpMetadata>().stack_frame_id;
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_IR_PACKED_METADATA_H_
