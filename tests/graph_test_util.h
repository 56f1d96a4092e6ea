// Modules for the tests of what is drawn or written as data.
#ifndef HLO_TESTS_GRAPH_TEST_UTIL_H_
#define HLO_TESTS_GRAPH_TEST_UTIL_H_

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/module.h"
#include "hlo/parser.h"

namespace hlo {

inline HloModule ModuleOf(std::string_view text) {
  absl::StatusOr<HloModule> module = ParseHloModule(text);
  EXPECT_TRUE(module.ok()) << module.status();
  return module.ok() ? *std::move(module) : HloModule();
}

inline const HloInstruction* InstructionOf(const HloModule& module, std::string_view name) {
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      if (instruction->name() == name) return instruction;
    }
  }
  ADD_FAILURE() << "no instruction " << name;
  return nullptr;
}

// Names of instructions or computations.
template <typename List>
std::vector<std::string> NamesOf(const List& list) {
  std::vector<std::string> names;
  for (const auto* item : list) names.emplace_back(item->name());
  return names;
}

}  // namespace hlo

#endif  // HLO_TESTS_GRAPH_TEST_UTIL_H_
