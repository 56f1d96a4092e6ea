// The things that an edit must keep consistent with its change: chains, the header, the order of a
// schedule, other modules, open builders.
// Tests: entry_layout, own_shape
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/builder.h"
#include "hlo/canonical.h"
#include "hlo/edit.h"
#include "hlo/print_values.h"
#include "tests/edit/edit_test_util.h"

namespace hlo_text_v1::consistency_test {

using ::testing::HasSubstr;

// ---- Operations whose start cannot be removed.

constexpr char kChain[] =
    "HloModule m\n"
    "f { z = f32[] parameter(0) ROOT r = f32[] negate(z) }\n"
    "ENTRY e { p = f32[] parameter(0) a = f32[] abs(p)\n"
    "  s = ((f32[]), f32[]) async-start(p), calls=f, control-predecessors={a}\n"
    "  d = f32[] async-done(s)\n"
    "  x = f32[] cosine(d)\n"
    "  ROOT r = f32[] sine(a) }";

TEST(Chains, AStartWithControlDependenciesKeepsItsDone) {
  HloModule module = ModuleOf(kChain);
  EXPECT_EQ(*RemoveDeadInstructions(&module), 1);  // x
  ExpectSound(module);
  EXPECT_EQ(RemoveInstructionAndUnusedOperands(Find(module, "d")).message(),
            "instruction d cannot be removed: its start has control dependencies");
  ExpectOk(ReplaceInstruction(Find(module, "d"), Find(module, "a")));
  ExpectSound(module);
  // Without them everything is removed.
  EXPECT_TRUE(DropAllControlDependencies(Find(module, "s")).ok());
  EXPECT_EQ(*RemoveDeadInstructions(&module), 2);
  ExpectSound(module);
}

TEST(Chains, AsAnOperandToo) {
  HloModule module = ModuleOf(kChain);
  ExpectOk(RemoveInstructionAndUnusedOperands(Find(module, "x")));
  EXPECT_NE(Find(module, "d"), nullptr);
  ExpectSound(module);
}

// ---- The header.

HloModule Aliased() {
  return ModuleOf(
      "HloModule m, input_output_alias={ {0}: (0, {}), {1}: (1, {0}) }, "
      "buffer_donor={ (1, {1}) }, allow_spmd_sharding_propagation_to_output={true,false}\n"
      "ENTRY e { p = f32[] parameter(0) q = (f32[], f32[]) parameter(1)\n"
      "  b = f32[] get-tuple-element(q), index=0\n"
      "  c = (f32[], f32[]) tuple(p, b)\n"
      "  ROOT t = (f32[], f32[]) tuple(p, b) }");
}

TEST(Header, AliasesGoWithTheResultsThatTheyName) {
  HloModule module = Aliased();
  EXPECT_TRUE(SetRoot(module.entry_computation(), Find(module, "c")).ok());
  EXPECT_EQ(module.config().input_output_alias.size(), 2u);
  EXPECT_TRUE(SetRoot(module.entry_computation(), Find(module, "b")).ok());
  EXPECT_TRUE(module.config().input_output_alias.empty());
  EXPECT_EQ(module.config().buffer_donor.size(), 1u);
  EXPECT_EQ(module.config().allow_spmd_sharding_propagation_to_output.size(), 1u);
  ExpectSound(module);
}

TEST(Header, AliasesGoWithTheParametersThatTheyName) {
  HloModule module = Aliased();
  EXPECT_TRUE(SetShape(Find(module, "q"),
                       module.shapes().Tuple({module.shapes().Scalar(PrimitiveType::kF32)}))
                  .ok());
  EXPECT_EQ(module.config().input_output_alias.size(), 2u);
  EXPECT_TRUE(module.config().buffer_donor.empty());
}

TEST(Header, AliasesGoWithTheEntry) {
  HloModule module = Aliased();
  HloBuilder builder(&module, "other");
  builder.AddParameter(module.shapes().Scalar(PrimitiveType::kF32));
  ExpectOk(builder.BuildEntry().status());
  EXPECT_TRUE(module.config().input_output_alias.empty());
  EXPECT_TRUE(module.config().buffer_donor.empty());
}

TEST(Header, ANewParameterKeepsItsSharding) {
  HloModule module = ModuleOf(
      "HloModule m, allow_spmd_sharding_propagation_to_parameters={true,false}\n"
      "ENTRY e { p = f32[] parameter(0) ROOT q = f32[] parameter(1) }");
  HloBuilder(module.entry_computation()).AddParameter(module.shapes().Scalar(PrimitiveType::kF32));
  EXPECT_THAT(module.config().allow_spmd_sharding_propagation_to_parameters,
              testing::ElementsAre(true, false, false));
  ExpectSound(module);
}

TEST(Header, ManyParametersTakeLittleMemory) {
  HloModule module = ModuleOf("HloModule m\nENTRY e { ROOT p = f32[] parameter(0) }");
  HloBuilder builder(module.entry_computation());
  const size_t before = module.arena().allocated_bytes();
  constexpr int kCount = 3000;
  for (int i = 0; i < kCount; ++i) {
    builder.AddParameter(module.shapes().Scalar(PrimitiveType::kF32));
  }
  for (const HloInstruction* parameter : module.entry_computation()->parameters()) {
    EXPECT_TRUE(SetShape(const_cast<HloInstruction*>(parameter),
                         module.shapes().Scalar(PrimitiveType::kS32))
                    .ok());
  }
  // Copies of all layouts for each would be 72 MB.
  EXPECT_LT(module.arena().allocated_bytes() - before, size_t{4} << 20);
  ASSERT_EQ(module.config().entry_computation_layout.parameters.size(), kCount + 1u);
  for (const Shape* shape : module.config().entry_computation_layout.parameters) {
    EXPECT_EQ(shape->element_type(), PrimitiveType::kS32);
  }
  ExpectSound(module);
}

TEST(Header, OfAnotherModule) {
  HloModule module = ModuleOf("HloModule m\nENTRY e { ROOT p = f32[4] parameter(0) }");
  {
    ReadOptions options;
    options.parse.allow_unknown = true;
    const absl::StatusOr<HloModule> other = ReadHloModule(
        "HloModule a, replica_count=2, foo={%g}, entry_computation_layout={(f32[4]{0:T(128)})->"
        "f32[4]{0:T(128)}}\n"
        "g { ROOT z = f32[] parameter(0) }\n"
        "ENTRY e { ROOT p = f32[4] parameter(0) }",
        options);
    ExpectOk(other.status());
    EXPECT_TRUE(SetConfig(&module, other->config()).ok());
  }
  const std::string text = Text(module);
  EXPECT_THAT(text, HasSubstr("(f32[4]{0:T(128)})->f32[4]{0:T(128)}"));
  EXPECT_THAT(text, HasSubstr("replica_count=2"));
}

// ---- Schedules.

TEST(PlacesInASchedule, ControlPredecessorsComeFirst) {
  HloModule module = ModuleOf(
      "HloModule m, is_scheduled=true\n"
      "ENTRY e { p = f32[] parameter(0) b = f32[] abs(p) ROOT r = f32[] sine(b) }");
  HloBuilder builder(module.entry_computation());
  HloInstruction* first = builder.AddScalar(PrimitiveType::kF32, 1);
  HloInstruction* const predecessors[] = {first, first};
  ExpectOk(SetAttribute(Find(module, "b"),
                        MakeAttribute<AttributeKind::kControlPredecessors>(predecessors)));
  EXPECT_EQ(Find(module, "b")->control_predecessors().size(), 1u);
  EXPECT_EQ(CurrentControlSuccessors(*first).size(), 1u);
  ExpectSound(module);

  HloInstruction* second = builder.AddScalar(PrimitiveType::kF32, 2);
  builder.SetInsertionPoint(Find(module, "b"));
  builder.AddInstruction(HloOpcode::kNegate, nullptr, {Find(module, "p")},
                         {MakeAttribute<AttributeKind::kControlPredecessors>({&second, 1})});
  ExpectOk(builder.status());
  ExpectSound(module);
}

TEST(PlacesInASchedule, OneOperandForManyUsers) {
  std::string text = "HloModule m, is_scheduled=true\nENTRY e { p = f32[] parameter(0)\n";
  for (int i = 0; i < 20; ++i) text += "  n" + std::to_string(i) + " = f32[] abs(p)\n";
  HloModule module = ModuleOf(text + "  ROOT r = f32[] sine(n3) }");
  HloBuilder builder(module.entry_computation());
  ExpectOk(ReplaceAllUsesWith(Find(module, "p"), builder.AddScalar(PrimitiveType::kF32, 1)));
  ExpectSound(module);
  EXPECT_EQ(Find(module, "n0")->previous(), Find(module, "constant"));
}

// ---- Builders that are not done yet.

TEST(OpenBuilder, ACalleeThatWasRemoved) {
  HloModule module = ModuleOf(
      "HloModule m\nf { ROOT z = f32[] parameter(0) }\nENTRY e { ROOT p = f32[] parameter(0) }");
  HloBuilder builder(&module, "g");
  HloInstruction* p = builder.AddParameter(module.shapes().Scalar(PrimitiveType::kF32));
  HloComputation* f = module.computations()[0];
  builder.AddInstruction(HloOpcode::kCall, nullptr, {p},
                         {MakeAttribute<AttributeKind::kToApply>(f)});
  ExpectOk(RemoveComputation(f));
  EXPECT_EQ(builder.Build().status().message(), "call calls f, which was removed");
  ExpectSound(module);
}

// ---- An error changes nothing.

TEST(Errors, AReplacementThatDoesNotFit) {
  HloModule module = ModuleOf(
      "HloModule m\nENTRY e { p = f32[4] parameter(0) a = f32[4] abs(p) "
      "ROOT r = f32[4] sine(p) }");
  const std::string before = Text(module);
  HloInstruction* const predecessors[] = {Find(module, "a")};
  EXPECT_FALSE(
      ReplaceWithNewInstruction(Find(module, "r"), HloOpcode::kNegate,
                                module.shapes().Scalar(PrimitiveType::kF32), {Find(module, "p")},
                                {MakeAttribute<AttributeKind::kControlPredecessors>(predecessors)})
          .ok());
  EXPECT_EQ(Text(module), before);
}

// ---- Values.

TEST(Values, ShapesOfWhatHasAttributes) {
  HloModule module = ModuleOf(
      "HloModule m\nf { ROOT z = f32[] parameter(0) }\n"
      "ENTRY e { p = f32[4] parameter(0) ROOT r = f32[4] map(p), dimensions={0}, to_apply=f }");
  EXPECT_TRUE(SetShape(Find(module, "p"), module.shapes().Array(PrimitiveType::kF32, {2, 2})).ok());
  EXPECT_TRUE(SetShape(Find(module, "r"), module.shapes().Array(PrimitiveType::kF32, {2, 2})).ok());
  ExpectSound(module);
}

// 2^62 + 2^38 + 1 is just above the middle of two f32; as a double it would be the middle.
TEST(Values, IntegersRoundOnce) {
  HloModule module = CreateHloModule("m");
  HloBuilder builder(&module, "e");
  const int64_t value = (int64_t{1} << 62) + (int64_t{1} << 38) + 1;
  EXPECT_EQ(PrintLiteral(builder.AddScalar(PrimitiveType::kF32, value)->literal()),
            "4.61168657e+18");
  EXPECT_EQ(PrintLiteral(builder.AddScalar(PrimitiveType::kF32, -value)->literal()),
            "-4.61168657e+18");
  EXPECT_EQ(PrintLiteral(builder.AddScalar(PrimitiveType::kF64, value)->literal()),
            "4.6116862933052948e+18");
}

TEST(Values, BranchesOfAConditionalWithAnotherSelector) {
  HloModule module = ModuleOf(
      "HloModule m\nf { ROOT z = f32[] parameter(0) }\ng { ROOT y = f32[] parameter(0) }\n"
      "ENTRY e { c = pred[] parameter(0) i = s32[] parameter(1) x = f32[] parameter(2)\n"
      "  ROOT r = f32[] conditional(c, x, x), true_computation=f, false_computation=g }");
  HloInstruction* r = Find(module, "r");
  HloComputation* const one[] = {module.computations()[0]};
  EXPECT_EQ(SetAttribute(r, MakeAttribute<AttributeKind::kBranchComputations>(one)).message(),
            "unexpected attribute \"branch_computations\" of conditional");
  EXPECT_TRUE(ReplaceOperandWithDifferentShape(r, 0, Find(module, "i")).ok());
  EXPECT_EQ(SetAttribute(r, MakeAttribute<AttributeKind::kTrueComputation>(one[0])).message(),
            "unexpected attribute \"true_computation\" of conditional");
  ExpectOk(SetAttribute(r, MakeAttribute<AttributeKind::kBackendConfig>("x")));
  EXPECT_THAT(Text(module), HasSubstr("branch_computations={%f, %g}"));
  ExpectSound(module);
  EXPECT_TRUE(ReplaceOperandWithDifferentShape(r, 0, Find(module, "c")).ok());
  HloComputation* g = module.computations()[1];
  ExpectOk(SetAttribute(r, MakeAttribute<AttributeKind::kTrueComputation>(g)));
  EXPECT_THAT(Text(module), HasSubstr("true_computation=%g, false_computation=%g"));
  ExpectSound(module);
  EXPECT_TRUE(ReplaceOperandWithDifferentShape(r, 0, Find(module, "i")).ok());
  HloComputation* const branches[] = {g, module.computations()[0]};
  ExpectOk(SetAttribute(r, MakeAttribute<AttributeKind::kBranchComputations>(branches)));
  EXPECT_THAT(Text(module), HasSubstr("branch_computations={%g, %f}"));
  ExpectSound(module);
}

}  // namespace hlo_text_v1::consistency_test
