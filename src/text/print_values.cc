// Attribute values as strings, from the Append functions.
#include "hlo/print_values.h"

namespace hlo {
namespace {

// The text that `append(args..., &text)` appends.
template <typename Append, typename... Args>
std::string TextOf(Append append, const Args&... args) {
  std::string text;
  append(args..., &text);
  return text;
}

}  // namespace

std::string PrintShape(const Shape& shape, bool with_layout) {
  return TextOf(AppendShape, shape, with_layout);
}

std::string PrintShapeList(absl::Span<const Shape* const> shapes) {
  std::string text = "{";
  for (const Shape* shape : shapes) {
    if (text.size() > 1) text += ", ";
    AppendShape(*shape, /*with_layout=*/true, &text);
  }
  return text + "}";
}

std::string PrintLayout(const Layout& layout) { return TextOf(AppendLayout, layout); }

std::string PrintLiteral(const Literal& literal, bool with_shape) {
  return TextOf(with_shape ? AppendLiteralWithShape : AppendLiteral, literal);
}

std::string PrintSharding(const HloSharding& sharding, bool print_metadata) {
  return TextOf(AppendSharding, sharding, print_metadata);
}

std::string PrintReplicaGroups(const ReplicaGroups& groups, bool full) {
  return TextOf(AppendReplicaGroups, groups, full);
}

std::string PrintWindow(const Window& window) { return TextOf(AppendWindow, window); }

std::string PrintConvolutionDimensionNumbers(const ConvolutionDimensionNumbers& numbers) {
  return TextOf(AppendDimLabels, numbers);
}

std::string PrintPaddingConfig(const PaddingConfig& padding) {
  return TextOf(AppendPaddingConfig, padding);
}

std::string PrintSliceRanges(const SliceRanges& ranges) {
  return TextOf(AppendSliceRanges, ranges);
}

std::string PrintDimensionList(absl::Span<const int64_t> dimensions) {
  return TextOf(AppendShapeIndex, dimensions);
}

std::string PrintBoolList(absl::Span<const bool> values) {
  std::string text = "{";
  for (const bool value : values) {
    if (text.size() > 1) text += ",";
    text += value ? "true" : "false";
  }
  return text + "}";
}

std::string PrintFrontendAttributes(const FrontendAttributes& attributes) {
  return TextOf(AppendFrontendAttributes, attributes);
}

std::string PrintStatistics(const Statistics& statistics) {
  return TextOf(AppendStatistics, statistics);
}

std::string PrintMetadata(const OpMetadata& metadata) {
  return "{" + TextOf(AppendMetadataFields, metadata) + "}";
}

std::string PrintOriginalValue(const OriginalValue& value) {
  return TextOf(AppendOriginalValue, value);
}

}  // namespace hlo
