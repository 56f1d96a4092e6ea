// The value of an attribute as the C++ type that attribute_types.def gives for it.
//
//   struct Printer {
//     void operator()(bool value) const;
//     void operator()(absl::Span<const int64_t> values) const;
//     ... an overload for each type of the table; without it the call does not compile
//   };
//   VisitAttributeValue(attribute, Printer{...});
#ifndef HLO_IR_VISIT_ATTRIBUTE_H_
#define HLO_IR_VISIT_ATTRIBUTE_H_

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "absl/types/span.h"
#include "hlo/attribute.h"
#include "hlo/internal/attribute_access.h"

namespace hlo::internal {

struct StringValue {
  std::string_view text;
  StringForm form;
};

// A value of any enumeration.
struct EnumValue {
  AttributeType type;
  int64_t index;
  std::string_view word() const { return GetEnumTypeInfo(type).words[static_cast<size_t>(index)]; }
};

// Metadata, packed if it was read in canonical form.
struct MetadataValue {
  const Attribute& attribute;
  bool is_packed() const { return AttributeAccess::IsPacked(attribute); }
  const OpMetadata& unpacked() const { return AttributeAccess::Held<OpMetadata>(attribute); }
};

// The value that `visit` gets for an attribute of a type.
template <AttributeType type>
struct VisitedAs {
  static decltype(auto) Of(const Attribute& attribute) {
    if constexpr (type == AttributeType::kMetadata) {
      return MetadataValue{attribute};
    } else {
      return AttributeAccess::Held<HeldType<type>>(attribute);
    }
  }
};
#define HLO_STRING_TYPE(Id, Form, ...)                                                  \
  template <>                                                                           \
  struct VisitedAs<AttributeType::k##Id> {                                              \
    static StringValue Of(const Attribute& attribute) {                                 \
      return {AttributeAccess::Held<std::string_view>(attribute), StringForm::k##Form}; \
    }                                                                                   \
  };
#define HLO_ENUM_TYPE(Type, ...)                                                  \
  template <>                                                                     \
  struct VisitedAs<AttributeType::k##Type> {                                      \
    static EnumValue Of(const Attribute& attribute) {                             \
      return {AttributeType::k##Type, AttributeAccess::Held<int64_t>(attribute)}; \
    }                                                                             \
  };
#include "hlo/tables/attribute_types.def"

// The value of an attribute whose type is known.
template <AttributeType type>
decltype(auto) AttributeValue(const Attribute& attribute) {
  return VisitedAs<type>::Of(attribute);
}

// Returns visit(value), where value is a bool, int64_t, double, StringValue, Span<const T>, const
// T&, HloComputation*, MetadataValue or EnumValue.
template <typename Visit>
inline decltype(auto) VisitAttributeValue(const Attribute& attribute, Visit&& visit) {
  const AttributeType type = AttributeTypeOf(attribute.kind());
  switch (type) {
#define HLO_ATTRIBUTE_TYPE(Id, ...) \
  case AttributeType::k##Id:        \
    return visit(AttributeValue<AttributeType::k##Id>(attribute));
#define HLO_ENUM_TYPE(Type, ...) case AttributeType::k##Type:
#include "hlo/tables/attribute_types.def"
    break;
  }
  return visit(EnumValue{type, AttributeAccess::Held<int64_t>(attribute)});
}

}  // namespace hlo::internal

#endif  // HLO_IR_VISIT_ATTRIBUTE_H_
