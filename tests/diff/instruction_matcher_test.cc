#include "src/diff/instruction_matcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "hlo/graph.h"
#include "tests/support/read.h"

namespace hlo_text_v1::instruction_matcher_test {

using namespace internal;

std::string Program(const std::string& body) {
  return "HloModule m\nadd { x = f32[] parameter(0) y = f32[] parameter(1) ROOT s = f32[] add(x, "
         "y) "
         "}\nENTRY e {\n" +
         body + "\n}";
}

// "a:b c:d", pairs of the entries by name, sorted.
std::string Pairs(const std::string& before, const std::string& after) {
  const HloModule a = ReadModule(Program(before)), b = ReadModule(Program(after));
  InstructionHasher a_hasher, b_hasher;
  const auto a_order = InstructionPostOrder(*a.entry_computation());
  const auto b_order = InstructionPostOrder(*b.entry_computation());
  const auto no_callee = [](const HloComputation*) { return uint64_t{1}; };
  const ComputationGraph a_graph(*a.entry_computation(), a_order, &a_hasher, no_callee);
  const ComputationGraph b_graph(*b.entry_computation(), b_order, &b_hasher, no_callee);
  std::vector<std::string> pairs;
  const std::vector<InstructionPair> matched = MatchInstructions(a_graph, b_graph);
  const std::vector<bool> exact = FindExact(a_graph, b_graph, matched);
  for (const InstructionPair& pair : matched) {
    pairs.push_back(std::string(pair.before->name()) + (exact[pair.before->index()] ? "=" : "~") +
                    std::string(pair.after->name()));
  }
  std::sort(pairs.begin(), pairs.end());
  std::string text;
  for (const std::string& pair : pairs) text += (text.empty() ? "" : " ") + pair;
  return text;
}

TEST(MatchInstructions, ByWhatTheyAreComputedFrom) {
  EXPECT_EQ(Pairs("p = f32[4] parameter(0) q = f32[4] parameter(1)\n"
                  "a = f32[4] sine(p) b = f32[4] sine(q) ROOT c = f32[4] subtract(a, b)",
                  "q = f32[4] parameter(0) p = f32[4] parameter(1)\n"
                  "b = f32[4] sine(q) a = f32[4] sine(p) ROOT d = f32[4] subtract(b, a)"),
            "a=b b=a c=d p=q q=p");
}

TEST(MatchInstructions, TwoChangesWithSomethingBetween) {
  EXPECT_EQ(Pairs("p = f32[4] parameter(0) a = f32[4] sine(p) b = f32[4] negate(a)\n"
                  "c = f32[4] negate(b) d = f32[4] tan(c) ROOT e = f32[4] negate(d)",
                  "p = f32[4] parameter(0) q = f32[4] cosine(p) r = f32[4] negate(q)\n"
                  "v = f32[4] negate(r) t = f32[4] tanh(v) ROOT u = f32[4] negate(t)"),
            "a~q b=r c=v d~t e=u p=p");
}

TEST(MatchInstructions, TwinsGoTogether) {
  // Only their neighbours distinguish c0 from c1, and n0 from n1.
  EXPECT_EQ(Pairs("c0 = f32[] constant(1) c1 = f32[] constant(1)\n"
                  "n0 = f32[] negate(c0) n1 = f32[] negate(c1) ROOT t = (f32[]) tuple(n0)",
                  "d1 = f32[] constant(1) d0 = f32[] constant(1)\n"
                  "m0 = f32[] negate(d0) m1 = f32[] negate(d1) ROOT t = (f32[]) tuple(m0)"),
            "c0=d0 c1=d1 n0=m0 n1=m1 t=t");
}

TEST(MatchInstructions, NamesTellTwinsThatHaveKeptThem) {
  const std::string kept = "p = f32[] parameter(0) ROOT r = f32[] sine(p)\n";
  EXPECT_EQ(Pairs(kept + "u = f32[] negate(p) v = f32[] negate(p)", kept + "v = f32[] negate(p)"),
            "p=p r=r v=v");
}

TEST(MatchInstructions, OperandsOfAnotherNumber) {
  EXPECT_EQ(Pairs("p = f32[4] parameter(0) a = f32[4] sine(p) b = f32[4] cosine(p)\n"
                  "c = f32[4] tan(p) ROOT t = f32[12] concatenate(a, b, c), dimensions={0}",
                  "p = f32[4] parameter(0) b = f32[4] cosine(p) c = f32[4] tan(p)\n"
                  "ROOT t = f32[8] concatenate(b, c), dimensions={0}"),
            "b=b c=c p=p t~t");
}

TEST(MatchInstructions, AReplacementIsMatchedIfItsShapeFits) {
  EXPECT_EQ(Pairs("p = f32[4] parameter(0) a = f32[4] sine(p) ROOT b = f32[4] negate(a)",
                  "p = f32[4] parameter(0) h = bf16[4] convert(p) c = f32[4] convert(h)\n"
                  "ROOT b = f32[4] negate(c)"),
            "a~c b=b p=p");
  EXPECT_EQ(Pairs("p = f32[4] parameter(0) a = f32[4] sine(p) ROOT b = (f32[4]) tuple(a)",
                  "p = f32[4] parameter(0) s = f32[2] slice(p), slice={[0:2]}\n"
                  "ROOT b = (f32[2]) tuple(s)"),
            "b~b p=p");
}

TEST(MatchInstructions, AParameterIsReplacedByNothingElse) {
  EXPECT_EQ(Pairs("p = f32[4] parameter(0) ROOT a = f32[4] sine(p)",
                  "c = f32[4] constant({1,2,3,4}) ROOT a = f32[4] sine(c)"),
            "a=a");
}

TEST(MatchInstructions, AParameterIsItsNumber) {
  EXPECT_EQ(Pairs("p = f32[4] parameter(0) q = f32[4] parameter(1) ROOT a = f32[4] sine(q)",
                  "q = f32[4] parameter(0) ROOT a = f32[4] sine(q)"),
            "a=a p=q");
}

TEST(MatchInstructions, NothingInCommon) {
  EXPECT_EQ(Pairs("ROOT p = f32[4] parameter(0)",
                  "ROOT c = (s32[]) custom-call(), "
                  "custom_call_target=\"f\""),
            "");
}

TEST(MatchInstructions, ManyEqualOnesAreMatchedOnce) {
  const auto body = [](int count) {
    std::string text = "p = f32[4] parameter(0) ROOT r = f32[4] copy(p)\n";
    for (int i = 0; i < count; ++i) text += "n" + std::to_string(i) + " = f32[4] negate(p)\n";
    return text;
  };
  const std::string pairs = Pairs(body(2000), body(1999));
  EXPECT_EQ(std::count(pairs.begin(), pairs.end(), '='), 2001);
}

// Growing skips pairs with matched neighbours from 4096 pairs on.
TEST(MatchInstructions, OneChangeInALongChain) {
  const auto body = [](const std::string& middle) {
    constexpr int kLinks = 6000;
    std::string text = "x0 = f32[] parameter(0)\n";
    for (int i = 1; i <= kLinks; ++i) {
      const std::string n = std::to_string(i), x = "x" + std::to_string(i - 1);
      text += "k" + n + " = f32[] constant(" + n + ")\n";
      text += (i == kLinks ? "ROOT x" : "x") + n + " = f32[] " +
              (i == kLinks / 2 ? middle : "add(" + x + ", k" + n + ")") + "\n";
    }
    return text;
  };
  const std::string pairs = Pairs(body("add(x2999, k3000)"), body("maximum(x2999, k2999)"));
  EXPECT_EQ(
      std::count(pairs.begin(), pairs.end(), '=') + std::count(pairs.begin(), pairs.end(), '~'),
      12001);
  EXPECT_NE(pairs.find("x3000~x3000 "), std::string::npos);
  EXPECT_NE(pairs.find("k3000=k3000 "), std::string::npos);
  EXPECT_NE(pairs.find("x2999=x2999 "), std::string::npos);
  EXPECT_NE(pairs.find("x3001=x3001 "), std::string::npos);
}

}  // namespace hlo_text_v1::instruction_matcher_test
