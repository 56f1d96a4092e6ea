#include "src/export/numbering.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hlo/edit.h"
#include "tests/export/graph_test_util.h"

namespace hlo_text_v1::numbering_test {

using namespace internal;

using testing::ElementsAre;

TEST(Numbering, CalleesAndOperandsComeFirst) {
  const HloModule module = ModuleOf(R"(HloModule m
ENTRY e {
  p = f32[] parameter(0)
  c = f32[] call(p), to_apply=f
  unused = f32[] negate(p)
  ROOT r = f32[] call(c), to_apply=g
}
g {
  x = f32[] parameter(0)
  ROOT y = f32[] call(x), to_apply=f
}
f {
  x = f32[] parameter(0)
  ROOT y = f32[] negate(x)
}
)");
  const ModuleNumbering numbering(module);
  EXPECT_THAT(NamesOf(numbering.computations()), ElementsAre("f", "g", "e"));
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(numbering.of(numbering.computations()[i]), static_cast<int64_t>(i));
  }
  const HloModule other = ModuleOf("HloModule m\nENTRY e { ROOT p = f32[] parameter(0) }");
  EXPECT_EQ(numbering.of(other.entry_computation()), -1);

  const InstructionNumbering instructions(*module.entry_computation());
  EXPECT_THAT(NamesOf(instructions.instructions()), ElementsAre("p", "unused", "c", "r"));
  EXPECT_EQ(instructions.of(*module.entry_computation()->root_instruction()), 3);
  EXPECT_EQ(instructions.of(*other.entry_computation()->root_instruction()), -1);
}

// XLA marks a callee as seen when it finds it, and prints this caller before it.
TEST(Numbering, WhatXlaPrintsBeforeItsCallee) {
  const HloModule module = ModuleOf(R"(HloModule m
a {
  x = f32[] parameter(0)
  ROOT y = f32[] negate(x)
}
b {
  x = f32[] parameter(0)
  ROOT y = f32[] call(x), to_apply=a
}
ENTRY e {
  p = pred[] parameter(0)
  x = f32[] parameter(1)
  ROOT r = f32[] conditional(p, x, x), true_computation=a, false_computation=b
}
)");
  EXPECT_THAT(NamesOf(ModuleNumbering(module).computations()), ElementsAre("a", "b", "e"));
}

TEST(Numbering, AScheduleStays) {
  const HloModule module = ModuleOf(R"(HloModule m, is_scheduled=true
ENTRY e {
  p = f32[] parameter(0)
  c = f32[] constant(1)
  n = f32[] negate(p)
  ROOT a = f32[] add(c, n)
  late = f32[] negate(n)
}
)");
  EXPECT_THAT(NamesOf(InstructionNumbering(*module.entry_computation()).instructions()),
              ElementsAre("p", "c", "n", "a", "late"));
}

TEST(Numbering, NoneIsLeftOut) {
  HloModule module = ModuleOf(R"(HloModule m
ENTRY e {
  p = f32[] parameter(0)
  a = f32[] negate(p)
  b = f32[] negate(a)
  ROOT r = f32[] add(a, b)
}
)");
  // A cycle, which text cannot have.
  HloInstruction* a = module.entry_computation()->root_instruction()->operands()[0];
  HloInstruction* r = module.entry_computation()->root_instruction();
  EXPECT_TRUE(AddControlDependency(r, a).ok());
  const InstructionNumbering numbering(*module.entry_computation());
  EXPECT_EQ(numbering.instructions().size(), 4u);
  for (const HloInstruction* instruction : module.entry_computation()->instructions()) {
    const int64_t number = numbering.of(*instruction);
    ASSERT_GE(number, 0);
    EXPECT_EQ(numbering.instructions()[static_cast<size_t>(number)], instruction);
  }
}

}  // namespace hlo_text_v1::numbering_test
