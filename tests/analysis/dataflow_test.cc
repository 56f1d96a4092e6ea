#include "hlo/dataflow.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "hlo/graph.h"
#include "hlo/transform.h"
#include "src/ir/walk.h"
#include "tests/analysis/brute_force.h"

namespace hlo_text_v1::dataflow_test {

using namespace test;

constexpr char kLoop[] = R"(HloModule m
body {
  b = (s32[], f32[4], f32[4]) parameter(0)
  i = s32[] get-tuple-element(b), index=0
  x = f32[4] get-tuple-element(b), index=1
  same = f32[4] get-tuple-element(b), index=2
  one = s32[] constant(1)
  next = s32[] add(i, one)
  sum = f32[4] add(x, same)
  ROOT t = (s32[], f32[4], f32[4]) tuple(next, sum, same)
}
condition {
  c = (s32[], f32[4], f32[4]) parameter(0)
  i = s32[] get-tuple-element(c), index=0
  ten = s32[] constant(10)
  ROOT go = pred[] compare(i, ten), direction=LT
}
ENTRY e {
  zero = s32[] constant(0)
  p = f32[4] parameter(0)
  q = f32[4] parameter(1)
  init = (s32[], f32[4], f32[4]) tuple(zero, p, q)
  loop = (s32[], f32[4], f32[4]) while(init), condition=condition, body=body
  y = f32[4] get-tuple-element(loop), index=1
  z = f32[4] get-tuple-element(loop), index=2
  ROOT r = f32[4] multiply(y, z)
})";

TEST(Dataflow, PhisOfALoop) {
  const HloModule module = ReadModule(kLoop);
  const HloDataflow dataflow(module);
  const auto at = [&](const char* name, std::vector<int64_t> index) {
    return dataflow.ValueAt(*Find(module, name), index);
  };
  const int32_t counter = at("loop", {0});
  EXPECT_TRUE(dataflow.value(counter).is_phi);
  EXPECT_EQ(dataflow.value(counter).definition.instruction, Find(module, "loop"));
  EXPECT_THAT(dataflow.InputsOf(counter),
              testing::UnorderedElementsAre(at("zero", {}), at("next", {})));
  EXPECT_EQ(at("b", {0}), counter);
  EXPECT_EQ(at("c", {0}), counter);
  // The third element never changes.
  EXPECT_EQ(at("loop", {2}), at("q", {}));
  EXPECT_EQ(at("same", {}), at("q", {}));
  EXPECT_EQ(at("z", {}), at("q", {}));
  EXPECT_FALSE(dataflow.value(at("q", {})).is_phi);
  EXPECT_THAT(dataflow.InputsOf(at("q", {})), testing::IsEmpty());
  EXPECT_TRUE(dataflow.IsLiveOut(at("r", {})));
  EXPECT_FALSE(dataflow.IsLiveOut(at("q", {})));
  EXPECT_TRUE(dataflow.MustShare(at("p", {}), at("loop", {1})));
  EXPECT_FALSE(dataflow.MustShare(at("p", {}), at("q", {})));
  EXPECT_EQ(at("loop", {}), -1);
  EXPECT_EQ(at("loop", {3}), -1);
  std::set<std::string> users;
  for (const HloDataflow::Use& use : dataflow.UsesOf(at("q", {}))) {
    users.emplace(use.user->name());
  }
  EXPECT_THAT(users, testing::ElementsAre("loop", "r", "sum"));
  EXPECT_THAT(dataflow.UsesOf(-1), testing::IsEmpty());
  EXPECT_THAT(dataflow.PlacesOf(1000), testing::IsEmpty());
}

TEST(Dataflow, ChainsAcrossLoops) {
  const HloModule module = ReadModule(R"(HloModule m
body {
  b = (s32[], ((f32[4]), f32[4])) parameter(0)
  i = s32[] get-tuple-element(b), index=0
  s = ((f32[4]), f32[4]) get-tuple-element(b), index=1
  d = f32[4] cosine-done(s)
  again = ((f32[4]), f32[4]) cosine-start(d)
  ROOT t = (s32[], ((f32[4]), f32[4])) tuple(i, again)
}
condition {
  c = (s32[], ((f32[4]), f32[4])) parameter(0)
  ROOT go = pred[] constant(false)
}
ENTRY e {
  zero = s32[] constant(0)
  p = f32[4] parameter(0)
  start = ((f32[4]), f32[4]) cosine-start(p)
  init = (s32[], ((f32[4]), f32[4])) tuple(zero, start)
  loop = (s32[], ((f32[4]), f32[4])) while(init), condition=condition, body=body
  state = ((f32[4]), f32[4]) get-tuple-element(loop), index=1
  ROOT done = f32[4] cosine-done(state)
})");
  const HloDataflow dataflow(module);
  const auto at = [&](const char* name, std::vector<int64_t> index) {
    return dataflow.ValueAt(*Find(module, name), index);
  };
  const int32_t operand = at("loop", {1, 0, 0});
  EXPECT_TRUE(dataflow.value(operand).is_phi);
  EXPECT_THAT(dataflow.InputsOf(operand), testing::UnorderedElementsAre(at("p", {}), at("d", {})));
  const int32_t result = at("loop", {1, 1});
  EXPECT_TRUE(dataflow.value(result).is_phi);
  EXPECT_EQ(at("d", {}), result);
  EXPECT_EQ(at("done", {}), result);
  EXPECT_THAT(dataflow.InputsOf(result),
              testing::UnorderedElementsAre(at("start", {1}), at("again", {1})));
}

// ---- Values by running the module: loops no, one or two rounds, branches one or the other.

using Leaf = std::pair<const HloInstruction*, int64_t>;  // that made a value
using Leaves = std::vector<Leaf>;

class Runner {
 public:
  Runner(uint32_t seed, std::map<Leaf, std::set<Leaf>>* seen) : random_(seed), seen_(*seen) {}

  Leaves Run(const HloComputation& computation, const std::vector<Leaves>& arguments) {
    std::map<const HloInstruction*, Leaves> values;
    for (const HloInstruction* i : PrintOrder(computation)) {
      std::vector<Leaves> operands;
      for (const HloInstruction* operand : i->operands()) operands.push_back(values[operand]);
      values[i] = ValuesOf(*i, operands, arguments);
      Note(*i, values[i]);
    }
    return values[computation.root_instruction()];
  }

 private:
  void Note(const HloInstruction& i, const Leaves& leaves) {
    for (size_t leaf = 0; leaf < leaves.size(); ++leaf) {
      seen_[{&i, static_cast<int64_t>(leaf)}].insert(leaves[leaf]);
    }
  }

  static size_t Count(const Shape& shape) {
    std::vector<const Shape*> leaves;
    internal::AppendLeaves(shape, &leaves);
    return leaves.size();
  }

  Leaves ValuesOf(const HloInstruction& i, const std::vector<Leaves>& operands,
                  const std::vector<Leaves>& arguments) {
    switch (static_cast<int>(i.opcode())) {
      case static_cast<int>(HloOpcode::kParameter):
        if (static_cast<size_t>(i.parameter_number()) < arguments.size()) {
          return arguments[static_cast<size_t>(i.parameter_number())];
        }
        break;
      case static_cast<int>(HloOpcode::kTuple): {
        Leaves all;
        for (const Leaves& each : operands) all.insert(all.end(), each.begin(), each.end());
        return all;
      }
      case static_cast<int>(HloOpcode::kGetTupleElement): {
        size_t begin = 0;
        const auto shapes = i.operand(0)->shape().tuple_shapes();
        for (int64_t e = 0; e < i.tuple_index(); ++e)
          begin += Count(*shapes[static_cast<size_t>(e)]);
        const auto from = operands[0].begin() + static_cast<ptrdiff_t>(begin);
        return Leaves(from, from + static_cast<ptrdiff_t>(Count(i.shape())));
      }
      case static_cast<int>(HloOpcode::kBitcast):
      case static_cast<int>(HloOpcode::kOptimizationBarrier):
      case static_cast<int>(HloOpcode::kAddDependency):
      case static_cast<int>(HloOpcode::kDomain):
        return operands[0];
      case static_cast<int>(HloOpcode::kCopy):
        if (i.shape().IsTuple()) return operands[0];
        break;
      case static_cast<int>(HloOpcode::kCall):
        return Run(*i.to_apply(), operands);
      case static_cast<int>(HloOpcode::kConditional): {
        const auto branch = static_cast<int64_t>(random_() % static_cast<size_t>(i.branch_count()));
        return Run(*i.branch_computation(branch), {operands[static_cast<size_t>(branch) + 1]});
      }
      case static_cast<int>(HloOpcode::kWhile): {
        Leaves state = operands[0];
        for (size_t rounds = random_() % 3;; --rounds) {
          Note(i, state);
          Run(*i.while_condition(), {state});
          if (rounds == 0) return state;
          state = Run(*i.while_body(), {state});
        }
      }
      default:
        break;
    }
    Leaves made;
    for (size_t leaf = 0; leaf < Count(i.shape()); ++leaf) {
      made.push_back({&i, static_cast<int64_t>(leaf)});
    }
    return made;
  }

  std::mt19937 random_;
  std::map<Leaf, std::set<Leaf>>& seen_;
};

// The definitions that arrive at a value through phis.
std::set<Leaf> Sources(const HloDataflow& dataflow, int32_t value) {
  std::set<Leaf> sources;
  std::set<int32_t> seen;
  std::vector<int32_t> open = {value};
  while (!open.empty()) {
    const int32_t at = open.back();
    open.pop_back();
    if (!seen.insert(at).second) continue;
    const auto inputs = dataflow.InputsOf(at);
    open.insert(open.end(), inputs.begin(), inputs.end());
    const BufferAnalysis::Place& place = dataflow.value(at).definition;
    if (!dataflow.value(at).is_phi) sources.insert({place.instruction, place.leaf});
  }
  return sources;
}

TEST(Dataflow, ValuesAreThoseThatRunsSee) {
  int phis = 0;
  for (uint64_t seed = 0; seed < 150; ++seed) {
    HloModule module = ReadModule(RandomGraphModule(seed));
    SCOPED_TRACE(PrintHloModule(module));
    const HloDataflow dataflow(module);
    std::map<Leaf, std::set<Leaf>> seen;
    for (uint32_t run = 0; run < 60; ++run) {
      Runner(run, &seen).Run(*module.entry_computation(), {});
    }
    for (const auto& [place, leaves] : seen) {
      const auto values = dataflow.ValuesOf(*place.first);
      ASSERT_GT(static_cast<int64_t>(values.size()), place.second);
      const int32_t value = values[static_cast<size_t>(place.second)];
      const std::set<Leaf> sources = Sources(dataflow, value);
      for (const Leaf& leaf : leaves) EXPECT_EQ(sources.count(leaf), 1U) << place.first->name();
      const bool is_phi = dataflow.value(value).is_phi;
      // A phi where only one definition ever arrives is one too many.
      if (is_phi) {
        EXPECT_GT(sources.size(), 1U) << place.first->name();
      } else {
        EXPECT_EQ(leaves.size(), 1U) << place.first->name();
      }
      phis += is_phi ? 1 : 0;
    }
    // Each place is in the list of its value.
    for (int32_t value = 0; value < dataflow.value_count(); ++value) {
      for (const BufferAnalysis::Place& place : dataflow.PlacesOf(value)) {
        EXPECT_EQ(dataflow.ValuesOf(*place.instruction)[static_cast<size_t>(place.leaf)], value);
        EXPECT_EQ(dataflow.buffers().BuffersOf(*place.instruction)[static_cast<size_t>(place.leaf)],
                  dataflow.BufferOf(value));
      }
      for (const HloDataflow::Use& use : dataflow.UsesOf(value)) {
        const HloInstruction& operand = *use.user->operand(use.operand_number);
        EXPECT_EQ(dataflow.ValuesOf(operand)[static_cast<size_t>(use.leaf)], value);
      }
    }
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(phis, 100);
}

// ---- Interference by running the module in the order of a schedule. An instance of a value lives
// from the step that makes it to the last that reads it.

class Tracer {
 public:
  explicit Tracer(const HloDataflow& dataflow) : dataflow_(dataflow) {}

  struct Life {
    int32_t value;
    int64_t begin;
    int64_t end;
  };

  // Runs loops twice, and the branch `branch` of conditionals.
  const std::vector<Life>& Trace(const HloComputation& entry, int64_t branch) {
    branch_ = branch;
    Run(entry);
    return lives_;
  }

 private:
  void Make(const HloInstruction& i) {
    const auto values = dataflow_.ValuesOf(i);
    for (size_t leaf = 0; leaf < values.size(); ++leaf) {
      const BufferAnalysis::Place& place = dataflow_.value(values[leaf]).definition;
      if (place.instruction != &i || place.leaf != static_cast<int64_t>(leaf)) continue;
      current_[values[leaf]] = lives_.size();
      lives_.push_back({values[leaf], now_, now_});
    }
  }
  void Read(const HloInstruction& i) {
    for (const int32_t value : dataflow_.ValuesOf(i)) {
      if (current_.count(value) != 0) lives_[current_[value]].end = now_;
    }
  }

  void Run(const HloComputation& computation) {
    for (const HloInstruction* i : PrintOrder(computation)) {
      ++now_;
      const bool reads = !GetOpcodeInfo(i->opcode()).Has(OpcodeTrait::kForwards);
      for (const HloInstruction* operand : i->operands()) {
        if (reads) Read(*operand);
      }
      if (i->opcode() == HloOpcode::kWhile) {
        Make(*i);
        for (int round = 0; round < 2; ++round) {
          Run(*i->while_condition());
          Run(*i->while_body());
          ++now_;
          Read(*i->while_body()->root_instruction());
          Make(*i);
        }
        Run(*i->while_condition());
        continue;
      }
      if (i->opcode() == HloOpcode::kCall) Run(*i->to_apply());
      if (i->branch_count() > 0) Run(*i->branch_computation(branch_ % i->branch_count()));
      Make(*i);
    }
    ++now_;
    Read(*computation.root_instruction());
  }

  const HloDataflow& dataflow_;
  int64_t branch_ = 0;
  int64_t now_ = 0;
  std::map<int32_t, size_t> current_;  // by value, in lives_
  std::vector<Life> lives_;
};

TEST(Dataflow, WhatLivesAtOneTimeMayInterfere) {
  int64_t apart = 0, together = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    HloModule module = ReadModule(RandomGraphModule(seed));
    ASSERT_TRUE(FlattenCallGraph(&module).ok());
    SCOPED_TRACE(PrintHloModule(module));
    const HloDataflow dataflow(module);
    const HloSchedule schedule(&module);
    const HloOrdering in_sequence(schedule);
    const HloOrdering by_dependencies(module);
    std::set<std::pair<int32_t, int32_t>> at_one_time;
    for (const int64_t branch : {0, 1}) {
      Tracer tracer(dataflow);
      const std::vector<Tracer::Life> lives = tracer.Trace(*module.entry_computation(), branch);
      for (const Tracer::Life& a : lives) {
        for (const Tracer::Life& b : lives) {
          if (a.begin <= b.end && b.begin <= a.end) at_one_time.emplace(a.value, b.value);
        }
      }
    }
    for (int32_t a = 0; a < dataflow.value_count(); ++a) {
      for (int32_t b = 0; b < a; ++b) {
        const bool interferes = dataflow.MayInterfere(a, b, in_sequence);
        EXPECT_EQ(interferes, dataflow.MayInterfere(b, a, in_sequence));
        // Fewer orders allow less.
        EXPECT_LE(interferes, dataflow.MayInterfere(a, b, by_dependencies));
        if (at_one_time.count({a, b}) != 0) {
          EXPECT_TRUE(interferes) << dataflow.value(a).definition.instruction->name() << " and "
                                  << dataflow.value(b).definition.instruction->name();
        }
        EXPECT_LE(dataflow.MustShare(a, b), dataflow.MayShare(a, b, in_sequence));
        (interferes ? together : apart) += 1;
      }
    }
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(apart, 1000);
  EXPECT_GT(together, 1000);
}

}  // namespace hlo_text_v1::dataflow_test
