// Tests of calls and asynchronous operations: desugaring, and moving the binding of operands and
// results, keep values.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hlo/async.h"
#include "hlo/edit.h"
#include "hlo/transform.h"
#include "tests/evaluate/evaluate_test_util.h"
#include "tests/support/random_async.h"

namespace hlo_text_v1::control_test {

TEST(ControlTest, CallsBranchesAndLoops) {
  const std::string common = R"(HloModule m
f { x = s32[] parameter(0)
  two = s32[] constant(2)
  ROOT y = s32[] multiply(x, two) }
g { x = s32[] parameter(0)
  ROOT y = s32[] negate(x) }
less { x = s32[] parameter(0)
  l = s32[] constant(50)
  ROOT y = pred[] compare(x, l), direction=LT }
ENTRY e { c = s32[] constant(3)
  big = s32[] constant(9)
  no = pred[] constant(false)
  ROOT r = )";
  const auto evaluated = [&](const std::string& root) {
    return Evaluated(ReadModule(common + root + " }"));
  };
  EXPECT_EQ(evaluated("s32[] call(c), to_apply=f"), "6");
  EXPECT_EQ(evaluated("s32[] fusion(c), kind=kLoop, calls=f"), "6");
  EXPECT_EQ(evaluated("s32[] conditional(no, c, c), true_computation=f, false_computation=g"),
            "-3");
  EXPECT_EQ(evaluated("s32[] conditional(big, c, c), branch_computations={f, g}"), "-3");
  EXPECT_EQ(evaluated("s32[] while(c), condition=less, body=f"), "96");
  EXPECT_EQ(evaluated("(s32[], s32[]) opt-barrier((s32[], s32[]) tuple(c, big))"), "( 3, 9 )");
}

TEST(ControlTest, CollectivesOfOneDevice) {
  const auto evaluated = [](const std::string& header, const std::string& root) {
    return Evaluated(ReadModule("HloModule m" + header + R"(
add { a = s32[] parameter(0)
  b = s32[] parameter(1)
  ROOT r = s32[] add(a, b) }
ENTRY e { c = s32[2] constant({3, 4})
  ROOT r = )" + root + " }"));
  };
  const std::string all_reduce = "s32[2] all-reduce(c), replica_groups={{0}}, to_apply=add";
  EXPECT_EQ(evaluated("", all_reduce), "{3, 4}");
  EXPECT_EQ(evaluated(", replica_count=2", all_reduce),
            "error: %r.1 = all-reduce: in a module for several devices");
  EXPECT_EQ(evaluated("", "s32[2] all-reduce(c), replica_groups={{0,1}}, to_apply=add"),
            "error: %r.1 = all-reduce: between devices");
  EXPECT_EQ(evaluated("", "s32[2] collective-permute(c), source_target_pairs={{0,0}}"), "{3, 4}");
  EXPECT_EQ(evaluated("", "u32[] replica-id()"), "0");
}

// ---- Asynchronous operations.

// One chain, bound in many ways.
TEST(ControlTest, LateBindingKeepsValues) {
  const std::string start =
      "HloModule m\nENTRY e { a = s32[] constant(7)\n b = s32[] constant(3)\n";
  for (const char* chain : {
           "s = ((s32[], s32[]), s32[], u32[]) subtract-start(a, b)\n ROOT d = s32[] "
           "subtract-done(s)",
           "s = ((s32[]), (), u32[]) subtract-start(a)\n"
           " u = ((s32[], s32[]), s32[], u32[]) subtract-update(s, b)\n"
           " ROOT d = s32[] subtract-done(u)",
           "s = ((), (), u32[]) subtract-start()\n"
           " u = ((s32[]), (), u32[]) subtract-update(s, a)\n"
           " v = ((s32[], s32[]), (), u32[]) subtract-update(u, b)\n"
           " ROOT d = s32[] subtract-done(v)",
       }) {
    EXPECT_EQ(Evaluated(ReadModule(start + chain + " }")), "4") << chain;
  }
}

// The state of a chain goes through a loop, which has an update in its body.
TEST(ControlTest, ChainsAcrossLoops) {
  EXPECT_EQ(Evaluated(ReadModule(R"(HloModule m
%work { x = s32[] parameter(0)
  y = s32[] parameter(1)
  ROOT z = s32[] subtract(x, y) }
body { s = (s32[], ((s32[], s32[]), s32[], u32[])) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  state = ((s32[], s32[]), s32[], u32[]) get-tuple-element(s), index=1
  one = s32[] constant(1)
  next = s32[] add(i, one)
  update = ((s32[], s32[]), s32[], u32[]) async-update(state)
  ROOT t = (s32[], ((s32[], s32[]), s32[], u32[])) tuple(next, update) }
condition { u = (s32[], ((s32[], s32[]), s32[], u32[])) parameter(0)
  j = s32[] get-tuple-element(u), index=0
  l = s32[] constant(5)
  ROOT o = pred[] compare(j, l), direction=LT }
ENTRY e { a = s32[] constant(7)
  b = s32[] constant(3)
  zero = s32[] constant(0)
  start = ((s32[], s32[]), s32[], u32[]) async-start(a, b), calls=%work
  init = (s32[], ((s32[], s32[]), s32[], u32[])) tuple(zero, start)
  loop = (s32[], ((s32[], s32[]), s32[], u32[])) while(init), condition=condition, body=body
  last = ((s32[], s32[]), s32[], u32[]) get-tuple-element(loop), index=1
  ROOT done = s32[] async-done(last) })")),
            "4");
}

bool IsRefused(const std::string& value) { return value.rfind("error: ", 0) == 0; }

// Every form in which a module with asynchronous operations prints, and the module without them,
// has the same value.
void ExpectSameInAllForms(const HloModule& module, const std::string& name, int* evaluated) {
  const std::string value = Evaluated(module);
  if (IsRefused(value)) return;
  ++*evaluated;
  for (const AsyncPrintMode mode : {AsyncPrintMode::kSugar, AsyncPrintMode::kGeneric}) {
    EXPECT_EQ(Evaluated(ReadModule(PrintWithConstants(module, mode))), value) << name;
  }
  HloModule synchronous = module.Clone();
  for (HloComputation* computation : synchronous.computations()) {
    if (computation->is_removed()) continue;
    std::vector<HloInstruction*> dones;
    for (HloInstruction* i : computation->instructions()) {
      if (IsAsyncDone(*i)) dones.push_back(i);
    }
    for (HloInstruction* done : dones) {
      if (done->parent() != nullptr) (void)CreateSyncInstruction(done);
    }
  }
  EXPECT_EQ(Evaluated(synchronous), value) << name;
}

TEST(ControlTest, AsyncTestdataHasOneValueInAllForms) {
  int evaluated = 0;
  for (const auto& path : TestdataFiles("async")) {
    if (!IsTestdataInput(path)) continue;
    const absl::StatusOr<HloModule> module = ReadHloModule(ReadFile(path));
    if (!module.ok() || module->entry_computation() == nullptr) continue;
    ExpectSameInAllForms(*module, path.string(), &evaluated);
  }
  EXPECT_GE(evaluated, 20);
}

TEST(ControlTest, RandomAsyncModulesHaveOneValueInAllForms) {
  int evaluated = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    ExpectSameInAllForms(ReadModule(test::RandomAsyncModule(seed)), internal::StrCat("seed ", seed),
                         &evaluated);
  }
  EXPECT_GE(evaluated, 20);
}

}  // namespace hlo_text_v1::control_test
