// Answers to the questions of the analyses by the simplest means, for small random modules.
#ifndef HLO_TESTS_ANALYSIS_BRUTE_FORCE_H_
#define HLO_TESTS_ANALYSIS_BRUTE_FORCE_H_

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "hlo/module.h"
#include "hlo/verify.h"
#include "tests/support/random_async.h"
#include "tests/support/random_graph.h"
#include "tests/support/read.h"

namespace hlo_text_v1::test {

// Calls test(module) for random modules of both kinds, which the verifier accepts.
inline void ForRandomModules(const std::function<void(const HloModule&)>& test) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    for (const bool is_async : {false, true}) {
      const std::string text = is_async ? RandomAsyncModule(seed) : RandomGraphModule(seed);
      SCOPED_TRACE(text);
      const HloModule module = ReadModule(text);
      if (!is_async) {
        ASSERT_THAT(Verify(module), ::testing::IsEmpty());
      }
      test(module);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

// Operands and control predecessors.
inline std::vector<const HloInstruction*> DependenciesOf(const HloInstruction& instruction) {
  std::vector<const HloInstruction*> all(instruction.operands().begin(),
                                         instruction.operands().end());
  all.insert(all.end(), instruction.control_predecessors().begin(),
             instruction.control_predecessors().end());
  return all;
}

// Everything that `to` depends on, with itself, without passing through `removed`.
inline std::set<const HloInstruction*> Before(const HloInstruction* to,
                                              const HloInstruction* removed = nullptr) {
  std::set<const HloInstruction*> found;
  std::vector<const HloInstruction*> open;
  if (to != removed) open.push_back(to);
  while (!open.empty()) {
    const HloInstruction* at = open.back();
    open.pop_back();
    if (!found.insert(at).second) continue;
    for (const HloInstruction* dependency : DependenciesOf(*at)) {
      if (dependency != removed) open.push_back(dependency);
    }
  }
  return found;
}

}  // namespace hlo_text_v1::test

#endif  // HLO_TESTS_ANALYSIS_BRUTE_FORCE_H_
