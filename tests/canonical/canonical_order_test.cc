#include "src/canonical/canonical_order.h"

#include <gtest/gtest.h>

#include <iterator>
#include <string>

#include "hlo/edit.h"
#include "tests/support/read.h"

namespace hlo_text_v1::canonical_order_test {

using namespace internal;

// The names of the entry's instructions in canonical order.
std::string Order(const std::string& body, const std::string& header = "HloModule m") {
  const HloModule module = ReadModule(header + "\nENTRY e {\n" + body + "}\n");
  InstructionHasher hasher;
  const auto add = [&](const HloInstruction& instruction, HashState* hash) {
    hasher.Add(instruction, hash);
  };
  std::string names;
  for (const HloInstruction* i : CanonicalOrder(*module.entry_computation(), add)) {
    names += (names.empty() ? "" : " ") + std::string(i->name());
  }
  return names;
}

TEST(CanonicalOrder, ParametersThenTheRootAfterItsOperands) {
  EXPECT_EQ(Order(R"(
  b = f32[] parameter(1)
  c = f32[] constant(1)
  a = f32[] parameter(0)
  n = f32[] negate(c)
  m = f32[] abs(b)
  ROOT r = f32[] add(m, n)
)"),
            "a b m c n r");
}

// An edit can take its operand away.
TEST(CanonicalOrder, AnElementWithoutATuple) {
  HloModule module = ReadModule(
      "HloModule m, is_scheduled=true\n"
      "ENTRY e { x = (f32[]) parameter(0) g = f32[] get-tuple-element(x), index=0\n"
      "  ROOT n = f32[] negate(g) }");
  EXPECT_TRUE(SetOperands(Find(module, "g"), {}).ok());
  EXPECT_NE(Fingerprint(module).ToString(), "");
}

TEST(CanonicalOrder, ControlPredecessorsFirstTheLastOneBeforeTheOthers) {
  EXPECT_EQ(Order(R"(
  a = f32[] parameter(0)
  x = f32[] abs(a)
  y = f32[] negate(a)
  o = f32[] sine(a)
  ROOT r = f32[] cosine(o), control-predecessors={x, y}
)"),
            "a y x o r");
}

TEST(CanonicalOrder, AsScheduled) {
  constexpr char kBody[] = R"(
  c = f32[] constant(1)
  a = f32[] parameter(0)
  d = f32[] sine(a)
  n = f32[] negate(c)
  ROOT r = f32[] add(a, n)
)";
  EXPECT_EQ(Order(kBody, "HloModule m, is_scheduled=true"), "c a d n r");
  EXPECT_EQ(Order(kBody), "a c n r d");
}

TEST(CanonicalOrder, AsScheduledButElementsAfterTheirTuple) {
  EXPECT_EQ(Order(R"(
  a = (f32[], (f32[], f32[])) parameter(0)
  c = f32[] constant(1)
  q = (f32[], f32[]) get-tuple-element(a), index=1
  q1 = f32[] get-tuple-element(q), index=1
  p = f32[] get-tuple-element(a), index=0
  n = f32[] negate(c)
  q0 = f32[] get-tuple-element(q), index=0, control-predecessors={n}
  ROOT r = f32[] add(q0, q1)
)",
                  "HloModule m, is_scheduled=true"),
            "a p q q1 c n q0 r");
}

TEST(CanonicalOrder, DeadCodeHasAnOrderOfItsOwn) {
  const std::string order = Order(R"(
  a = f32[] parameter(0)
  ROOT r = f32[] negate(a)
  d1 = f32[] sine(a)
  d2 = f32[] cosine(r)
  d3 = f32[] add(d2, a)
  d4 = f32[] exponential(r), control-predecessors={d1}
)");
  EXPECT_EQ(order.substr(0, 3), "a r");
  for (const char* body : {
           "d2 = f32[] cosine(r)\n d1 = f32[] sine(a)\n d4 = f32[] exponential(r), "
           "control-predecessors={d1}\n d3 = f32[] add(d2, a)\n",
           "d2 = f32[] cosine(r)\n d3 = f32[] add(d2, a)\n d1 = f32[] sine(a)\n d4 = f32[] "
           "exponential(r), control-predecessors={d1}\n",
       }) {
    EXPECT_EQ(Order(std::string("a = f32[] parameter(0)\n ROOT r = f32[] negate(a)\n") + body),
              order);
  }
}

TEST(CanonicalOrder, DeadCodeFollowsWhatItUses) {
  const char* const opcodes[] = {"abs", "sine", "cosine", "tanh", "log", "floor", "ceil", "sqrt"};
  for (size_t i = 0; i + 3 < std::size(opcodes); ++i) {
    std::string body = "p = f32[] parameter(0)\n ROOT r = f32[] negate(p)\n";
    const char* const lines[] = {"a = # (p)", "b = # (a)", "c = # (p)", "d = # (c)"};
    for (size_t j = 0; j < std::size(lines); ++j) {
      body += Replaced(lines[j], "# ", std::string("f32[] ") + opcodes[i + j]) + "\n";
    }
    const std::string order = Order(body);
    EXPECT_TRUE(order == "p r a b c d" || order == "p r c d a b") << order;
  }
}

// c1 and c2 compute the same; sine, which uses only c1, tells them apart.
TEST(CanonicalOrder, UsersTellEqualOperandsApart) {
  const auto order = [](const std::string& first, const std::string& second) {
    return Order("a = f32[] parameter(0)\n ROOT r = f32[] negate(a)\n" + first + second +
                 "s = f32[] sine(c1)\n");
  };
  const std::string one = "c1 = f32[] cosine(a)\n use1 = f32[] abs(c1)\n";
  const std::string two = "c2 = f32[] cosine(a)\n use2 = f32[] abs(c2)\n";
  EXPECT_EQ(order(one, two), order(two, one));
}

TEST(CanonicalOrder, ALongChainOfDeadCodeNeedsNoStack) {
  std::string body = "a = f32[] parameter(0)\n ROOT r = f32[] negate(a)\n d0 = f32[] abs(r)\n";
  for (int i = 1; i <= 100000; ++i) {
    body += "d" + std::to_string(i) + " = f32[] abs(d" + std::to_string(i - 1) + ")\n";
  }
  EXPECT_EQ(Order(body).substr(0, 12), "a r d0 d1 d2");
}

}  // namespace hlo_text_v1::canonical_order_test
