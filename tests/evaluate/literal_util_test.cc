#include "hlo/literal_util.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hlo/builder.h"
#include "hlo/identical.h"
#include "hlo/parse_values.h"
#include "tests/evaluate/evaluate_test_util.h"

namespace hlo_text_v1::literal_util_test {

class LiteralUtil : public testing::Test {
 protected:
  Arena arena_;
  ShapePool pool_{&arena_};
  const Shape* Of(std::string_view text) { return *ParseShape(text, pool_); }
};

TEST_F(LiteralUtil, FromNumbers) {
  EXPECT_EQ(TextOf(IntegerLiteral(Of("s32[3]"), {1, -2, 3}, &arena_)), "{1, -2, 3}");
  EXPECT_EQ(TextOf(IntegerLiteral(Of("u8[2]"), {-1}, &arena_)), "{255, 255}");
  EXPECT_EQ(TextOf(IntegerLiteral(Of("bf16[]"), {257}, &arena_)), "256");
  EXPECT_EQ(TextOf(FloatLiteral(Of("f32[2]"), {0.5, -1e300}, &arena_)), "{0.5, -inf}");
  EXPECT_EQ(TextOf(FloatLiteral(Of("s8[2]"), {-1.9, 1e9}, &arena_)), "{-1, 127}");
  EXPECT_EQ(TextOf(FloatLiteral(Of("pred[2]"), {0, 0.1}, &arena_)), "{0, 1}");
  EXPECT_EQ(TextOf(FloatLiteral(Of("c64[]"), {2.5}, &arena_)), "(2.5, 0)");
  EXPECT_EQ(TextOf(ZeroLiteral(Of("s32[2]"))), "{0, 0}");
}

TEST_F(LiteralUtil, Extremes) {
  struct Case {
    const char *shape, *least, *largest;
  };
  for (const Case& c :
       {Case{"f32[]", "-inf", "inf"}, Case{"f8e4m3fn[]", "-448", "448"}, Case{"s4[]", "-8", "7"},
        Case{"u16[]", "0", "65535"}, Case{"s64[]", "-9223372036854775808", "9223372036854775807"},
        Case{"u64[]", "0", "18446744073709551615"}, Case{"pred[]", "false", "true"},
        Case{"c64[]", "error: the type has no order", "error: the type has no order"}}) {
    EXPECT_EQ(TextOf(MinValueLiteral(Of(c.shape), &arena_)), c.least) << c.shape;
    EXPECT_EQ(TextOf(MaxValueLiteral(Of(c.shape), &arena_)), c.largest) << c.shape;
  }
}

TEST_F(LiteralUtil, Opcodes) {
  const Literal x = *IntegerLiteral(Of("s32[2,3]"), {1, 2, 3, 4, 5, 6}, &arena_);
  const auto of = [&](HloOpcode opcode, const char* shape, std::vector<Literal> operands,
                      absl::Span<const Attribute> attributes) {
    return TextOf(EvaluateOpcode(opcode, Of(shape), operands, attributes, &arena_));
  };
  EXPECT_EQ(of(HloOpcode::kReshape, "s32[6]", {x}, {}), "{1, 2, 3, 4, 5, 6}");
  EXPECT_EQ(of(HloOpcode::kConvert, "pred[2,3]", {x}, {}), "{ { 1, 1, 1 }, { 1, 1, 1 } }");
  EXPECT_EQ(of(HloOpcode::kTranspose, "s32[3,2]{0,1}", {x},
               {MakeAttribute<AttributeKind::kDimensions>({1, 0})}),
            "{ { 1, 4 }, { 2, 5 }, { 3, 6 } }");
  EXPECT_EQ(of(HloOpcode::kIota, "s32[3]", {}, {MakeAttribute<AttributeKind::kIotaDimension>(0)}),
            "{0, 1, 2}");
  EXPECT_EQ(of(HloOpcode::kCompare, "pred[2,3]", {x, x},
               {MakeAttribute<AttributeKind::kDirection>(ComparisonDirection::kLt)}),
            "{ { 0, 0, 0 }, { 0, 0, 0 } }");
}

TEST_F(LiteralUtil, Refuses) {
  EXPECT_EQ(TextOf(IntegerLiteral(Of("s32[3]"), {1, 2}, &arena_)),
            "error: the shape has 3 elements, but there are 2 values");
  EXPECT_EQ(TextOf(FloatLiteral(Of("()"), {1}, &arena_)), "error: the shape is not an array");
  const std::string error =
      TextOf(EvaluateOpcode(HloOpcode::kNegate, Of("s32[2]"), {}, {}, &arena_));
  EXPECT_EQ(error.substr(0, 14), "error: negate:");
}

}  // namespace hlo_text_v1::literal_util_test
