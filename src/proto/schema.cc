// The tables as data. A field names its message or enumeration with one word; the macros below look
// it up among both, and give kNone where it is not found.
#include "src/proto/schema.h"

#include <algorithm>
#include <array>

namespace hlo_text_v1::internal {
namespace {

template <typename T>
struct Named {
  std::string_view id;
  T value;
};
constexpr Named<ProtoMessage> kMessages[] = {
#define HLO_PROTO_MESSAGE(Id, ...) {#Id, ProtoMessage::k##Id},
#define HLO_PROTO_FIELD(...)
#include "src/proto/fields.def"
};
constexpr Named<ProtoEnum> kEnums[] = {
#define HLO_PROTO_ENUM(Id, ...) {#Id, ProtoEnum::k##Id},
#define HLO_PROTO_VALUE(...)
#include "src/proto/enums.def"
};

template <typename T, size_t count>
constexpr T Find(const Named<T> (&all)[count], std::string_view id) {
  for (const Named<T>& each : all) {
    if (each.id == id) return each.value;
  }
  return T::kNone;
}
constexpr ProtoMessage MessageOf(ProtoType type, std::string_view id) {
  return type == ProtoType::kMessage ? Find(kMessages, id) : ProtoMessage::kNone;
}
constexpr ProtoEnum EnumOf(ProtoType type, std::string_view id) {
  return type == ProtoType::kEnum ? Find(kEnums, id) : ProtoEnum::kNone;
}

#define HLO_PROTO_MESSAGE(Id, text, ...) constexpr ProtoFieldInfo kFieldsOf##Id[] = {__VA_ARGS__};
#define HLO_PROTO_FIELD(name, number, Type, Label, ...) \
  {#name,                                               \
   number,                                              \
   ProtoType::k##Type,                                  \
   ProtoLabel::k##Label,                                \
   MessageOf(ProtoType::k##Type, #__VA_ARGS__),         \
   EnumOf(ProtoType::k##Type, #__VA_ARGS__)},
#include "src/proto/fields.def"

constexpr ProtoMessageInfo kMessageTable[] = {
#define HLO_PROTO_MESSAGE(Id, text, ...) {text, kFieldsOf##Id},
#define HLO_PROTO_FIELD(...)
#include "src/proto/fields.def"
};

constexpr bool FieldsAreSound() {
  for (const ProtoMessageInfo& message : kMessageTable) {
    uint32_t last = 0;
    for (const ProtoFieldInfo& field : message.fields) {
      const bool is_message = field.type == ProtoType::kMessage;
      const bool is_enum = field.type == ProtoType::kEnum;
      if (field.number <= last || field.number >= kFieldNumberLimit) return false;
      if (is_message != (field.message != ProtoMessage::kNone)) return false;
      if (is_enum != (field.enumeration != ProtoEnum::kNone)) return false;
      if (field.label == ProtoLabel::kPacked && IsLengthDelimited(field.type)) return false;
      if (field.label == ProtoLabel::kRepeated && !IsLengthDelimited(field.type)) return false;
      last = field.number;
    }
  }
  return true;
}
static_assert(FieldsAreSound(),
              "fields.def: fields in order, with their messages and enumerations");

#define HLO_PROTO_ENUM(Id, text, ...) constexpr ProtoEnumValue kValuesOf##Id[] = {__VA_ARGS__};
#define HLO_PROTO_VALUE(name, number) {#name, number},
#include "src/proto/enums.def"

constexpr absl::Span<const ProtoEnumValue> kEnumTable[] = {
#define HLO_PROTO_ENUM(Id, ...) kValuesOf##Id,
#define HLO_PROTO_VALUE(...)
#include "src/proto/enums.def"
};

}  // namespace

const ProtoMessageInfo& GetProtoMessageInfo(ProtoMessage message) {
  return kMessageTable[static_cast<size_t>(message)];
}

const ProtoFieldInfo* FindProtoField(ProtoMessage message, uint32_t number) {
  const absl::Span<const ProtoFieldInfo> fields = GetProtoMessageInfo(message).fields;
  const auto* found = std::lower_bound(
      fields.begin(), fields.end(), number,
      [](const ProtoFieldInfo& field, uint32_t wanted) { return field.number < wanted; });
  return found != fields.end() && found->number == number ? found : nullptr;
}

absl::Span<const ProtoEnumValue> ProtoEnumValues(ProtoEnum enumeration) {
  return kEnumTable[static_cast<size_t>(enumeration)];
}

std::string_view ProtoEnumName(ProtoEnum enumeration, int64_t number) {
  for (const ProtoEnumValue& value : ProtoEnumValues(enumeration)) {
    if (value.number == number) return value.name;
  }
  return {};
}

}  // namespace hlo_text_v1::internal
