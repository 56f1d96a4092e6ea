// Asynchronous passes on a program that shows what they do, and on all testdata: only the binding
// and the order change, and made synchronous again it is the same program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "hlo/async.h"
#include "hlo/call_graph.h"
#include "hlo/canonical.h"
#include "hlo/collectives.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/passes.h"
#include "hlo/testing.h"
#include "hlo/transform.h"
#include "tests/support/read.h"

namespace hlo_text_v1::async_passes_test {

constexpr char kStep[] = R"(HloModule step, num_partitions=2

add {
  x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT sum = f32[] add(x, y)
}

ENTRY e {
  a = f32[4] parameter(0)
  b = f32[4] parameter(1)
  twice = f32[4] add(b, b)
  gathered = f32[8] all-gather(a), channel_id=1, replica_groups={{0,1}}, dimensions={0}, use_global_device_ids=true
  scattered = f32[2] reduce-scatter(twice), channel_id=2, replica_groups={{0,1}}, dimensions={0}, to_apply=add, use_global_device_ids=true
  more = f32[4] multiply(twice, a)
  ROOT t = (f32[8], f32[2], f32[4]) tuple(gathered, scattered, more)
})";

// The instructions of the entry computation in print order, by opcode as sugar spells it.
std::string Entry(const HloModule& module) {
  std::string text;
  for (const HloInstruction* i : PrintOrder(*module.entry_computation())) {
    const bool is_start = IsAsyncStart(*i);
    const HloInstruction* root = is_start ? i->async_wrapped_computation()->root_instruction() : i;
    text +=
        (text.empty() ? "" : " ") + std::string(root->opcode_name()) + (is_start ? "-start" : "");
  }
  return text;
}

TEST(AsyncPasses, StartEarlyAndFinishLate) {
  HloModule module = ReadModule(kStep);
  EXPECT_TRUE(*AsyncCollectivesPass(&module));
  EXPECT_TRUE(*ScheduleForOverlapPass(&module));
  EXPECT_FALSE(*ScheduleForOverlapPass(&module));
  EXPECT_THAT(module, matchers::Verifies());
  EXPECT_TRUE(module.config().is_scheduled);
  EXPECT_EQ(Entry(module),
            "parameter all-gather-start parameter add reduce-scatter-start multiply "
            "all-gather-done async-done tuple");
}

// Not valid, but a pass may see it: then it is not clear which fusion to move.
TEST(AsyncPasses, FusionsThatShareAComputation) {
  HloModule module = ReadModule(R"(HloModule shared

sum { x = f32[] parameter(0) y = f32[] parameter(1) ROOT s = f32[] add(x, y) }
fused { q = f32[4] parameter(0) ROOT r = f32[4] all-reduce(q), to_apply=sum }

ENTRY e {
  p = f32[4] parameter(0)
  f = f32[4] fusion(p), kind=kLoop, calls=fused
  g = f32[4] fusion(p), kind=kLoop, calls=fused
  ROOT t = (f32[4], f32[4]) tuple(f, g)
})");
  EXPECT_FALSE(*AsyncCollectivesPass(&module));
}

// The product of an available value and one that takes time.
constexpr char kLate[] = R"(HloModule late

ENTRY e {
  a = f32[4] parameter(0)
  b = f32[4] parameter(1)
  slow = f32[4] exponential(b)
  product = f32[] dot(a, slow), lhs_contracting_dims={0}, rhs_contracting_dims={0}
  ROOT r = f32[] negate(product)
})";

TEST(AsyncPasses, BindLateAndAtStart) {
  HloModule module = ReadModule(kLate);
  const Fingerprint128 synchronous = Fingerprint(module);
  ASSERT_TRUE(CreateAsyncInstructions(Find(module, "product")).ok());
  const Fingerprint128 at_start = Fingerprint(module);

  EXPECT_TRUE(*BindLatePass(&module));
  EXPECT_FALSE(*BindLatePass(&module));
  EXPECT_THAT(module, matchers::Verifies());
  HloModule scheduled = module.Clone();
  EXPECT_TRUE(*ScheduleForOverlapPass(&scheduled));
  EXPECT_THAT(scheduled, matchers::Verifies());
  EXPECT_THAT(PrintHloModule(scheduled), ::testing::HasSubstr(R"(
  %a = f32[4]{0} parameter(0)
  %dot-start = ((f32[4]{0}), ()) dot-start(%a), lhs_contracting_dims={0}, rhs_contracting_dims={0}
  %b = f32[4]{0} parameter(1)
  %slow = f32[4]{0} exponential(%b)
  %async-update = ((f32[4]{0}, f32[4]{0}), f32[]) dot-update(%dot-start, %slow)
  %dot-done = f32[] dot-done(%async-update)
)"));

  EXPECT_TRUE(*BindAtStartPass(&module));
  EXPECT_FALSE(*BindAtStartPass(&module));
  EXPECT_THAT(module, matchers::Verifies());
  EXPECT_EQ(Fingerprint(module), at_start);
  ASSERT_TRUE(CreateSyncInstruction(Find(module, "dot-done")).ok());
  EXPECT_EQ(Fingerprint(module), synchronous);
}

// A link that other instructions depend on stays: the update with a control successor.
TEST(AsyncPasses, LinksWithControlDependenciesStay) {
  constexpr char kText[] = R"(HloModule m
ENTRY e {
  a = f32[4] parameter(0)
  b = f32[4] parameter(1)
  start = ((f32[4]), (), u32[]) add-start(a)
  update = ((f32[4], f32[4]), f32[4], u32[]) add-update(start, b)
  other = f32[4] negate(a), control-predecessors={update}
  done = f32[4] add-done(update)
  ROOT r = f32[4] multiply(done, other)
})";
  EXPECT_TRUE(matchers::RunsTo(BindAtStartPass, kText, kText));
}

// All synchronous again: the dones that were made.
void MakeSync(HloModule& module) {
  for (HloComputation* computation : ComputationPostOrder(module)) {
    for (HloInstruction* i : PrintOrder(*computation)) {
      if (i->parent() == nullptr || !IsAsyncDone(*i)) continue;
      EXPECT_TRUE(CreateSyncInstruction(i).ok());
    }
  }
}

bool IsAsync(const HloModule& module) {
  for (const HloComputation* computation : module.computations()) {
    if (!FindAsyncOperations(*computation).empty()) return true;
  }
  return false;
}

bool ReadsBack(const HloModule& module) {
  const absl::StatusOr<HloModule> again = ReadHloModule(PrintWithConstants(module));
  return again.ok() && Fingerprint(*again) == Fingerprint(module);
}

// Calls `check` for each program of testdata that the verifier accepts.
void ForTestdata(const std::function<void(HloModule&)>& check) {
  for (const std::filesystem::path& path : TestdataFiles()) {
    if (!IsTestdataInput(path)) continue;
    ReadOptions options;
    options.verify = true;
    absl::StatusOr<HloModule> module = ReadHloModule(ReadFile(path), options);
    if (!module.ok()) continue;
    SCOPED_TRACE(path);
    check(*module);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(AsyncPasses, AllCollectivesOfTestdata) {
  int made = 0;
  size_t overlapped = 0;
  ForTestdata([&](HloModule& module) {
    made += AsyncCollectivesPass(&module).value() ? 1 : 0;
    ASSERT_TRUE(ScheduleForOverlapPass(&module).ok());
    ASSERT_THAT(module, matchers::Verifies());
    const CallGraph calls(module);
    for (const MutableCollective& collective : FindCollectives(module)) {
      const HloComputation& parent = *collective.operation->parent();
      const HloInstruction* caller = calls.caller(parent);
      // Otherwise it runs as part of something asynchronous.
      EXPECT_TRUE(collective.is_async() || parent.is_fusion_computation() ||
                  (caller != nullptr && IsAsyncStart(*caller)));
    }
    for (const HloComputation* computation : module.computations()) {
      for (const AsyncOperation& operation : FindAsyncOperations(*computation)) {
        overlapped += operation.Between().size();
      }
    }
  });
  EXPECT_GT(made, 20);
  EXPECT_GT(overlapped, 900);
}

TEST(AsyncPasses, LateBindingKeepsThePrograms) {
  int bound_late = 0;
  ForTestdata([&](HloModule& module) {
    if (IsAsync(module) || !AsyncCollectivesPass(&module).ok()) return;
    HloModule synchronous = module.Clone();
    MakeSync(synchronous);
    const Fingerprint128 before = Fingerprint(synchronous);
    const bool reads_back = ReadsBack(module);
    ASSERT_TRUE(AsyncWorkPass(&module).ok());
    EXPECT_FALSE(*AsyncWorkPass(&module));
    const Fingerprint128 at_start = Fingerprint(module);

    bound_late += BindLatePass(&module).value() ? 1 : 0;
    ASSERT_THAT(module, matchers::Verifies());
    EXPECT_TRUE(!reads_back || ReadsBack(module));
    HloModule straight_back = module.Clone();
    MakeSync(straight_back);
    EXPECT_EQ(Fingerprint(straight_back), before);

    ASSERT_TRUE(BindAtStartPass(&module).ok());
    ASSERT_THAT(module, matchers::Verifies());
    EXPECT_EQ(Fingerprint(module), at_start);
  });
  EXPECT_GT(bound_late, 100);
}

}  // namespace hlo_text_v1::async_passes_test
