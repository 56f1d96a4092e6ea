// What most tests of modules begin with: a module of a text, and an instruction of it by its name.
#ifndef HLO_TESTS_SUPPORT_MODULE_TEST_UTIL_H_
#define HLO_TESTS_SUPPORT_MODULE_TEST_UTIL_H_

#include <gtest/gtest.h>

#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "hlo/module.h"
#include "hlo/parser.h"

namespace hlo {

// An empty module, and a failure, if `text` cannot be read.
inline HloModule ModuleOf(std::string_view text) {
  absl::StatusOr<HloModule> module = ParseHloModule(text);
  EXPECT_TRUE(module.ok()) << module.status();
  return module.ok() ? *std::move(module) : HloModule();
}

// In any computation; nullptr, and a failure, if there is none.
inline HloInstruction* Find(const HloModule& module, std::string_view name) {
  for (const HloComputation* computation : module.computations()) {
    for (HloInstruction* instruction : computation->instructions()) {
      if (instruction->name() == name) return instruction;
    }
  }
  ADD_FAILURE() << "no instruction " << name;
  return nullptr;
}

}  // namespace hlo

#endif  // HLO_TESTS_SUPPORT_MODULE_TEST_UTIL_H_
