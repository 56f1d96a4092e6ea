#include "hlo/pattern_matcher.h"

#include <gtest/gtest.h>

#include "hlo/edit.h"
#include "hlo/graph.h"
#include "tests/support/read.h"

namespace hlo_text_v1::pattern_matcher_test {

class PatternTest : public ::testing::Test {
 protected:
  HloInstruction* Get(std::string_view name) {
    return module_.entry_computation()->FindInstruction(name);
  }
  HloModule module_ = ReadModule(R"(HloModule m
ENTRY e {
  p = f32[2,3] parameter(0)
  q = f32[2,3] parameter(1)
  zero = f32[] constant(0)
  zeros = f32[2,3] broadcast(zero), dimensions={}
  sum = f32[2,3] add(p, zeros)
  sum2 = f32[2,3] add(zeros, q)
  product = f32[2,3] multiply(sum, sum2)
  t = (f32[2,3], f32[2,3]) tuple(product, sum)
  g = f32[2,3] get-tuple-element(t), index=1
  start = ((f32[2,3]), f32[2,3], u32[]) negate-start(g)
  done = f32[2,3] negate-done(start)
  ROOT end = f32[2,3] subtract(done, p)
})");
};

TEST_F(PatternTest, OpcodesAndOperands) {
  EXPECT_TRUE(Match(Get("sum"), m::Add()));
  EXPECT_FALSE(Match(Get("sum"), m::Multiply()));
  EXPECT_TRUE(Match(Get("sum"), m::Add(m::Parameter(0), m::Broadcast(m::Constant()))));
  EXPECT_FALSE(Match(Get("sum"), m::Add(m::Parameter(1), m::Op())));
  EXPECT_TRUE(Match(Get("t"), m::Tuple(m::Multiply(), m::Add())));
  EXPECT_FALSE(Match(Get("t"), m::Tuple(m::Multiply())));  // all operands
  EXPECT_TRUE(Match(Get("g"), m::GetTupleElement(m::Tuple(), 1)));
  EXPECT_FALSE(Match(Get("g"), m::GetTupleElement(m::Tuple(), 0)));
  EXPECT_FALSE(Match(static_cast<HloInstruction*>(nullptr), m::Op()));
}

TEST_F(PatternTest, StoresOnlyIfAllMatches) {
  HloInstruction* stored = nullptr;
  EXPECT_FALSE(Match(Get("product"), m::Multiply(m::Add(&stored), m::Subtract())));
  EXPECT_EQ(stored, nullptr);
  const HloInstruction* product = nullptr;
  EXPECT_TRUE(Match(Get("product"), m::Multiply(&product, m::Add(&stored), m::Add())));
  EXPECT_EQ(stored, Get("sum"));
  EXPECT_EQ(product, Get("product"));
}

TEST_F(PatternTest, AnyOrderBindsTheOrderThatMatches) {
  for (const char* name : {"sum", "sum2"}) {
    HloInstruction* x = nullptr;
    EXPECT_TRUE(Match(Get(name), m::AddAnyOrder(m::Op(&x), m::ConstantAll(0))));
    EXPECT_EQ(x, Get(name == std::string_view("sum") ? "p" : "q"));
  }
  HloInstruction *a = nullptr, *b = nullptr, *product = nullptr;
  // Nested: the inner patterns decide about the order of the outer operands.
  EXPECT_TRUE(Match(Get("product"),
                    m::MultiplyAnyOrder(&product, m::AddAnyOrder(m::Parameter(&a, 1), m::Op()),
                                        m::AddAnyOrder(m::Op(), m::Parameter(&b, 0)))));
  EXPECT_EQ(a, Get("q"));
  EXPECT_EQ(b, Get("p"));
  EXPECT_EQ(product, Get("product"));
}

TEST_F(PatternTest, AnyOf) {
  HloInstruction *add = nullptr, *multiply = nullptr;
  const auto pattern = m::AnyOf(m::Add(&add), m::Multiply(&multiply)).AlsoTo(&add);
  EXPECT_TRUE(Match(Get("product"), pattern));
  EXPECT_EQ(multiply, Get("product"));
  EXPECT_FALSE(Match(Get("t"), pattern));
}

TEST_F(PatternTest, Narrowed) {
  EXPECT_TRUE(Match(Get("zero"), m::ConstantScalar(0)));
  EXPECT_FALSE(Match(Get("zero"), m::ConstantScalar(1)));
  EXPECT_TRUE(Match(Get("sum2"), m::Add().WithOneUser()));
  EXPECT_FALSE(Match(Get("sum"), m::Add().WithOneUser()));
  EXPECT_TRUE(Match(Get("sum"), m::Add().WithShape(PrimitiveType::kF32, {2, 3})));
  EXPECT_FALSE(Match(Get("sum"), m::Add().WithShape(PrimitiveType::kF32, {3, 2})));
  EXPECT_FALSE(Match(Get("sum"), m::Add().WithType(PrimitiveType::kF16)));
  EXPECT_TRUE(Match(Get("sum"), m::Op().Where(IsElementwise)));
  EXPECT_FALSE(Match(Get("t"), m::Op().Where(IsElementwise)));
  EXPECT_TRUE(Match(Get("end"), m::Subtract(m::Op(), m::Op().Is(Get("p")))));
  EXPECT_FALSE(Match(Get("end"), m::Subtract(m::Op(), m::Op().Is(Get("q")))));
}

TEST_F(PatternTest, SugarIsNotItsOpcode) {
  const HloModule sugar = ModuleOf(R"(HloModule m
ENTRY e {
  p = f32[] parameter(0)
  s = ((f32[]), f32[], u32[]) negate-start(p)
  ROOT d = f32[] negate-done(s)
})");
  const HloInstruction* done = sugar.entry_computation()->root_instruction();
  EXPECT_EQ(done->spelled_opcode(), HloOpcode::kNegate);
  EXPECT_FALSE(Match(done, m::Negate()));
  EXPECT_TRUE(Match(done, m::AsyncDone(m::AsyncStart(m::Op()))));
  EXPECT_TRUE(Match(Get("done"), m::AsyncDone(m::AsyncStart(m::Op()))));
}

// A pass on one screen: x + 0 is x.
TEST_F(PatternTest, InAPass) {
  for (HloInstruction* instruction : InstructionPostOrder(*module_.entry_computation())) {
    HloInstruction* x = nullptr;
    if (instruction->parent() != nullptr &&
        Match(instruction, m::AddAnyOrder(m::Op(&x), m::ConstantAll(0)))) {
      ASSERT_TRUE(ReplaceInstruction(instruction, x).ok());
    }
  }
  EXPECT_TRUE(Match(module_.entry_computation()->FindInstruction("product"),
                    m::Multiply(m::Parameter(0), m::Parameter(1))));
  EXPECT_EQ(module_.entry_computation()->FindInstruction("zeros"), nullptr);
}

TEST(Patterns, NarrowedByOperandsCalleesAndShapes) {
  HloModule module = ReadModule(R"(HloModule m
add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }
fused { x = f32[4] parameter(0) ROOT n = f32[4] negate(x) }
ENTRY e {
  p = f32[4] parameter(0)
  z = f32[] constant(0)
  r = f32[] reduce(p, z), dimensions={0}, to_apply=add
  f = f32[4] fusion(p), kind=kLoop, calls=fused
  c = pred[4] compare(p, f), direction=LT
  t = (f32[], f32[4]) custom-call(r, f, c), custom_call_target="target"
  ROOT g = f32[4] get-tuple-element(t), index=1
})");
  HloComputation& entry = *module.entry_computation();
  const auto get = [&](std::string_view name) { return entry.FindInstruction(name); };
  const auto sum = m::Add(m::Parameter(0), m::Parameter(1));
  EXPECT_TRUE(Match(get("r"), m::Reduce().WithToApply(sum)));
  EXPECT_FALSE(Match(get("r"), m::Reduce().WithToApply(m::Multiply())));
  EXPECT_FALSE(Match(get("f"), m::Fusion().WithToApply(sum)));
  HloInstruction* negate = nullptr;
  EXPECT_TRUE(
      Match(get("f"),
            m::Fusion().WithFusionKind(FusionKind::kLoop).WithFused(m::Negate(&negate, m::Op()))));
  ASSERT_NE(negate, nullptr);
  EXPECT_EQ(negate->name(), "n");
  EXPECT_FALSE(Match(get("f"), m::Fusion().WithFusionKind(FusionKind::kInput)));
  HloInstruction* first = nullptr;
  EXPECT_TRUE(Match(get("t"), m::CustomCall().WithTarget("target").WithOperand(0, m::Op(&first))));
  EXPECT_EQ(first, get("r"));
  EXPECT_FALSE(Match(get("t"), m::CustomCall().WithTarget("other")));
  EXPECT_FALSE(Match(get("t"), m::CustomCall().WithOperand(3, m::Op())));
  EXPECT_TRUE(Match(get("c"), m::Compare().WithDirection(ComparisonDirection::kLt)));
  const auto vector = m::Shape().WithType(PrimitiveType::kF32).WithRank(1).WithDimensions({4});
  EXPECT_TRUE(Match(get("t"), m::Op().WithShape(m::Shape().IsTuple().WithElement(1, vector))));
  EXPECT_FALSE(Match(get("t"), m::Op().WithShape(m::Shape().WithElement(0, vector))));
  EXPECT_FALSE(Match(get("t"), m::Op().WithShape(m::Shape().WithElement(9, m::Shape()))));
}

TEST(Patterns, ExplainWhyNot) {
  HloModule module = ReadModule(R"(HloModule m
ENTRY e {
  x = f32[] parameter(0)
  y = f32[] negate(x)
  ROOT sum = f32[] add(x, y)
})");
  const HloInstruction* sum = module.entry_computation()->root_instruction();
  EXPECT_EQ(Explain(sum, m::Add(m::Op(), m::Negate())), "");
  EXPECT_EQ(Explain(sum, m::Multiply()), "%sum is add, not multiply");
  EXPECT_EQ(Explain(sum, m::Add(m::Op(), m::Constant())),
            "%sum operand 1: %y is negate, not constant");
  EXPECT_EQ(Explain(sum, m::AddAnyOrder(m::Negate(), m::Constant())),
            "%x is parameter, not constant");
  EXPECT_EQ(Explain(sum, m::AddAnyOrder(m::Abs(), m::Op())),
            "%sum has no operand for the first pattern: %x is parameter, not abs; %y is negate, "
            "not abs");
  EXPECT_EQ(Explain(sum, m::Add().WithType(PrimitiveType::kS32)), "%sum has another element type");
  EXPECT_EQ(Explain(sum, m::Add().WithOperand(0, m::Op().WithOneUser())),
            "%sum operand: %x has not one user");
  EXPECT_EQ(Explain(sum, m::Op().WithToApply(m::Op())), "%sum has no to_apply");
  EXPECT_EQ(Explain(sum, m::AnyOf(m::Abs(), m::Sin())),
            "%sum matches no alternative; %sum is add, not abs; %sum is add, not sine");
  EXPECT_EQ(Explain(nullptr, m::Op()), "there is no instruction");
}

}  // namespace hlo_text_v1::pattern_matcher_test
