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

}  // namespace hlo_text_v1::pattern_matcher_test
