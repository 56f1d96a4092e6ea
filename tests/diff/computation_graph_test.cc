#include "src/diff/computation_graph.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hlo/graph.h"
#include "tests/support/read.h"

namespace hlo_text_v1::computation_graph_test {

using namespace internal;

// A graph of the entry, with everything it refers to.
struct Graph {
  explicit Graph(const std::string& body, uint64_t callee_hash = 7)
      : module(ReadModule("HloModule m\n"
                          "f { fp = f32[4] parameter(0) ROOT fr = f32[4] sine(fp) }\n"
                          "ENTRY e {\n" +
                          body + "\n}")),
        order(InstructionPostOrder(*module.entry_computation())),
        graph(*module.entry_computation(), order, &hasher,
              [=](const HloComputation*) { return callee_hash; }) {}

  uint64_t Hash(Likeness likeness, std::string_view name) const {
    return graph.hash(likeness, Find(module, name)->index());
  }
  ComputationGraph::ConeHashes Cones(Likeness likeness = Likeness::kExact) const {
    return graph.HashCones(likeness, ComputationGraph::Hashes(order.size()));
  }
  uint32_t Index(std::string_view name) const { return Find(module, name)->index(); }

  const HloModule module;
  const std::vector<const HloInstruction*> order;
  InstructionHasher hasher;
  const ComputationGraph graph;
};

TEST(ComputationGraph, LikenessIsMoreOrLess) {
  const Graph a(
      "p = f32[4] parameter(0) q = f32[4] parameter(1)\n"
      "s = f32[4] add(p, q), backend_config=\"x\" t = f32[4] add(q, s)\n"
      "b = bf16[4] convert(t) ROOT c = bf16[4] add(b, b)");
  EXPECT_NE(a.Hash(Likeness::kExact, "s"), a.Hash(Likeness::kExact, "t"));
  EXPECT_EQ(a.Hash(Likeness::kShape, "s"), a.Hash(Likeness::kShape, "t"));
  EXPECT_NE(a.Hash(Likeness::kShape, "s"), a.Hash(Likeness::kShape, "c"));
  EXPECT_EQ(a.Hash(Likeness::kOpcode, "s"), a.Hash(Likeness::kOpcode, "c"));
  EXPECT_NE(a.Hash(Likeness::kOpcode, "s"), a.Hash(Likeness::kOpcode, "b"));
  EXPECT_NE(a.Hash(Likeness::kShape, "p"), a.Hash(Likeness::kShape, "q")) << "numbers count";
  EXPECT_EQ(a.Hash(Likeness::kOpcode, "p"), a.Hash(Likeness::kOpcode, "q"));
}

TEST(ComputationGraph, LayoutsAndCalleesCountWhereAllDoes) {
  const std::string body = "p = f32[2,4]{1,0} parameter(0) ROOT c = f32[2,4]{1,0} copy(p)";
  const Graph a(body), b(Replaced(body, "c = f32[2,4]{1,0}", "c = f32[2,4]{0,1}"));
  EXPECT_NE(a.Hash(Likeness::kExact, "c"), b.Hash(Likeness::kExact, "c"));
  EXPECT_EQ(a.Hash(Likeness::kShape, "c"), b.Hash(Likeness::kShape, "c"));
  const std::string call = "p = f32[4] parameter(0) ROOT c = f32[4] call(p), to_apply=f";
  const Graph c(call, 7), d(call, 8);
  EXPECT_NE(c.Hash(Likeness::kExact, "c"), d.Hash(Likeness::kExact, "c"));
  EXPECT_EQ(c.Hash(Likeness::kExact, "p"), d.Hash(Likeness::kExact, "p"));
  EXPECT_EQ(c.Hash(Likeness::kShape, "c"), d.Hash(Likeness::kShape, "c"));
}

TEST(ComputationGraph, UsesHavePositions) {
  const Graph a("p = f32[4] parameter(0) s = f32[4] add(p, p) ROOT t = f32[4] subtract(s, p)");
  const auto uses = a.graph.uses(*Find(a.module, "p"));
  ASSERT_EQ(uses.size(), 3u);
  EXPECT_EQ(uses[0].user->name(), "s");
  EXPECT_EQ(uses[0].position, 0u);
  EXPECT_EQ(uses[1].position, 1u);
  EXPECT_EQ(uses[2].user->name(), "t");
  EXPECT_EQ(uses[2].position, 1u);
  EXPECT_TRUE(a.graph.uses(*Find(a.module, "t")).empty());
}

TEST(ComputationGraph, ConesAreWhatAnInstructionIsComputedFromAndWhatFromIt) {
  const std::string body =
      "p = f32[4] parameter(0) a = f32[4] sine(p) b = f32[4] cosine(a)\n"
      "c = f32[4] negate(b) ROOT d = f32[4] add(c, p)";
  const Graph one(body), two(Replaced(body, "cosine", "tan"));
  const auto of_one = one.Cones(), of_two = two.Cones();
  for (const char* below : {"p", "a"}) {
    EXPECT_EQ(of_one.operands[one.Index(below)], of_two.operands[two.Index(below)]) << below;
    EXPECT_NE(of_one.users[one.Index(below)], of_two.users[two.Index(below)]) << below;
  }
  for (const char* above : {"c", "d"}) {
    EXPECT_NE(of_one.operands[one.Index(above)], of_two.operands[two.Index(above)]) << above;
    EXPECT_EQ(of_one.users[one.Index(above)], of_two.users[two.Index(above)]) << above;
  }
}

TEST(ComputationGraph, AMarkHidesWhatIsBehindIt) {
  const std::string body =
      "p = f32[4] parameter(0) a = f32[4] sine(p) b = f32[4] cosine(a) ROOT c = f32[4] negate(b)";
  const Graph one(body), two(Replaced(body, "sine", "tan"));
  ComputationGraph::Hashes marks(one.order.size());
  marks[one.Index("a")] = 5;  // indices are the same in both
  const auto of_one = one.graph.HashCones(Likeness::kExact, marks);
  const auto of_two = two.graph.HashCones(Likeness::kExact, marks);
  for (const char* name : {"p", "a", "b", "c"}) {
    EXPECT_EQ(of_one.operands[one.Index(name)], of_two.operands[two.Index(name)]) << name;
    EXPECT_EQ(of_one.users[one.Index(name)], of_two.users[two.Index(name)]) << name;
  }
}

TEST(ComputationGraph, TheRootIsNoDeadEnd) {
  const Graph a("p = f32[4] parameter(0) d = f32[4] negate(p) ROOT r = f32[4] negate(p)");
  const auto cones = a.Cones();
  EXPECT_EQ(cones.operands[a.Index("d")], cones.operands[a.Index("r")]);
  EXPECT_NE(cones.users[a.Index("d")], cones.users[a.Index("r")]);
}

}  // namespace hlo_text_v1::computation_graph_test
