#include "src/diff/compare_instructions.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/read.h"

namespace hlo_text_v1::compare_instructions_test {

using namespace internal;

using Known = InstructionComparer::Known;

std::string Program(const std::string& line) {
  return "HloModule m\n"
         "f { x = f32[] parameter(0) y = f32[] parameter(1) ROOT s = f32[] add(x, y) }\n"
         "g { x = f32[] parameter(0) y = f32[] parameter(1) ROOT s = f32[] maximum(x, y) }\n"
         "ENTRY e {\n  a = f32[2,3]{1,0} parameter(0)\n  b = f32[2,3]{1,0} parameter(1)\n"
         "  z = f32[] constant(0)\n  i = " +
         line + "\n  ROOT r = (f32[2,3]{1,0}) tuple(a)\n}";
}

// The changes of `i` if everything is matched by name.
InstructionDiff Compare(const HloModule& before, const HloModule& after,
                        const DiffOptions& options) {
  Matching matching(before, after);
  for (const HloComputation* computation : before.computations()) {
    const HloComputation& other = *FindComputation(after, computation->name());
    std::vector<InstructionPair> pairs;
    for (const HloInstruction* i : computation->instructions()) {
      pairs.push_back({i, Find(after, i->name())});
    }
    matching.Match(*computation, other, pairs);
  }
  InstructionComparer comparer(before, after, matching, options);
  return comparer.Compare(*Find(before, "i"), *Find(after, "i"), Known::kNothing);
}

struct Case {
  const char* before;
  const char* after;
  uint32_t changes;
};

constexpr Case kCases[] = {
    {"f32[2,3]{1,0} negate(a)", "f32[2,3]{1,0} negate(a)", 0},
    {"f32[2,3]{1,0} negate(a)", "f32[2,3]{1,0} negate(b)", kOperandsChanged},
    {"f32[2,3]{1,0} negate(a)", "f32[2,3]{0,1} negate(a)", kLayoutChanged},
    {"f32[2,3]{1,0} convert(a)", "bf16[2,3]{1,0} convert(a)", kShapeChanged},
    {"f32[2,3]{1,0} negate(a)", "f32[2,3]{1,0} sine(a)", kOpcodeChanged},
    {"f32[2,3]{1,0} negate(a)", "f32[2,3]{0,1} sine(b)", kOpcodeChanged | kLayoutChanged},
    {"f32[3] constant({1,2,3})", "f32[3] constant({1,2,4})", kValueChanged},
    {"f32[3] constant({1,2,3})", "bf16[3] constant({1,2,3})", kShapeChanged},
    {"f32[3] parameter(2)", "f32[3] parameter(2)", 0},
    {"f32[2] reduce(a, z), dimensions={1}, to_apply=f",
     "f32[2] reduce(a, z), dimensions={1}, to_apply=g", kCalleesChanged},
    {"f32[2] reduce(a, z), dimensions={1}, to_apply=f",
     "f32[3] reduce(a, z), dimensions={0}, to_apply=f", kShapeChanged | kAttributesChanged},
    {"f32[2,3]{1,0} negate(a), control-predecessors={b, z}",
     "f32[2,3]{1,0} negate(a), control-predecessors={z, b}", 0},
    {"f32[2,3]{1,0} negate(a), control-predecessors={b}",
     "f32[2,3]{1,0} negate(a), control-predecessors={z}", kControlChanged},
    {"f32[2,3]{1,0} negate(a), control-predecessors={b}", "f32[2,3]{1,0} negate(a)",
     kControlChanged},
    {"f32[2,3]{1,0} negate(a), metadata={op_name=\"x\"}", "f32[2,3]{1,0} negate(a)", 0},
};

TEST(CompareInstructions, WhatDiffers) {
  for (const Case& c : kCases) {
    const HloModule before = ReadModule(Program(c.before));
    const HloModule after = ReadModule(Program(c.after));
    EXPECT_EQ(Compare(before, after, {}).changes, c.changes) << c.before << "\n" << c.after;
    EXPECT_EQ(Compare(after, before, {}).changes, c.changes) << c.after << "\n" << c.before;
  }
}

TEST(CompareInstructions, NamesOfAttributes) {
  const HloModule before =
      ReadModule(Program("f32[2] reduce(a, z), dimensions={1}, to_apply=f, backend_config=\"x\""));
  const HloModule after = ReadModule(
      Program("f32[3] reduce(a, z), dimensions={0}, to_apply=f, frontend_attributes={k=\"v\"}"));
  const InstructionDiff diff = Compare(before, after, {});
  EXPECT_EQ(diff.attributes,
            (std::vector<std::string_view>{"backend_config", "dimensions", "frontend_attributes"}));
}

TEST(CompareInstructions, OptionsSayWhatCounts) {
  const HloModule before = ReadModule(Program("f32[2,3]{1,0} negate(a), metadata={op_name=\"x\"}"));
  const HloModule after = ReadModule(Program("f32[2,3]{0,1} negate(a), metadata={op_name=\"y\"}"));
  DiffOptions options;
  options.layouts = false;
  EXPECT_EQ(Compare(before, after, options).changes, 0u);
  options.metadata = true;
  EXPECT_EQ(Compare(before, after, options).changes, uint32_t{kMetadataChanged});
}

TEST(CompareInstructions, WithoutLayoutsThoseOfOperandsDoNotCount) {
  const std::string call =
      "f32[2,3]{1,0} custom-call(a), custom_call_target=\"t\", operand_layout_constraints=";
  const HloModule before = ReadModule(Program(call + "{f32[2,3]{1,0}}"));
  const HloModule after = ReadModule(Program(call + "{f32[2,3]{0,1}}"));
  EXPECT_EQ(Compare(before, after, {}).changes, uint32_t{kAttributesChanged});
  DiffOptions options;
  options.layouts = false;
  EXPECT_EQ(Compare(before, after, options).changes, 0u);
}

TEST(CompareInstructions, OfWhatIsKnownOnlyTheRestIsCompared) {
  const HloModule before = ReadModule(Program("f32[2,3]{1,0} negate(a)"));
  const HloModule after = ReadModule(Program("f32[2,3]{0,1} negate(b)"));
  Matching matching(before, after);
  matching.Match(*before.entry_computation(), *after.entry_computation(), {});
  InstructionComparer comparer(before, after, matching, {});
  const HloInstruction &a = *Find(before, "i"), &b = *Find(after, "i");
  EXPECT_EQ(comparer.Compare(a, b, Known::kSame).changes, uint32_t{kOperandsChanged});
  EXPECT_EQ(comparer.Compare(a, b, Known::kEqual).changes, 0u);
}

TEST(CompareInstructions, OfComputations) {
  const std::string text = "HloModule m\nf { ROOT x = f32[] parameter(0) }";
  const HloModule before = ReadModule(text + "\nENTRY e { ROOT y = f32[] parameter(0) }");
  const HloModule after =
      ReadModule(text + ", execution_thread=\"t\"\nENTRY e { ROOT y = f32[] parameter(0) }");
  Matching matching(before, after);
  DiffOptions options;
  InstructionComparer comparer(before, after, matching, options);
  const HloComputation &f = *FindComputation(before, "f"), &g = *FindComputation(after, "f");
  EXPECT_EQ(comparer.Compare(f, g), std::vector<std::string_view>{"execution_thread"});
  EXPECT_EQ(comparer.Compare(f, *after.entry_computation()),
            std::vector<std::string_view>{"ENTRY"});
  options.names = true;
  InstructionComparer with_names(before, after, matching, options);
  EXPECT_EQ(with_names.Compare(*before.entry_computation(), g),
            (std::vector<std::string_view>{"name", "ENTRY", "execution_thread"}));
}

TEST(CompareInstructions, LinksOfAChainDiffer) {
  const HloModule module = ReadModule(
      "HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n"
      "  s = ((f32[2]), f32[2], s32[]) custom-call-start(a), custom_call_target=\"w\"\n"
      "  u = ((f32[2]), f32[2], s32[]) custom-call-update(s)\n"
      "  ROOT d = f32[2] custom-call-done(u)\n}");
  Matching matching(module, module);
  for (const HloComputation* computation : module.computations()) {
    std::vector<InstructionPair> pairs;
    for (const HloInstruction* i : computation->instructions()) pairs.push_back({i, i});
    matching.Match(*computation, *computation, pairs);
  }
  const DiffOptions options;
  InstructionComparer comparer(module, module, matching, options);
  const auto changes = [&](const char* before, const char* after) {
    return comparer.Compare(*Find(module, before), *Find(module, after), Known::kNothing).changes;
  };
  EXPECT_NE(changes("s", "u") & kOpcodeChanged, 0u);
  EXPECT_NE(changes("u", "d") & kOpcodeChanged, 0u);
  EXPECT_EQ(changes("u", "u") & kOpcodeChanged, 0u);
}

}  // namespace hlo_text_v1::compare_instructions_test
