// Requirements of call, while, conditional, fusion and custom-call on their callees.
// Tests: aliasing_rules, fusion_rules
#include "hlo/edit.h"
#include "hlo/shape_inference.h"
#include "tests/verify/verify_test_util.h"

namespace hlo_text_v1::test::call_rules_test {

constexpr char kNegate[] = "c { x = f32[8] parameter(0)\n ROOT n = f32[8] negate(x) }";
constexpr char kAdd[] =
    "c { x = f32[8] parameter(0)\n y = f32[8] parameter(1)\n ROOT n = f32[8] add(x, y) }";

TEST(VerifyCalls, Call) {
  const auto composite = [](const std::string& attributes) {
    return Module(kNegate,
                  "a = f32[8] parameter(0)\n ROOT w = f32[8] call(a), to_apply=c, "
                  "is_composite=true" +
                      attributes);
  };
  const VerifyCase cases[] = {
      {"parameters",
       Module(kAdd, "a = f32[8] parameter(0)\n ROOT w = f32[8] call(a), to_apply=c"),
       {"Expected computation c called from w to have 1 parameters, has 2"}},
      {"operand",
       Module(kNegate, "a = f32[4] parameter(0)\n ROOT w = f32[8] call(a), to_apply=c"),
       {"Operand %a = f32[4]{0} parameter(0) shape does not match parameter's %x = f32[8]{0} "
        "parameter(0) in %w = "}},
      {"result",
       Module(kNegate, "a = f32[8] parameter(0)\n ROOT w = f32[4] call(a), to_apply=c"),
       {"Expected instruction to have shape equal to f32[8], actual shape is f32[4]:\n%w = "}},
      {"composite",
       composite(", frontend_attributes={composite.attributes={},composite.name=\"k\""
                 ",composite.version=\"1\"}"),
       {}},
      {"composite without a version",
       composite(", frontend_attributes={composite.name=\"k\"}"),
       {}},
      {"composite with an empty name",
       composite(", frontend_attributes={composite.name=\"\"}"),
       {"A composite call op must have frontend attributes with key composite.name whose value is "
        "non-empty"}},
      {"composite whose version is no number",
       composite(", frontend_attributes={composite.name=\"k\",composite.version=\"one\"}"),
       {"A composite call op must have frontend attributes with a composite.version whose value is "
        "a non-negative integer but got: one"}},
      {"composite without attributes",
       composite(""),
       {"A composite call op must have frontend attributes"}},
      {"composite without name",
       composite(", frontend_attributes={composite.attributes=\"\",composite.version=\"-1\"}"),
       {"A composite call op must have frontend attributes with key composite.name whose value is "
        "non-empty",
        "A composite call op must have frontend attributes with key composite.attributes whose "
        "value "
        "is default: {} or non-empty",
        "A composite call op must have frontend attributes with a composite.version whose value is "
        "a "
        "non-negative integer but got: -1"}},
  };
  for (const VerifyCase& c : cases) Check(c);
}

constexpr char kCondition[] = "k { y = s32[] parameter(0)\n ROOT t = pred[] constant(true) }\n";

TEST(VerifyCalls, While) {
  const std::string condition = kCondition;
  const auto loop = [](const std::string& rest) {
    return "a = s32[] parameter(0)\n ROOT w = s32[] while(a), condition=k, body=b" + rest;
  };
  const std::string body = "b { x = s32[] parameter(0)\n ROOT n = s32[] negate(x) }\n";
  const VerifyCase cases[] = {
      {"sound", Module(condition + body, loop("")), {}},
      {"body without parameters",
       Module(condition + "b { ROOT n = s32[] constant(1) }\n", loop("")),
       {"Expected computation b called from w to have 1 parameters, has 0"}},
      {"parameters of the body",
       Module(condition + "b { x = s32[] parameter(0)\n z = s32[] parameter(1)\n"
                          "ROOT n = s32[] add(x, z) }\n",
              loop("")),
       {"Expected computation b called from w to have 1 parameters, has 2"}},
      {"predicate",
       Module("k { ROOT y = s32[] parameter(0) }\n" + body, loop("")),
       {"Conditional computation shape does not lead to a scalar predicate shape: s32[]"}},
      {"predicates",
       Module("k { y = s32[] parameter(0)\n ROOT t = pred[2] constant({1, 0}) }\n" + body,
              loop("")),
       {"Conditional computation shape does not lead to a scalar predicate shape: pred[2]"}},
      {"thread",
       Module(condition + "b { x = s32[] parameter(0)\n ROOT n = s32[] negate(x) }, "
                          "execution_thread=\"par\"\n",
              loop("")),
       {" expects parent computation thread name same as called computation's thread name (main vs "
        "par)."}},
      {"sharding",
       Module(condition + "b { x = s32[] parameter(0)\n"
                          "ROOT n = s32[] negate(x), sharding={maximal device=0} }\n",
              loop(", sharding={replicated}")),
       {"Inconsistent while sharding among instructions: \n%w = "}},
  };
  for (const VerifyCase& c : cases) Check(c);
}

TEST(VerifyCalls, Conditional) {
  const std::string branches =
      "b { x = f32[8] parameter(0)\n ROOT n = f32[8] negate(x) }\n"
      "c { x = f32[4] parameter(0)\n ROOT n = f32[8] broadcast(x), dimensions={} }\n";
  const VerifyCase cases[] = {
      {"operand of a branch",
       Module(branches,
              "p = pred[] parameter(0)\n a = f32[8] parameter(1)\n"
              "ROOT w = f32[8] conditional(p, a, a), true_computation=b, "
              "false_computation=c"),
       {"Broadcast needs one dimension for each dimension of its operand f32[4], but has 0.",
        "Operand %a = f32[8]{0} parameter(1) shape does not match parameter's %x.1 = "}},
      {"thread",
       Module("b { x = f32[8] parameter(0)\n ROOT n = f32[8] negate(x) }, "
              "execution_thread=\"x\"\n",
              "p = s32[] parameter(0)\n a = f32[8] parameter(1)\n"
              "ROOT w = f32[8] conditional(p, a), branch_computations={b}"),
       {"Callable instruction %w = "}},
  };
  for (const VerifyCase& c : cases) Check(c);
}

// The parser refuses these selectors, so only an edit makes them.
TEST(VerifyCalls, EditedSelector) {
  const std::pair<const char*, const char*> cases[] = {
      {"i", ""},
      {"a", "The first operand must be a scalar"},
      {"f", "The first operand must be a scalar of PRED or S32"},
      {"p", "A conditional with a PRED operand needs 2 branches, but has 3"},
  };
  for (const auto& [name, message] : cases) {
    HloModule module = ReadModule(
        Module("b { x = f32[8] parameter(0)\n ROOT n = f32[8] negate(x) }\n",
               "i = s32[] parameter(0)\n a = f32[8] parameter(1)\n f = f32[] parameter(2)\n"
               "p = pred[] parameter(3)\n"
               "ROOT w = f32[8] conditional(i, a, a, a), branch_computations={b, b, b}"));
    HloInstruction* conditional = module.entry_computation()->root_instruction();
    EXPECT_TRUE(ReplaceOperandWithDifferentShape(conditional, 0,
                                                 module.entry_computation()->FindInstruction(name))
                    .ok());
    const std::vector<Diagnostic> found = Verify(module);
    EXPECT_EQ(found.empty() ? "" : found[0].message, message);
    const absl::StatusOr<const Shape*> shape = InferShape(*conditional, module.shapes());
    EXPECT_EQ(std::string(shape.status().message()), message);
  }
}

TEST(VerifyCalls, EditedOperandsOfACustomCall) {
  HloModule module = ReadModule(Module("",
                                       "a = f32[8] parameter(0)\n"
                                       "ROOT w = f32[8] custom-call(a), custom_call_target=\"f\", "
                                       "operand_layout_constraints={f32[8]{0}}"));
  EXPECT_THAT(Messages(module), ::testing::IsEmpty());
  HloInstruction* call = module.entry_computation()->root_instruction();
  EXPECT_TRUE(SetOperands(call, {call->operand(0), call->operand(0)}).ok());
  EXPECT_THAT(Messages(module),
              ::testing::ElementsAre("Expected 2 operand layout constraints, 1 given"));
}

TEST(VerifyCalls, ThreadsOnDemand) {
  VerifyOptions options;
  options.verify_call_nested_computation_thread_name = true;
  const std::string call =
      Module("c { x = f32[8] parameter(0)\n ROOT n = f32[8] negate(x) }, execution_thread=\"t\"",
             "a = f32[8] parameter(0)\n ROOT w = f32[8] call(a), to_apply=c");
  Check({"not by default", call, {}});
  Check({"call", call, {"thread name (main vs t)."}, options});
  Check({"map",
         Module("c { x = f32[] parameter(0)\n ROOT n = f32[] negate(x) }, execution_thread=\"t\"",
                "a = f32[8] parameter(0)\n ROOT w = f32[8] map(a), dimensions={0}, to_apply=c"),
         {"w to_apply computation execution thread does not match (t vs main)"},
         options});
}

TEST(VerifyCalls, Fusion) {
  const VerifyCase cases[] = {
      {"more parameters than operands",
       Module(kAdd, "a = f32[8] parameter(0)\n ROOT w = f32[8] fusion(a), kind=kLoop, calls=c"),
       {"Fused parameter count (2) is greater than the number of operands (1) passed to the fusion "
        "instruction in: %w = "}},
      {"result",
       Module(kNegate, "a = f32[8] parameter(0)\n ROOT w = f32[4] fusion(a), kind=kLoop, calls=c"),
       {"Fused computation shape (f32[8]{0}) is not equal to the fusion shape (f32[4]{0})"}},
      {"operand",
       Module(kNegate, "a = f32[4] parameter(0)\n ROOT w = f32[8] fusion(a), kind=kLoop, calls=c"),
       {"Shape mismatch between parameter number 0 and its operand in %w = "}},
      {"two fusions",
       Module(kNegate,
              "a = f32[8] parameter(0)\n x = f32[8] fusion(a), kind=kLoop, calls=c\n"
              "ROOT y = f32[8] fusion(x), kind=kLoop, calls=c"),
       {"Instruction of fused computation does not match expected instruction %y = "}},
      {"unused",
       Module("c { x = f32[8] parameter(0)\n z = f32[8] abs(x)\n ROOT n = f32[8] negate(x) }",
              "a = f32[8] parameter(0)\n ROOT w = f32[8] fusion(a), kind=kLoop, calls=c"),
       {"Non-root instruction %z = f32[8]{0} abs(%x) in %w = "}},
      {"the root is used",
       Module("c { x = f32[8] parameter(0)\n ROOT n = f32[8] negate(x)\n z = f32[8] abs(n) }",
              "a = f32[8] parameter(0)\n ROOT w = f32[8] fusion(a), kind=kLoop, calls=c"),
       {" may not have users.", "Non-root instruction %z"}},
  };
  for (const VerifyCase& c : cases) Check(c);
}

TEST(VerifyCalls, CustomCallAliasing) {
  const auto with = [](const std::string& aliasing) {
    return Module("",
                  "a = f32[8] parameter(0)\n b = f32[4] parameter(1)\n"
                  "ROOT w = (f32[8], f32[8]) custom-call(a, b), custom_call_target=\"f\", "
                  "output_to_operand_aliasing={" +
                      aliasing);
  };
  const VerifyCase cases[] = {
      {"sound", with("{0}: (0, {})}"), {}},
      {"operand", with("{0}: (2, {})}"), {"Invalid aliasing operand index."}},
      {"operand index", with("{0}: (0, {1})}"), {"Invalid aliasing operand shape index."}},
      {"output index", with("{2}: (0, {})}"), {"Invalid aliasing output shape index."}},
      {"shapes", with("{1}: (1, {})}"), {"Different aliasing shapes: f32[4]{0} vs f32[8]{0}"}},
      {"not checked",
       with("{1}: (1, {})}, frontend_attributes={xla_skip_custom_call_alias_shape_check=\"1\"}"),
       {}},
      {"a pinned buffer",
       Module("",
              "a = f32[8] parameter(0)\n"
              "b = b(f32[8]) custom-call(a), custom_call_target=\"Pin\", "
              "output_to_operand_aliasing={{}: (0, {})}\n"
              "ROOT w = f32[8] custom-call(b), custom_call_target=\"Unpin\", "
              "output_to_operand_aliasing={{}: (0, {})}"),
       {}},
  };
  for (const VerifyCase& c : cases) Check(c);
}

// A collective in a fusion has an effect only if its layouts are constrained.
TEST(VerifyFusion, UnusedCollectives) {
  const auto with = [](const char* attribute) {
    return ReadModule(
        Module(std::string("f { a = f32[8] parameter(0)\n"
                           "  u = f32[8] all-to-all(a), dimensions={0}, ") +
                   attribute + "replica_groups={{0,1,2,3}}\n  ROOT n = f32[8] negate(a) }\n",
               "p = f32[8] parameter(0)\n ROOT r = f32[8] fusion(p), kind=kLoop, calls=f"));
  };
  EXPECT_TRUE(Verify(with("constrain_layout=true, ")).empty());
  EXPECT_EQ(Verify(with("channel_id=1, ")).size(), 1u);
}

}  // namespace hlo_text_v1::test::call_rules_test
