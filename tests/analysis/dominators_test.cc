#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "hlo/dependencies.h"
#include "tests/analysis/brute_force.h"
#include "tests/support/sample.h"

namespace hlo_text_v1::dominators_test {

using namespace test;

// The instructions that depend on `from`, with itself, without passing through `removed`.
std::set<const HloInstruction*> After(const HloComputation& computation, const HloInstruction* from,
                                      const HloInstruction* removed) {
  std::set<const HloInstruction*> found;
  for (const HloInstruction* to : computation.instructions()) {
    if (from != removed && Before(to, removed).count(from) > 0) found.insert(to);
  }
  return found;
}

bool IsFirst(const HloInstruction& i) { return DependenciesOf(i).empty(); }

// Without a, no path leads from an instruction without dependencies to b.
TEST(Dominators, AgreeWithRemovingEachInstruction) {
  ForRandomModules([](const HloModule& module) {
    for (const HloComputation* computation : module.computations()) {
      const DominatorTree tree(*computation);
      for (const HloInstruction* a : computation->instructions()) {
        for (const HloInstruction* b : computation->instructions()) {
          bool dominates = true;
          for (const HloInstruction* first : Before(b, a)) dominates &= !IsFirst(*first);
          ASSERT_EQ(tree.Dominates(*a, *b), dominates) << a->name() << " " << b->name();
        }
      }
      for (const HloInstruction* i : computation->instructions()) {
        const HloInstruction* above = tree.ImmediateDominator(*i);
        for (const HloInstruction* other : computation->instructions()) {
          if (other == i || !tree.Dominates(*other, *i)) continue;
          ASSERT_NE(above, nullptr);
          ASSERT_TRUE(tree.Dominates(*other, *above));  // the nearest one
        }
      }
    }
  });
}

TEST(Dominators, BackwardAgreeWithRemovingEachInstruction) {
  for (uint64_t seed = 0; seed < 40; seed += kSampleStep) {
    const std::string text = RandomGraphModule(seed);
    SCOPED_TRACE(text);
    const HloModule module = ReadModule(text);
    for (const HloComputation* computation : module.computations()) {
      std::set<const HloInstruction*> has_followers;
      for (const HloInstruction* i : computation->instructions()) {
        for (const HloInstruction* dependency : DependenciesOf(*i))
          has_followers.insert(dependency);
      }
      const DominatorTree tree(*computation, FlowDirection::kBackward);
      for (const HloInstruction* a : computation->instructions()) {
        for (const HloInstruction* b : computation->instructions()) {
          bool dominates = true;
          for (const HloInstruction* last : After(*computation, b, a)) {
            dominates &= has_followers.count(last) > 0;
          }
          ASSERT_EQ(tree.Dominates(*a, *b), dominates) << a->name() << " " << b->name();
        }
      }
    }
  }
}

TEST(Dominators, OfALongChain) {
  std::string text = "HloModule m\nENTRY e {\n  v0 = f32[] parameter(0)\n";
  constexpr int kLength = 100000;
  for (int i = 1; i <= kLength; ++i) {
    text += "  v" + std::to_string(i) + " = f32[] negate(v" + std::to_string(i - 1) + ")\n";
  }
  text += "  ROOT r = f32[] abs(v" + std::to_string(kLength) + ")\n}\n";
  const HloModule module = ReadModule(text);
  const DominatorTree tree(*module.entry_computation());
  const HloInstruction* first = *module.entry_computation()->instructions().begin();
  const HloInstruction* root = module.entry_computation()->root_instruction();
  for (int i = 0; i < 100000; ++i) ASSERT_TRUE(tree.Dominates(*first, *root));
}

}  // namespace hlo_text_v1::dominators_test
