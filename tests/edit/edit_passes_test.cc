// Edits before, between and after passes over the whole module.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "hlo/builder.h"
#include "hlo/canonical.h"
#include "hlo/edit.h"
#include "hlo/parser.h"
#include "tests/edit/edit_test_util.h"

namespace hlo_text_v1::edit_passes_test {

using namespace internal;

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(EditPasses, FingerprintAndCanonicalNamesAfterARemoval) {
  std::string text = "HloModule m\nENTRY e {\n p = f32[4] parameter(0)\n";
  for (int i = 0; i < 1000; ++i) text += " n" + std::to_string(i) + " = f32[4] negate(p)\n";
  text += " a = f32[4] abs(p), control-predecessors={p}\n ROOT r = f32[4] add(a, a)\n}\n";
  HloModule module = ModuleOf(text);
  for (int i = 0; i < 1000; ++i) {
    ExpectOk(RemoveInstruction(Find(module, "n" + std::to_string(i))));
  }
  HloModule read = ModuleOf(Text(module));
  EXPECT_EQ(Fingerprint(module), Fingerprint(read));
  CanonicalizeNames(&module);
  CanonicalizeNames(&read);
  EXPECT_EQ(Text(module), Text(read));
  ExpectSound(module);
}

TEST(EditPasses, UsersAfterCanonicalNames) {
  HloModule module = ModuleOf(
      "HloModule m\n"
      "ENTRY e {\n"
      "  b = f32[4] parameter(1)\n"
      "  a = f32[4] parameter(0)\n"
      "  n = f32[4] negate(b)\n"
      "  x = f32[4] abs(a)\n"
      "  ROOT r = f32[4] subtract(x, n)\n"
      "}\n");
  HloInstruction* a = Find(module, "a");
  HloInstruction* b = Find(module, "b");
  HloInstruction* n = Find(module, "n");
  HloInstruction* x = Find(module, "x");
  EXPECT_THAT(CurrentUsers(*a), ElementsAre(x));
  EXPECT_THAT(CurrentUsers(*b), ElementsAre(n));
  CanonicalizeNames(&module);
  EXPECT_THAT(CurrentUsers(*a), ElementsAre(x));
  EXPECT_THAT(CurrentUsers(*b), ElementsAre(n));
  ExpectOk(ReplaceAllUsesWith(a, b));
  EXPECT_EQ(x->operand(0), b);
  EXPECT_EQ(n->operand(0), b);
  EXPECT_FALSE(HasUsers(*a));
  ExpectSound(module);
}

TEST(EditPasses, ControlSuccessorsAfterStrip) {
  HloModule module = ModuleOf(
      "HloModule m\n"
      "ENTRY e {\n"
      "  p = f32[4] parameter(0)\n"
      "  a = f32[4] negate(p)\n"
      "  ROOT b = f32[4] abs(p), control-predecessors={a}\n"
      "}\n");
  HloInstruction* a = Find(module, "a");
  EXPECT_THAT(CurrentControlSuccessors(*a), ElementsAre(Find(module, "b")));
  StripOptions options;
  options.control_predecessors = true;
  Strip(&module, options);
  EXPECT_THAT(CurrentControlSuccessors(*a), IsEmpty());
  ExpectOk(RemoveInstruction(a));
  ExpectSound(module);
}

// ---- Control successors and the attributes that store them.

TEST(EditPasses, ControlSuccessorsKeepTheirOrderWhenOtherAttributesChange) {
  HloModule module = ModuleOf(
      "HloModule m\n"
      "ENTRY e {\n"
      "  p = f32[4] parameter(0)\n"
      "  a = f32[4] negate(p)\n"
      "  q = f32[4] sine(p)\n"
      "  b = f32[4] abs(p), control-predecessors={a, q}\n"
      "  c = f32[4] abs(p), control-predecessors={a}\n"
      "  ROOT r = f32[4] add(b, c)\n"
      "}\n");
  HloInstruction* a = Find(module, "a");
  HloInstruction* b = Find(module, "b");
  HloInstruction* c = Find(module, "c");
  HloInstruction* q = Find(module, "q");
  EXPECT_THAT(CurrentControlSuccessors(*a), ElementsAre(b, c));
  ExpectOk(SetAttribute(b, MakeAttribute<AttributeKind::kBackendConfig>("x")));
  EXPECT_THAT(CurrentControlSuccessors(*a), ElementsAre(b, c));
  std::vector<HloInstruction*> predecessors = {q};
  ExpectOk(SetAttribute(b, MakeAttribute<AttributeKind::kControlPredecessors>(predecessors)));
  EXPECT_THAT(CurrentControlSuccessors(*a), ElementsAre(c));
  EXPECT_THAT(CurrentControlSuccessors(*q), ElementsAre(b));
  // The same one twice, and then again.
  predecessors = {a, q, a};
  ExpectOk(SetAttribute(b, MakeAttribute<AttributeKind::kControlPredecessors>(predecessors)));
  predecessors = {q, a};
  ExpectOk(SetAttribute(b, MakeAttribute<AttributeKind::kControlPredecessors>(predecessors)));
  EXPECT_THAT(CurrentControlSuccessors(*a), ElementsAre(c, b));
  EXPECT_THAT(CurrentControlSuccessors(*q), ElementsAre(b));
  ExpectOk(RemoveAttribute(b, AttributeKind::kControlPredecessors));
  EXPECT_THAT(CurrentControlSuccessors(*a), ElementsAre(c));
  EXPECT_THAT(CurrentControlSuccessors(*q), IsEmpty());
  ExpectSound(module);
}

// If this were quadratic, it would take minutes under a sanitizer.
TEST(EditPasses, SetAttributeDoesNotDependOnTheSuccessorsOfAPredecessor) {
  std::string text = "HloModule m\nENTRY e {\n p = f32[8] parameter(0)\n a = f32[8] negate(p)\n";
  for (int i = 0; i < 50000; ++i) {
    text += " n" + std::to_string(i) + " = f32[8] negate(p), control-predecessors={a}\n";
  }
  HloModule module = ModuleOf(text + " ROOT r = f32[8] add(a, p)\n}\n");
  HloInstruction* a = Find(module, "a");
  EXPECT_EQ(CurrentControlSuccessors(*a).size(), 50000u);
  for (HloInstruction* instruction : module.entry_computation()->instructions()) {
    ExpectOk(SetAttribute(instruction, MakeAttribute<AttributeKind::kBackendConfig>("x")));
  }
  EXPECT_EQ(CurrentControlSuccessors(*a).size(), 50000u);
}

// ---- Builders whose computation is not in the module yet.

TEST(EditPasses, OpenBuilderWhenNamesAreAddedElsewhere) {
  HloModule module = ModuleOf("HloModule m\nENTRY e {\n ROOT p = f32[] parameter(0)\n}\n");
  HloBuilder builder(&module, "f");
  HloBuilder twin(&module, "g");
  HloInstruction* x = builder.AddParameter(module.shapes().Scalar(PrimitiveType::kF32), "x");
  builder.AddUnary(HloOpcode::kNegate, x, "neg");
  twin.AddParameter(&x->shape(), "y");
  ExpectOk(ParseHloComputation("f {\n"
                               "  x = f32[] parameter(0)\n"
                               "  y = f32[] abs(x)\n"
                               "  ROOT neg = f32[] negate(y)\n"
                               "}",
                               &module)
               .status());
  // The first new name since then.
  EXPECT_EQ(SetName(Find(module, "p"), "x"), "x.1");
  HloInstruction* last = builder.AddUnary(HloOpcode::kNegate, x, "neg");
  EXPECT_EQ(last->name(), "neg.2");
  ExpectOk(builder.Build().status());
  ExpectOk(twin.Build().status());
  EXPECT_EQ(builder.computation()->name(), "f.1");
  EXPECT_EQ(x->name(), "x.2");
  EXPECT_EQ(twin.computation()->name(), "g");
  EXPECT_EQ(twin.computation()->root_instruction()->name(), "y.1");
  ExpectSound(module);
}

constexpr char kScheduled[] =
    "HloModule m, is_scheduled=true\n"
    "f {\n"
    "  p = f32[] parameter(0)\n"
    "  ROOT r = f32[] abs(p)\n"
    "}\n"
    "ENTRY e {\n"
    "  p = f32[] parameter(0)\n"
    "  ROOT r = f32[] call(p), to_apply=f\n"
    "}\n";

HloInstruction* AddFusion(HloBuilder& builder, HloComputation* fused) {
  HloInstruction* x = builder.AddParameter(builder.shapes().Scalar(PrimitiveType::kF32));
  return builder.AddInstruction(HloOpcode::kFusion, &x->shape(), {x},
                                {MakeAttribute<AttributeKind::kFusionKind>(FusionKind::kLoop),
                                 MakeAttribute<AttributeKind::kCalls>(fused)});
}

TEST(EditPasses, ForgottenBuilderCallsNoFusion) {
  HloModule module = ModuleOf(kScheduled);
  HloComputation* f = FindComputation(module, "f");
  {
    HloBuilder forgotten(&module, "g");
    EXPECT_NE(AddFusion(forgotten, f), nullptr);
  }
  EXPECT_FALSE(f->is_fusion_computation());
}

TEST(EditPasses, FusionsCountOnceBuilt) {
  HloModule module = ModuleOf(kScheduled);
  HloComputation* f = FindComputation(module, "f");
  HloBuilder builder(&module, "g");
  HloInstruction* kept = AddFusion(builder, f);
  HloInstruction* removed = AddFusion(builder, f);
  ASSERT_NE(removed, nullptr) << builder.status();
  ExpectOk(SetAttribute(kept, MakeAttribute<AttributeKind::kBackendConfig>("x")));
  ExpectOk(RemoveInstruction(removed));
  EXPECT_FALSE(f->is_fusion_computation());
  ExpectOk(builder.Build(kept).status());
  EXPECT_TRUE(f->is_fusion_computation());
  HloModule clone = module.Clone();
  EXPECT_TRUE(FindComputation(clone, "f")->is_fusion_computation());
  ExpectOk(RemoveComputation(builder.computation()));
  EXPECT_FALSE(f->is_fusion_computation());
}

}  // namespace hlo_text_v1::edit_passes_test
