#include "src/export/neighborhood.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/export/graph_test_util.h"

namespace hlo_text_v1::neighborhood_test {

using namespace internal;

using testing::ElementsAre;

constexpr char kChain[] = R"(HloModule m
ENTRY e {
  p = f32[] parameter(0)
  a = f32[] negate(p)
  b = f32[] add(a, a)
  c = f32[] negate(b)
  d = f32[] negate(c)
  ROOT r = f32[] add(d, p), control-predecessors={a}
}
)";

std::vector<std::string> Near(const HloModule& module, const char* center, int hops,
                              bool far = false) {
  const Neighborhood near = FindNeighborhood(*Find(module, center), hops);
  std::vector<std::string> names;
  for (const HloInstruction* instruction : module.entry_computation()->instructions()) {
    if ((far ? near.has_far : near.is_near)[instruction->index()]) {
      names.emplace_back(instruction->name());
    }
  }
  return names;
}

TEST(Neighborhood, BothDirections) {
  const HloModule module = ModuleOf(kChain);
  EXPECT_THAT(Near(module, "c", 0), ElementsAre("c"));
  EXPECT_THAT(Near(module, "c", 1), ElementsAre("b", "c", "d"));
  EXPECT_THAT(Near(module, "c", 2), ElementsAre("a", "b", "c", "d", "r"));
  EXPECT_THAT(Near(module, "c", 3), ElementsAre("p", "a", "b", "c", "d", "r"));
  EXPECT_THAT(Near(module, "c", 1000000000), ElementsAre("p", "a", "b", "c", "d", "r"));
}

TEST(Neighborhood, ControlDependenciesAreEdges) {
  EXPECT_THAT(Near(ModuleOf(kChain), "a", 1), ElementsAre("p", "a", "b", "r"));
}

TEST(Neighborhood, WhatIsFar) {
  const HloModule module = ModuleOf(kChain);
  EXPECT_THAT(Near(module, "c", 1, true), ElementsAre("b", "d"));
  EXPECT_THAT(Near(module, "c", 2, true), ElementsAre("a", "r"));
  EXPECT_THAT(Near(module, "c", 3, true), ElementsAre());
}

TEST(Neighborhood, Counts) {
  const HloModule module = ModuleOf(kChain);
  EXPECT_THAT(FindNeighborhood(*Find(module, "c"), 2).within_hops, ElementsAre(1, 3, 5));
  EXPECT_THAT(FindNeighborhood(*Find(module, "c"), 99).within_hops, ElementsAre(1, 3, 5, 6, 6));
}

}  // namespace hlo_text_v1::neighborhood_test
