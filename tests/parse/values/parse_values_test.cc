#include "hlo/parse_values.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/print_values.h"
#include "src/base/strings.h"

namespace hlo_text_v1::parse_values_test {

using namespace internal;

using Printed = absl::StatusOr<std::string>;

// A kind of value: how to read and print it, texts with their prints ("" for the text itself), and
// rejected texts with their errors.
struct Piece {
  const char* name;
  Printed (*reprint)(std::string_view text, HloModule& module, const ParseOptions& options,
                     std::vector<Diagnostic>* diagnostics);
  std::vector<std::pair<std::string, std::string>> good;
  std::vector<std::pair<std::string, std::string>> bad;
};

// A reprint function from `parse` and `print`; the text is freed before the value is used.
#define REPRINT(where, parse, print)                                        \
  [](std::string_view text, HloModule& module, const ParseOptions& options, \
     std::vector<Diagnostic>* diagnostics) -> Printed {                     \
    auto copy = std::make_unique<std::string>(text);                        \
    auto value = parse(*copy, module.where(), options, diagnostics);        \
    copy.reset();                                                           \
    if (!value.ok()) return value.status();                                 \
    return print;                                                           \
  }

Printed ReprintElement(std::string_view text, HloModule& module, const ParseOptions& options,
                       std::vector<Diagnostic>* diagnostics) {
  const Shape* shape = module.shapes().Array(PrimitiveType::kS32, {2, 2});
  absl::StatusOr<Literal> value = ParseLiteral(text, *shape, module.shapes(), options, diagnostics);
  if (!value.ok()) return value.status();
  return PrintLiteral(*value);
}

const std::vector<Piece>& Pieces() {
  static const auto* pieces = new std::vector<Piece>{
      {"Shape",
       REPRINT(shapes, ParseShape, PrintShape(**value)),
       {{"f32[2,3]", "f32[2,3]{1,0}"},
        {" f32[] // scalar\n", "f32[]"},
        {"token[]", ""},
        {"()", ""},
        {"b(f32[4]{0})", ""},
        {"(s32[], (f32[<=8,?]{0,1:T(8,128)S(5)}, pred[2]{0}))", ""}},
       {{"", "1:1: error: expected primitive type, saw kEof"},
        {"f32", "1:4: error: expects a list starting with kLsquare"},
        {"f32[2] x", "1:8: error: Extra content after shape"},
        {"f32[2]{0} /**/\n y", "2:2: error: Extra content after shape"},
        {"(f32[2]", "1:8: error: expects ')' at the end of tuple."},
        {std::string("f32[2]\0f", 8), "1:7: error: Extra content after shape"}}},
      {"ShapeList",
       REPRINT(shapes, ParseShapeList, PrintShapeList(*value)),
       {{"{}", ""}, {"{f32[2]{0},s32[]}", "{f32[2]{0}, s32[]}"}},
       {{"f32[2]", "1:1: error: expects a list starting with kLbrace"},
        {"{f32[2]}}", "1:9: error: Extra content after shape"}}},
      {"Layout",
       REPRINT(arena, ParseLayout, PrintLayout(*value)),
       {{"{}", ""},
        {"{1, 0}", "{1,0}"},
        {"{:S(5)}", ""},
        {"{2,1,0:T(8,128)(2,1)L(2)E(4)S(1)SC(0:16,32)M(8)}", ""}},
       {{"", "1:1: error: expects layout to start with kLbrace"},
        {"1,0", "1:1: error: expects layout to start with kLbrace"},
        {"{1,0", "1:5: error: expects layout to end with kRbrace"},
        {"{1,0}{", "1:6: error: Extra content after layout"},
        {"{0:T(-1)}", "1:1: error: invalid shape: negative tile dimension"}}},
      {"LiteralWithShape",
       REPRINT(shapes, ParseLiteral, PrintLiteral(*value, /*with_shape=*/true)),
       {{"f32[2]{0}{1,2.5}", "f32[2]{0} {1, 2.5}"},
        {"s32[] -3", ""},
        {"(s32[] 1, pred[] true)", "( s32[] 1, pred[] true )"},
        {"u8[2] {...}", "u8[2]{0} {...}"},
        {"c64[] (1, nan)", ""}},
       {{"s32[] 1 2", "1:9: error: Extra content after literal"},
        {"s32[2]{0} {1}", "1:13: error: expects 2 elements in the []th element, but sees 1"},
        {"token[] 1", "1:9: error: a literal cannot have the shape token[]"},
        {"s8[] 300",
         "1:6: error: value 300 is out of range for literal's primitive type S8 namely [-128, "
         "127]."}}},
      {"Literal",
       ReprintElement,
       {{"{{1,2},{3,4}}", "{ { 1, 2 }, { 3, 4 } }"}, {"{...}", ""}},
       {{"{1, 2}", "1:2: error: expects nested array in rank 2, but sees 1"},
        {"{{1,2},{3,4}},", "1:14: error: Extra content after literal"}}},
      {"Sharding",
       REPRINT(arena, ParseSharding, PrintSharding(*value, /*print_metadata=*/true)),
       {{"{replicated}", ""},
        {"{maximal device=3}", ""},
        {"{devices=[2,1]0,1}", ""},
        {"{devices=[2,2]<=[4] last_tile_dims={manual}}", ""},
        {"{{replicated}, {manual}}", ""},
        {"{replicated metadata={op_name=\"a\\\"b\"}}", ""},
        {"{mesh['x'=2,'y'=4], [{'x'}, {?}]}", ""}},
       {{"", "1:1: error: expected '{' to start sharding attribute"},
        {"replicated", "1:1: error: expected '{' to start sharding attribute"},
        {"{replicated} x", "1:14: error: Extra content after sharding"},
        {"{devices=[2,1]0,1", "1:18: error: unexpected token"}}},
      {"ReplicaGroups",
       REPRINT(arena, ParseReplicaGroups, PrintReplicaGroups(*value)),
       {{"{}", ""},
        {"{{0,1},{2,3}}", ""},
        {"[2,2]<=[2,2]T(1,0)", ""},
        {"mesh['a'=2,'b'=4] {'b'}", ""}},
       {{"{{0,1}", "1:7: error: expects a list to end with kRbrace"},
        {"[2,4]<=[8]8", "1:11: error: Extra content after replica groups"},
        {"[2]<=[2]", "1:9: error: syntax error"}}},
      {"Window",
       REPRINT(arena, ParseWindow, PrintWindow(*value)),
       {{"{size=3x3 stride=2x2 pad=1_1x0_0 lhs_dilate=1x2 rhs_reversal=1x0}", ""},
        {"size=3 pad=-1_2", "{size=3 pad=-1_2}"},
        {"", "{}"},
        {"{}", ""}},
       {{"{size=3x3", "1:10: error: expects attribute name"},
        {"{size=3x3}}", "1:11: error: Extra content after window"},
        {"size=3}", "1:7: error: expects attribute name"},
        {"size=3x3 stride=1", "1:1: error: expects 'stride=' has the same size as 'size='"}}},
      {"ConvolutionDimensionNumbers",
       REPRINT(arena, ParseConvolutionDimensionNumbers, PrintConvolutionDimensionNumbers(*value)),
       {{"b01f_01io->b01f", ""}, {"bf_io->bf", ""}, {"b?01f_oi10->01bf", ""}},
       {{"b0f", "1:1: error: expects dim labels pattern, e.g., 'bf0_0io->0bf'"},
        {"bf_io->bf, a", "1:10: error: Extra content after convolution dnums"},
        {"bb_io->bf", "1:1: error: expects unique lhs dimension numbers, but sees bb"}}},
      {"PaddingConfig",
       REPRINT(arena, ParsePaddingConfig, PrintPaddingConfig(*value)),
       {{"1_2x0_0", ""}, {"1_2x-3_0_1", "1_2_0x-3_0_1"}},
       {{"1", "1:1: error: expects padding config, e.g., '0_0_0x3_3_1'"},
        {"1_2 3", "1:5: error: Extra content after PaddingConfig"}}},
      {"SliceRanges",
       REPRINT(arena, ParseSliceRanges, PrintSliceRanges(*value)),
       {{"{[0:4], [1:3]}", ""}, {"{[0:4:2],[1:3]}", "{[0:4:2], [1:3:1]}"}, {"{}", ""}},
       {{"[0:4]", "1:1: error: expects '{' to start ranges"},
        {"{[0:4]} [", "1:9: error: Extra content after slice ranges"}}},
      {"DimensionList",
       REPRINT(arena, ParseDimensionList, PrintDimensionList(*value)),
       {{"{}", ""}, {"{1, -2}", "{1,-2}"}},
       {{"{1,}", "1:4: error: expects integer"},
        {"{1}1", "1:4: error: Extra content after dimension list"}}},
      {"BoolList",
       REPRINT(arena, ParseBoolList, PrintBoolList(*value)),
       {{"true", "{true}"}, {"{false, true}", "{false,true}"}, {"{}", ""}},
       {{"1", "1:1: error: Expected list of booleans or true/false value"},
        {"true,", "1:5: error: Extra content after boolean list"}}},
      {"ParameterReplication",
       REPRINT(arena, ParseParameterReplication, PrintBoolList(*value)),
       {{"{true}", ""}},
       {{"true", "1:1: error: expected '{' to start parameter_replication attribute"},
        {"{true}}", "1:7: error: Extra content after parameter replication"}}},
      {"FrontendAttributes",
       REPRINT(arena, ParseFrontendAttributes, PrintFrontendAttributes(*value)),
       {{"{}", ""}, {"{b=\"x\\ny\", a={\"c\":2}}", "{a={\"c\":2},b=\"x\\ny\"}"}},
       {{"a=1", "1:1: error: expected '{' to start frontend attributes"},
        {"{} {}", "1:4: error: Extra content after frontend attributes"}}},
      {"Statistics",
       REPRINT(arena, ParseStatistics, PrintStatistics(*value)),
       {{"{visualizing_index=1,alpha=0.5,b=2}", ""}},
       {{"", "1:1: error: expected '{' to start statistics"},
        {"{visualizing_index=0},", "1:22: error: Extra content after statistics"}}},
      {"Metadata",
       REPRINT(arena, ParseMetadata, PrintMetadata(*value)),
       {{"{op_type=\"t\", op_name=\"a\\\"b\" source_file=\"f\" source_line=3}",
         "{op_type=\"t\" op_name=\"a\\\"b\" source_file=\"f\" source_line=3}"},
        {"{}", ""}},
       {{"x", "1:1: error: expects '{' to start sub attributes"},
        {"{}{", "1:3: error: Extra content after metadata"}}},
      {"OriginalValue",
       REPRINT(arena, ParseOriginalValue, PrintOriginalValue(*value)),
       {{"{{\"a\"}}", ""}, {"{({\"a\"},({\"b\" {1}}, {}))}", "{({\"a\"}, ({\"b\" {1}}, {}))}"}},
       {{"a", "1:1: error: Expects '{' to start original value"},
        {"{{\"a\"}} x", "1:9: error: Extra content after original value"}}},
  };
  return *pieces;
}

class ParseValues : public testing::TestWithParam<int> {
 protected:
  const Piece& piece() const { return Pieces()[static_cast<size_t>(GetParam())]; }

  // Reads `text`, which may be anything, and checks the invariants.
  void ReadAnything(const std::string& text) {
    HloModule module;
    std::vector<Diagnostic> diagnostics;
    const Printed printed = piece().reprint(text, module, {}, &diagnostics);
    EXPECT_EQ(printed.ok(), diagnostics.empty()) << text;
    if (printed.ok()) return;
    EXPECT_EQ(printed.status().code(), absl::StatusCode::kInvalidArgument);
    for (const Diagnostic& diagnostic : diagnostics) {
      EXPECT_LE(diagnostic.begin, text.size()) << text;
      EXPECT_FALSE(RenderDiagnostic(diagnostic, text, {}).empty());
    }
  }
};

TEST_P(ParseValues, PrintsTheCanonicalText) {
  HloModule module;
  for (const auto& [text, expected] : piece().good) {
    const std::string& canonical = expected.empty() ? text : expected;
    std::vector<Diagnostic> diagnostics(1);
    EXPECT_EQ(piece().reprint(text, module, {}, &diagnostics).value_or("refused"), canonical)
        << text;
    EXPECT_TRUE(diagnostics.empty()) << text;
    EXPECT_EQ(piece().reprint(canonical, module, {}, nullptr).value_or("refused"), canonical);
  }
}

TEST_P(ParseValues, SaysWhatIsWrong) {
  HloModule module;
  for (const auto& [text, error] : piece().bad) {
    std::vector<Diagnostic> diagnostics;
    const Printed printed = piece().reprint(text, module, {}, &diagnostics);
    ASSERT_FALSE(printed.ok()) << text;
    EXPECT_EQ(std::string(printed.status().message()), error) << text;
    ASSERT_FALSE(diagnostics.empty()) << text;
    const LineColumn at = GetLineColumn(text, diagnostics[0].begin);
    EXPECT_EQ(StrCat(at.line, ":", at.column, ": error: ", diagnostics[0].message), error);
  }
}

TEST_P(ParseValues, SurvivesPrefixesAndMutations) {
  for (const auto& [text, expected] : piece().good) {
    for (size_t i = 0; i <= text.size(); ++i) {
      ReadAnything(text.substr(0, i));
      ReadAnything(text.substr(i));
      for (const char c : std::string("\0{}([\"',=x1-\xff/", 14)) {
        std::string mutated = text;
        mutated.insert(i, 1, c);
        ReadAnything(mutated);
        if (i < text.size()) {
          mutated = text;
          mutated[i] = c;
          ReadAnything(mutated);
        }
      }
    }
  }
}

TEST_P(ParseValues, TakesLittleMemory) {
  for (const auto& [text, expected] : piece().good) {
    HloModule module;
    ASSERT_TRUE(piece().reprint(text, module, {}, nullptr).ok());
    EXPECT_LE(module.arena().allocated_bytes(), size_t{16} << 10) << text;
  }
}

// Memory limits apply to the text, not to earlier contents of the arena.
TEST_P(ParseValues, ReadsIntoALargeArena) {
  HloModule module;
  module.arena().Allocate(size_t{1} << 30, 1);
  for (const auto& [text, expected] : piece().good) {
    EXPECT_TRUE(piece().reprint(text, module, {}, nullptr).ok()) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ParseValues, testing::Range(0, static_cast<int>(Pieces().size())),
                         [](const auto& info) {
                           return Pieces()[static_cast<size_t>(info.param)].name;
                         });

TEST(ParseValues, ShapesAreInternedAndCostNothingTheSecondTime) {
  HloModule module;
  const Shape* first = *ParseShape("(f32[2,3], s32[])", module.shapes());
  const size_t before = module.arena().allocated_bytes();
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(*ParseShape("( f32[2,3] , s32[] )", module.shapes()), first);
  }
  EXPECT_EQ(module.arena().allocated_bytes(), before);
}

TEST(ParseValues, ALiteralOfAGivenShapeHasIt) {
  HloModule module;
  const Shape* shape = *ParseShape("f32[2,2]{0,1}", module.shapes());
  EXPECT_EQ(&ParseLiteral("{{1,2},{3,4}}", *shape, module.shapes())->shape(), shape);
}

TEST(ParseValues, KeepTheLimits) {
  HloModule module;
  ParseOptions options;
  options.limits.max_nesting_depth = 3;
  EXPECT_TRUE(ParseShape("((f32[]))", module.shapes(), options).ok());
  EXPECT_EQ(ParseShape("(((f32[])))", module.shapes(), options).status().message(),
            "1:4: error: maximum recursion depth exceeded");
  EXPECT_FALSE(ParseShape(std::string(1 << 20, '('), module.shapes()).ok());
  EXPECT_FALSE(ParseSharding(std::string(1 << 20, '{'), module.arena()).ok());

  options.limits.max_literal_elements = 3;
  EXPECT_TRUE(ParseLiteral("s8[3]{0} {1,2,3}", module.shapes(), options).ok());
  EXPECT_FALSE(ParseLiteral("s8[4]{0} {1,2,3,4}", module.shapes(), options).ok());
}

TEST(ParseValues, HugeClaimsOfSmallTextsTakeLittleMemory) {
  HloModule module;
  ParseLiteral("f32[1000000000]{0} {1, 2}", module.shapes()).status().IgnoreError();
  ParseLiteral("f32[1000000000] 7", module.shapes()).status().IgnoreError();
  ParseSharding("{devices=[100000000]<=[10000,10000]T(1,0)}", module.arena())
      .status()
      .IgnoreError();
  ParseReplicaGroups("[100000000,1]<=[10000,10000]T(1,0)", module.arena()).status().IgnoreError();
  EXPECT_LE(module.arena().allocated_bytes(), size_t{1} << 20);
}

// A shape that was built may be deeper than a text.
TEST(ParseValues, LiteralsMayNestAsDeepAsOptionsSay) {
  constexpr int kDepth = 200;
  HloModule module;
  ShapePool& pool = module.shapes();
  const Shape* shape = pool.Scalar(PrimitiveType::kS32);
  for (int i = 0; i < kDepth; ++i) shape = pool.Tuple({shape});
  const std::string text = std::string(kDepth, '(') + "7" + std::string(kDepth, ')');
  EXPECT_TRUE(ParseLiteral(text, *shape, pool).ok());
  ParseOptions options;
  options.limits.max_nesting_depth = kDepth / 2;
  EXPECT_FALSE(ParseLiteral(text, *shape, pool, options).ok());
}

TEST(ParseValues, AllErrorsAreDiagnostics) {
  HloModule module;
  std::vector<Diagnostic> diagnostics;
  const absl::Status status = ParseLayout("{0:D(X)}", module.arena(), {}, &diagnostics).status();
  EXPECT_EQ(status.message(), "1:6: error: expected a DimLevelType abbreviation (D, C, or S)");
  ASSERT_EQ(diagnostics.size(), 2u);
  EXPECT_EQ(diagnostics[1].code, DiagnosticCode::kExpectsLayoutEnd);
}

}  // namespace hlo_text_v1::parse_values_test
