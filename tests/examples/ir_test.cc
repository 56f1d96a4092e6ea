// The examples in the headers of the IR. Outside of hlo, as in users' code.
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <string>

#include "hlo/arena.h"
#include "hlo/async.h"
#include "hlo/attribute.h"
#include "hlo/attribute_accessors.h"
#include "hlo/attribute_kind.h"
#include "hlo/attribute_values.h"
#include "hlo/computation.h"
#include "hlo/diagnostic.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/identical.h"
#include "hlo/instruction.h"
#include "hlo/internal/misuse.h"
#include "hlo/literal.h"
#include "hlo/module.h"
#include "hlo/module_config.h"
#include "hlo/opcode.h"
#include "hlo/pattern_matcher.h"
#include "hlo/primitive_type.h"
#include "hlo/print_values.h"
#include "hlo/query.h"
#include "hlo/read.h"
#include "hlo/shape.h"
#include "hlo/shape_inference.h"
#include "hlo/sharding.h"
#include "hlo/source.h"
#include "hlo/unknown_words.h"
#include "hlo/version.h"
#include "hlo/visitor.h"
#include "hlo/window.h"
#include "tests/examples/examples_test_util.h"

namespace ir_examples_test {

using hlo_text::ExpectPrints;
using hlo_text::ExpectText;
using hlo_text::ReadModule;

constexpr char kModel[] = R"(HloModule model
sum { l = f32[] parameter(0)
  r = f32[] parameter(1)
  ROOT s = f32[] add(l, r) }
ENTRY e {
  x = f32[4,8] parameter(0), sharding={replicated}, metadata={op_name="step/x"}
  i = s32[2] parameter(1)
  seven = s32[] constant(7)
  dot = f32[4,4] dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={1}
  all_reduce = f32[4,4] all-reduce(dot), channel_id=7, replica_groups={}, to_apply=sum
  ROOT gather = f32[2,4] gather(all_reduce, i), offset_dims={1}, collapsed_slice_dims={0},
    start_index_map={0}, index_vector_dim=1, slice_sizes={1,4}
})";

// ---- Values.

TEST(HeaderExamples, Arena) {
#include "examples/arena.inc"
  EXPECT_EQ(dims.size() + name.size(), 2 + 5);
}

TEST(HeaderExamples, AttributeKind) {
#include "examples/attribute_kind.inc"
}

TEST(HeaderExamples, Opcode) {
#include "examples/opcode.inc"
}

TEST(HeaderExamples, PrimitiveType) {
#include "examples/primitive_type.inc"
}

TEST(HeaderExamples, Shape) {
#include "examples/shape.inc"
}

TEST(HeaderExamples, ShapeInference) {
  ExpectPrints("f32[4,8]{0,1}", [] {
#include "examples/shape_inference.inc"
  });
}

#include "examples/version.inc"

// ---- Instructions and their attributes.

TEST(HeaderExamples, Attribute) {
  const hlo_text::HloModule module = ReadModule(kModel);
  const hlo_text::HloInstruction* instruction = Find(module, "gather");
#include "examples/attribute.inc"
}

TEST(HeaderExamples, AttributeAccessors) {
  const hlo_text::HloModule module = ReadModule(kModel);
  const hlo_text::HloInstruction *dot = Find(module, "dot"),
                                 *all_reduce = Find(module, "all_reduce"),
                                 *gather = Find(module, "gather");
#include "examples/attribute_accessors.inc"
}

constexpr char kWindows[] =
    "ENTRY e { x = f32[8,8] parameter(0) zero = f32[] constant(0)\n"
    "  a = f32[7,6] reduce-window(x, zero), window={size=2x3}, to_apply=sum,"
    "    metadata={op_name=\"step/a\"}\n"
    "  b = f32[7,6] reduce-window(x, zero), window={size=2x3}, to_apply=sum\n"
    "  ROOT t = (f32[7,6], f32[7,6]) tuple(a, b) }\n"
    "sum { l = f32[] parameter(0) r = f32[] parameter(1) ROOT s = f32[] add(l, r) }\n";

TEST(HeaderExamples, AttributeValues) {
  const hlo_text::HloModule module = ReadModule(kWindows);
  const hlo_text::HloInstruction* instruction = Find(module, "a");
#include "examples/attribute_values.inc"
  EXPECT_EQ(elements, 6);
  EXPECT_EQ(name, "step/a");
}

std::optional<int64_t> Places(const hlo_text::HloInstruction* convolution,
                              const hlo_text::HloInstruction* input) {
#include "examples/window.inc"
}

TEST(HeaderExamples, Window) {
  const hlo_text::HloModule module = hlo_text::ReadModule(
      "HloModule m\nENTRY e { x = f32[1,8,1] parameter(0) k = f32[3,1,1] parameter(1)\n"
      "  ROOT c = f32[1,6,1] convolution(x, k), window={size=3}, dim_labels=b0f_0io->b0f }");
  EXPECT_EQ(Places(Find(module, "c"), Find(module, "x")), 6);
}

TEST(HeaderExamples, Identical) {
  hlo_text::HloModule module = ReadModule(kWindows);
  hlo_text::HloInstruction *a = Find(module, "a"), *b = Find(module, "b");
  const hlo_text::AttributeKind kind = hlo_text::AttributeKind::kWindow;
#include "examples/identical.inc"
  EXPECT_EQ(b->parent(), nullptr);
}

TEST(HeaderExamples, Instruction) {
  const hlo_text::HloModule module = ReadModule(kModel);
  const hlo_text::HloComputation* computation = module.entry_computation();
#include "examples/instruction.1.inc"
}

TEST(HeaderExamples, Literal) {
  const hlo_text::HloModule module = ReadModule(kModel);
  const hlo_text::HloInstruction* constant = Find(module, "seven");
  ExpectPrints("7", [&] {
#include "examples/literal.inc"
  });
}

TEST(HeaderExamples, Misuse) {
  hlo_text::HloModule module = ReadModule(kModel);
  const auto misuse = [](hlo_text::HloInstruction* add) {
#include "examples/instruction.2.inc"
    return none == nullptr && number == -1 && !is_set;
  };
#ifdef NDEBUG  // of the library, too
  EXPECT_TRUE(misuse(Find(module, "dot")));
#endif
}

absl::Status Match(hlo_text::HloInstruction* subtract) {
#include "examples/pattern_matcher.inc"
  return absl::NotFoundError("no match");
}

TEST(HeaderExamples, PatternMatcher) {
  hlo_text::HloModule module = ReadModule(
      "ENTRY e { x = f32[] parameter(0) y = f32[] parameter(1) a = f32[] add(y, x)\n"
      "  ROOT s = f32[] subtract(a, y) }");
  EXPECT_TRUE(Match(Find(module, "s")).ok());
  EXPECT_EQ(module.entry_computation()->root_instruction(), Find(module, "x"));
}

TEST(HeaderExamples, Query) {
  hlo_text::HloModule module = ReadModule(
      "ENTRY e { x = f32[] parameter(0) dead = f32[] abs(x) n = f32[] negate(x)\n"
      "  ROOT s = f32[] subtract(n, x) }");
  hlo_text::HloComputation* computation = module.entry_computation();
  std::vector<const hlo_text::HloInstruction*> fused;
  const auto Fuse = [&](const hlo_text::HloInstruction* instruction) {
    fused.push_back(instruction);
  };
#include "examples/query.inc"
  EXPECT_EQ(flops, 3);
  EXPECT_EQ(fused, std::vector<const hlo_text::HloInstruction*>({Find(module, "n")}));
}

TEST(HeaderExamples, Sharding) {
  const hlo_text::HloModule module = ReadModule(kModel);
  const hlo_text::HloInstruction* instruction = Find(module, "x");
#include "examples/sharding.inc"
  EXPECT_TRUE(is_replicated);
}

TEST(HeaderExamples, UnknownWords) {
  ExpectPrints("speed=11\n", [] {
#include "examples/unknown_words.inc"
  });
}

TEST(HeaderExamples, Visitor) {
  const hlo_text::HloModule module = ReadModule(kModel);
  const hlo_text::HloComputation* computation = module.entry_computation();
#include "examples/visitor.inc"
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(counter.flops, 2 * 4 * 4 * 8);
}

// ---- Computations and modules.

TEST(HeaderExamples, Async) {
  const hlo_text::HloModule module = ReadModule(
      "ENTRY e { x = f32[8] parameter(0)\n"
      "  s = ((f32[8]), f32[8], s32[]) custom-call-start(x), custom_call_target=\"f\"\n"
      "  ROOT d = f32[8] custom-call-done(s) }");
  const hlo_text::HloComputation* computation = module.entry_computation();
#include "examples/async.inc"
}

TEST(HeaderExamples, Computation) {
  const hlo_text::HloModule module = ReadModule(kModel);
  ExpectPrints("x\ni\nseven\ndot\nall_reduce\ngather\n", [&] {
#include "examples/computation.inc"
    EXPECT_EQ(result.dimensions().size() + first.size(), 2 + 1);
  });
}

TEST(HeaderExamples, Module) {
  const std::string text = kModel;
  ExpectPrints("sum: 3\ne: 6\n", [&] {
#include "examples/module.1.inc"
  });
}

TEST(HeaderExamples, ModuleConfig) {
  const hlo_text::HloModule module = ReadModule(kModel);
  ExpectPrints("", [&] {
#include "examples/module_config.inc"
  });
}

TEST(HeaderExamples, Graph) {
  hlo_text::HloModule module = ReadModule(
      "ENTRY e { x = f32[] parameter(0) ROOT c = f32[] call(x), to_apply=f }\n"
      "f { y = f32[] parameter(0) ROOT n = f32[] negate(y) }");
  hlo_text::HloInstruction* instruction = Find(module, "y");
  ExpectPrints("y: 1 users\nn: 0 users\nx: 1 users\nc: 0 users\n", [&] {
#include "examples/graph.inc"
    EXPECT_EQ(now.size(), 1);
  });
}

TEST(HeaderExamples, Diagnostic) {
  const std::string text =
      "HloModule m\nENTRY e {\n  p = f32[] parameter(0)\n  ROOT r = f32[] add(p)\n}\n";
  testing::internal::CaptureStderr();
#include "examples/diagnostic.1.inc"
  ExpectText(testing::internal::GetCapturedStderr(),
#include "examples/diagnostic.2.inc"
  );
}

absl::Status ReadSource() {
#include "examples/source.inc"
  return module.status();
}

TEST(HeaderExamples, Source) {
  const hlo_text::EmptyFolder folder;
  std::ofstream("module.hlo") << kModel;
  EXPECT_TRUE(ReadSource().ok());
}

TEST(HeaderExamples, Uniquify) {
  std::optional<hlo_text::HloModule> module = hlo_text::ModuleOf(
      "ENTRY e { x = f32[8] parameter(0)\n"
      "  s = ((f32[8]), f32[8], s32[]) custom-call-start(x), custom_call_target=\"f\"\n"
      "  ROOT d = f32[8] custom-call-done(s) }");
#include "examples/module.2.inc"
  EXPECT_EQ(module->computations().size(), 2);
}

}  // namespace ir_examples_test
