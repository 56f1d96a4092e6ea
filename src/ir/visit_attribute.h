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
  bool is_packed() const { return attribute.raw_is_canonical(); }
  const OpMetadata& unpacked() const { return attribute.As<OpMetadata>(); }
};

// The value of an attribute that is held as T, after which the functions of Attribute are named.
template <typename T>
decltype(auto) HeldValue(const Attribute& attribute) {
  if constexpr (std::is_same_v<T, bool>) {
    return attribute.AsBool();
  } else if constexpr (std::is_integral_v<T>) {
    return attribute.AsInt64();
  } else if constexpr (std::is_same_v<T, double>) {
    return attribute.AsDouble();
  } else if constexpr (std::is_same_v<T, HloComputation>) {
    return attribute.AsComputation();
  } else if constexpr (std::is_same_v<T, OpMetadata>) {
    return MetadataValue{attribute};
  } else {
    return attribute.As<T>();
  }
}

// The same by type.
template <AttributeType type>
struct HeldAs;
#define HLO_ATTRIBUTE_TYPE(Id, T, ...)                                                        \
  template <>                                                                                 \
  struct HeldAs<AttributeType::k##Id> {                                                       \
    static decltype(auto) Get(const Attribute& attribute) { return HeldValue<T>(attribute); } \
  };
#define HLO_STRING_TYPE(Id, Form, ...)                    \
  template <>                                             \
  struct HeldAs<AttributeType::k##Id> {                   \
    static StringValue Get(const Attribute& attribute) {  \
      return {attribute.AsString(), StringForm::k##Form}; \
    }                                                     \
  };
#define HLO_LIST_TYPE(Id, T, ...)                                                 \
  template <>                                                                     \
  struct HeldAs<AttributeType::k##Id> {                                           \
    static auto Get(const Attribute& attribute) { return attribute.AsList<T>(); } \
  };
#define HLO_ENUM_TYPE(Type, ...)                            \
  template <>                                               \
  struct HeldAs<AttributeType::k##Type> {                   \
    static EnumValue Get(const Attribute& attribute) {      \
      return {AttributeType::k##Type, attribute.AsInt64()}; \
    }                                                       \
  };
#include "hlo/tables/attribute_types.def"

// The value of an attribute whose type is known.
template <AttributeType type>
decltype(auto) AttributeValue(const Attribute& attribute) {
  return HeldAs<type>::Get(attribute);
}

// Returns visit(value), where value is a bool, int64_t, double, StringValue, Span<const T>, const
// T&, HloComputation*, MetadataValue or EnumValue.
template <typename Visit>
inline decltype(auto) VisitAttributeValue(const Attribute& attribute, Visit&& visit) {
  const AttributeType type = attribute.info().type;
  switch (type) {
#define HLO_ATTRIBUTE_TYPE(Id, ...) \
  case AttributeType::k##Id:        \
    return visit(AttributeValue<AttributeType::k##Id>(attribute));
#define HLO_ENUM_TYPE(Type, ...) case AttributeType::k##Type:
#include "hlo/tables/attribute_types.def"
    break;
  }
  return visit(EnumValue{type, attribute.AsInt64()});
}

}  // namespace hlo::internal

#endif  // HLO_IR_VISIT_ATTRIBUTE_H_
