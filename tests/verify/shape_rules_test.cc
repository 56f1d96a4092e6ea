// Rules for shapes that testdata/verify/wrong_shapes.txt cannot show: violations that only edits
// can make, effects of options, large shapes.
#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/print_values.h"
#include "tests/verify/verify_test_util.h"

namespace hlo_text_v1::test::shape_rules_test {

using Code = DiagnosticCode;

constexpr char kComputations[] =
    "step { x = f32[4] parameter(0)\n y = f32[] parameter(1)\n"
    "  ROOT r = (f32[4], f32[]) tuple(x, y) }\n"
    "less { x = f32[] parameter(0)\n y = f32[] parameter(1)\n"
    "  ROOT r = pred[] compare(x, y), direction=LT }\n"
    "add { x = f32[] parameter(0)\n y = f32[] parameter(1)\n ROOT r = f32[] add(x, y) }\n";
constexpr char kParameters[] =
    "m = f32[8,4] parameter(0)\n n = f32[4,5] parameter(1)\n z = f32[] parameter(2)\n"
    "i = s32[] parameter(3)\n t = (s32[], s32[]) parameter(4)\n b = bf16[8,4] parameter(5)\n"
    "zb = bf16[] parameter(6)\n cc = c64[] parameter(7)\n";

HloModule ModuleWith(std::string_view root) {
  return ReadModule(
      Module(kComputations, std::string(kParameters) + "ROOT w = " + std::string(root)));
}
HloInstruction* RootOf(HloModule& module) { return module.entry_computation()->root_instruction(); }
std::vector<Code> Codes(const HloModule& module) {
  std::vector<Code> codes;
  for (const Diagnostic& violation : Verify(module)) codes.push_back(violation.code);
  return codes;
}

// Instructions that are alike are checked once, unless they are wrong.
TEST(VerifyShapes, EachWrongInstructionIsAViolation) {
  const HloModule module = ReadModule(
      "ENTRY e { a = f32[8] parameter(0)\n b = f32[4] negate(a)\n c = f32[4] negate(a)\n"
      " d = f32[8] sine(a)\n e = f32[8] sine(a)\n"
      " ROOT t = (f32[4], f32[4], f32[8], f32[8]) tuple(b, c, d, e) }");
  EXPECT_EQ(Codes(module).size(), 2u);
}

TEST(VerifyShapes, PairsOfOperands) {
  for (const char* root : {"f32[7,4] reduce-window(m, z), window={size=2x1}, to_apply=add",
                           "f32[4] reduce(m, z), dimensions={0}, to_apply=add"}) {
    HloModule module = ModuleWith(root);
    HloInstruction* reduction = RootOf(module);
    EXPECT_TRUE(SetOperands(reduction,
                            {reduction->operand(0), reduction->operand(1), reduction->operand(1)})
                    .ok());
    EXPECT_EQ(Codes(module), std::vector<Code>({Code::kEvenOperands})) << root;
  }
}

TEST(VerifyShapes, Codes) {
  const std::pair<const char*, Code> cases[] = {
      {"f32[4,4] transpose(m), dimensions={0}", Code::kShapeNotInferred},
      {"f32[8,5] scaled-dot(m, n, n, n), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
       Code::kScaledDotScale},
      {"f32[8,5] scaled-dot(m, n, m, z), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
       Code::kScaledDotScaleRank},
      {"f32[8,8] scaled-dot(b, b, zb, zb), lhs_contracting_dims={1}, rhs_contracting_dims={1}",
       Code::kScaledDotNoScale},
      {"f32[8] rng(z, z), distribution=rng_invalid", Code::kRngDistribution},
      {"c64[8] rng(cc, cc), distribution=rng_uniform", Code::kRngUniformType},
      {"(f32[8,4], f32[]) scan(m, z), dimensions={-1}, num_carries=1, is_associative=false, "
       "to_apply=step",
       Code::kScanDimensionNegative},
      {"f32[8,4] collective-permute(m, m, i, t), source_target_pairs={{0,0}}, slice_sizes={{1,1}}",
       Code::kPermuteBuffers},
  };
  for (const auto& [root, code] : cases) {
    EXPECT_THAT(Codes(ModuleWith(root)), ::testing::ElementsAre(code)) << root;
  }
}

TEST(VerifyShapes, EditedOperands) {
  const std::pair<const char*, Code> cases[] = {
      {"f32[8,4] sort(m), dimensions={0}, to_apply=less", Code::kSortOperands},
      {"f32[4] reduce(m, z), dimensions={0}, to_apply=add", Code::kEvenOperands},
      {"f32[8,4] collective-permute(m, m, t, t), source_target_pairs={{0,0}}, slice_sizes={{1,1}}",
       Code::kPermuteOperands},
      {"f32[8,4] dynamic-slice(m, i, i), dynamic_slice_sizes={8,4}", Code::kShapeNotInferred},
      {"f32[8,4] all-reduce(m), replica_groups={}, to_apply=add", Code::kShapeNotInferred},
  };
  for (const auto& [root, code] : cases) {
    HloModule module = ModuleWith(root);
    HloInstruction* edited = RootOf(module);
    EXPECT_THAT(Codes(module), ::testing::IsEmpty()) << root;
    // One less, and none.
    const std::vector<HloInstruction*> operands(edited->operands().begin(),
                                                edited->operands().end() - 1);
    EXPECT_TRUE(SetOperands(edited, operands).ok());
    const std::vector<Code> first = Codes(module);
    ASSERT_FALSE(first.empty()) << root;
    EXPECT_EQ(first[0], code) << root;
    EXPECT_TRUE(SetOperands(edited, {}).ok());
    (void)Verify(module);
  }
}

TEST(VerifyShapes, EditedAttributes) {
  HloModule module = ModuleWith(
      "(f32[8,4], f32[]) scan(m, z), dimensions={0}, num_carries=1, is_associative=false, "
      "to_apply=step");
  EXPECT_THAT(Codes(module), ::testing::IsEmpty());
  ASSERT_TRUE(SetAttribute(RootOf(module), MakeAttribute<AttributeKind::kDimensions>({0, 1})).ok());
  EXPECT_THAT(Codes(module), ::testing::ElementsAre(Code::kScanDimensions));
}

TEST(VerifyShapes, MixedPrecision) {
  const HloModule module = ModuleWith("f32[8,4] add(m, b)");
  EXPECT_THAT(Codes(module), ::testing::ElementsAre(Code::kMixedPrecision));
  VerifyOptions mixed;
  mixed.allow_mixed_precision = true;
  EXPECT_THAT(Messages(module, mixed), ::testing::IsEmpty());
  EXPECT_THAT(Messages(ModuleWith("bf16[8,4] add(m, b)"), mixed), ::testing::IsEmpty());
  EXPECT_THAT(Messages(ModuleWith("s32[8,4] add(m, b)"), mixed), ::testing::SizeIs(1));
  EXPECT_THAT(Messages(ModuleWith("f32[4] reduce(b, zb), dimensions={0}, to_apply=add"), mixed),
              ::testing::IsEmpty());
  // As made by a TPU's bfloat16-propagation.
  for (const char* moved : {"bf16[32] reshape(m)", "bf16[8,4,3] broadcast(m), dimensions={0,1}"}) {
    EXPECT_THAT(Messages(ModuleWith(moved), mixed), ::testing::IsEmpty()) << moved;
    EXPECT_THAT(Messages(ModuleWith(moved)),
                ::testing::ElementsAre(::testing::HasSubstr("to have shape equal to f32")));
  }
  EXPECT_THAT(Messages(ModuleWith("s32[32] reshape(m)"), mixed), ::testing::SizeIs(1));
}

// Layouts matter only if asked for, and only where the opcode cannot change them.
TEST(VerifyShapes, Layouts) {
  VerifyOptions sensitive;
  sensitive.layout_sensitive = true;
  const HloModule dot =
      ModuleWith("f32[8,5]{0,1} dot(m, n), lhs_contracting_dims={1}, rhs_contracting_dims={0}");
  EXPECT_THAT(Messages(dot, sensitive), ::testing::IsEmpty());
  const HloModule tuple = ModuleWith("(f32[8,4]{0,1}) tuple(m)");
  EXPECT_THAT(Messages(tuple), ::testing::IsEmpty());
  EXPECT_THAT(Messages(tuple, sensitive),
              ::testing::ElementsAre(::testing::HasSubstr("shape equal to (f32[8,4]{1,0})")));
}

// Only where layouts matter.
TEST(VerifyShapes, BitcastsKeepSizeAndMemory) {
  VerifyOptions sensitive;
  sensitive.layout_sensitive = true;
  EXPECT_THAT(Messages(ModuleWith("f32[4,8] bitcast(m)"), sensitive), ::testing::IsEmpty());
  const HloModule larger = ModuleWith("f32[9,4] bitcast(m)");
  EXPECT_THAT(Messages(larger), ::testing::IsEmpty());
  EXPECT_THAT(Messages(larger, sensitive),
              ::testing::ElementsAre(::testing::HasSubstr(
                  ": Bitcast cannot have different shape sizes of output (144) and operand (128) "
                  "(f32[9,4]{1,0}) (f32[8,4]{1,0})")));
  EXPECT_THAT(Messages(ModuleWith("f32[8,4]{1,0:S(1)} bitcast(m)"), sensitive),
              ::testing::IsEmpty());
  const HloModule elsewhere = ModuleWith("f32[8,4]{1,0:S(5)} bitcast(m)");
  EXPECT_THAT(Messages(elsewhere), ::testing::IsEmpty());
  EXPECT_THAT(Messages(elsewhere, sensitive),
              ::testing::ElementsAre(::testing::HasSubstr(
                  ": Bitcast cannot have different memory spaces of output (5) and operand (0)")));
}

TEST(VerifyShapes, UpdatesAndOutfeedsKeepLayouts) {
  VerifyOptions sensitive;
  sensitive.layout_sensitive = true;
  for (const char* root : {"f32[8,4]{1,0:S(1)} dynamic-update-slice(m, m, i, i)",
                           "f32[<=8,4] dynamic-update-slice(m, m, i, i)",
                           "token[] outfeed(m, o), outfeed_shape=f32[8,4]{0,1}"}) {
    const std::string body =
        std::string(kParameters) + "o = token[] parameter(8)\n ROOT w = " + root;
    const HloModule module = ReadModule(Module(kComputations, body));
    EXPECT_THAT(Codes(module), ::testing::IsEmpty()) << root;
    EXPECT_EQ(Messages(module, sensitive).size(), 1u) << root;
  }
}

// Layouts are assigned when only associative scans are left.
TEST(VerifyShapes, ScansWithLayouts) {
  VerifyOptions sensitive;
  sensitive.layout_sensitive = true;
  const std::string scan =
      "add4 { x = f32[4] parameter(0)\n y = f32[4] parameter(1)\n s = f32[4] add(x, y)\n"
      "  ROOT r = (f32[4], f32[4]) tuple(s, s) }\n";
  const auto with = [&](const char* attribute) {
    return ReadModule(
        Module(scan, std::string("m = f32[8,4] parameter(0)\n n = f32[4] parameter(1)\n"
                                 "ROOT w = (f32[8,4], f32[4]) scan(m, n), "
                                 "dimensions={0}, num_carries=1, ") +
                         attribute + "to_apply=add4"));
  };
  EXPECT_THAT(Messages(with(""), sensitive),
              ::testing::ElementsAre(::testing::HasSubstr(
                  "Non-associative scan reached layout-sensitive HloVerifier; it should have been "
                  "expanded to a while loop by ScanExpander: ")));
  EXPECT_THAT(Messages(with("")), ::testing::IsEmpty());
  EXPECT_THAT(Messages(with("is_associative=true, "), sensitive), ::testing::IsEmpty());
}

TEST(VerifyShapes, DynamicSizes) {
  for (const char* root :
       {"f32[<=8,4] add(m, m)", "f32[8,<=4] set-dimension-size(m, i), dimensions={1}",
        "f32[8,4] set-dimension-size(m, i), dimensions={1}"}) {
    EXPECT_THAT(Codes(ModuleWith(root)), ::testing::IsEmpty()) << root;
  }
}

// Parts of an unbounded dimension may have any size; the unbounded size itself is a violation.
TEST(VerifyShapes, UnboundedSizes) {
  const std::string text =
      "a = f32[?,8] parameter(0)\n i = s32[] parameter(1)\n u = f32[9,8] parameter(2)\n"
      "s = f32[4,4] slice(a), slice={[0:4], [2:6]}\n"
      "d = f32[3,8] dynamic-slice(a, i, i), dynamic_slice_sizes={3,8}\n"
      "w = f32[?,8] dynamic-update-slice(a, u, i, i)\n"
      "x = f32[9,8] dynamic-update-slice(u, a, i, i)\n"
      "ROOT t = (f32[4,4], f32[3,8], f32[9,8]) tuple(s, d, x)\n";
  const std::string unbounded = "Unbounded dynamism is disabled for instruction: %";
  Check({"parts", Module("", text), {unbounded + "a = ", unbounded + "w = "}});
}

// As deep as texts may nest.
TEST(VerifyShapes, DeepTuples) {
  std::string shape = "f32[]";
  std::string text = "x0 = f32[] parameter(0)\n";
  constexpr int kDepth = 1500;
  for (int i = 1; i <= kDepth; ++i) {
    shape = "(" + shape + ")";
    if (i > kDepth - 3) text += "x" + std::to_string(i) + " = " + shape;
    if (i == kDepth - 2) text += " parameter(1)\n";
    if (i > kDepth - 2) text += " tuple(x" + std::to_string(i - 1) + ")\n";
  }
  EXPECT_THAT(Messages(ReadModule(Module("", text))), ::testing::IsEmpty());
}

}  // namespace hlo_text_v1::test::shape_rules_test
