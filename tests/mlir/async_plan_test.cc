// The chains and pairs that are well-formed enough for the async dialect.
#include "src/mlir/async_plan.h"

#include <gtest/gtest.h>

#include <string>

#include "src/vocabulary/async_pairs.h"
#include "tests/mlir/mlir_test_util.h"
#include "tests/support/cases.h"

namespace hlo_text_v1::async_plan_test {

using namespace internal;

// The names of all asynchronous calls in the entry computation, with "+" after those with a token.
std::string CallsOf(const HloModule& module) {
  MlirTypes types(false);
  const AsyncPlan plan(module, &types);
  std::string calls;
  for (const HloInstruction* i : module.entry_computation()->instructions()) {
    const AsyncWork* work = plan.WorkOf(i);
    if (work == nullptr || i != work->call_link()) continue;
    calls += (calls.empty() ? "" : " ") + std::string(i->name()) + (work->needs_token ? "+" : "");
  }
  return calls;
}

std::string CallsIn(const std::string& body) {
  return CallsOf(
      ReadModule("f { x = f32[8] parameter(0) ROOT n = f32[8] negate(x) }\n"
                 "g { x = f32[8] parameter(0) y = f32[8] parameter(1)"
                 "  ROOT n = f32[8] add(x, y) }\n"
                 "ENTRY e { a = f32[8] parameter(0)\n" +
                 body + "}"));
}

const Case kChains[] = {
    // The call is at the link that binds the last operand.
    {"s = ((f32[8]), f32[8]) async-start(a), calls=f  d = f32[8] async-done(s)", "s"},
    {"s = ((f32[8]), ()) async-start(a), calls=f  u = ((f32[8]), f32[8]) async-update(s)"
     "  d = f32[8] async-done(u)",
     "s"},
    {"s = ((), ()) async-start(), calls=f  u = ((f32[8]), f32[8]) async-update(s, a)"
     "  d = f32[8] async-done(u)",
     "u"},
    {"s = ((f32[8]), ()) async-start(a), calls=g"
     "  u = ((f32[8], f32[8]), f32[8]) async-update(s, a)  d = f32[8] async-done(u)",
     "u"},
    // No done, an operand that is never bound, a shape of another type, a link that is used.
    {"ROOT s = ((f32[8]), f32[8]) async-start(a), calls=f", ""},
    {"s = ((f32[8]), f32[8]) async-start(a), calls=g  d = f32[8] async-done(s)", ""},
    {"s = ((f32[8]), f32[8]) async-start(a), calls=f  d = f32[4] async-done(s)", ""},
    {"s = ((f32[4]), f32[8]) async-start(a), calls=f  d = f32[8] async-done(s)", ""},
    {"s = ((f32[8]), s32[8]) async-start(a), calls=f  d = f32[8] async-done(s)", ""},
    {"s = ((f32[8]), f32[8]) async-start(a), calls=f  d = f32[8] async-done(s)"
     "  t = (((f32[8]), f32[8])) tuple(s)",
     ""},
    {"s = ((f32[8]), f32[8]) async-start(a), calls=f  d = f32[8] async-done(s)"
     "  r = f32[8] async-done(s)",
     ""},
    // Two starts of a computation; one that has another caller as well.
    {"s = ((f32[8]), f32[8]) async-start(a), calls=f  d = f32[8] async-done(s)"
     "  t = ((f32[8]), f32[8]) async-start(a), calls=f  r = f32[8] async-done(t)",
     "s t"},
    {"s = ((f32[8]), f32[8]) async-start(a), calls=f  d = f32[8] async-done(s)"
     "  r = f32[8] call(a), to_apply=f",
     ""},
    // Dones before others.
    {"s = ((f32[8]), f32[8]) async-start(a), calls=f  d = f32[8] async-done(s)"
     "  t = ((f32[8]), f32[8]) async-start(a), calls=f, control-predecessors={d}"
     "  r = f32[8] async-done(t)",
     "s+ t+"},
    {"s = ((f32[8]), f32[8]) async-start(a), calls=f"
     "  t = ((f32[8]), f32[8]) async-start(a), calls=f, control-predecessors={s}"
     "  d = f32[8] async-done(s) r = f32[8] async-done(t)",
     "s t"},
    // Pairs.
    {"s = (f32[8], f32[8], u32[]) copy-start(a)  d = f32[8] copy-done(s)", "s"},
    {"s = (f32[8], f32[8], u32[]) copy-start(a)  d = f32[8] copy-done(s)  r = f32[8] copy-done(s)",
     ""},
    {"ROOT s = (f32[8], f32[8], u32[]) copy-start(a)", ""},
};

TEST(AsyncPlan, TakesWhatTheDialectCanSay) { ExpectCases(kChains, CallsIn); }

TEST(AsyncPlan, TellsComputationsThatOnlyChainsCall) {
  const HloModule module = ReadModule(
      "f { x = f32[8] parameter(0) ROOT n = f32[8] negate(x) }\n"
      "g { x = f32[8] parameter(0) ROOT n = f32[8] negate(x) }\n"
      "ENTRY e { a = f32[8] parameter(0)"
      "  s = ((f32[8]), f32[8]) async-start(a), calls=f  d = f32[8] async-done(s)"
      "  ROOT r = f32[8] call(d), to_apply=g }");
  MlirTypes types(false);
  const AsyncPlan plan(module, &types);
  EXPECT_TRUE(plan.IsAsync(module.computations()[0]));
  EXPECT_FALSE(plan.IsAsync(module.computations()[1]));
  EXPECT_FALSE(plan.IsAsync(module.entry_computation()));
}

TEST(AsyncPlan, KnowsPairs) {
  for (const HloOpcode work : {HloOpcode::kAllGather, HloOpcode::kAllReduce, HloOpcode::kCopy,
                               HloOpcode::kCollectivePermute, HloOpcode::kSend, HloOpcode::kRecv}) {
    const AsyncPairOpcodes* pair = FindPairOpcodes<&AsyncPairOpcodes::work>(work);
    ASSERT_NE(pair, nullptr);
    EXPECT_EQ(FindPairOpcodes<&AsyncPairOpcodes::start>(pair->start)->work, work);
    EXPECT_EQ(FindPairOpcodes<&AsyncPairOpcodes::done>(pair->done)->work, work);
  }
  EXPECT_EQ(FindPairOpcodes<&AsyncPairOpcodes::work>(HloOpcode::kAdd), nullptr);
  EXPECT_EQ(FindPairOpcodes<&AsyncPairOpcodes::work>(HloOpcode::kSend)->done, HloOpcode::kSendDone);
}

TEST(AsyncPlan, AResultIsBoundFromItsBegin) {
  Arena arena;
  ShapePool pool(&arena);
  const Shape* f32 = pool.Scalar(PrimitiveType::kF32);
  const Shape* s32 = pool.Scalar(PrimitiveType::kS32);
  const Shape* pair = pool.Tuple({f32, s32});
  EXPECT_TRUE(IsBoundPart(*pool.Tuple({}), *f32));
  EXPECT_TRUE(IsBoundPart(*f32, *f32));
  EXPECT_TRUE(IsBoundPart(*pool.Tuple({f32}), *pair));
  EXPECT_FALSE(IsBoundPart(*pool.Tuple({f32}), *f32));
  EXPECT_FALSE(IsBoundPart(*pool.Tuple({s32}), *pair));
  EXPECT_FALSE(IsBoundPart(*pool.Tuple({f32, s32, f32}), *pair));
}

}  // namespace hlo_text_v1::async_plan_test
