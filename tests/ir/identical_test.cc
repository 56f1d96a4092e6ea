#include "hlo/identical.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hlo/clone.h"
#include "hlo/edit.h"
#include "hlo/order.h"
#include "tests/support/read.h"

namespace hlo::identical_test {

HloInstruction* Of(const HloModule& module, std::string_view name) {
  return module.entry_computation()->GetInstructionWithName(name);
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

}  // namespace hlo::identical_test
