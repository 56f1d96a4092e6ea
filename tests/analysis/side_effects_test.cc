// Instructions that are dead, and others that only look dead.
#include <gtest/gtest.h>

#include <string>

#include "hlo/edit.h"
#include "tests/edit/edit_test_util.h"

namespace hlo_text_v1::side_effects_test {

using namespace internal;

constexpr char kText[] =
    "HloModule m\n"
    "sum { sa = f32[] parameter(0)  sb = f32[] parameter(1)  ROOT sr = f32[] add(sa, sb) }\n"
    "host { hx = f32[2] parameter(0)  ROOT hc = f32[2] custom-call(hx), custom_call_target=\"f\", "
    "custom_call_has_side_effect=true }\n"
    "ENTRY e {\n"
    "  x = f32[2] parameter(0)\n"
    "  unused = f32[2] parameter(1)\n"
    "  dead.1 = f32[2] abs(x)\n"
    "  dead.2 = f32[2] negate(dead.1)\n"
    "  held = f32[2] cosine(x)\n"
    "  start = f32[2] all-reduce-start(x), channel_id=1, replica_groups={}, to_apply=sum\n"
    "  done = f32[2] all-reduce-done(start)\n"
    "  after = f32[2] negate(done)\n"
    "  free = f32[2] all-reduce-start(x), replica_groups={}, to_apply=sum\n"
    "  free.done = f32[2] all-reduce-done(free)\n"
    "  chain = ((f32[2]), f32[2]) async-start(x), calls=host\n"
    "  link = ((f32[2]), f32[2]) async-update(chain)\n"
    "  end = f32[2] async-done(link)\n"
    "  ROOT r = f32[2] sine(x), control-predecessors={held}\n"
    "}\n";

TEST(SideEffects, OfStartsAreThoseOfTheirDones) {
  HloModule module = ReadModule(kText);
  for (const char* name : {"start", "done", "chain", "link", "end"}) {
    EXPECT_TRUE(HasSideEffect(*Find(module, name))) << name;
  }
  for (const char* name : {"x", "after", "free", "free.done", "r"}) {
    EXPECT_FALSE(HasSideEffect(*Find(module, name))) << name;
  }
}

TEST(SideEffects, DonesStay) {
  HloModule module = ReadModule(kText);
  ExpectOk(RemoveInstructionAndUnusedOperands(Find(module, "after")));
  EXPECT_EQ(Find(module, "done")->operand(0), Find(module, "start"));
  const std::string before = Text(module);
  EXPECT_EQ(Message(RemoveInstructionAndUnusedOperands(Find(module, "done"))),
            "instruction done cannot be removed: its start has a side effect");
  EXPECT_FALSE(RemoveInstructionAndUnusedOperands(Find(module, "end")).ok());
  EXPECT_EQ(Text(module), before);
  ExpectSound(module);
  ExpectOk(ReplaceInstruction(Find(module, "done"), Find(module, "x")));
  EXPECT_NE(Find(module, "done"), nullptr);
  ExpectSound(module);
}

TEST(SideEffects, RemoveDeadInstructions) {
  HloModule module = ReadModule(kText);
  const int64_t before = module.instruction_count();
  // dead.1, dead.2, after, free, free.done.
  EXPECT_EQ(*RemoveDeadInstructions(module.entry_computation()), 5);
  EXPECT_EQ(module.instruction_count(), before - 5);
  for (const char* name : {"x", "unused", "held", "start", "done", "chain", "link", "end"}) {
    EXPECT_NE(Find(module, name), nullptr);
  }
  ExpectSound(module);
  EXPECT_EQ(*RemoveDeadInstructions(&module), 0);
  ExpectOk(RemoveInstruction(Find(module, "done")));
  ExpectOk(RemoveInstruction(Find(module, "start")));
  // The computation that only it called goes, too.
  EXPECT_EQ(*RemoveDeadInstructions(&module), 0);
  EXPECT_EQ(module.computations().size(), 2u);
  ExpectSound(module);
}

TEST(SideEffects, OfCallees) {
  const HloModule module = ModuleOf(
      "HloModule m\n"
      "f { p = f32[] parameter(0)\n ROOT c = f32[] custom-call(p), custom_call_target=\"t\", "
      "custom_call_has_side_effect=true }\n"
      "g { p = f32[] parameter(0)\n ROOT c = f32[] call(p), to_apply=f }\n"
      "sum { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] add(a, b) }\n"
      "ENTRY e {\n"
      "  x = f32[] parameter(0)\n"
      "  no = f32[] negate(x)\n"
      "  no2 = f32[] custom-call(x), custom_call_target=\"t\"\n"
      "  no3 = f32[] all-reduce(x), replica_groups={}, to_apply=sum\n"
      "  yes = f32[] call(x), to_apply=g\n"
      "  yes2 = f32[] all-reduce(x), channel_id=1, replica_groups={}, to_apply=sum\n"
      "  yes3 = f32[] rng(x, x), distribution=rng_uniform\n"
      "  ROOT t = (f32[], f32[], f32[], f32[], f32[], f32[]) tuple(no, no2, no3, yes, yes2, yes3)\n"
      "}\n");
  for (const HloInstruction* instruction : module.entry_computation()->instructions()) {
    EXPECT_EQ(HasSideEffect(*instruction), instruction->name().substr(0, 3) == "yes")
        << instruction->name();
  }
}

}  // namespace hlo_text_v1::side_effects_test
