// Pieces of HLO text by themselves: a shape, a sharding, a literal, one computation for a module
// that is there already. A Parse function for each, and a Print function that writes it.
//
//   hlo::HloModule module;
//   const hlo::Shape* shape = *hlo::ParseShape("f32[2,3]", module.shapes());
//   assert(hlo::PrintShape(*shape) == "f32[2,3]{1,0}");
//   assert(shape == *hlo::ParseShape(" f32[2,3]{1,0} // the same", module.shapes()));
//
// What all Parse functions have in common:
//
// The whole of `text` must be the piece; blanks and comments may stand around it. It may die when
// the function returns.
//
// Results are what instructions hold (hlo/attribute_values.h, hlo/sharding.h, hlo/literal.h):
// small, trivially destructible, with spans and strings in the arena or pool that was passed, which
// must outlive them. Those of a module are module.arena() and module.shapes(); a value that is to
// become part of a module must live there.
//
// Errors are kInvalidArgument with the first error as "line:col: error: message", in XLA's words;
// text that is left over is "Extra content after shape" and the like. `diagnostics` (may be null)
// gets all errors; their offsets are into `text`. A text that is too long is kOutOfRange, with a
// diagnostic.
//
// Limits are those of `options` (hlo/parser.h); max_errors, uniquify and upgrade_legacy only mean
// something for computations and instructions. Cost: linear in the text. What a refused text took
// from the arena stays there.
//
//   std::vector<hlo::Diagnostic> diagnostics;
//   absl::Status status = hlo::ParseShape("f32[2] x", module.shapes(), {}, &diagnostics).status();
//   assert(status.message() == "1:8: error: Extra content after shape");
//   assert(diagnostics[0].code == hlo::DiagnosticCode::kExtraContent);
//
// Print functions give XLA's text on one line; linear in it. The Parse function beside them reads
// it back as the same value, but for what XLA's text does not tell: the values of an elided
// literal, digits of a statistic behind the sixth, quotation marks in a scheduling_name or an
// original array's name. To append to a string use the Append functions beside the types.
//
// Source: XLA hlo_parser.h.
#ifndef HLO_PIECES_H_
#define HLO_PIECES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "hlo/arena.h"
#include "hlo/attribute_values.h"
#include "hlo/literal.h"
#include "hlo/metadata.h"
#include "hlo/module.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "hlo/shape.h"
#include "hlo/sharding.h"

namespace hlo {

// ---- Shapes and layouts.

// A shape; the result is interned in `pool`. An array without a layout gets the default one.
// XLA ParseShape, ShapeUtil::HumanStringWithLayout, HumanString.
//
//   const hlo::Shape* pair = *hlo::ParseShape("(s32[], f32[<=8,?]{0,1:T(8)})", module.shapes());
//   assert(hlo::PrintShape(*pair) == "(s32[], f32[<=8,?]{0,1:T(8)})");
//   assert(hlo::PrintShape(*pair, /*with_layout=*/false) == "(s32[], f32[<=8,?])");
absl::StatusOr<const Shape*> ParseShape(std::string_view text, ShapePool& pool,
                                        const ParseOptions& options = {},
                                        std::vector<Diagnostic>* diagnostics = nullptr);
std::string PrintShape(const Shape& shape, bool with_layout = true);

// A list of shapes in braces, as in operand_layout_constraints=. The span is in the pool's arena.
//
//   auto shapes = *hlo::ParseShapeList("{f32[2]{0}, s32[]}", module.shapes());
//   assert(shapes.size() == 2 && hlo::PrintShapeList(shapes) == "{f32[2]{0}, s32[]}");
absl::StatusOr<absl::Span<const Shape* const>> ParseShapeList(
    std::string_view text, ShapePool& pool, const ParseOptions& options = {},
    std::vector<Diagnostic>* diagnostics = nullptr);
std::string PrintShapeList(absl::Span<const Shape* const> shapes);

// A layout with its braces, of an array of any rank: whether it fits one is for the caller to see.
// XLA ParseLayout, LayoutUtil::HumanString.
//
//   hlo::Layout layout = *hlo::ParseLayout("{1,0:T(8,128)S(5)}", module.arena());
//   assert(layout.memory_space == 5);
//   assert(hlo::PrintLayout(layout) == "{1,0:T(8,128)S(5)}");
absl::StatusOr<Layout> ParseLayout(std::string_view text, Arena& arena,
                                   const ParseOptions& options = {},
                                   std::vector<Diagnostic>* diagnostics = nullptr);
std::string PrintLayout(const Layout& layout);

// ---- Literals.

// A literal that carries its shape, as in literal=; and one for a given shape, as in constant(...):
// `shape` must be of `pool`. The shape of the result may differ in details, see Literal::shape and
// XLA HloParserImpl::ParseLiteral. No more than max_literal_elements. In front of braces a shape
// needs its layout: f32[2] {1, 2} has the layout {1,2} and no value.
//
//   hlo::Literal row = *hlo::ParseLiteral("f32[2]{0} {1, 2.5}", module.shapes());
//   assert(row.GetDouble(1) == 2.5);
//   assert(hlo::PrintLiteral(row) == "{1, 2.5}");
//   assert(hlo::PrintLiteral(row, /*with_shape=*/true) == "f32[2]{0} {1, 2.5}");
//   assert(hlo::ParseLiteral("{3, 4}", row.shape(), module.shapes())->GetDouble(0) == 3);
absl::StatusOr<Literal> ParseLiteral(std::string_view text, ShapePool& pool,
                                     const ParseOptions& options = {},
                                     std::vector<Diagnostic>* diagnostics = nullptr);
absl::StatusOr<Literal> ParseLiteral(std::string_view text, const Shape& shape, ShapePool& pool,
                                     const ParseOptions& options = {},
                                     std::vector<Diagnostic>* diagnostics = nullptr);
std::string PrintLiteral(const Literal& literal, bool with_shape = false);

// ---- Shardings and groups of devices.

// A sharding of any generation, with its braces, in canonical form. Metadata in it is read, and
// printed if asked for. XLA ParseSharding, HloSharding::ToString.
//
//   const char* text = "{devices=[2,1]0,1 metadata={op_name=\"a\"}}";
//   hlo::HloSharding sharding = *hlo::ParseSharding(text, module.arena());
//   assert(hlo::PrintSharding(sharding) == "{devices=[2,1]0,1}");
//   assert(hlo::PrintSharding(sharding, /*print_metadata=*/true) ==
//          "{devices=[2,1]0,1 metadata={op_name=\"a\"}}");
absl::StatusOr<HloSharding> ParseSharding(std::string_view text, Arena& arena,
                                          const ParseOptions& options = {},
                                          std::vector<Diagnostic>* diagnostics = nullptr);
std::string PrintSharding(const HloSharding& sharding, bool print_metadata = false);

// Groups of devices as a list, an iota or mesh axes. Printed as they were written, or with `full`
// as a list (AppendReplicaGroups). XLA ParseCollectiveDeviceListOnly.
//
//   hlo::ReplicaGroups groups = *hlo::ParseReplicaGroups("[2,2]<=[4]", module.arena());
//   assert(hlo::PrintReplicaGroups(groups) == "[2,2]<=[4]");
//   assert(hlo::PrintReplicaGroups(groups, /*full=*/true) == "{{0,1},{2,3}}");
absl::StatusOr<ReplicaGroups> ParseReplicaGroups(std::string_view text, Arena& arena,
                                                 const ParseOptions& options = {},
                                                 std::vector<Diagnostic>* diagnostics = nullptr);
std::string PrintReplicaGroups(const ReplicaGroups& groups, bool full = false);

// ---- Other values of attributes.

// A window, with braces as in window=, or without as XLA's ParseWindow wants it. Printed with
// braces; XLA's window_util::ToString leaves them out.
//
//   hlo::Window window = *hlo::ParseWindow("size=3x3 pad=1_1x0_0", module.arena());
//   assert(window.dimensions[0].padding_high == 1);
//   assert(hlo::PrintWindow(window) == "{size=3x3 pad=1_1x0_0}");
absl::StatusOr<Window> ParseWindow(std::string_view text, Arena& arena,
                                   const ParseOptions& options = {},
                                   std::vector<Diagnostic>* diagnostics = nullptr);
std::string PrintWindow(const Window& window);

// dim_labels=. XLA ParseConvolutionDimensionNumbers, ConvolutionDimensionNumbersToString.
//
//   auto numbers = *hlo::ParseConvolutionDimensionNumbers("b01f_01io->b01f", module.arena());
//   assert(numbers.kernel_output_feature_dimension == 3);
//   assert(hlo::PrintConvolutionDimensionNumbers(numbers) == "b01f_01io->b01f");
absl::StatusOr<ConvolutionDimensionNumbers> ParseConvolutionDimensionNumbers(
    std::string_view text, Arena& arena, const ParseOptions& options = {},
    std::vector<Diagnostic>* diagnostics = nullptr);
std::string PrintConvolutionDimensionNumbers(const ConvolutionDimensionNumbers& numbers);

// padding=. XLA ParsePaddingConfig, PaddingConfigToString.
//
//   hlo::PaddingConfig padding = *hlo::ParsePaddingConfig("1_2x0_0_1", module.arena());
//   assert(hlo::PrintPaddingConfig(padding) == "1_2_0x0_0_1");
absl::StatusOr<PaddingConfig> ParsePaddingConfig(std::string_view text, Arena& arena,
                                                 const ParseOptions& options = {},
                                                 std::vector<Diagnostic>* diagnostics = nullptr);
std::string PrintPaddingConfig(const PaddingConfig& padding);

// slice=.
//
//   hlo::SliceRanges ranges = *hlo::ParseSliceRanges("{[0:4:2], [1:3]}", module.arena());
//   assert(hlo::PrintSliceRanges(ranges) == "{[0:4:2], [1:3:1]}");
absl::StatusOr<SliceRanges> ParseSliceRanges(std::string_view text, Arena& arena,
                                             const ParseOptions& options = {},
                                             std::vector<Diagnostic>* diagnostics = nullptr);
std::string PrintSliceRanges(const SliceRanges& ranges);

// A list of integers in braces, as in dimensions= and many others.
//
//   absl::Span<const int64_t> dimensions = *hlo::ParseDimensionList("{1, 0}", module.arena());
//   assert(hlo::PrintDimensionList(dimensions) == "{1,0}");
absl::StatusOr<absl::Span<const int64_t>> ParseDimensionList(
    std::string_view text, Arena& arena, const ParseOptions& options = {},
    std::vector<Diagnostic>* diagnostics = nullptr);
std::string PrintDimensionList(absl::Span<const int64_t> dimensions);

// A list of booleans in braces, or one without; parameter_replication= wants the braces.
// XLA ParseBooleanListOrSingleBooleanOnly, ParseParameterReplicationOnly.
//
//   assert(hlo::PrintBoolList(*hlo::ParseBoolList("true", module.arena())) == "{true}");
//   auto replication = *hlo::ParseParameterReplication("{true,false}", module.arena());
//   assert(hlo::PrintBoolList(replication) == "{true,false}");
absl::StatusOr<absl::Span<const bool>> ParseBoolList(
    std::string_view text, Arena& arena, const ParseOptions& options = {},
    std::vector<Diagnostic>* diagnostics = nullptr);
absl::StatusOr<absl::Span<const bool>> ParseParameterReplication(
    std::string_view text, Arena& arena, const ParseOptions& options = {},
    std::vector<Diagnostic>* diagnostics = nullptr);
std::string PrintBoolList(absl::Span<const bool> values);

// frontend_attributes=, with braces. XLA ParseFrontendAttributesOnly, FrontendAttributesToString.
//
//   auto frontend = *hlo::ParseFrontendAttributes("{b=\"1\", a={\"c\":2}}", module.arena());
//   assert(frontend.entries[0].key == "a");
//   assert(hlo::PrintFrontendAttributes(frontend) == "{a={\"c\":2},b=\"1\"}");
absl::StatusOr<FrontendAttributes> ParseFrontendAttributes(
    std::string_view text, Arena& arena, const ParseOptions& options = {},
    std::vector<Diagnostic>* diagnostics = nullptr);
std::string PrintFrontendAttributes(const FrontendAttributes& attributes);

// statistics=, with braces. XLA ParseStatisticsOnly, StatisticsVizToString.
//
//   auto statistics = *hlo::ParseStatistics("{visualizing_index=1,a=0.5}", module.arena());
//   assert(hlo::PrintStatistics(statistics) == "{visualizing_index=1,a=0.5}");
absl::StatusOr<Statistics> ParseStatistics(std::string_view text, Arena& arena,
                                           const ParseOptions& options = {},
                                           std::vector<Diagnostic>* diagnostics = nullptr);
std::string PrintStatistics(const Statistics& statistics);

// metadata=, with braces; all fields are printed, also where an instruction would not print any
// (MetadataIsPrinted). XLA OpMetadataToString.
//
//   hlo::OpMetadata metadata = *hlo::ParseMetadata("{op_name=\"a\" source_line=3}",
//   module.arena()); assert(metadata.source_line == 3); assert(hlo::PrintMetadata(metadata) ==
//   "{op_name=\"a\" source_line=3}");
absl::StatusOr<OpMetadata> ParseMetadata(std::string_view text, Arena& arena,
                                         const ParseOptions& options = {},
                                         std::vector<Diagnostic>* diagnostics = nullptr);
std::string PrintMetadata(const OpMetadata& metadata);

// origin=, with the outer braces. XLA ParseOriginalValue, OriginalValueToString.
//
//   hlo::OriginalValue origin = *hlo::ParseOriginalValue("{({\"a\"},{\"b\" {1}})}",
//   module.arena()); assert(hlo::PrintOriginalValue(origin) == "{({\"a\"}, {\"b\" {1}})}");
absl::StatusOr<OriginalValue> ParseOriginalValue(std::string_view text, Arena& arena,
                                                 const ParseOptions& options = {},
                                                 std::vector<Diagnostic>* diagnostics = nullptr);
std::string PrintOriginalValue(const OriginalValue& value);

// ---- Instructions and computations. They are printed by PrintHloInstruction and
// PrintHloComputation (hlo/printer.h).

// Instructions in lines, [ROOT] name = shape opcode(...), without a computation around them; or one
// without a name. They become the entry computation of a module, both called "_"; without ROOT the
// last one is the root. An operand with a shape that is not defined becomes a parameter, the next
// one without a number, as XLA does for a text of one instruction.
//
//   hlo::HloModule small = *hlo::ParseHloInstructions(
//       "sum = f32[] add(f32[] a, f32[] b)\n"
//       "ROOT half = f32[] multiply(sum, sum)");
//   assert(small.entry_computation()->parameters().size() == 2);
//   assert(hlo::PrintHloInstruction(*small.entry_computation()->root_instruction()) ==
//          "%half = f32[] multiply(%sum, %sum)");
absl::StatusOr<HloModule> ParseHloInstructions(std::string_view text,
                                               const ParseOptions& options = {},
                                               std::vector<Diagnostic>* diagnostics = nullptr);

// Adds the computations in `text`, each `name [signature] { instructions }`, behind those of
// `module`, and returns the last one. Where an attribute names a computation, that is one of the
// text so far, or else one of the module, or else a later one of the text. ENTRY is allowed if the
// module has no entry computation; otherwise the module's stays.
//
// Names that the module has already are changed by Uniquify; the module's own stay, if they are
// unique. With options.uniquify false the name of an existing computation is an error, and those of
// instructions are left alone. On an error the module is as it was, but for memory in its arena.
// What is new has no source_offset: HloModule::source() stays the text that the module was read
// from.
//
// `module` must not be read by others meanwhile; pointers into it stay valid. Cost: linear in the
// text and the names of the module; linear in the module where a name must be changed or metadata
// has a stack frame.
//
//   hlo::HloModule program = *hlo::ParseHloModule(
//       "add { a = s32[] parameter(0) b = s32[] parameter(1) ROOT r = s32[] add(a, b) }\n"
//       "ENTRY main { ROOT p = s32[8] parameter(0) }");
//   hlo::HloComputation* total = *hlo::ParseHloComputation(
//       "total { x = s32[8] parameter(0) z = s32[] constant(0)\n"
//       "  ROOT sum = s32[] reduce(x, z), dimensions={0}, to_apply=add }",
//       program);
//   assert(total->name() == "total" && program.computations().size() == 3);
//   assert(hlo::PrintHloInstruction(*total->root_instruction()) ==
//          "%sum = s32[] reduce(%x, %z), dimensions={0}, to_apply=%add");
absl::StatusOr<HloComputation*> ParseHloComputation(std::string_view text, HloModule& module,
                                                    const ParseOptions& options = {},
                                                    std::vector<Diagnostic>* diagnostics = nullptr);

}  // namespace hlo

#endif  // HLO_PIECES_H_
