#include "hlo/identical.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/parse_values.h"
#include "hlo/transform.h"
#include "tests/support/read.h"

namespace hlo_text_v1::identical_test {

const HloInstruction* Of(const HloModule& module, std::string_view name) {
  return module.entry_computation()->FindInstruction(name);
}

TEST(Identical, OpcodeShapeOperandsAndAttributes) {
  const HloModule module = ReadModule(R"(HloModule m
ENTRY e {
  p = f32[2,2] parameter(0)
  q = f32[2,2] parameter(1)
  a = f32[2,2] add(p, q), metadata={op_name="a"}
  same = f32[2,2] add(p, q), metadata={op_name="b" source_line=3}, control-predecessors={a}
  swapped = f32[2,2] add(q, p)
  layout = f32[2,2]{0,1} add(p, q)
  opcode = f32[2,2] multiply(p, q)
  sharded = f32[2,2] add(p, q), sharding={replicated}
  config = f32[2,2] add(p, q), backend_config={"x":1}
  frontend = f32[2,2] add(p, q), frontend_attributes={a="b"}
  ROOT t = tuple(a, same, swapped, layout, opcode, sharded, config, frontend)
})");
  const HloInstruction& a = *Of(module, "a");
  std::string identical;
  std::string without_layouts;
  std::string without_shardings;
  IdenticalOptions no_layouts;
  no_layouts.layouts = false;
  IdenticalOptions no_shardings;
  no_shardings.shardings = false;
  for (const HloInstruction* i : module.entry_computation()->instructions()) {
    if (Identical(a, *i)) identical += std::string(i->name()) + " ";
    if (Identical(a, *i, no_layouts)) without_layouts += std::string(i->name()) + " ";
    if (Identical(a, *i, no_shardings)) without_shardings += std::string(i->name()) + " ";
  }
  EXPECT_EQ(identical, "a same ");
  EXPECT_EQ(without_layouts, "a same layout ");
  EXPECT_EQ(without_shardings, "a same sharded ");
  EXPECT_TRUE(Identical(a, *Of(module, "swapped"),
                        [](const HloInstruction*, const HloInstruction*) { return true; }));
}

TEST(Identical, Constants) {
  const HloModule module = ReadModule(R"(HloModule m
ENTRY e {
  nan1 = f32[2] constant({nan,1})
  nan2 = f32[2]{0} constant({nan,1})
  zero = f32[] constant(0)
  minus = f32[] constant(-0.0)
  zeros = f32[4] constant({0,0,0,0})
  zeros2 = f32[4] constant(0)
  integer = s32[] constant(0)
  ROOT t = tuple(nan1, nan2, zero, minus, zeros, zeros2, integer)
})");
  EXPECT_TRUE(Identical(*Of(module, "nan1"), *Of(module, "nan2")));
  EXPECT_FALSE(Identical(*Of(module, "zero"), *Of(module, "minus")));
  EXPECT_FALSE(Identical(*Of(module, "zero"), *Of(module, "integer")));
  EXPECT_TRUE(Identical(*Of(module, "zeros"), *Of(module, "zeros2")));
  const HloModule elided = ModuleOf(
      "HloModule m\nENTRY e { a = f32[9] constant({...})\n b = f32[9] constant({...})\n"
      "ROOT t = tuple(a, b) }");
  EXPECT_FALSE(Identical(*Of(elided, "a"), *Of(elided, "b")));
  EXPECT_TRUE(Identical(*Of(elided, "a"), *Of(elided, "a")));
}

TEST(Identical, CalledComputationsByStructure) {
  const HloModule module = ReadModule(R"(HloModule m
g1 { x1 = f32[] parameter(0)
  ROOT n1 = f32[] negate(x1) }
g2 { x2 = f32[] parameter(0)
  ROOT n2 = f32[] negate(x2) }
g3 { x3 = f32[] parameter(0)
  ROOT n3 = f32[] abs(x3) }
f1 { y1 = f32[] parameter(0)
  ROOT c1 = f32[] call(y1), to_apply=g1 }
f2 { y2 = f32[] parameter(0)
  ROOT c2 = f32[] call(y2), to_apply=g2 }
f3 { y3 = f32[] parameter(0)
  ROOT c3 = f32[] call(y3), to_apply=g3 }
ENTRY e {
  p = f32[] parameter(0)
  a = f32[] call(p), to_apply=f1
  b = f32[] call(p), to_apply=f2
  c = f32[] call(p), to_apply=f3
  ROOT t = tuple(a, b, c)
})");
  EXPECT_TRUE(Identical(*Of(module, "a"), *Of(module, "b")));
  EXPECT_FALSE(Identical(*Of(module, "a"), *Of(module, "c")));
}

TEST(Identical, WhatABodyIsToABackendCounts) {
  const HloModule module = ReadModule(R"(HloModule m
f1 { y1 = f32[] parameter(0)
  ROOT n1 = f32[] negate(y1) }
f2 { y2 = f32[] parameter(0)
  ROOT n2 = f32[] negate(y2) }, backend_config={"k":1}
ENTRY e {
  p = f32[] parameter(0)
  a = f32[] call(p), to_apply=f1
  b = f32[] call(p), to_apply=f2
  ROOT t = tuple(a, b)
})");
  EXPECT_FALSE(Identical(*Of(module, "a"), *Of(module, "b")));
}

// Calls two deep would take 2^n comparisons, and recursion n frames.
TEST(Identical, DeepCallGraphs) {
  std::string text = "HloModule m\n";
  for (const char* side : {"a", "b"}) {
    text += std::string("f0") + side + " { x = f32[] parameter(0)\n ROOT n = f32[] negate(x) }\n";
    for (int i = 1; i < 3000; ++i) {
      const std::string callee = "f" + std::to_string(i - 1) + side;
      text += "f" + std::to_string(i) + side +
              " { x = f32[] parameter(0)\n c = f32[] call(x), to_apply=" + callee +
              "\n ROOT d = f32[] call(c), to_apply=" + callee + " }\n";
    }
  }
  text +=
      "ENTRY e { p = f32[] parameter(0)\n a = f32[] call(p), to_apply=f2999a\n"
      "b = f32[] call(p), to_apply=f2999b\n ROOT t = tuple(a, b) }\n";
  const HloModule module = ReadModule(text);
  EXPECT_TRUE(Identical(*Of(module, "a"), *Of(module, "b")));
}

// Two instructions of one body, after `computations`.
struct Pair {
  std::string_view what;
  std::string_view a;
  std::string_view b;
  bool is_same;
  IdenticalOptions options = {};
};

IdenticalOptions Without(bool IdenticalOptions::* option) {
  IdenticalOptions options;
  options.*option = false;
  return options;
}

TEST(Identical, PairsOfInstructions) {
  constexpr std::string_view kBefore = R"(HloModule m
f1 { x1 = f32[4] parameter(0)
  ROOT n1 = f32[4] negate(x1) }
f2 { x2 = f32[4] parameter(0)
  ROOT n2 = f32[4] negate(x2) }
g { y = f32[4] parameter(0)
  ROOT m = f32[4] abs(y) }
sum { l = f32[] parameter(0)
  r = f32[] parameter(1)
  ROOT s = f32[] add(l, r) }
ENTRY e {
  p = f32[4] parameter(0)
  q = f32[4] parameter(1)
  i = s32[] parameter(2)
)";
  const IdenticalOptions no_layouts = Without(&IdenticalOptions::layouts);
  const IdenticalOptions no_channels = Without(&IdenticalOptions::channel_ids);
  constexpr std::string_view kCustom = R"(f32[4] custom-call(p), custom_call_target="t")";
  const auto custom = [&](std::string_view rest) {
    return std::string(kCustom) + std::string(rest);
  };
  const auto select = [](std::string_view branches) {
    return "f32[4] conditional(i, p, p), branch_computations={" + std::string(branches) + "}";
  };
  const auto reduced = [](std::string_view channel) {
    return "f32[4] all-reduce(p), to_apply=sum, channel_id=" + std::string(channel);
  };
  const std::string layout0 = custom(", operand_layout_constraints={f32[4]{0}}");
  const std::string one = select("f1, g");
  const std::string other = select("f2, g");
  const std::string swapped = select("g, f1");
  const std::string three = "f32[4] conditional(i, p, p, p), branch_computations={f1, g, g}";
  const std::string channel1 = reduced("1");
  const std::string channel2 = reduced("2");
  const std::string target = custom("");
  const std::string api = custom(R"(, backend_config="x")");
  const std::string effect = custom(", custom_call_has_side_effect=true");
  const std::string unknown = custom(", new={1, f1}");
  const std::string unknown_name = custom(", newer={1, f1}");
  const std::string unknown_text = custom(", new={2, f1}");
  const std::string unknown_callee = custom(", new={1, f2}");
  const std::string unknown_offset = custom(", new={1,  f1}");
  const std::string origin = custom(R"(, origin={{"a"}})");
  const std::string statistics = custom(R"(, statistics={visualizing_index=1, stat-1=33})");
  const Pair pairs[] = {
      {"dynamic dimensions", "f32[<=4] custom-call(p), custom_call_target=\"t\"", target, false},
      {"a tuple constant", "(s32[], s32[2]) constant((1, {2, 3}))",
       "(s32[], s32[2]) constant((1, {2, 3}))", true},
      {"another element", "(s32[], s32[2]) constant((1, {2, 3}))",
       "(s32[], s32[2]) constant((1, {2, 4}))", false},
      {"zeros that are left out", "s32[3] constant({0, 0, 0})", "s32[3] constant(0)", true},
      {"zeros in the middle", "s32[3] constant({0, 0, 1})", "s32[3] constant(0)", false},
      {"an elided constant", "f32[9] constant({1,2,3,4,5,6,7,8,9})", "f32[9] constant({...})",
       false},
      {"elided, the other way", "f32[9] constant({...})", "f32[9] constant({1,2,3,4,5,6,7,8,9})",
       false},
      {"constants of other dimensions", "f32[2,3] constant(0)", "f32[3,2] constant(0)", false},
      {"branches that are the same", one, other, true},
      {"in another order", one, swapped, false},
      {"one more branch", one, three, false},
      {"another channel", channel1, channel2, false},
      {"which does not count", channel1, channel2, true, no_channels},
      {"no channel", "f32[4] all-reduce(p), to_apply=sum", channel2, true, no_channels},
      {"constraints of layouts", layout0, target, false},
      {"which do not count", layout0, target, true, no_layouts},
      {"one attribute more", target, api, false},
      {"one attribute less", effect, target, false},
      {"another attribute", effect, api, false},
      {"origin", origin, target, true},
      {"statistics", target, statistics, true},
      {"an unknown attribute", unknown, unknown, true},
      {"with another name", unknown, unknown_name, false},
      {"with another value", unknown, unknown_text, false},
      {"that calls another", unknown, unknown_callee, false},
      {"with a name elsewhere", unknown, unknown_offset, false},
      {"an unknown opcode", "f32[4] new-op(p, 3)", "f32[4] new-op(p, 3)", true},
      {"with another name", "f32[4] new-op(p, 3)", "f32[4] newer-op(p, 3)", false},
      {"with another operand", "f32[4] new-op(p, 3)", "f32[4] new-op(q, 3)", false},
      {"with another word", "f32[4] new-op(p, 3)", "f32[4] new-op(p, 4)", false},
      {"with operands in another order", "f32[4] new-op(p, 3)", "f32[4] new-op(3, p)", false},
      {"one operand more", "f32[4] new-op(p, 3)", "f32[4] new-op(p, 3, q)", false},
      {"fewer operands", "(f32[4]) tuple(p)", "(f32[4], f32[4]) tuple(p, q)", false},
  };
  for (const Pair& pair : pairs) {
    SCOPED_TRACE(pair.what);
    const HloModule module =
        ReadModule(std::string(kBefore) + "  a = " + std::string(pair.a) +
                       "\n  b = " + std::string(pair.b) + "\n  ROOT t = tuple(a, b)\n}\n",
                   AllowUnknown());
    ASSERT_NE(module.entry_computation(), nullptr);
    const HloInstruction& a = *Of(module, "a");
    const HloInstruction& b = *Of(module, "b");
    EXPECT_EQ(Identical(a, b, pair.options), pair.is_same) << pair.a << "\n" << pair.b;
    EXPECT_EQ(Identical(b, a, pair.options), pair.is_same);
    EXPECT_TRUE(Identical(a, a) && Identical(b, b));
  }
}

TEST(Identical, PhasesOfAsynchronousInstructions) {
  const HloModule module = ModuleOf(R"(HloModule m
ENTRY e {
  p = f32[4] parameter(0)
  s = ((f32[4]), f32[4], s32[]) negate-start(p)
  d = f32[4] negate-done(s)
  n = f32[4] negate(p)
  ROOT t = tuple(d, n)
})");
  const auto any = [](const HloInstruction*, const HloInstruction*) { return true; };
  EXPECT_FALSE(Identical(*Of(module, "d"), *Of(module, "n"), any));
  EXPECT_TRUE(Identical(*Of(module, "d"), *Of(module, "d"), any));
}

TEST(Identical, PairsOfComputations) {
  struct Bodies {
    std::string_view what;
    std::string_view a;
    std::string_view b;
    bool is_same;
  };
  constexpr std::string_view kNegate = "{ p = f32[] parameter(0)\n ROOT n = f32[] negate(p) }";
  const Bodies all[] = {
      {"other names", kNegate, "{ x = f32[] parameter(0)\n ROOT y = f32[] negate(x) }", true},
      {"one instruction more", kNegate,
       "{ p = f32[] parameter(0)\n c = f32[] constant(1)\n ROOT n = f32[] negate(p) }", false},
      {"a constant for a parameter",
       "{ p = f32[] parameter(0)\n q = f32[] parameter(1)\n ROOT n = f32[] add(p, q) }",
       "{ p = f32[] parameter(0)\n q = f32[] constant(1)\n ROOT n = f32[] add(p, q) }", false},
      {"parameters in another order",
       "{ p = f32[] parameter(0)\n q = f32[] parameter(1)\n ROOT n = f32[] add(p, q) }",
       "{ q = f32[] parameter(1)\n p = f32[] parameter(0)\n ROOT n = f32[] add(p, q) }", true},
      {"operands in another order",
       "{ p = f32[] parameter(0)\n q = f32[] parameter(1)\n ROOT n = f32[] subtract(p, q) }",
       "{ p = f32[] parameter(0)\n q = f32[] parameter(1)\n ROOT n = f32[] subtract(q, p) }",
       false},
      {"another thread", kNegate,
       "{ p = f32[] parameter(0)\n ROOT n = f32[] negate(p) }, execution_thread=\"t\"", false},
      {"an unknown attribute", kNegate,
       "{ p = f32[] parameter(0)\n ROOT n = f32[] negate(p) }, new=1", false},
      {"another root",
       "{ p = f32[] parameter(0)\n n = f32[] negate(p)\n ROOT m = f32[] negate(p) }",
       "{ p = f32[] parameter(0)\n ROOT n = f32[] negate(p)\n m = f32[] negate(p) }", false},
      {"a control dependency",
       "{ p = f32[] parameter(0)\n n = f32[] sine(p)\n ROOT m = f32[] negate(p) }",
       "{ p = f32[] parameter(0)\n n = f32[] sine(p)\n"
       " ROOT m = f32[] negate(p), control-predecessors={n} }",
       false},
      {"the same one",
       "{ p = f32[] parameter(0)\n n = f32[] sine(p)\n"
       " ROOT m = f32[] negate(p), control-predecessors={n} }",
       "{ p = f32[] parameter(0)\n k = f32[] sine(p)\n"
       " ROOT m = f32[] negate(p), control-predecessors={k} }",
       true},
  };
  for (const Bodies& bodies : all) {
    SCOPED_TRACE(bodies.what);
    const HloModule module =
        ReadModule("HloModule m\na " + std::string(bodies.a) + "\nb " + std::string(bodies.b) +
                       "\nENTRY e { ROOT c = f32[] constant(1) }\n",
                   AllowUnknown());
    const HloComputation* a = FindComputation(module, "a");
    const HloComputation* b = FindComputation(module, "b");
    ASSERT_TRUE(a != nullptr && b != nullptr);
    EXPECT_EQ(Identical(*a, *b), bodies.is_same);
    EXPECT_EQ(Identical(*b, *a), bodies.is_same);
  }
}

TEST(Identical, ShapesOfOtherPools) {
  Arena arena;
  ShapePool one(&arena);
  ShapePool two(&arena);
  const Shape* a = one.Array(PrimitiveType::kF32, {2});
  const Shape* b = two.Array(PrimitiveType::kF32, {2});
  EXPECT_NE(a, b);
  EXPECT_EQ(*a, *b);
  EXPECT_NE(*a, *two.Array(PrimitiveType::kF32, {3}));
  for (int i = 0; i < 60; ++i) {  // 2^60 leaves
    a = one.Tuple({a, a});
    b = two.Tuple({b, b});
  }
  EXPECT_EQ(*a, *b);
  EXPECT_NE(*a, *two.Tuple({b}));
  // By text, for values that nothing else distinguishes.
  const std::string_view shapes[] = {"f32[3]{0}",     "token[]",      "(f32[2]{0})",
                                     "f32[<=2]",      "f32[2]{0}",    "f32[2]{0:S(1)}",
                                     "f32[2,2]{0,1}", "f32[2,2]{1,0}"};
  for (const std::string_view left : shapes) {
    for (const std::string_view right : shapes) {
      EXPECT_EQ(**ParseShape(left, one) == **ParseShape(right, two), left == right)
          << left << " " << right;
    }
  }
}

// A copy is identical to its original, instruction by instruction; every attribute equals its copy.
TEST(Identical, CopiesOfTestdata) {
  int attributes = 0;
  for (const auto& path : TestdataFiles()) {
    if (!IsTestdataInput(path) || path.filename().string().rfind("bad-", 0) == 0) continue;
    absl::StatusOr<HloModule> module = ReadHloModule(ReadFile(path));
    if (!module.ok()) continue;
    const HloModule copy = module->Clone();
    ASSERT_EQ(copy.computations().size(), module->computations().size());
    for (size_t c = 0; c < copy.computations().size(); ++c) {
      const HloInstruction* theirs = *copy.computations()[c]->instructions().begin();
      for (const HloInstruction* ours : module->computations()[c]->instructions()) {
        ASSERT_EQ(ours->attributes().size(), theirs->attributes().size());
        for (size_t i = 0; i < ours->attributes().size(); ++i) {
          const Attribute& attribute = ours->attributes()[i];
          EXPECT_EQ(attribute, attribute);
          const AttributeType type = attribute.info().type;
          if (type == AttributeType::kWindow || type == AttributeType::kReplicaGroups ||
              type == AttributeType::kSharding || type == AttributeType::kInt64ListList) {
            EXPECT_EQ(attribute, theirs->attributes()[i]) << path;
            ++attributes;
          }
        }
        theirs = theirs->next();
      }
    }
    EXPECT_TRUE(Identical(*module->entry_computation(), *module->entry_computation()));
  }
  EXPECT_GT(attributes, 300);
}

}  // namespace hlo_text_v1::identical_test
