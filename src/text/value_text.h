// The text of an attribute value after its '=', by its C++ type as VisitAttributeValue passes it;
// for all types except lists, names and metadata.
#ifndef HLO_TEXT_VALUE_TEXT_H_
#define HLO_TEXT_VALUE_TEXT_H_

#include <string>
#include <string_view>
#include <type_traits>

#include "hlo/attribute.h"
#include "hlo/print_values.h"
#include "src/base/strings.h"
#include "src/ir/visit_attribute.h"
#include "src/text/float_printer.h"
#include "src/text/sharding_printer.h"

namespace hlo_text_v1::internal {

struct ValueTextOptions {
  ShardingStyle sharding = {/*metadata=*/true, /*maximal_mesh=*/false};
  ReplicaGroupsStyle replica_groups = ReplicaGroupsStyle::kAsWritten;
  bool exact_literals = false;
};

void AppendValueText(StringValue value, const ValueTextOptions&, std::string* out);
void AppendValueText(Precision precision, const ValueTextOptions&, std::string* out);
inline void AppendValueText(bool value, const ValueTextOptions&, std::string* out) {
  out->append(value ? "true" : "false");
}
inline void AppendValueText(int64_t value, const ValueTextOptions&, std::string* out) {
  AppendInt(value, out);
}
inline void AppendValueText(EnumValue value, const ValueTextOptions&, std::string* out) {
  out->append(value.word());
}
inline void AppendValueText(double value, const ValueTextOptions&, std::string* out) {
  AppendSixDigits(value, out);
}
inline void AppendValueText(const Shape* shape, const ValueTextOptions&, std::string* out) {
  AppendShape(*shape, /*with_layout=*/true, out);
}
inline void AppendValueText(const Shape& shape, const ValueTextOptions& options, std::string* out) {
  AppendValueText(&shape, options, out);
}
inline void AppendValueText(const Literal& literal, const ValueTextOptions& options,
                            std::string* out) {
  AppendLiteralWithShape(literal, out, options.exact_literals);
}
inline void AppendValueText(const HloSharding& sharding, const ValueTextOptions& options,
                            std::string* out) {
  AppendShardingAs(sharding, options.sharding, out);
}
inline void AppendValueText(const ReplicaGroups& groups, const ValueTextOptions& options,
                            std::string* out) {
  AppendReplicaGroups(groups, options.replica_groups, out);
}
#define HLO_STRUCT_TYPE(Id, T, ...)                                                        \
  inline void AppendValueText(const T& value, const ValueTextOptions&, std::string* out) { \
    Append##Id(value, out);                                                                \
  }
#include "hlo/tables/attribute_types.def"

template <typename T>
void AppendValueText(absl::Span<T> values, const ValueTextOptions& options, std::string* out) {
  constexpr std::string_view kSeparator = std::is_pointer_v<T> ? ", " : ",";
  out->push_back('{');
  AppendJoined(values, kSeparator, out,
               [&](const T& value) { AppendValueText(value, options, out); });
  out->push_back('}');
}

// `, name=value` for each attribute of a module or computation that prints after `known`.
void AppendUnknownAttributes(absl::Span<const UnknownAttribute> attributes, std::string_view known,
                             std::string* out);

// Whether two attributes of one kind print the same value. They must belong to one module and not
// be metadata.
bool PrintSameValue(const Attribute& a, const Attribute& b);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TEXT_VALUE_TEXT_H_
