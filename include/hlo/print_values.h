// XLA's text of single values: a shape, a literal, a sharding, the value of an attribute.
//
//   hlo_text::ShapePool& pool = module.shapes();
//   const hlo_text::Shape* shape = pool.Array(hlo_text::PrimitiveType::kF32, {2, 3});
//   std::string text = hlo_text::PrintShape(*shape);                   // "f32[2,3]{1,0}"
//   hlo_text::AppendShape(*shape, /*with_layout=*/false, &text);       // ... "f32[2,3]"
//
// A Print function returns the text, an Append function appends it to `out`; some values have only
// one of the two. Both write one line and are linear in its length. They write the part after the
// '=' of an attribute, with its braces.
//
// Where hlo/parse_values.h has a Parse function, it reads the text back as the same value, except
// for what the text lacks: the values of an elided literal, digits of one that is not `exact`,
// digits of a statistic after the sixth, quotation marks in a scheduling_name or an original
// array's name.
#ifndef HLO_PRINT_VALUES_H_
#define HLO_PRINT_VALUES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/types/span.h"
#include "hlo/attribute_values.h"
#include "hlo/literal.h"
#include "hlo/shape.h"
#include "hlo/sharding.h"

namespace hlo_text_v1 {

// ---- Shapes and literals.

// "f32[2,3]{1,0}", without layout "f32[2,3]"; tuples with /*index=5*/ comments.
// XLA ShapeUtil::HumanStringWithLayout, HumanString. AppendShape is in hlo/shape.h.
std::string PrintShape(const Shape& shape, bool with_layout = true);
// "{f32[2]{0}, s32[]}".
std::string PrintShapeList(absl::Span<const Shape* const> shapes);
// "{1,0:T(8,128)}". XLA LayoutUtil::HumanString. AppendLayout is in hlo/shape.h.
std::string PrintLayout(const Layout& layout);

// The value in full ("{...}" where elided), without its shape: "{1, 2}", "( 1, {2, 3} )".
// XLA Literal::ToStringWithoutShapeOneline. XLA writes two digits of f8e8m0fnu, which do not tell
// all its values apart, and -0, which reads as 0; what `exact` writes reads back as the same value,
// but for complex numbers that no text says: a real NaN beside another imaginary part, or an
// imaginary NaN that is not quiet.
void AppendLiteral(const Literal& literal, std::string* out, bool exact = false);
// "f32[2]{0} {1, 2}", tuples as "( s32[] 1, s32[] 2 )". XLA Literal::ToStringWithLayoutOneline.
void AppendLiteralWithShape(const Literal& literal, std::string* out, bool exact = false);
std::string PrintLiteral(const Literal& literal, bool with_shape = false, bool exact = false);

// ---- Shardings and groups of devices.
//
// Misuse: a named sharding without `named`, an axis that its mesh does not have, a tuple within a
// tuple. Debug builds stop there; others print nothing.

// Metadata only if `print_metadata`. XLA HloSharding::ToString(include_metadata).
std::string PrintSharding(const HloSharding& sharding, bool print_metadata = false);
void AppendSharding(const HloSharding& sharding, bool print_metadata, std::string* out);
enum class ReplicaGroupsStyle : uint8_t {
  kAsWritten,  // "{{0,1},{2,3}}", "[2,4]<=[8]" or "mesh['a'=2,'b'=4] {'b'}"
  // The explicit list (XLA print_full_replica_group_list), except for groups of more than 2^18
  // devices, or that XLA could not list, such as [2,4]<=[2,4]T(1,1), which stay as they are.
  kFull,
  // An axis whose sub-axes are named is split into axes of its own (XLA
  // print_replica_groups_without_subaxes): "mesh['x'=8] {'x':(2)2}" is
  // "mesh['x_0'=2,'x_1'=2,'x_2'=2] {'x_1'}".
  kWithoutSubAxes,
};
std::string PrintReplicaGroups(const ReplicaGroups& groups,
                               ReplicaGroupsStyle style = ReplicaGroupsStyle::kAsWritten);
void AppendReplicaGroups(const ReplicaGroups& groups, ReplicaGroupsStyle style, std::string* out);

// ---- Metadata.

// All fields, even if an instruction would print none. XLA OpMetadataToString.
std::string PrintMetadata(const OpMetadata& metadata);
// The same without the braces: `op_name="a" source_line=3`.
void AppendMetadataFields(const OpMetadata& metadata, std::string* out);

// ---- Other values of attributes.

// "{size=3x3 stride=2x2 pad=1_1x0_0}", "{}" for no dimensions. XLA window_util::ToString, without
// the braces.
std::string PrintWindow(const Window& window);
void AppendWindow(const Window& window, std::string* out);
// "b01f_01io->b01f". XLA ConvolutionDimensionNumbersToString.
std::string PrintConvolutionDimensionNumbers(const ConvolutionDimensionNumbers& numbers);
void AppendDimLabels(const ConvolutionDimensionNumbers& numbers, std::string* out);
// "1_2x0_0"; if any dimension has an interior, all print it. XLA PaddingConfigToString.
std::string PrintPaddingConfig(const PaddingConfig& padding);
void AppendPaddingConfig(const PaddingConfig& padding, std::string* out);
// "{[0:4:2], [1:3:1]}".
std::string PrintSliceRanges(const SliceRanges& ranges);
void AppendSliceRanges(const SliceRanges& ranges, std::string* out);
// "{1,0}", "{}".
std::string PrintDimensionList(absl::Span<const int64_t> dimensions);
void AppendShapeIndex(ShapeIndex index, std::string* out);
// "{true,false}".
std::string PrintBoolList(absl::Span<const bool> values);
// "{{0}: (1, {})}".
void AppendOutputOperandAliasing(const OutputOperandAliasing& aliasing, std::string* out);
void AppendDomain(const Domain& domain, std::string* out);
// "{a="b",c={"d":1}}". XLA FrontendAttributesToString.
std::string PrintFrontendAttributes(const FrontendAttributes& attributes);
void AppendFrontendAttributes(const FrontendAttributes& attributes, std::string* out);
// "{visualizing_index=1,a=0.5}". XLA StatisticsVizToString.
std::string PrintStatistics(const Statistics& statistics);
void AppendStatistics(const Statistics& statistics, std::string* out);
void AppendSparsityConfig(const SparsityConfig& config, std::string* out);
void AppendBlockScalingConfig(const BlockScalingConfig& config, std::string* out);
void AppendResultAccuracy(const ResultAccuracy& accuracy, std::string* out);
// "{"name" {0,1}}", "{"name"}"; names are not escaped. XLA OriginalArray::ToString.
void AppendOriginalArray(const OriginalArray& array, std::string* out);
// "{({"a"}, {"b"})}", with the outer braces. XLA OriginalValueToString.
std::string PrintOriginalValue(const OriginalValue& value);
void AppendOriginalValue(const OriginalValue& value, std::string* out);

// ---- Parts of values.

// A string or JSON dictionary as XLA prints it: raw if it reads as one dictionary, else quoted.
void AppendStringOrDict(std::string_view value, std::string* out);
// `text` with XLA's C escapes (absl::CEscape), without quotes.
void AppendCEscaped(std::string_view text, std::string* out);
// `value` between two `quote`s, as XLA prints the strings that it does not escape: itself, but with
// C's escapes if the text would else not read back, since it has a quote, backslash or newline.
void AppendRawString(std::string_view value, char quote, std::string* out);
// A number as C's %g with 6 significant digits: epsilon, statistics, tolerances. NaN is "nan".
void AppendSixDigits(double value, std::string* out);

}  // namespace hlo_text_v1

#endif  // HLO_PRINT_VALUES_H_
