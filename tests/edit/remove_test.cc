// Removing and replacing instructions and parameters.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "tests/edit/edit_test_util.h"

namespace hlo_text_v1::remove_test {

using namespace internal;

using ::testing::ElementsAre;

using Remove = EditTest;

TEST_F(Remove, RemoveInstruction) {
  EXPECT_EQ(Message(RemoveInstruction(Get("a"))), "instruction a cannot be removed: it has users");
  EXPECT_EQ(Message(RemoveInstruction(Get("t"))),
            "instruction t cannot be removed: it is the root of its computation");
  EXPECT_EQ(Message(RemoveInstruction(Get("x"))),
            "instruction x cannot be removed: it is a parameter");
  HloInstruction* s = Get("s");
  ExpectOk(RemoveInstruction(s));
  EXPECT_EQ(s->parent(), nullptr);
  EXPECT_TRUE(SetRoot(module_.entry_computation(), Get("a")).ok());
  ExpectOk(RemoveInstruction(Find(module_, "t")));
  EXPECT_EQ(Message(RemoveInstruction(Get("c"))),
            "instruction c cannot be removed: it has control dependencies");
  EXPECT_TRUE(DropAllControlDependencies(Get("c")).ok());
  ExpectOk(RemoveInstruction(Get("c")));
  ExpectOk(RemoveInstruction(Get("b")));
  EXPECT_EQ(module_.entry_computation()->instruction_count(), 3);
  EXPECT_EQ(module_.entry_computation()->index_limit(), 7u);
  ExpectSound(module_);
}

TEST_F(Remove, RemoveWithUnusedOperands) {
  EXPECT_TRUE(DropAllControlDependencies(Get("c")).ok());
  EXPECT_TRUE(SetRoot(module_.entry_computation(), Get("x")).ok());
  ExpectOk(RemoveInstructionAndUnusedOperands(Get("t")));
  EXPECT_THAT(Names(PrintOrder(*module_.entry_computation())), ElementsAre("x", "y", "s"));
  ExpectSound(module_);
}

TEST(RemoveOf, UnusedOperandsWithSideEffectsStay) {
  HloModule module = ModuleOf(
      "HloModule m\n"
      "ENTRY e {\n"
      "  ROOT x = f32[] parameter(0)\n"
      "  r = f32[] rng(x, x), distribution=rng_uniform\n"
      "  k = f32[] constant(2)\n"
      "  a = f32[] add(r, k)\n"
      "  b = f32[] multiply(a, a)\n"
      "}\n");
  ExpectOk(RemoveInstructionAndUnusedOperands(Find(module, "b")));
  EXPECT_THAT(Names(PrintOrder(*module.entry_computation())), ElementsAre("x", "r"));
  // Named explicitly, it is removed.
  ExpectOk(RemoveInstructionAndUnusedOperands(Find(module, "r")));
  ExpectSound(module);
}

TEST(RemoveOf, ReplaceInstructionRelaysAndInherits) {
  HloModule module = ModuleOf(
      "HloModule m\n"
      "ENTRY e {\n"
      "  x = f32[] parameter(0)\n"
      "  p = f32[] sine(x)\n"
      "  a = f32[] negate(x), frontend_attributes={k=\"v\"}, control-predecessors={p}, "
      "metadata={op_name=\"n\" source_line=3}\n"
      "  q = f32[] cosine(x), control-predecessors={a}\n"
      "  ROOT t = (f32[], f32[], f32[]) tuple(a, p, q)\n"
      "}\n");
  HloBuilder builder(module.entry_computation());
  HloInstruction* b = builder.AddUnary(HloOpcode::kAbs, Find(module, "x"));
  ExpectOk(ReplaceInstruction(Find(module, "a"), b));
  EXPECT_EQ(PrintHloInstruction(*b),
            "%abs = f32[] abs(%x), frontend_attributes={k=\"v\"}, control-predecessors={%p}, "
            "metadata={op_name=\"n\" source_line=3}");
  EXPECT_EQ(PrintHloInstruction(*Find(module, "q")),
            "%q = f32[] cosine(%x), control-predecessors={%abs}");
  ExpectSound(module);
  // A parameter stays.
  ExpectOk(ReplaceInstruction(Find(module, "x"), b));
  EXPECT_EQ(module.entry_computation()->parameters().size(), 1u);
  EXPECT_THAT(Names(CurrentUsers(*Find(module, "x"))), ElementsAre("abs"));
}

// x cannot move after p, which uses it; but p still moves before q.
TEST(RemoveOf, ReplaceInstructionMakesNoCycle) {
  HloModule module = ModuleOf(
      "HloModule m\n"
      "ENTRY e {\n"
      "  x = f32[] parameter(0)\n"
      "  p = f32[] sine(x)\n"
      "  a = f32[] negate(x), control-predecessors={p}\n"
      "  q = f32[] cosine(x), control-predecessors={a}\n"
      "  ROOT t = (f32[], f32[], f32[]) tuple(a, p, q)\n"
      "}\n");
  ExpectOk(ReplaceInstruction(Find(module, "a"), Find(module, "x")));
  EXPECT_EQ(PrintHloInstruction(*Find(module, "q")),
            "%q = f32[] cosine(%x), control-predecessors={%p}");
  EXPECT_EQ(PrintHloInstruction(*Find(module, "x")), "%x = f32[] parameter(0)");
  ExpectSound(module);
}

TEST(RemoveOf, RemoveWhileIterating) {
  HloModule module = ModuleOf(
      "HloModule m\n"
      "ENTRY e {\n"
      "  a = f32[] constant(1)\n"
      "  b = f32[] constant(2)\n"
      "  ROOT c = f32[] constant(3)\n"
      "  d = f32[] constant(4)\n"
      "}\n");
  for (HloInstruction* instruction : module.entry_computation()->instructions()) {
    if (!instruction->IsRoot()) ExpectOk(RemoveInstruction(instruction));
  }
  EXPECT_EQ(module.entry_computation()->instruction_count(), 1);
  ExpectSound(module);
}

TEST(RemoveOf, RemoveParameter) {
  HloModule module = ModuleOf(
      "HloModule m, input_output_alias={ {}: (2, {}, may-alias) }, buffer_donor={ (1, {}) }, "
      "entry_computation_layout={(f32[2,3]{0,1}, f32[2]{0}, f32[2,2]{0,1})->f32[2,2]{1,0}}, "
      "allow_spmd_sharding_propagation_to_parameters={true,false,true}\n"
      "ENTRY e {\n"
      "  a = f32[2,3]{0,1} parameter(0)\n"
      "  b = f32[2] parameter(1)\n"
      "  c = f32[2,2]{0,1} parameter(2)\n"
      "  ROOT n = f32[2,2]{1,0} negate(c)\n"
      "}\n");
  HloComputation* entry = module.entry_computation();
  EXPECT_EQ(Message(RemoveParameter(entry, 2)), "instruction c cannot be removed: it has users");
  ExpectOk(RemoveParameter(entry, 1));
  ExpectOk(RemoveParameter(entry, 0));
  EXPECT_EQ(Text(module),
            "HloModule m, input_output_alias={ {}: (0, {}, may-alias) }, "
            "entry_computation_layout={(f32[2,2]{0,1})->f32[2,2]{1,0}}, "
            "allow_spmd_sharding_propagation_to_parameters={true}\n\n"
            "ENTRY %e (c: f32[2,2]) -> f32[2,2] {\n"
            "  %c = f32[2,2]{0,1} parameter(0)\n"
            "  ROOT %n = f32[2,2]{1,0} negate(%c)\n"
            "}\n\n");
  ExpectSound(module);
}

// Edits can make a cycle of control dependencies; it does not become one of length one.
TEST(RemoveOf, ReplaceInstructionOnACycle) {
  HloModule module = ModuleOf(
      "ENTRY e {\n"
      "  p = f32[] parameter(0)\n"
      "  a = f32[] negate(p)\n"
      "  b = f32[] negate(p)\n"
      "  c = f32[] negate(a)\n"
      "  ROOT r = f32[] add(b, c)\n"
      "}\n");
  HloInstruction* a = Find(module, "a");
  HloInstruction* b = Find(module, "b");
  EXPECT_TRUE(AddControlDependency(a, b).ok());
  EXPECT_TRUE(AddControlDependency(b, a).ok());
  ExpectOk(ReplaceInstruction(b, Find(module, "c")));
  EXPECT_TRUE(a->control_predecessors().empty());
}

// Checks costs that the header promises: each replacement is linear in its uses.
TEST(RemoveOf, ManyReplacements) {
  constexpr int kCount = 50000;
  HloModule module = CreateHloModule("m");
  HloBuilder builder(&module, "main");
  HloInstruction* x = builder.AddParameter(module.shapes().Scalar(PrimitiveType::kF32));
  for (int i = 0; i < kCount; ++i) x = builder.AddUnary(HloOpcode::kNegate, x);
  HloComputation* entry = *builder.BuildEntry();
  for (HloInstruction* negate : PrintOrder(*entry)) {
    if (negate->operand_count() > 0) ExpectOk(ReplaceInstruction(negate, negate->operand(0)));
  }
  EXPECT_EQ(entry->instruction_count(), 1);
  EXPECT_TRUE(entry->parameters()[0]->IsRoot());
  ExpectSound(module);
}

}  // namespace hlo_text_v1::remove_test
