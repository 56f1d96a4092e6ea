// Reads single values: a shape, a literal, a sharding, the value of an attribute.
//
//   hlo_text::HloModule module;
//   const hlo_text::Shape* shape = *hlo_text::ParseShape("f32[2,3]", module.shapes());
//   assert(hlo_text::PrintShape(*shape) == "f32[2,3]{1,0}");
//   assert(shape == *hlo_text::ParseShape(" f32[2,3]{1,0} // the same", module.shapes()));
//
// Common to all functions:
//
// The whole of `text` must be the value, with blanks and comments around it. It need not outlive
// the call.
//
// Results have the types that instructions hold (hlo/attribute_values.h, hlo/sharding.h,
// hlo/literal.h): small, trivially destructible, with spans and strings in the given arena or pool,
// which must outlive them. A value for a module must live in its module.arena() and
// module.shapes().
//
// Errors are kInvalidArgument with the first error as "line:col: error: message", in XLA's words;
// further text is "Extra content after shape" and the like. `diagnostics` (may be null) is set to
// all errors, with offsets into `text`. A text that is too long is kOutOfRange, with a diagnostic.
//
// `options` gives the limits (hlo/parser.h); max_errors, uniquify and upgrade_legacy are ignored.
// Cost: linear in the text. Refused text may leave memory in the arena.
//
//   std::vector<hlo_text::Diagnostic> diagnostics;
//   absl::Status status = hlo_text::ParseShape("f32[2] x", module.shapes(), {}, &diagnostics).status();
//   assert(status.message() == "1:8: error: Extra content after shape");
//   assert(diagnostics[0].code == hlo_text::DiagnosticCode::kExtraContent);
//
// hlo/print_values.h writes them; hlo/parser.h reads instructions and computations.
//
// Source: XLA hlo_parser.h.
#ifndef HLO_PARSE_VALUES_H_
#define HLO_PARSE_VALUES_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "hlo/arena.h"
#include "hlo/attribute_values.h"
#include "hlo/diagnostic.h"
#include "hlo/literal.h"
#include "hlo/parser.h"
#include "hlo/shape.h"
#include "hlo/sharding.h"

namespace hlo_text_v1 {

// ---- Shapes and layouts.

// A shape; the result is interned in `pool`. An array without a layout gets the default one.
// XLA ParseShape.
//
//   const hlo_text::Shape* pair = *hlo_text::ParseShape("(s32[], f32[<=8,?]{0,1:T(8)})", module.shapes());
//   assert(hlo_text::PrintShape(*pair) == "(s32[], f32[<=8,?]{0,1:T(8)})");
//   assert(hlo_text::PrintShape(*pair, /*with_layout=*/false) == "(s32[], f32[<=8,?])");
absl::StatusOr<const Shape*> ParseShape(std::string_view text, ShapePool& pool,
                                        const ParseOptions& options = {},
                                        std::vector<Diagnostic>* diagnostics = nullptr);

// A list of shapes in braces, as in operand_layout_constraints=. The span is in the pool's arena.
//
//   auto shapes = *hlo_text::ParseShapeList("{f32[2]{0}, s32[]}", module.shapes());
//   assert(shapes.size() == 2 && hlo_text::PrintShapeList(shapes) == "{f32[2]{0}, s32[]}");
absl::StatusOr<absl::Span<const Shape* const>> ParseShapeList(
    std::string_view text, ShapePool& pool, const ParseOptions& options = {},
    std::vector<Diagnostic>* diagnostics = nullptr);

// A layout with its braces, for an array of any rank; the caller checks that it fits. XLA
// ParseLayout.
//
//   hlo_text::Layout layout = *hlo_text::ParseLayout("{1,0:T(8,128)S(5)}", module.arena());
//   assert(layout.memory_space == 5);
//   assert(hlo_text::PrintLayout(layout) == "{1,0:T(8,128)S(5)}");
absl::StatusOr<Layout> ParseLayout(std::string_view text, Arena& arena,
                                   const ParseOptions& options = {},
                                   std::vector<Diagnostic>* diagnostics = nullptr);

// ---- Literals.

// A literal with its shape, as in literal=; and one for a given `shape` of `pool`, as in
// constant(...). The result's shape may differ in details: see Literal::shape. At most
// max_literal_elements. Before braces a shape needs its layout: f32[2] {1, 2} has the layout {1,2}
// and no value.
//
//   hlo_text::Literal row = *hlo_text::ParseLiteral("f32[2]{0} {1, 2.5}", module.shapes());
//   assert(row.GetDouble(1) == 2.5);
//   assert(hlo_text::PrintLiteral(row) == "{1, 2.5}");
//   assert(hlo_text::PrintLiteral(row, /*with_shape=*/true) == "f32[2]{0} {1, 2.5}");
//   assert(hlo_text::ParseLiteral("{3, 4}", row.shape(), module.shapes())->GetDouble(0) == 3);
absl::StatusOr<Literal> ParseLiteral(std::string_view text, ShapePool& pool,
                                     const ParseOptions& options = {},
                                     std::vector<Diagnostic>* diagnostics = nullptr);
absl::StatusOr<Literal> ParseLiteral(std::string_view text, const Shape& shape, ShapePool& pool,
                                     const ParseOptions& options = {},
                                     std::vector<Diagnostic>* diagnostics = nullptr);

// ---- Shardings and groups of devices.

// A sharding of any generation, with its braces; the result is canonical and keeps metadata. XLA
// ParseSharding.
//
//   const char* text = "{devices=[2,1]0,1 metadata={op_name=\"a\"}}";
//   hlo_text::HloSharding sharding = *hlo_text::ParseSharding(text, module.arena());
//   assert(hlo_text::PrintSharding(sharding) == "{devices=[2,1]0,1}");
//   assert(hlo_text::PrintSharding(sharding, /*print_metadata=*/true) ==
//          "{devices=[2,1]0,1 metadata={op_name=\"a\"}}");
absl::StatusOr<HloSharding> ParseSharding(std::string_view text, Arena& arena,
                                          const ParseOptions& options = {},
                                          std::vector<Diagnostic>* diagnostics = nullptr);

// Groups of devices as a list, an iota or mesh axes. XLA ParseCollectiveDeviceListOnly.
//
//   hlo_text::ReplicaGroups groups = *hlo_text::ParseReplicaGroups("[2,2]<=[4]", module.arena());
//   assert(hlo_text::PrintReplicaGroups(groups) == "[2,2]<=[4]");
//   assert(hlo_text::PrintReplicaGroups(groups, hlo_text::ReplicaGroupsStyle::kFull) ==
//          "{{0,1},{2,3}}");
absl::StatusOr<ReplicaGroups> ParseReplicaGroups(std::string_view text, Arena& arena,
                                                 const ParseOptions& options = {},
                                                 std::vector<Diagnostic>* diagnostics = nullptr);

// ---- Other values of attributes.

// A window, with braces as in window=, or without as in XLA's ParseWindow.
//
//   hlo_text::Window window = *hlo_text::ParseWindow("size=3x3 pad=1_1x0_0", module.arena());
//   assert(window.dimensions[0].padding_high == 1);
//   assert(hlo_text::PrintWindow(window) == "{size=3x3 pad=1_1x0_0}");
absl::StatusOr<Window> ParseWindow(std::string_view text, Arena& arena,
                                   const ParseOptions& options = {},
                                   std::vector<Diagnostic>* diagnostics = nullptr);

// dim_labels=. XLA ParseConvolutionDimensionNumbers.
//
//   auto numbers = *hlo_text::ParseConvolutionDimensionNumbers("b01f_01io->b01f", module.arena());
//   assert(numbers.kernel_output_feature_dimension == 3);
//   assert(hlo_text::PrintConvolutionDimensionNumbers(numbers) == "b01f_01io->b01f");
absl::StatusOr<ConvolutionDimensionNumbers> ParseConvolutionDimensionNumbers(
    std::string_view text, Arena& arena, const ParseOptions& options = {},
    std::vector<Diagnostic>* diagnostics = nullptr);

// padding=. XLA ParsePaddingConfig.
//
//   hlo_text::PaddingConfig padding = *hlo_text::ParsePaddingConfig("1_2x0_0_1", module.arena());
//   assert(hlo_text::PrintPaddingConfig(padding) == "1_2_0x0_0_1");
absl::StatusOr<PaddingConfig> ParsePaddingConfig(std::string_view text, Arena& arena,
                                                 const ParseOptions& options = {},
                                                 std::vector<Diagnostic>* diagnostics = nullptr);

// slice=.
//
//   hlo_text::SliceRanges ranges = *hlo_text::ParseSliceRanges("{[0:4:2], [1:3]}", module.arena());
//   assert(hlo_text::PrintSliceRanges(ranges) == "{[0:4:2], [1:3:1]}");
absl::StatusOr<SliceRanges> ParseSliceRanges(std::string_view text, Arena& arena,
                                             const ParseOptions& options = {},
                                             std::vector<Diagnostic>* diagnostics = nullptr);

// A list of integers in braces, as in dimensions= and many others.
//
//   absl::Span<const int64_t> dimensions = *hlo_text::ParseDimensionList("{1, 0}", module.arena());
//   assert(hlo_text::PrintDimensionList(dimensions) == "{1,0}");
absl::StatusOr<absl::Span<const int64_t>> ParseDimensionList(
    std::string_view text, Arena& arena, const ParseOptions& options = {},
    std::vector<Diagnostic>* diagnostics = nullptr);

// A list of booleans in braces, or one without; parameter_replication= needs the braces. XLA
// ParseBooleanListOrSingleBooleanOnly, ParseParameterReplicationOnly.
//
//   assert(hlo_text::PrintBoolList(*hlo_text::ParseBoolList("true", module.arena())) == "{true}");
//   auto replication = *hlo_text::ParseParameterReplication("{true,false}", module.arena());
//   assert(hlo_text::PrintBoolList(replication) == "{true,false}");
absl::StatusOr<absl::Span<const bool>> ParseBoolList(
    std::string_view text, Arena& arena, const ParseOptions& options = {},
    std::vector<Diagnostic>* diagnostics = nullptr);
absl::StatusOr<absl::Span<const bool>> ParseParameterReplication(
    std::string_view text, Arena& arena, const ParseOptions& options = {},
    std::vector<Diagnostic>* diagnostics = nullptr);

// frontend_attributes=, with braces. XLA ParseFrontendAttributesOnly.
//
//   auto frontend = *hlo_text::ParseFrontendAttributes("{b=\"1\", a={\"c\":2}}", module.arena());
//   assert(frontend.entries[0].key == "a");
//   assert(hlo_text::PrintFrontendAttributes(frontend) == "{a={\"c\":2},b=\"1\"}");
absl::StatusOr<FrontendAttributes> ParseFrontendAttributes(
    std::string_view text, Arena& arena, const ParseOptions& options = {},
    std::vector<Diagnostic>* diagnostics = nullptr);

// statistics=, with braces. XLA ParseStatisticsOnly.
//
//   auto statistics = *hlo_text::ParseStatistics("{visualizing_index=1,a=0.5}", module.arena());
//   assert(hlo_text::PrintStatistics(statistics) == "{visualizing_index=1,a=0.5}");
absl::StatusOr<Statistics> ParseStatistics(std::string_view text, Arena& arena,
                                           const ParseOptions& options = {},
                                           std::vector<Diagnostic>* diagnostics = nullptr);

// metadata=, with braces.
//
//   auto metadata = *hlo_text::ParseMetadata("{op_name=\"a\" source_line=3}", module.arena());
//   assert(metadata.source_line == 3);
//   assert(hlo_text::PrintMetadata(metadata) == "{op_name=\"a\" source_line=3}");
absl::StatusOr<OpMetadata> ParseMetadata(std::string_view text, Arena& arena,
                                         const ParseOptions& options = {},
                                         std::vector<Diagnostic>* diagnostics = nullptr);

// origin=, with the outer braces. XLA ParseOriginalValue.
//
//   auto origin = *hlo_text::ParseOriginalValue("{({\"a\"},{\"b\" {1}})}", module.arena());
//   assert(hlo_text::PrintOriginalValue(origin) == "{({\"a\"}, {\"b\" {1}})}");
absl::StatusOr<OriginalValue> ParseOriginalValue(std::string_view text, Arena& arena,
                                                 const ParseOptions& options = {},
                                                 std::vector<Diagnostic>* diagnostics = nullptr);

}  // namespace hlo_text_v1

#endif  // HLO_PARSE_VALUES_H_
