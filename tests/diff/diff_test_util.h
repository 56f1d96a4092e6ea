// What tests of src/diff ask for: an instruction or a computation by its name.
#ifndef HLO_TESTS_DIFF_DIFF_TEST_UTIL_H_
#define HLO_TESTS_DIFF_DIFF_TEST_UTIL_H_

#include <gtest/gtest.h>

#include <string_view>

#include "hlo/module.h"
#include "tests/canonical/clean_test_util.h"

namespace hlo::test {

inline const HloComputation& ComputationOf(const HloModule& module, std::string_view name) {
  for (const HloComputation* computation : module.computations()) {
    if (computation->name() == name) return *computation;
  }
  ADD_FAILURE() << "no computation " << name;
  return *module.computations()[0];
}

inline const HloInstruction& InstructionOf(const HloComputation& computation,
                                           std::string_view name) {
  for (const HloInstruction* instruction : computation.instructions()) {
    if (instruction->name() == name) return *instruction;
  }
  ADD_FAILURE() << "no instruction " << name;
  return *computation.root_instruction();
}

// Of the entry.
inline const HloInstruction& InstructionOf(const HloModule& module, std::string_view name) {
  return InstructionOf(*module.entry_computation(), name);
}

}  // namespace hlo::test

#endif  // HLO_TESTS_DIFF_DIFF_TEST_UTIL_H_
