// Attribute values as strings, from the Append functions.
#include "hlo/print_values.h"

#include "src/base/strings.h"
#include "src/ir/enum_words.h"

namespace hlo_text_v1 {

using namespace internal;

std::string internal::TextOf(const Shape& shape) { return PrintShape(shape); }
std::string internal::TextOf(const Literal& literal) { return PrintLiteral(literal, true); }
std::string internal::TextOf(const HloSharding& sharding) { return PrintSharding(sharding); }

#define HLO_WORD(Id, text)
#define HLO_ENUM_TYPE(Type, ...)
#define HLO_STRUCT_ENUM(Type, ...) \
  std::string_view internal::TextOf(Type value) { return WordOf(value); }
#include "hlo/tables/enums.def"
#undef HLO_ENUM_TYPE
#undef HLO_WORD

std::string PrintShape(const Shape& shape, bool with_layout) {
  return TextFrom(AppendShape, shape, with_layout);
}

std::string PrintShapeList(absl::Span<const Shape* const> shapes) {
  const auto to_text = [](const Shape* shape) { return PrintShape(*shape); };
  return StrCat("{", Joined(shapes, ", ", to_text), "}");
}

std::string PrintLayout(const Layout& layout) { return TextFrom(AppendLayout, layout); }

std::string PrintLiteral(const Literal& literal, bool with_shape, bool exact) {
  std::string text;
  (with_shape ? AppendLiteralWithShape : AppendLiteral)(literal, &text, exact);
  return text;
}

std::string PrintSharding(const HloSharding& sharding, bool print_metadata) {
  return TextFrom(AppendSharding, sharding, print_metadata);
}

std::string PrintReplicaGroups(const ReplicaGroups& groups, ReplicaGroupsStyle style) {
  return TextFrom(AppendReplicaGroups, groups, style);
}

std::string PrintWindow(const Window& window) { return TextFrom(AppendWindow, window); }

std::string PrintConvolutionDimensionNumbers(const ConvolutionDimensionNumbers& numbers) {
  return TextFrom(AppendDimLabels, numbers);
}

std::string PrintPaddingConfig(const PaddingConfig& padding) {
  return TextFrom(AppendPaddingConfig, padding);
}

std::string PrintSliceRanges(const SliceRanges& ranges) {
  return TextFrom(AppendSliceRanges, ranges);
}

std::string PrintDimensionList(absl::Span<const int64_t> dimensions) {
  return TextFrom(AppendShapeIndex, dimensions);
}

std::string PrintBoolList(absl::Span<const bool> values) {
  const auto to_text = [](bool value) { return value ? "true" : "false"; };
  return StrCat("{", Joined(values, ",", to_text), "}");
}

std::string PrintFrontendAttributes(const FrontendAttributes& attributes) {
  return TextFrom(AppendFrontendAttributes, attributes);
}

std::string PrintStatistics(const Statistics& statistics) {
  return TextFrom(AppendStatistics, statistics);
}

std::string PrintMetadata(const OpMetadata& metadata) {
  return "{" + TextFrom(AppendMetadataFields, metadata) + "}";
}

std::string PrintOriginalValue(const OriginalValue& value) {
  return TextFrom(AppendOriginalValue, value);
}

}  // namespace hlo_text_v1
