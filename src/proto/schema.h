// The messages and fields of XLA's binary form, as C++ constants and as data.
//
//   writer.Field(pb::HloInstructionProto::parameter_number, number);  // type and label are checked
//   FindField(ProtoMessage::kHloInstructionProto, 9)->name;            // "parameter_number"
//
// Both come from fields.def; enums.def has the enumerations.
#ifndef HLO_PROTO_SCHEMA_H_
#define HLO_PROTO_SCHEMA_H_

#include <cstdint>
#include <string_view>

#include "absl/types/span.h"

namespace hlo_text_v1::internal {

enum class ProtoType : uint8_t {
  kInt32,
  kInt64,
  kUint32,
  kUint64,
  kBool,
  kEnum,
  kFloat,
  kDouble,
  kString,  // UTF-8
  kBytes,
  kMessage,
};

// When a field is written; see fields.def.
enum class ProtoLabel : uint8_t { kImplicit, kMessage, kOptional, kOneof, kPacked, kRepeated };

enum class ProtoMessage : uint8_t {
#define HLO_PROTO_MESSAGE(Id, ...) k##Id,
#define HLO_PROTO_FIELD(...)
#include "src/proto/fields.def"
  kNone,
};

enum class ProtoEnum : uint8_t {
#define HLO_PROTO_ENUM(Id, ...) k##Id,
#define HLO_PROTO_VALUE(...)
#include "src/proto/enums.def"
  kNone,
};

// A field as a constant whose C++ type says how it is read and written.
template <ProtoType type_of_field, ProtoLabel label_of_field>
struct ProtoField {
  static constexpr ProtoType type = type_of_field;
  static constexpr ProtoLabel label = label_of_field;
  uint32_t number;
  const char* name;
};

namespace pb {
#define HLO_PROTO_MESSAGE(Id, text, ...)                          \
  struct Id {                                                     \
    static constexpr ProtoMessage kMessage = ProtoMessage::k##Id; \
    __VA_ARGS__                                                   \
  };
#define HLO_PROTO_FIELD(name, number, Type, Label, ...) \
  static constexpr ProtoField<ProtoType::k##Type, ProtoLabel::k##Label> name{number, #name};
#include "src/proto/fields.def"
}  // namespace pb

// The same as data, for code that handles all messages alike.
struct ProtoFieldInfo {
  std::string_view name;
  uint32_t number;
  ProtoType type;
  ProtoLabel label;
  ProtoMessage message;  // of a message, else kNone
  ProtoEnum enumeration;
};
struct ProtoMessageInfo {
  std::string_view name;
  absl::Span<const ProtoFieldInfo> fields;  // by number
};
const ProtoMessageInfo& GetProtoMessageInfo(ProtoMessage message);
// nullptr if the message has no such field.
const ProtoFieldInfo* FindProtoField(ProtoMessage message, uint32_t number);

struct ProtoEnumValue {
  std::string_view name;
  int32_t number;
};
absl::Span<const ProtoEnumValue> ProtoEnumValues(ProtoEnum enumeration);
// The name of a number; empty if the enumeration does not have it.
std::string_view ProtoEnumName(ProtoEnum enumeration, int64_t number);

// A tag of the schema has at most two bytes.
inline constexpr uint32_t kFieldNumberLimit = 1 << 11;

// How a value is encoded: the low three bits of a tag.
enum class WireType : uint8_t {
  kVarint = 0,
  kFixed64 = 1,
  kBytes = 2,
  kGroupStart = 3,
  kGroupEnd = 4,
  kFixed32 = 5,
};

constexpr bool IsLengthDelimited(ProtoType type) { return type >= ProtoType::kString; }
// The wire type of a single value.
constexpr WireType WireTypeOf(ProtoType type) {
  return IsLengthDelimited(type)      ? WireType::kBytes
         : type == ProtoType::kFloat  ? WireType::kFixed32
         : type == ProtoType::kDouble ? WireType::kFixed64
                                      : WireType::kVarint;
}

// Packed numbers may also come one by one.
constexpr bool CanHaveType(const ProtoFieldInfo& field, WireType type) {
  return type == WireTypeOf(field.type) ||
         (type == WireType::kBytes && field.label == ProtoLabel::kPacked);
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_PROTO_SCHEMA_H_
