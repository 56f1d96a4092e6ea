#include "src/tools/hlo_view/dump_report/blame.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/read.h"
#include "tests/tools/hlo_view/dump_report/passes_test_util.h"

namespace hlo_text_v1::blame_test {

using namespace internal;

// "NAME: EVENT; EVENT" for each instruction of the last of these versions of a program.
std::string Trace(const std::vector<std::string>& texts) {
  std::vector<HloModule> stages;
  for (const std::string& text : texts) stages.push_back(ReadModule("HloModule m\n" + text));
  Blame blame;
  HashMap<const HloInstruction*, int64_t> last;
  for (size_t i = 1; i < stages.size(); ++i) {
    last = TraceStage(stages[i - 1], stages[i], i, last, &blame.events);
  }
  blame.last = std::move(last);
  std::string lines;
  for (const HloComputation* computation : stages.back().computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      std::string events;
      for (const BlameEvent* event : blame.HistoryOf(*instruction)) {
        events += (events.empty() ? "" : "; ") + std::to_string(event->stage) + " " + event->text;
      }
      if (!events.empty()) lines += std::string(instruction->name()) + ": " + events + "\n";
    }
  }
  return lines;
}

TEST(Blame, FusionsAreSeenThrough) {
  EXPECT_EQ(Trace({R"(ENTRY e {
  p = f32[8] parameter(0)
  two = f32[] constant(2)
  all = f32[8] broadcast(two), dimensions={}
  scaled = f32[8] multiply(p, all)
  ROOT r = f32[8] tanh(scaled)
})",
                   R"(f {
  a = f32[8] parameter(0)
  c = f32[] constant(2)
  b = f32[8] broadcast(c), dimensions={}
  ROOT m = f32[8] multiply(a, b)
}
ENTRY e {
  p = f32[8] parameter(0)
  fused = f32[8] fusion(p), kind=kLoop, calls=f
  ROOT r = f32[8] tanh(fused)
})"}),
            "a: 1 made\n"
            "c: 1 moved into f, was two in e\n"
            "b: 1 moved into f, was all in e\n"
            "m: 1 moved into f, was scaled in e\n"
            "fused: 1 made in place of scaled, multiply\n");
}

TEST(Blame, PartsOfTuplesAreSeenThrough) {
  EXPECT_EQ(Trace({R"(ENTRY e {
  p = f32[8] parameter(0)
  x = f32[8] exponential(p)
  y = f32[8] negate(p)
  z = f32[8] add(x, y)
  ROOT r = f32[8] tanh(z)
})",
                   R"(both {
  a = f32[8] parameter(0)
  ax = f32[8] exponential(a)
  ay = f32[8] negate(a)
  ROOT t = (f32[8], f32[8]) tuple(ay, ax)
}
sum {
  b = f32[8] parameter(0)
  c = f32[8] parameter(1)
  ROOT bc = f32[8] add(b, c)
}
ENTRY e {
  p = f32[8] parameter(0)
  f = (f32[8], f32[8]) fusion(p), kind=kLoop, calls=both
  y = f32[8] get-tuple-element(f), index=0
  x = f32[8] get-tuple-element(f), index=1
  z = f32[8] fusion(x, y), kind=kLoop, calls=sum
  ROOT r = f32[8] tanh(z)
})"}),
            "a: 1 made\n"
            "ax: 1 moved into both, was x in e\n"
            "ay: 1 moved into both, was y in e\n"
            "t: 1 made\n"
            "b: 1 made\n"
            "c: 1 made\n"
            "bc: 1 moved into sum, was z in e\n"
            "f: 1 made\n"
            "y: 1 made\n"
            "x: 1 made\n"
            "z: 1 made in place of z, add\n");
}

TEST(Blame, WhatIsInTwoFusionsIsCopied) {
  EXPECT_EQ(Trace({R"(ENTRY e {
  p = f32[8] parameter(0)
  x = f32[8] exponential(p)
  y = f32[8] negate(x)
  ROOT t = (f32[8], f32[8]) tuple(x, y)
})",
                   R"(f {
  a = f32[8] parameter(0)
  again = f32[8] exponential(a)
  ROOT n = f32[8] negate(again)
}
ENTRY e {
  p = f32[8] parameter(0)
  x = f32[8] exponential(p)
  y = f32[8] fusion(p), kind=kLoop, calls=f
  ROOT t = (f32[8], f32[8]) tuple(x, y)
})"}),
            "a: 1 made\n"
            "again: 1 copied into f, was x in e\n"
            "n: 1 moved into f, was y in e\n"
            "y: 1 made in place of y, negate\n");
}

TEST(Blame, NamesDecideBetweenEqualInstructions) {
  // A pass that makes q, and gives it to the unused c, as XLA's copy insertion does.
  EXPECT_EQ(Trace({R"(ENTRY e {
  p = f32[8] parameter(0)
  c = f32[8] copy(p)
  a = f32[8] abs(p)
  b = f32[8] exponential(a)
  d = f32[8] negate(b)
  f = f32[8] tanh(d)
  g = f32[8] sine(f)
  h = f32[8] cosine(g)
  i = f32[8] floor(h)
  j = f32[8] ceil(i)
  k = f32[8] sign(j)
  ROOT r = f32[8] log(k)
})",
                   R"(ENTRY e {
  p = f32[8] parameter(0)
  q = f32[8] copy(p)
  a = f32[8] abs(q)
  b = f32[8] exponential(a)
  d = f32[8] negate(b)
  f = f32[8] tanh(d)
  g = f32[8] sine(f)
  h = f32[8] cosine(g)
  i = f32[8] floor(h)
  j = f32[8] ceil(i)
  k = f32[8] sign(j)
  ROOT r = f32[8] log(k)
  c = f32[8] copy(q)
})"}),
            "q: 1 made\na: 1 changed: operands\nc: 1 changed: operands\n");
}

TEST(Blame, EventsAddUp) {
  const std::string sync = R"(ENTRY e {
  p = f32[8]{0} parameter(0)
  ROOT c = f32[8]{0} copy(p)
})";
  const std::string async = R"(ENTRY e {
  p = f32[8]{0} parameter(0)
  s = (f32[8]{0}, f32[8]{0}, u32[]) copy-start(p)
  ROOT d = f32[8]{0} copy-done(s)
})";
  const std::string attribute = R"(ENTRY e {
  p = f32[8]{0} parameter(0)
  s = (f32[8]{0}, f32[8]{0}, u32[]) copy-start(p), cross_program_prefetch_index=0
  ROOT d = f32[8]{0} copy-done(s)
})";
  EXPECT_EQ(Trace({sync, async, async, attribute}),
            "s: 1 made; 3 changed: cross_program_prefetch_index\n"
            "d: 1 made in place of c, copy\n");
}

TEST(Blame, EveryInstructionOfTheLastStageHasAHistory) {
  for (const std::string name : {"jax", "jax_no_fusion"}) {
    const DumpFolder folder = test::ListTestFolder(name);
    for (const DumpModule& module : folder.modules) {
      const Blame blame = TraceModule(folder, module, {});
      EXPECT_EQ(blame.stage + 1, module.stages.size());
      EXPECT_TRUE(blame.errors.empty());
      for (const HloComputation* computation : blame.module.computations()) {
        for (const HloInstruction* instruction : computation->instructions()) {
          const auto history = blame.HistoryOf(*instruction);
          ASSERT_FALSE(history.empty()) << instruction->name();
          EXPECT_LE(history[0]->kind, BlameEvent::Kind::kMade) << instruction->name();
        }
      }
    }
  }
}

TEST(Blame, StagesThatCannotBeReadAreSkipped) {
  test::TempFolder files;
  files.Write("module_0000.f.before_optimizations.txt",
              "HloModule m\nENTRY e { ROOT p = f32[] parameter(0) }");
  files.Write("module_0000.f.0001.a.after_b.before_c.txt", "HloModule");
  files.Write("module_0000.f.cpu_after_optimizations.txt",
              "HloModule m\nENTRY e { ROOT q = f32[] parameter(0) }");
  const DumpFolder folder = *ListDumpFolder(files.path());
  const Blame blame = TraceModule(folder, folder.modules[0], {});
  EXPECT_EQ(blame.errors.size(), 1);
  EXPECT_EQ(blame.stage, 2);
  EXPECT_EQ(blame.HistoryOf(*blame.module.entry_computation()->root_instruction())[0]->text,
            "in the program, p in e");
}

}  // namespace hlo_text_v1::blame_test
