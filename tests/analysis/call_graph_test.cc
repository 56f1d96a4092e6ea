#include "hlo/call_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/analysis/brute_force.h"

namespace hlo_text_v1::call_graph_test {

using namespace test;
using ::testing::ElementsAreArray;

struct Call {
  const HloInstruction* caller;
  const HloComputation* callee;
};

std::vector<Call> AllCalls(const HloModule& module) {
  std::vector<Call> calls;
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* i : computation->instructions()) {
      i->ForEachCalledComputation(
          [&](const HloComputation* callee) { calls.push_back({i, callee}); });
    }
  }
  return calls;
}

bool IsControl(const HloInstruction& i) {
  constexpr HloOpcode kControl[] = {HloOpcode::kCall,        HloOpcode::kWhile,
                                    HloOpcode::kConditional, HloOpcode::kAsyncStart,
                                    HloOpcode::kAsyncUpdate, HloOpcode::kAsyncDone};
  return std::count(std::begin(kControl), std::end(kControl), i.opcode()) > 0;
}

// All ways to reach `computation`, as the set of their contexts, and the longest one.
void Walk(const std::vector<Call>& calls, const HloComputation* computation, bool is_embedded,
          int64_t depth, std::set<bool>* contexts, int64_t* longest) {
  bool is_called = false;
  for (const Call& call : calls) {
    if (call.callee != computation) continue;
    is_called = true;
    Walk(calls, call.caller->parent(), is_embedded || !IsControl(*call.caller), depth + 1, contexts,
         longest);
  }
  if (is_called) return;
  contexts->insert(is_embedded);
  *longest = std::max(*longest, depth);
}

TEST(CallGraph, AgreesWithAllPaths) {
  ForRandomModules([](const HloModule& module) {
    const CallGraph graph(module);
    const std::vector<Call> calls = AllCalls(module);
    bool is_flat = true;
    for (const HloComputation* computation : module.computations()) {
      std::vector<const HloInstruction*> callers;
      std::vector<const HloInstruction*> callsites;
      std::vector<const HloComputation*> callees;
      for (const Call& call : calls) {
        if (call.callee == computation) callers.push_back(call.caller);
        if (call.caller->parent() != computation) continue;
        if (callsites.empty() || callsites.back() != call.caller) callsites.push_back(call.caller);
        if (std::count(callees.begin(), callees.end(), call.callee) == 0) {
          callees.push_back(call.callee);
        }
      }
      EXPECT_THAT(graph.callers(*computation), ElementsAreArray(callers));
      EXPECT_THAT(graph.callsites(*computation), ElementsAreArray(callsites));
      EXPECT_THAT(graph.callees(*computation), ElementsAreArray(callees));
      EXPECT_EQ(graph.caller(*computation), callers.size() == 1 ? callers[0] : nullptr);
      std::set<bool> contexts;
      int64_t depth = 0;
      Walk(calls, computation, false, 0, &contexts, &depth);
      const CallContext expected = contexts.size() == 2 ? CallContext::kBoth
                                   : *contexts.begin()  ? CallContext::kEmbedded
                                                        : CallContext::kControlFlow;
      EXPECT_EQ(graph.context(*computation), expected) << computation->name();
      EXPECT_EQ(graph.depth(*computation), depth) << computation->name();
      is_flat &= expected == CallContext::kEmbedded ||
                 (expected == CallContext::kControlFlow && callers.size() <= 1);
    }
    EXPECT_EQ(graph.IsFlat(), is_flat);
    EXPECT_EQ(graph.FindCycle().computation, nullptr);
  });
}

TEST(CallGraph, CalledInBothWays) {
  const HloModule module = ReadModule(
      "HloModule m\n"
      "f { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }\n"
      "ENTRY e { p = f32[2] parameter(0) z = f32[] constant(0)\n"
      "  r = f32[] reduce(p, z), dimensions={0}, to_apply=f\n"
      "  ROOT c = f32[] call(r, z), to_apply=f }");
  EXPECT_EQ(CallGraph(module).context(*module.FindComputation("f")), CallContext::kBoth);
}

}  // namespace hlo_text_v1::call_graph_test
