#include "src/async/wrapped_computation.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hlo/async.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "src/base/strings.h"
#include "tests/support/read.h"

namespace hlo_text_v1::wrapped_computation_test {

using namespace internal;

class WrappedShapesTest : public testing::Test {
 protected:
  const Shape* F32(int64_t size) { return shapes_.Array(PrimitiveType::kF32, {size}); }
  const Shape* Link(std::vector<const Shape*> bound, const Shape* result) {
    return shapes_.Tuple({shapes_.Tuple(bound), result});
  }
  std::string Infer(HloOpcode opcode, std::vector<const Shape*> links, const Shape* done) {
    const WrappedShapes wrapped = InferWrappedShapes(opcode, links, done, nullptr, shapes_);
    std::string text;
    for (const Shape* parameter : wrapped.parameters) text += PrintShape(*parameter) + " ";
    return text + "-> " + PrintShape(*wrapped.result);
  }

  Arena arena_;
  ShapePool shapes_{&arena_};
  const Shape* unbound_ = shapes_.Tuple({});
};

TEST_F(WrappedShapesTest, OperandsAreThoseOfTheLongestLink) {
  EXPECT_EQ(
      Infer(HloOpcode::kCustomCall,
            {Link({}, unbound_), Link({F32(2)}, unbound_), Link({F32(2), F32(3)}, F32(4))}, F32(4)),
      "f32[2]{0} f32[3]{0} -> f32[4]{0}");
}

TEST_F(WrappedShapesTest, WhatIsNotBoundIsAPlaceholder) {
  EXPECT_EQ(Infer(HloOpcode::kAdd, {Link({F32(8)}, unbound_)}, F32(8)),
            "f32[8]{0} f32[1]{0} -> f32[8]{0}");
  EXPECT_EQ(Infer(HloOpcode::kDot, {Link({}, unbound_)}, F32(8)),
            "f32[1]{0} f32[1]{0} -> f32[8]{0}");
}

TEST_F(WrappedShapesTest, ACompatibleLaterMentionChangesNothing) {
  Layout column;
  const int64_t order[] = {0, 1};
  column.minor_to_major = order;
  const Shape* by_column = shapes_.Array(PrimitiveType::kF32, {2, 3}, {}, &column);
  const Shape* by_row = shapes_.Array(PrimitiveType::kF32, {2, 3});
  EXPECT_EQ(
      Infer(HloOpcode::kNegate, {Link({by_column}, by_column), Link({by_row}, by_row)}, by_row),
      "f32[2,3]{0,1} -> f32[2,3]{0,1}");
}

TEST_F(WrappedShapesTest, AnIncompatibleOneReplacesIt) {
  const std::vector<const Shape*> links = {Link({F32(2)}, F32(2)), Link({F32(4)}, F32(4))};
  EXPECT_EQ(Infer(HloOpcode::kNegate, links, nullptr), "f32[4]{0} -> f32[4]{0}");
  // The done repeats the start's operands.
  EXPECT_EQ(Infer(HloOpcode::kNegate, links, F32(8)), "f32[2]{0} -> f32[8]{0}");
}

TEST_F(WrappedShapesTest, AnUpdateTakesTheOutputBack) {
  EXPECT_EQ(Infer(HloOpcode::kNegate, {Link({F32(2)}, F32(2)), Link({F32(2)}, unbound_)}, nullptr),
            "f32[2]{0} -> ()");
}

TEST_F(WrappedShapesTest, AResultThatIsNeverBoundIsEmpty) {
  EXPECT_EQ(Infer(HloOpcode::kCustomCall, {Link({}, unbound_)}, nullptr), "-> ()");
  EXPECT_EQ(Infer(HloOpcode::kCustomCall, {}, nullptr), "-> ()");
  EXPECT_EQ(Infer(HloOpcode::kCustomCall, {F32(2)}, nullptr), "-> ()");
}

TEST(WrappedOperands, FixedArityLimitsThem) {
  EXPECT_EQ(WrappedOperandCount(HloOpcode::kAdd, 3), 2u);
  EXPECT_EQ(WrappedOperandCount(HloOpcode::kDot, 3), 3u);
  EXPECT_EQ(WrappedOperandCount(HloOpcode::kTuple, 0), 0u);
  EXPECT_EQ(MinimumWrappedParameters(HloOpcode::kRaggedAllToAll), 6u);
}

// A computation that only calls another one stays if it has more than the call.
TEST(WrappedComputation, WordsOfItsOwnKeepIt) {
  for (const char* words : {"", ", new_word=1", ", backend_config=\"b\""}) {
    HloModule module =
        ReadModule(StrCat("f { q = f32[8] parameter(0) ROOT r = f32[8] negate(q) }\n"
                          "w { p = f32[8] parameter(0) ROOT c = f32[8] call(p), to_apply=f }",
                          words,
                          "\nENTRY e { x = f32[8] parameter(0)\n"
                          "s = ((f32[8]), f32[8]) async-start(x), calls=w\n"
                          "ROOT d = f32[8] async-done(s) }"),
                   AllowUnknown());
    const bool is_kept = PrintHloModule(module).find("%w ") != std::string::npos;
    EXPECT_EQ(is_kept, *words != '\0') << words;
    UnwrapAsyncCalls(&module);
    EXPECT_EQ(module.computations().size(), is_kept ? 3u : 2u) << words;
  }
}

// Attributes of a link that runs a computation of its own are not for that of the start.
TEST(LinkWithCopied, NotOneWithItsOwnComputation) {
  const HloModule module = ReadModule(R"(HloModule m
w { x = f32[8] parameter(0)
  ROOT y = f32[8] negate(x) }
own { x = f32[8] parameter(0)
  ROOT z = f32[8] negate(x) }
body { p = ((f32[8]), f32[8]) parameter(0)
  ROOT u = ((f32[8]), f32[8]) async-update(p), calls=own, metadata={op_name="u"} }
never { q = ((f32[8]), f32[8]) parameter(0)
  ROOT n = pred[] constant(false) }
ENTRY e { a = f32[8] parameter(0)
  s = ((f32[8]), f32[8]) async-start(a), calls=w, metadata={op_name="s"}
  l = ((f32[8]), f32[8]) while(s), condition=never, body=body
  ROOT d = f32[8] async-done(l) })");
  const HloInstruction* start = Find(module, "s");
  const AsyncIndex index(*start->parent());
  const AsyncOperation* operation = index.Of(*start);
  ASSERT_NE(operation, nullptr);
  EXPECT_EQ(operation->all_links().size(), 3u);
  EXPECT_EQ(LinkWithCopied(*operation, AttributeKind::kMetadata), start);
}

// X-start with the operands of X and the shape of a chain, where X has a start of its own.
TEST(HasSugarBesidePair, OfOneOperand) {
  const HloModule module = ReadModule(
      "ENTRY e { x = f32[8] parameter(0) y = f32[8] negate(x) "
      "ROOT t = ((f32[8]), f32[8]) custom-call(x, y), custom_call_target=\"t\" }");
  const HloInstruction& t = *Find(module, "t");
  const auto one = t.operands().subspan(0, 1);
  EXPECT_TRUE(HasSugarBesidePair(HloOpcode::kAllGather, t.shape(), one));
  EXPECT_FALSE(HasSugarBesidePair(HloOpcode::kAllGather, t.shape(), t.operands()));
  EXPECT_FALSE(HasSugarBesidePair(HloOpcode::kAllGather, t.operand(0)->shape(), one));
  EXPECT_FALSE(HasSugarBesidePair(HloOpcode::kCopy, t.shape(), one));
  EXPECT_FALSE(HasSugarBesidePair(HloOpcode::kSend, t.shape(), one));
  EXPECT_FALSE(HasSugarBesidePair(HloOpcode::kNegate, t.shape(), one));
}

}  // namespace hlo_text_v1::wrapped_computation_test
