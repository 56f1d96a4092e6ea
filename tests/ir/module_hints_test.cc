// Module hints stay true after any edit, and CheckHints finds wrong ones.
// Tests: uniquify
#include "src/ir/module_hints.h"

#include <gtest/gtest.h>

#include "hlo/async.h"
#include "hlo/canonical.h"
#include "hlo/edit.h"
#include "hlo/module.h"
#include "src/ir/module_state.h"
#include "tests/support/read.h"

namespace hlo_text_v1::module_hints_test {

using namespace internal;

using internal::IrAccess;
using internal::Node;

constexpr char kText[] = R"(HloModule m

f {
  ROOT x = f32[] parameter(0), metadata={op_name="a" stack_frame_id=1}
}

ENTRY e {
  p = f32[4] parameter(0), new={stack_frame_id=1}
  s = ((f32[4]), f32[4]) negate-start(p), metadata={op_name="a" stack_frame_id=0}
  ROOT d = f32[4] negate-done(s)
})";

TEST(ModuleHints, HoldForAllOfTestdata) {
  for (const auto& path : TestdataFiles()) {
    if (!IsTestdataInput(path)) continue;
    ParseOptions options;
    options.allow_unknown = true;
    options.uniquify = false;
    absl::StatusOr<HloModule> module = ParseHloModule(ReadFile(path), options);
    if (!module.ok()) continue;
    EXPECT_EQ(CheckHints(*module), "") << path;
    EXPECT_EQ(CheckHints(module->Clone()), "") << path;
    Desugar(&*module);
    EXPECT_EQ(CheckHints(*module), "") << path;
    Uniquify(&*module);
    EXPECT_EQ(CheckHints(*module), "") << path;
    UnwrapAsyncCalls(&*module);
    InlineStackFrames(&*module);
    EXPECT_EQ(CheckHints(*module), "") << path;
    CanonicalizeNames(&*module);
    EXPECT_EQ(CheckHints(*module), "") << path;
  }
}

// x.0 and x cannot both stay, however they got these names.
TEST(ModuleHints, NamesThatEditsGive) {
  HloModule module = ModuleOf(R"(HloModule m
ENTRY e {
  a = f32[] parameter(0)
  ROOT b = f32[] negate(a)
})");
  EXPECT_EQ(SetName(module.entry_computation()->root_instruction(), "x.0"), "x.0");
  EXPECT_EQ(CheckHints(module), "");
  const auto added =
      ParseHloComputation("g {\n  x = f32[] parameter(0)\n  ROOT y = f32[] negate(x)\n}", &module);
  ASSERT_TRUE(added.ok());
  Uniquify(&module);
  EXPECT_EQ(CheckHints(module), "");
  EXPECT_EQ((*added)->parameters()[0]->name(), "x.1");
  Uniquify(&module);
  EXPECT_EQ((*added)->parameters()[0]->name(), "x.1");
}

TEST(ModuleHints, WrongOnesAreFound) {
  ParseOptions options;
  options.allow_unknown = true;
  const auto broken = [&](auto change) {
    HloModule module = ModuleOf(kText, options);
    change(IrAccess::StateOf(module));
    return CheckHints(module);
  };
  EXPECT_EQ(broken([](auto&) {}), "");
  EXPECT_EQ(broken([](auto& state) { state.has_async = false; }), "has_async");
  EXPECT_EQ(broken([](auto& state) { state.has_sugar = false; }), "has_sugar");
  EXPECT_EQ(broken([](auto& state) {
              HloInstruction* root = state.entry->root_instruction();
              Node(root).name = Node(root->operand(0)).name;
            }),
            "names_may_collide: s");
  EXPECT_EQ(broken([](auto& state) {
              Node(state.entry->root_instruction()).name = state.InternCopy("d.01");
            }),
            "names_may_collide: d.01");
  EXPECT_EQ(broken([](auto& state) {
              Node(state.computations[0]).name = Node(state.computations[1]).name;
            }),
            "computation_names_may_collide: e");
  EXPECT_EQ(broken([](auto& state) { state.uses_stack_frames = false; }), "uses_stack_frames");
  EXPECT_EQ(broken([](auto& state) { state.keeps_stack_frames = false; }), "keeps_stack_frames");
}

}  // namespace hlo_text_v1::module_hints_test
