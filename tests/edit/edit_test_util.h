// Shared by tests of building and editing: a module must be sound, and print the same after its
// text is read again.
#ifndef HLO_TESTS_EDIT_EDIT_TEST_UTIL_H_
#define HLO_TESTS_EDIT_EDIT_TEST_UTIL_H_

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "hlo/async.h"
#include "hlo/canonical.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "hlo/verify.h"
#include "src/ir/module_hints.h"
#include "tests/support/read.h"

namespace hlo_text_v1 {

using namespace internal;

inline std::string Text(const HloModule& module) {
  return PrintWithConstants(module, AsyncPrintMode::kKeep);
}

// The verifier accepts the module, and its text reads as the same program, which prints the same.
inline void ExpectSound(const HloModule& module) {
  for (const Diagnostic& d : Verify(module)) ADD_FAILURE() << d.message;
  const std::string text = Text(module);
  absl::StatusOr<HloModule> again = ParseHloModule(text);
  ASSERT_TRUE(again.ok()) << again.status() << "\n" << text;
  EXPECT_EQ(Text(*again), text);
  HloModule desugared = module.Clone();
  Desugar(&desugared);
  Desugar(&*again);
  EXPECT_EQ(Fingerprint(*again), Fingerprint(desugared)) << text;
  // Invariants that passes rely on.
  EXPECT_EQ(CheckHints(module), "");
  for (const HloComputation* computation : module.computations()) {
    int64_t count = 0;
    std::vector<bool> seen(computation->index_limit());
    const HloInstruction* previous = nullptr;
    for (const HloInstruction* instruction : computation->instructions()) {
      EXPECT_EQ(instruction->parent(), computation);
      EXPECT_EQ(instruction->previous(), previous);
      ASSERT_LT(instruction->index(), computation->index_limit());
      EXPECT_FALSE(seen[instruction->index()]);
      seen[instruction->index()] = true;
      previous = instruction;
      ++count;
    }
    EXPECT_EQ(count, computation->instruction_count());
    EXPECT_EQ(PrintOrder(*computation).size(), static_cast<size_t>(count));
  }
}

inline void ExpectOk(const absl::Status& status) { EXPECT_TRUE(status.ok()) << status; }
inline std::string Message(const absl::Status& status) { return std::string(status.message()); }

inline std::vector<std::string> Names(const std::vector<HloInstruction*>& instructions) {
  std::vector<std::string> names;
  for (const HloInstruction* instruction : instructions) names.emplace_back(instruction->name());
  return names;
}

// A module of a few instructions.
class EditTest : public ::testing::Test {
 protected:
  HloModule module_ = ModuleOf(
      "HloModule m, entry_computation_layout={(f32[2,2]{0,1}, f32[2,2]{1,0})->(f32[2,2]{1,0}, "
      "f32[2,2]{1,0})}\n"
      "ENTRY e {\n"
      "  x = f32[2,2]{0,1} parameter(0)\n"
      "  y = f32[2,2] parameter(1)\n"
      "  a = f32[2,2] add(x, y)\n"
      "  b = f32[2,2] multiply(a, a)\n"
      "  c = f32[2,2] negate(a), control-predecessors={b}\n"
      "  s = f32[] constant(1)\n"
      "  ROOT t = (f32[2,2], f32[2,2]) tuple(b, c)\n"
      "}\n");
  HloInstruction* Get(std::string_view name) { return Find(module_, name); }
  std::vector<std::string> UsersOf(std::string_view name) {
    return Names(CurrentUsers(*Get(name)));
  }
};

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_EDIT_EDIT_TEST_UTIL_H_
