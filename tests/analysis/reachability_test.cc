#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/dependencies.h"
#include "tests/analysis/brute_force.h"

namespace hlo_text_v1::reachability_test {

using namespace test;

TEST(Reachability, AgreesWithASearch) {
  ForRandomModules([](const HloModule& module) {
    for (const HloComputation* computation : module.computations()) {
      const HloReachability reachability(*computation);
      for (const HloInstruction* to : computation->instructions()) {
        const std::set<const HloInstruction*> before = Before(to);
        for (const HloInstruction* from : computation->instructions()) {
          ASSERT_EQ(reachability.IsReachable(*from, *to), before.count(from) > 0)
              << from->name() << " " << to->name();
          ASSERT_EQ(reachability.IsConnected(*from, *to),
                    before.count(from) > 0 || Before(from).count(to) > 0);
        }
      }
    }
  });
}

// These finish before b: instructions outside of operations that b depends on, and operations whose
// done it depends on.
TEST(Reachability, OfAsynchronousOperationsCountsTheDone) {
  ForRandomModules([](const HloModule& module) {
    for (const HloComputation* computation : module.computations()) {
      const HloReachability reachability(*computation);
      const std::vector<AsyncOperation> operations = FindAsyncOperations(*computation);
      for (const HloInstruction* b : computation->instructions()) {
        const std::set<const HloInstruction*> before = Before(b);
        for (const HloInstruction* a : computation->instructions()) {
          const HloInstruction* end = a;
          for (const AsyncOperation& operation : operations) {
            for (const HloInstruction* link : operation.links()) {
              if (link == a) end = operation.done();
            }
          }
          ASSERT_EQ(reachability.FinishesBefore(*a, *b),
                    end != nullptr && end != b && before.count(end) > 0)
              << a->name() << " " << b->name();
        }
      }
    }
  });
}

// It does not know instructions that were made later.
TEST(Reachability, AfterAnEdit) {
  HloModule module = ReadModule("ENTRY e { p = f32[] parameter(0) ROOT n = f32[] negate(p) }");
  const HloReachability reachability(*module.entry_computation());
  const HloInstruction *p = Find(module, "p"), *n = Find(module, "n");
  HloBuilder builder(module.entry_computation());
  const HloInstruction* later = builder.AddUnary(HloOpcode::kAbs, Find(module, "p"));
  EXPECT_TRUE(reachability.IsReachable(*p, *n));
  EXPECT_FALSE(reachability.IsReachable(*p, *later));
  EXPECT_FALSE(reachability.IsReachable(*later, *n));
}

// A row has several words.
TEST(Reachability, OfManyInstructions) {
  constexpr int kCount = 140;
  std::string text = "HloModule m\nENTRY e {\n p = f32[] parameter(0)\n";
  for (int i = 0; i < kCount; ++i) {
    text += " n" + std::to_string(i) + " = f32[] negate(p)\n";
  }
  const HloModule module = ReadModule(text + " ROOT a = f32[] abs(p) }");
  const HloReachability reachability(*module.entry_computation());
  for (const HloInstruction* to : module.entry_computation()->instructions()) {
    for (const HloInstruction* from : module.entry_computation()->instructions()) {
      const bool expected = from == to || from->opcode() == HloOpcode::kParameter;
      ASSERT_EQ(reachability.IsReachable(*from, *to), expected) << from->name() << to->name();
    }
  }
}

TEST(Reachability, WhatRunsBesideACopy) {
  const HloModule module = ReadModule(R"(HloModule m
ENTRY e {
  p = f32[4] parameter(0)
  start = (f32[4], f32[4], u32[]) copy-start(p)
  beside = f32[4] negate(p), control-predecessors={start}
  done = f32[4] copy-done(start)
  ROOT after = f32[4] add(done, beside)
})");
  const HloComputation& entry = *module.entry_computation();
  const HloReachability reachability(entry);
  const HloInstruction& start = *entry.FindInstruction("start");
  const HloInstruction& beside = *entry.FindInstruction("beside");
  EXPECT_TRUE(reachability.IsReachable(start, beside));
  EXPECT_FALSE(reachability.FinishesBefore(start, beside));
  EXPECT_FALSE(reachability.FinishesBefore(start, *entry.FindInstruction("done")));
  EXPECT_TRUE(reachability.FinishesBefore(start, *entry.root_instruction()));
}

}  // namespace hlo_text_v1::reachability_test
