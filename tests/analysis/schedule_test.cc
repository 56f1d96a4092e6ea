#include "hlo/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/live_ranges.h"
#include "hlo/memory_layout.h"
#include "hlo/transform.h"
#include "src/ir/walk.h"
#include "tests/analysis/brute_force.h"

namespace hlo_text_v1::schedule_test {

using namespace test;

std::vector<std::string> Names(absl::Span<const HloInstruction* const> sequence) {
  std::vector<std::string> names;
  for (const HloInstruction* i : sequence) names.emplace_back(i->name());
  return names;
}

constexpr char kText[] = R"(HloModule m
ENTRY e {
  x = f32[] parameter(0)
  a = f32[] negate(x)
  b = f32[] abs(x)
  ROOT r = f32[] add(a, b)
})";

TEST(Schedule, SetsSequences) {
  HloModule module = ReadModule(kText);
  const HloComputation& entry = *module.entry_computation();
  HloInstruction* const x = Find(module, "x");
  HloInstruction* const a = Find(module, "a");
  HloInstruction* const b = Find(module, "b");
  HloInstruction* const r = Find(module, "r");
  HloSchedule schedule(&module);
  EXPECT_THAT(Names(schedule.sequence(entry)), testing::ElementsAre("x", "a", "b", "r"));
  EXPECT_TRUE(schedule.SetSequence(entry, {x, b, a, r}).ok());
  EXPECT_FALSE(schedule.SetSequence(entry, {x, b, r, a}).ok());
  EXPECT_FALSE(schedule.SetSequence(entry, {x, b, a}).ok());
  EXPECT_FALSE(schedule.SetSequence(entry, {x, b, a, a, r}).ok());
  EXPECT_FALSE(schedule.SetSequence(entry, {nullptr}).ok());
  EXPECT_THAT(Names(schedule.sequence(entry)), testing::ElementsAre("x", "b", "a", "r"));
  EXPECT_FALSE(module.config().is_scheduled);
  EXPECT_EQ(*SetSchedule(schedule), true);
  EXPECT_EQ(*SetSchedule(schedule), false);
  EXPECT_TRUE(module.config().is_scheduled);
  EXPECT_THAT(Names(PrintOrder(entry)), testing::ElementsAre("x", "b", "a", "r"));
}

TEST(Schedule, FollowsEdits) {
  HloModule module = ReadModule(kText);
  const HloComputation& entry = *module.entry_computation();
  HloSchedule schedule(&module);
  HloBuilder builder(module.entry_computation());
  HloInstruction* two = builder.AddUnary(HloOpcode::kCos, Find(module, "a"), "two");
  HloInstruction* one = builder.AddInstruction(HloOpcode::kAfterAll, nullptr, {}, {}, "one");
  ASSERT_TRUE(builder.status().ok()) << builder.status();
  ASSERT_TRUE(ReplaceInstruction(Find(module, "b"), two).ok());
  ASSERT_NE(one, nullptr);
  EXPECT_TRUE(schedule.Update().ok());
  EXPECT_THAT(Names(schedule.sequence(entry)), testing::ElementsAre("one", "x", "a", "two", "r"));
  // An old one that must wait for a later one.
  ASSERT_TRUE(ReplaceOperandWith(Find(module, "a"), 0, two).ok());
  EXPECT_EQ(schedule.Update().code(), absl::StatusCode::kFailedPrecondition);  // a cycle
  ASSERT_TRUE(ReplaceOperandWith(two, 0, Find(module, "x")).ok());
  EXPECT_TRUE(schedule.Update().ok());
  EXPECT_THAT(Names(schedule.sequence(entry)), testing::ElementsAre("one", "x", "two", "a", "r"));
}

// Random edits: valid after Update, and what was not touched stays in order.
TEST(Schedule, RandomEdits) {
  std::mt19937 random(1);
  for (uint64_t seed = 0; seed < 40; ++seed) {
    HloModule module = ReadModule(RandomGraphModule(seed));
    HloSchedule schedule(&module);
    std::map<const HloInstruction*, size_t> before;
    for (HloComputation* computation : module.computations()) {
      const auto sequence = schedule.sequence(*computation);
      for (size_t i = 0; i < sequence.size(); ++i) before[sequence[i]] = i;
    }
    for (HloComputation* computation : module.computations()) {
      for (HloInstruction* i : PrintOrder(*computation)) {
        if (i->parent() == nullptr || random() % 4 != 0) continue;
        if (IsDead(*i)) {
          ASSERT_TRUE(RemoveInstruction(i).ok());
        } else if (i->opcode() != HloOpcode::kParameter && !i->shape().IsTuple() &&
                   !computation->is_fusion_computation()) {
          HloBuilder builder(computation);
          builder.AddUnary(HloOpcode::kCopy, i);
        }
      }
    }
    ASSERT_TRUE(schedule.Update().ok());
    for (const HloComputation* computation : module.computations()) {
      const auto sequence = schedule.sequence(*computation);
      if (sequence.empty()) continue;
      HloSchedule other(&module);
      EXPECT_TRUE(other.SetSequence(*computation, sequence).ok());
      size_t last = 0;
      for (const HloInstruction* i : sequence) {
        const auto at = before.find(i);
        if (at == before.end()) continue;
        EXPECT_GE(at->second, last);
        last = at->second;
      }
    }
    EXPECT_TRUE(SetSchedule(schedule).ok());
    EXPECT_THAT(Verify(module), testing::IsEmpty());
  }
}

// ---- Memory of candidates, by running the module step by step.

// A random order of a computation that its dependencies allow.
std::vector<HloInstruction*> RandomSequence(HloComputation& computation, std::mt19937* random) {
  std::vector<HloInstruction*> left = PrintOrder(computation), sequence;
  while (!left.empty()) {
    const size_t at = (*random)() % left.size();
    const std::vector<const HloInstruction*> needed = DependenciesOf(*left[at]);
    const bool is_ready = std::all_of(needed.begin(), needed.end(), [&](const HloInstruction* i) {
      return std::count(left.begin(), left.end(), i) == 0;
    });
    if (!is_ready) continue;
    sequence.push_back(left[at]);
    left.erase(left.begin() + static_cast<ptrdiff_t>(at));
  }
  return sequence;
}

void Flatten(const HloSchedule& schedule, const HloComputation& computation,
             std::set<const HloComputation*>* seen, std::vector<const HloInstruction*>* steps) {
  if (!seen->insert(&computation).second) return;
  for (const HloInstruction* i : schedule.sequence(computation)) {
    std::vector<const HloComputation*> callees;
    if (i->opcode() == HloOpcode::kWhile) callees = {i->while_condition(), i->while_body()};
    if (i->opcode() == HloOpcode::kCall) callees = {i->to_apply()};
    if (IsAsyncStart(*i)) callees = {i->async_wrapped_computation()};
    for (int64_t b = 0; b < i->branch_count(); ++b) callees.push_back(i->branch_computation(b));
    for (const HloComputation* callee : callees) Flatten(schedule, *callee, seen, steps);
    steps->push_back(i);
  }
}

// The bytes alive at each step: buffers from the first step with one of their places to the last
// that needs one.
std::vector<int64_t> BytesByBruteForce(const HloSchedule& schedule) {
  const HloModule& module = *schedule.module();
  const HloComputation& entry = *module.entry_computation();
  std::set<const HloComputation*> seen;
  std::vector<const HloInstruction*> steps;
  Flatten(schedule, entry, &seen, &steps);
  std::map<const HloInstruction*, int64_t> step_of;
  std::map<const HloComputation*, int64_t> end_of;
  for (const HloInstruction* i : steps) {
    const auto step = static_cast<int64_t>(step_of.size());
    step_of[i] = step;
    end_of[i->parent()] = step;
  }
  const auto last = static_cast<int64_t>(steps.size()) - 1;
  const BufferAnalysis buffers(module);
  const AsyncIndex chains(module);
  std::vector<int64_t> bytes(steps.size());
  for (int64_t buffer = 0; buffer < buffers.buffer_count(); ++buffer) {
    int64_t begin = last + 1, end = -1, size = 0;
    bool is_parameter = false;
    for (const BufferAnalysis::Place& place : buffers.PlacesOf(buffer)) {
      const HloInstruction* value = place.instruction;
      if (step_of.count(value) == 0) continue;
      if (step_of[value] < begin) {
        begin = step_of[value];
        std::vector<const Shape*> leaves;
        internal::AppendLeaves(value->shape(), &leaves);
        size = AllocatedBytesOf(*leaves[static_cast<size_t>(place.leaf)]);
        is_parameter = value->opcode() == HloOpcode::kParameter && value->parent() == &entry;
      }
      if (value->opcode() == HloOpcode::kParameter && value->parent() == &entry) end = last;
      if (value->IsRoot()) end = std::max(end, end_of[value->parent()]);
      for (const HloInstruction* user : value->parent()->instructions()) {
        const auto operands = user->operands();
        if (std::count(operands.begin(), operands.end(), value) == 0) continue;
        if (GetOpcodeInfo(user->opcode()).Has(OpcodeTrait::kForwards)) continue;
        end = std::max(end, step_of[user]);
      }
      for (const AsyncOperation& operation : chains.operations()) {
        const HloInstruction* link = operation.chain().back();
        const bool is_done = operation.IsDone(*link) && step_of.count(link) != 0;
        if (link == value && !operation.IsDone(*link)) end = last;
        // Inside of what it runs.
        std::set<const HloComputation*> inside;
        std::vector<const HloInstruction*> unused;
        if (operation.is_pair() || operation.wrapped_computation() == nullptr) continue;
        Flatten(schedule, *operation.wrapped_computation(), &inside, &unused);
        if (inside.count(value->parent()) != 0) end = std::max(end, is_done ? step_of[link] : last);
      }
    }
    if (begin > last) continue;
    if (is_parameter) begin = 0;
    for (int64_t step = begin; step <= std::max(begin, end); ++step) {
      bytes[static_cast<size_t>(step)] += size;
    }
  }
  return bytes;
}

TEST(Schedule, MemoryOfCandidates) {
  std::mt19937 random(7);
  int loops = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    for (const bool is_async : {false, true}) {
      HloModule module = ReadModule(is_async ? RandomAsyncModule(seed) : RandomGraphModule(seed));
      ASSERT_TRUE(FlattenCallGraph(&module).ok());
      SCOPED_TRACE(PrintHloModule(module));
      for (int candidate = 0; candidate < 3; ++candidate) {
        HloSchedule schedule(&module);
        for (HloComputation* computation : module.computations()) {
          if (candidate == 0 || schedule.sequence(*computation).empty()) continue;
          const std::vector<HloInstruction*> sequence = RandomSequence(*computation, &random);
          ASSERT_TRUE(schedule.SetSequence(*computation, sequence).ok());
          const LiveRanges alone(*computation, sequence);
          EXPECT_EQ(alone.steps().size(), sequence.size());
        }
        const LiveRanges live(schedule);
        const std::vector<int64_t> bytes = BytesByBruteForce(schedule);
        ASSERT_THAT(live.bytes_alive(), testing::ElementsAreArray(bytes));
        EXPECT_EQ(live.peak_bytes(), *std::max_element(bytes.begin(), bytes.end()));
        if (candidate == 0) {
          EXPECT_EQ(LiveRanges(module).peak_bytes(), live.peak_bytes());
        }
      }
      for (const HloComputation* computation : module.computations()) {
        for (const HloInstruction* i : computation->instructions()) {
          loops += i->opcode() == HloOpcode::kWhile ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(loops, 20);
}

// ---- Orderings.

TEST(Ordering, AcrossComputations) {
  HloModule module = ReadModule(R"(HloModule m
body {
  b = f32[] parameter(0)
  b1 = f32[] negate(b)
  ROOT b2 = f32[] negate(b1)
}
condition {
  c = f32[] parameter(0)
  ROOT go = pred[] constant(true)
}
yes {
  y = f32[] parameter(0)
  ROOT y1 = f32[] abs(y)
}
no {
  n = f32[] parameter(0)
  ROOT n1 = f32[] abs(n)
}
ENTRY e {
  x = f32[] parameter(0)
  loop = f32[] while(x), condition=condition, body=body
  which = pred[] parameter(1)
  choice = f32[] conditional(which, x, x), true_computation=yes, false_computation=no
  ROOT r = f32[] add(loop, choice)
})");
  const HloSchedule schedule(&module);
  const HloOrdering in_sequence(schedule);
  const HloOrdering by_dependencies(module);
  const struct {
    const char* a;
    const char* b;
    bool in_sequence;
    bool by_dependencies;
  } rows[] = {
      {"x", "r", true, true},     {"r", "x", false, false},     {"loop", "choice", true, false},
      {"b1", "y1", true, false},  {"b1", "b2", true, true},     {"b1", "r", true, true},
      {"go", "b1", true, true},   {"b1", "go", false, false},   {"y1", "n1", true, true},
      {"n1", "y1", false, false}, {"loop", "b1", false, false}, {"b1", "loop", false, false},
      {"x", "b1", true, true},    {"x", "x", false, false},     {"choice", "b1", false, false},
  };
  for (const auto& row : rows) {
    const HloInstruction& a = *Find(module, row.a);
    const HloInstruction& b = *Find(module, row.b);
    EXPECT_EQ(in_sequence.ExecutesBefore(a, b), row.in_sequence) << row.a << " " << row.b;
    EXPECT_EQ(by_dependencies.ExecutesBefore(a, b), row.by_dependencies) << row.a << " " << row.b;
  }
}

TEST(Ordering, RunsWithin) {
  const HloModule module = ReadModule(R"(HloModule m
f {
  p = f32[] parameter(0)
  ROOT n = f32[] negate(p)
}
ENTRY e {
  x = f32[] parameter(0)
  ROOT c = f32[] call(x), to_apply=f
})");
  const HloOrdering ordering(module);
  EXPECT_TRUE(ordering.RunsWithin(*Find(module, "n"), *module.entry_computation()));
  EXPECT_TRUE(ordering.RunsWithin(*Find(module, "n"), *FindComputation(module, "f")));
  EXPECT_FALSE(ordering.RunsWithin(*Find(module, "x"), *FindComputation(module, "f")));
}

TEST(Ordering, WorkOfAChainEndsWithItsDone) {
  HloModule module = ReadModule(R"(HloModule m, is_scheduled=true
ENTRY e {
  x = f32[] parameter(0)
  s = ((f32[]), f32[]) cosine-start(x)
  a = f32[] negate(x)
  d = f32[] cosine-done(s)
  ROOT r = f32[] add(a, d)
})");
  const HloInstruction& work = *Find(module, "s")->async_wrapped_computation()->root_instruction();
  const HloSchedule schedule(&module);
  const HloOrdering in_sequence(schedule);
  EXPECT_TRUE(in_sequence.ExecutesBefore(*Find(module, "s"), *Find(module, "a")));
  const HloOrdering by_dependencies(module);
  for (const HloOrdering* ordering : {&in_sequence, &by_dependencies}) {
    EXPECT_FALSE(ordering->ExecutesBefore(work, *Find(module, "a")));
    EXPECT_FALSE(ordering->ExecutesBefore(work, *Find(module, "d")));
    EXPECT_TRUE(ordering->ExecutesBefore(work, *Find(module, "r")));
  }
}

}  // namespace hlo_text_v1::schedule_test
