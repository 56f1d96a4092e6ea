#include "src/tools/hlo_view/dump_report/async_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/base/strings.h"
#include "tests/tools/hlo_view/dump_report/passes_test_util.h"

namespace hlo_text_v1::async_changes_test {

using namespace internal;

using test::LoadText;
using ::testing::ElementsAre;

// The changes between two bodies of an entry computation with parameters p and q.
std::vector<std::string> Changes(std::string_view before, std::string_view after,
                                 bool scheduled = true) {
  const auto load = [&](std::string_view body) {
    return LoadText(StrCat("HloModule m", scheduled ? ", is_scheduled=true" : "",
                           "\nENTRY e {\n p = f32[8] parameter(0)\n q = f32[8] parameter(1)\n",
                           body, "\n}\n"));
  };
  const LoadedStage a = load(before), b = load(after);
  const ModuleDiff diff = Diff(a.module, b.module);
  std::vector<std::string> lines;
  for (const AsyncChange& change :
       FindAsyncChanges(diff, AsyncPairs(a.module), AsyncPairs(b.module))) {
    std::string line = StrCat(AsyncChangeName(change.kind), " ", change.opcode, " ", change.start);
    if (!change.sync.empty()) StrAppend(&line, " sync ", change.sync);
    if (change.kind == AsyncChangeKind::kMoved) {
      StrAppend(&line, " ", change.distance_before, " ", change.distance_after);
    }
    if (change.kind == AsyncChangeKind::kRebound) {
      StrAppend(&line, " ", change.operand, " ", change.link_before, " ", change.link_after);
    }
    lines.push_back(line);
  }
  return lines;
}

constexpr std::string_view kSync = R"(
  c = f32[8] custom-call(p, q), custom_call_target="t"
  n = f32[8] negate(q)
  ROOT r = f32[8] add(c, n))";
constexpr std::string_view kAsync = R"(
  s = ((f32[8], f32[8]), f32[8], s32[]) custom-call-start(p, q), custom_call_target="t"
  d = f32[8] custom-call-done(s)
  n = f32[8] negate(q)
  ROOT r = f32[8] add(d, n))";
constexpr std::string_view kOverlapped = R"(
  s = ((f32[8], f32[8]), f32[8], s32[]) custom-call-start(p, q), custom_call_target="t"
  n = f32[8] negate(q)
  d = f32[8] custom-call-done(s)
  ROOT r = f32[8] add(d, n))";
constexpr std::string_view kLateBound = R"(
  s = ((f32[8]), (), s32[]) custom-call-start(p), custom_call_target="t"
  u = ((f32[8], f32[8]), f32[8], s32[]) custom-call-update(s, q)
  d = f32[8] custom-call-done(u)
  n = f32[8] negate(q)
  ROOT r = f32[8] add(d, n))";
constexpr std::string_view kOneOperand = R"(
  s = ((f32[8]), f32[8], s32[]) custom-call-start(p), custom_call_target="x"
  d = f32[8] custom-call-done(s)
  n = f32[8] negate(q)
  ROOT r = f32[8] add(d, n))";
constexpr std::string_view kCopy = "\n c = f32[8] copy(p)\n ROOT r = f32[8] add(c, q)";
constexpr std::string_view kCopyPair = R"(
  c1 = (f32[8], f32[8], u32[]) copy-start(p)
  c2 = f32[8] copy-done(c1)
  ROOT r = f32[8] add(c2, q))";

TEST(AsyncChanges, Chains) {
  EXPECT_THAT(Changes(kSync, kAsync), ElementsAre("made custom-call s sync c"));
  EXPECT_THAT(Changes(kAsync, kSync), ElementsAre("removed custom-call s sync c"));
  EXPECT_THAT(Changes(kAsync, kOverlapped), ElementsAre("moved custom-call s 0 1"));
  EXPECT_THAT(Changes(kAsync, kLateBound), ElementsAre("rebound custom-call s 1 0 1"));
  EXPECT_THAT(Changes(kLateBound, kAsync), ElementsAre("rebound custom-call s 1 1 0"));
  // One operand more or less: -1 is not a link.
  EXPECT_THAT(Changes(kAsync, kOneOperand), ElementsAre("rebound custom-call s 1 0 -1"));
  EXPECT_THAT(Changes(kOneOperand, kAsync), ElementsAre("rebound custom-call s 1 -1 0"));
  EXPECT_THAT(Changes(kAsync, kAsync), ElementsAre());
}

TEST(AsyncChanges, PairsOfOpcodes) {
  EXPECT_THAT(Changes(kCopy, kCopyPair), ElementsAre("made copy c1 sync c"));
  EXPECT_THAT(Changes(kCopyPair, kCopy), ElementsAre("removed copy c1 sync c"));
  EXPECT_THAT(Changes("ROOT r = f32[8] add(p, q)", kCopyPair), ElementsAre("made copy c1"));
}

// Pairs that the diff cannot match, since the shape changed, are found by their operands.
TEST(AsyncChanges, OfAnotherShape) {
  const auto made = [](std::string_view operands) {
    return Changes(
        "c = f32[8] custom-call(p, q), custom_call_target=\"t\"\n n = f32[8] negate(q)\n"
        "ROOT r = (f32[8], f32[8]) tuple(c, n)",
        StrCat("s = ((f32[8], f32[8]), f32[4], s32[]) custom-call-start(", operands,
               "), custom_call_target=\"t\"\n d = f32[4] custom-call-done(s)\n"
               "n = f32[8] negate(q)\n ROOT r = (f32[4], f32[8]) tuple(d, n)"));
  };
  EXPECT_THAT(made("p, q"), ElementsAre("made custom-call s sync c"));
  EXPECT_THAT(made("q, p"), ElementsAre("made custom-call s"));
}

TEST(AsyncChanges, WithoutAScheduleNothingMoves) {
  EXPECT_THAT(Changes(kAsync, kOverlapped, /*scheduled=*/false), ElementsAre());
}

}  // namespace hlo_text_v1::async_changes_test
