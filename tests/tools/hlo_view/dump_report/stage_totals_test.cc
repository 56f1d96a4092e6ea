#include "src/tools/hlo_view/dump_report/stage_totals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hlo/parse_values.h"
#include "tests/tools/hlo_view/dump_report/passes_test_util.h"

namespace hlo_text_v1::stage_totals_test {

using namespace internal;

using test::LoadText;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

TEST(StageTotals, Counts) {
  const LoadedStage stage = LoadText(R"(HloModule m, is_scheduled=true
fused {
  a = f32[4] parameter(0)
  b = f32[4] exponential(a)
  ROOT c = f32[4] negate(b)
}
called {
  p = f32[4] parameter(0)
  ROOT q = f32[4] abs(p)
}
ENTRY e {
  x = f32[4] parameter(0)
  f = f32[4] fusion(x), kind=kLoop, calls=fused
  g = f32[4] call(f), to_apply=called
  c = (f32[4], f32[4], u32[]) copy-start(g)
  d = f32[4] copy-done(c)
  b = f32[2,2] bitcast(d)
  ROOT t = (f32[2,2], f32[4]) tuple(b, f)
})");
  const StageTotals& totals = stage.totals;
  EXPECT_EQ(totals.instructions, 12);
  EXPECT_EQ(totals.computations, 3);
  EXPECT_TRUE(totals.is_scheduled);
  EXPECT_EQ(totals.async_pairs, 1);
  EXPECT_EQ(totals.text_bytes, static_cast<int64_t>(stage.module.source().size()));
  // The fusion, abs and the copy, 16 bytes each.
  EXPECT_EQ(totals.result_bytes, 48);
  EXPECT_THAT(totals.opcodes,
              UnorderedElementsAre(Pair("parameter", 3), Pair("exponential", 1), Pair("negate", 1),
                                   Pair("abs", 1), Pair("fusion", 1), Pair("call", 1),
                                   Pair("copy-start", 1), Pair("copy-done", 1), Pair("bitcast", 1),
                                   Pair("tuple", 1)));
}

TEST(StageTotals, UnknownOpcodesByTheirWords) {
  const LoadedStage stage = LoadText(
      "HloModule m\nENTRY e { p = f32[] parameter(0)\n a = f32[] new-op(p)\n"
      "ROOT b = f32[] newer-op(a) }");
  EXPECT_THAT(stage.totals.opcodes,
              UnorderedElementsAre(Pair("parameter", 1), Pair("new-op", 1), Pair("newer-op", 1)));
}

TEST(StageTotals, NotAnyNumberOfUnknownOpcodes) {
  std::string text = "HloModule m\nENTRY e { p = f32[] parameter(0)\n";
  for (int i = 0; i < 1500; ++i) {
    text += "a" + std::to_string(i) + " = f32[] op-" + std::to_string(i) + "(p)\n";
  }
  const LoadedStage stage = LoadText(text + "ROOT r = f32[] abs(p) }");
  EXPECT_EQ(stage.totals.opcodes.size(), 1003);
  EXPECT_EQ(stage.totals.opcodes.at("other unknown"), 500);
}

TEST(StageTotals, OpcodeChanges) {
  StageTotals before, after;
  before.opcodes = {{"add", 4}, {"copy", 1}, {"tuple", 2}, {"while", 1}};
  after.opcodes = {{"add", 1}, {"fusion", 3}, {"tuple", 2}};
  std::string text;
  for (const OpcodeChange& change : OpcodeChanges(before, after)) {
    text += change.opcode + " " + std::to_string(change.before) + " " +
            std::to_string(change.after) + "\n";
  }
  EXPECT_EQ(text, "add 4 1\nfusion 0 3\ncopy 1 0\nwhile 1 0\n");
}

}  // namespace hlo_text_v1::stage_totals_test
