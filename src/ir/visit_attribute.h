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

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "absl/types/span.h"
#include "hlo/attribute.h"
#include "hlo/internal/attribute_access.h"
#include "hlo/module_config.h"

namespace hlo_text_v1::internal {

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

// ---- The members of value structs, HLO_VALUE_STRUCT of attribute_types.def, for code that handles
// all of them alike: copies, JSON.
//
//   ForEachField(window_dimension, [&](std::string_view name, const auto& member) { ... });

// For a struct that is not in the table.
template <typename T>
struct ValueStruct {
  static constexpr bool kIsListed = false;
};
// A missing member does not compile, since a structured binding names all of them.
#define HLO_VALUE_STRUCT(T, ...)                             \
  template <>                                                \
  struct ValueStruct<T> {                                    \
    static constexpr bool kIsListed = true;                  \
    static constexpr std::string_view kNames = #__VA_ARGS__; \
    template <typename Struct>                               \
    static auto Members(Struct& struct_) {                   \
      auto& [__VA_ARGS__] = struct_;                         \
      return std::tie(__VA_ARGS__);                          \
    }                                                        \
  };
#include "hlo/tables/attribute_types.def"

// Whether a value means the same in every module: it has no pointer to a shape, a computation or an
// instruction.
template <typename T>
struct IsPlainValue
    : std::bool_constant<std::is_arithmetic_v<T> || std::is_enum_v<T> ||
                         std::is_same_v<T, std::string_view> || ValueStruct<T>::kIsListed> {};
template <typename T>
struct IsPlainValue<absl::Span<const T>> : IsPlainValue<T> {};
template <typename T>
struct IsPlainValue<const T*> : std::bool_constant<ValueStruct<T>::kIsListed> {};

template <>
struct IsPlainValue<StringValue> : std::true_type {};
template <>
struct IsPlainValue<EnumValue> : std::true_type {};
template <>
struct IsPlainValue<MetadataValue> : std::true_type {};

template <typename Tuple>
struct ArePlain;
template <typename... Members>
struct ArePlain<std::tuple<Members&...>> : std::conjunction<IsPlainValue<Members>...> {};
#define HLO_VALUE_STRUCT(T, ...)                                                        \
  static_assert(ArePlain<decltype(ValueStruct<T>::Members(std::declval<T&>()))>::value, \
                #T " has a member that is not plain data: see attribute_types.def");
#include "hlo/tables/attribute_types.def"

// Calls visit(member) for each member, in order.
template <typename T, typename Visit>
void ForEachMember(T& value, Visit visit) {
  std::apply([&](auto&... members) { (visit(members), ...); },
             ValueStruct<std::remove_const_t<T>>::Members(value));
}

// Calls visit(name, member).
template <typename T, typename Visit>
void ForEachField(T& value, Visit visit) {
  std::string_view names = ValueStruct<std::remove_const_t<T>>::kNames;  // "a, b, c"
  ForEachMember(value, [&](auto& member) {
    const std::string_view name = names.substr(0, names.find(','));
    names.remove_prefix(std::min(names.size(), name.size() + 2));
    visit(name, member);
  });
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_IR_VISIT_ATTRIBUTE_H_
