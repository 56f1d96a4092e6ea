#include "src/diff/similar_computations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/read.h"

namespace hlo_text_v1::similar_computations_test {

using namespace internal;

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;

std::string Function(const std::string& name, const std::vector<std::string>& opcodes) {
  std::string text = name + " {\n  p = f32[4] parameter(0)\n";
  std::string last = "p";
  for (size_t i = 0; i < opcodes.size(); ++i) {
    const std::string next = "i" + std::to_string(i);
    text += std::string("  ") + (i + 1 == opcodes.size() ? "ROOT " : "") + next + " = f32[4] " +
            opcodes[i] + "(" + last + ")\n";
    last = next;
  }
  return text + "}\n";
}

// Numbered in text order; the texts have no entry.
Pairs Similar(const std::string& before, const std::string& after) {
  const std::string entry = "ENTRY e { ROOT q = f32[] parameter(0) }";
  const HloModule a = ReadModule("HloModule m\n" + before + entry);
  const HloModule b = ReadModule("HloModule m\n" + after + entry);
  const auto list = [](const HloModule& module) {
    std::vector<ComparedComputation> all;
    for (const HloComputation* computation : module.computations()) {
      if (!computation->IsEntry()) {
        all.push_back({static_cast<uint32_t>(all.size()), computation});
      }
    }
    return all;
  };
  InstructionHasher a_hasher, b_hasher;
  return FindSimilar(list(a), list(b), &a_hasher, &b_hasher);
}

TEST(FindSimilar, HalfInCommonIsEnough) {
  EXPECT_THAT(Similar(Function("f", {"sine", "negate"}), Function("g", {"sine", "abs"})),
              ElementsAre(Pair(0, 0)));
  EXPECT_THAT(Similar(Function("f", {"sine", "negate", "tan"}), Function("g", {"sine", "abs"})),
              IsEmpty());
}

TEST(FindSimilar, AQuarterAndANameAreToo) {
  EXPECT_THAT(Similar(Function("f", {"sine", "negate", "tan"}), Function("f", {"sine", "abs"})),
              ElementsAre(Pair(0, 0)));
  EXPECT_THAT(Similar(Function("f", {"negate", "tan"}), Function("f", {"sine", "abs"})), IsEmpty());
}

TEST(FindSimilar, TheMostSimilarFirst) {
  const Pairs pairs = Similar(
      Function("f", {"sine", "negate", "tan", "abs"}) + Function("g", {"cosine", "negate"}),
      Function("h", {"sine", "negate", "tan", "sign"}) + Function("i", {"cosine", "negate"}));
  ASSERT_FALSE(pairs.empty());
  EXPECT_THAT(pairs[0], Pair(1, 1));
  EXPECT_THAT(pairs[1], Pair(0, 0));
}

TEST(FindSimilar, WhatManyHaveSaysNothing) {
  std::string before, after;
  for (int i = 0; i < 20; ++i) {
    const std::string n = std::to_string(i);
    before += Function("fn" + n, {"sine", "negate"});
    after += Function("g" + n, {"sine", "abs"});
  }
  EXPECT_THAT(Similar(before, after), IsEmpty());
}

TEST(FindSimilar, NothingIsSimilarToNothing) {
  EXPECT_THAT(Similar("", Function("f", {"sine"})), IsEmpty());
  EXPECT_THAT(Similar(Function("f", {"sine"}), ""), IsEmpty());
}

}  // namespace hlo_text_v1::similar_computations_test
