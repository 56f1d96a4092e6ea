// Which field of a LiteralProto has the elements of a type, and how.
#ifndef HLO_PROTO_LITERAL_FIELDS_H_
#define HLO_PROTO_LITERAL_FIELDS_H_

#include <cstdint>
#include <string_view>

#include "hlo/primitive_type.h"
#include "src/proto/schema.h"

namespace hlo::internal {

struct LiteralField {
  uint32_t number = 0;  // 0: the type has no values
  ProtoType type = ProtoType::kBytes;
  ProtoLabel label = ProtoLabel::kImplicit;
};

// "f8e5m2s" has the elements of f8e5m2, c64s the parts of complex numbers as packed numbers, s4s a
// byte for each.
inline LiteralField LiteralFieldOf(PrimitiveType type) {
  const std::string_view name = PrimitiveTypeName(type);
  for (const ProtoFieldInfo& field : GetProtoMessageInfo(ProtoMessage::kLiteralProto).fields) {
    if (field.name.size() == name.size() + 1 && field.name.back() == 's' &&
        field.name.substr(0, name.size()) == name) {
      return {field.number, field.type, field.label};
    }
  }
  return {};
}

}  // namespace hlo::internal

#endif  // HLO_PROTO_LITERAL_FIELDS_H_
