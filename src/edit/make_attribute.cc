// What the templates of the header leave: errors, and integers whose width the kind decides.
#include "hlo/make_attribute.h"

#include <limits>

#include "src/base/strings.h"

namespace hlo {

using namespace internal;

namespace {

// The type as attribute_types.def and enums.def call it.
std::string_view TypeName(AttributeType type) {
  switch (type) {
#define HLO_ATTRIBUTE_TYPE(Id, ...) \
  case AttributeType::k##Id:        \
    return #Id;
#include "hlo/tables/attribute_types.def"
  }
  return "";
}

}  // namespace

absl::Status internal::WrongAttributeType(AttributeKind kind) {
  if (kind >= AttributeKind::kUnknown) {
    return absl::InvalidArgumentError("unknown words come from a text only");
  }
  return absl::InvalidArgumentError(StrCat("attribute ", AttributeName(kind),
                                           " takes a value of type ",
                                           TypeName(AttributeTypeOf(kind))));
}

absl::StatusOr<Attribute> internal::MakeInteger(AttributeKind kind, int64_t value) {
  const AttributeType type = AttributeTypeOf(kind);
  if (type == AttributeType::kInt64) return Attribute::Int64(kind, value);
  if (type != AttributeType::kInt32) return WrongAttributeType(kind);
  if (value < std::numeric_limits<int32_t>::min() || value > std::numeric_limits<int32_t>::max()) {
    return absl::InvalidArgumentError(
        StrCat("attribute ", AttributeName(kind), " has 32 bits, ", value, " does not fit"));
  }
  return Attribute::Int64(kind, value);
}

absl::StatusOr<Attribute> MakeAttribute(AttributeKind kind, absl::Span<const int64_t> values) {
  return MakeListAttribute<int64_t>(kind, values);
}

}  // namespace hlo
