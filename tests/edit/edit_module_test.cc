// Computations: removing them, fusions, the entry, threads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "tests/edit/edit_test_util.h"

namespace hlo_text_v1::edit_module_test {

using namespace internal;

constexpr char kCalls[] =
    "HloModule m, is_scheduled=true\n"
    "unused { p = f32[] parameter(0)\n ROOT c = f32[] call(p), to_apply=inner }\n"
    "inner { ROOT q = f32[] parameter(0) }\n"
    "fused { r = f32[] parameter(0)\n b = f32[] cosine(r)\n ROOT a = f32[] negate(r) }\n"
    "ENTRY e {\n"
    "  x = f32[] parameter(0)\n"
    "  f = f32[] fusion(x), kind=kLoop, calls=fused\n"
    "  ROOT g = f32[] fusion(f), kind=kLoop, calls=fused\n"
    "}\n";

TEST(EditModule, RemoveComputation) {
  HloModule module = ModuleOf(kCalls);
  EXPECT_EQ(Message(RemoveComputation(module.entry_computation())),
            "computation e cannot be removed: it is the entry computation");
  EXPECT_EQ(Message(RemoveComputation(FindComputation(module, "inner"))),
            "computation inner cannot be removed: it is called by c");
  ExpectOk(RemoveComputation(FindComputation(module, "unused")));
  ExpectOk(RemoveComputation(FindComputation(module, "inner")));
  EXPECT_EQ(module.computations().size(), 2u);
}

TEST(EditModule, RemoveUnusedComputations) {
  HloModule module = ModuleOf(kCalls);
  EXPECT_EQ(*RemoveUnusedComputations(&module), 2);
  EXPECT_EQ(*RemoveUnusedComputations(&module), 0);
  EXPECT_EQ(module.computations().size(), 2u);
}

// In a scheduled module, only computations that are not fused print in creation order.
TEST(EditModule, FusionsAreCounted) {
  HloModule module = ModuleOf(kCalls);
  const HloComputation* fused = FindComputation(module, "fused");
  EXPECT_TRUE(fused->is_fusion_computation());
  EXPECT_TRUE(SetRoot(module.entry_computation(), Find(module, "f")).ok());
  ExpectOk(RemoveInstruction(Find(module, "g")));
  EXPECT_TRUE(fused->is_fusion_computation());
  HloBuilder builder(module.entry_computation());
  HloInstruction* call = builder.AddInstruction(
      HloOpcode::kCall, nullptr, {Find(module, "x")},
      {MakeAttribute<AttributeKind::kToApply>(FindComputation(module, "fused"))});
  ExpectOk(ReplaceInstruction(Find(module, "f"), call));
  EXPECT_FALSE(fused->is_fusion_computation());
  ExpectSound(module);
}

TEST(EditModule, FusionCallsAnother) {
  HloModule module = ModuleOf(kCalls);
  HloComputation* fused = FindComputation(module, "fused");
  HloComputation* inner = FindComputation(module, "inner");
  for (const char* name : {"f", "g"}) {
    ExpectOk(SetAttribute(Find(module, name), MakeAttribute<AttributeKind::kCalls>(inner)));
  }
  EXPECT_FALSE(fused->is_fusion_computation());
  EXPECT_TRUE(inner->is_fusion_computation());
}

TEST(EditModule, SetEntryComputationAndThread) {
  HloModule module = ModuleOf(
      "HloModule m\n"
      "f { ROOT p = s32[3] parameter(0) }\n"
      "ENTRY e { ROOT q = f32[] parameter(0) }\n");
  EXPECT_TRUE(SetEntryComputation(&module, FindComputation(module, "f")).ok());
  ExpectOk(SetExecutionThread(FindComputation(module, "e"), std::string("host")));
  ExpectOk(RemoveComputation(FindComputation(module, "e")));
  EXPECT_EQ(Text(module),
            "HloModule m, entry_computation_layout={(s32[3]{0})->s32[3]{0}}\n\n"
            "ENTRY %f (p: s32[3]) -> s32[3] {\n"
            "  ROOT %p = s32[3]{0} parameter(0)\n"
            "}\n\n");
  ExpectSound(module);
}

}  // namespace hlo_text_v1::edit_module_test
