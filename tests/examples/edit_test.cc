// The examples in the headers that build and edit modules. Outside of hlo, as in users' code.
#include "hlo/edit.h"

#include <gtest/gtest.h>

#include <iostream>
#include <string>

#include "hlo/builder.h"
#include "hlo/graph.h"
#include "hlo/print_values.h"
#include "hlo/transform.h"
#include "tests/edit/edit_test_util.h"
#include "tests/examples/examples_test_util.h"

namespace edit_examples_test {

using hlo_text::ExpectOk;
using hlo_text::ExpectSound;
using hlo_text::ReadModule;

absl::Status Build() {
#include "examples/builder.1.inc"
  ExpectSound(module);
  return absl::OkStatus();
}

TEST(HeaderExamples, BuilderOfModules) {
  std::string expected =
#include "examples/builder.2.inc"
      ;
  hlo_text::ExpectPrints(expected + "\n", [] { ExpectOk(Build()); });
}

absl::Status Replace(hlo_text::HloInstruction* multiply, hlo_text::HloInstruction* x) {
#include "examples/builder.3.inc"
}

TEST(HeaderExamples, BuilderInPasses) {
  hlo_text::HloModule module = ReadModule(
      "HloModule m, is_scheduled=true\n"
      "ENTRY e {\n"
      "  x = f32[] parameter(0)\n"
      "  two = f32[] constant(2)\n"
      "  multiply = f32[] multiply(x, two)\n"
      "  ROOT negate = f32[] negate(multiply)\n"
      "}\n");
  ExpectOk(Replace(Find(module, "multiply"), Find(module, "x")));
  EXPECT_EQ(Text(module),
            "HloModule m, is_scheduled=true, entry_computation_layout={(f32[])->f32[]}\n\n"
            "ENTRY %e (x: f32[]) -> f32[] {\n"
            "  %x = f32[] parameter(0)\n"
            "  %add = f32[] add(%x, %x)\n"
            "  ROOT %negate = f32[] negate(%add)\n"
            "}\n\n");
  ExpectSound(module);
}

TEST(HeaderExamples, Clone) {
  hlo_text::HloModule module =
      ReadModule("ENTRY e { x = f32[] parameter(0) ROOT n = f32[] abs(x) }");
  const hlo_text::HloModule library = ReadModule("HloModule l\nh { ROOT y = f32[] parameter(0) }");
  const hlo_text::HloComputation* library_helper = FindComputation(library, "h");
  hlo_text::HloBuilder builder(module.entry_computation());
  hlo_text::HloInstruction* x = Find(module, "x");
#include "examples/transform.1.inc"
  EXPECT_EQ(Find(module, "call")->to_apply(), helper);
  ExpectSound(module);
}

#include "examples/edit.1.inc"

TEST(HeaderExamples, Edit) {
  hlo_text::HloModule module = ReadModule(
      "HloModule m\n"
      "ENTRY e {\n"
      "  x = s32[] parameter(0)\n"
      "  zero = s32[] constant(0)\n"
      "  a = s32[] add(x, zero)\n"
      "  b = s32[] add(a, zero)\n"
      "  one = s32[] constant(1)\n"
      "  c = s32[] add(b, one)\n"
      "  d = s32[] add(zero, c)\n"
      "  ROOT f = s32[] add(d, zero)\n"
      "}\n");
  ExpectOk(RemoveAdditionsOfZero(module.entry_computation()));
#include "examples/edit.2.inc"
  EXPECT_EQ(Text(module),
            "HloModule m, is_scheduled=true, entry_computation_layout={(s32[])->s32[]}\n\n"
            "ENTRY %e (x: s32[]) -> s32[] {\n"
            "  %x = s32[] parameter(0)\n"
            "  %zero = s32[] constant(0)\n"
            "  %one = s32[] constant(1)\n"
            "  %c = s32[] add(%x, %one)\n"
            "  ROOT %d = s32[] add(%zero, %c)\n"
            "}\n\n");
  ExpectSound(module);
}

// The pass meets no `add-start`, whose operands and shape are not those of an add.
TEST(HeaderExamples, EditOnSugar) {
  hlo_text::HloModule module = ReadModule(
      "HloModule m\n"
      "ENTRY e {\n"
      "  x = s32[] parameter(0)\n"
      "  zero = s32[] constant(0)\n"
      "  s = ((s32[], s32[]), s32[], s32[]) add-start(x, zero)\n"
      "  u = ((s32[], s32[]), s32[], s32[]) add-update(s)\n"
      "  d = s32[] add-done(u)\n"
      "  ROOT r = s32[] add(d, zero)\n"
      "}\n");
  EXPECT_EQ(Find(module, "s")->opcode(), hlo_text::HloOpcode::kAsyncStart);
  EXPECT_EQ(Find(module, "u")->opcode(), hlo_text::HloOpcode::kAsyncUpdate);
  EXPECT_EQ(Find(module, "d")->opcode(), hlo_text::HloOpcode::kAsyncDone);
  ExpectOk(RemoveAdditionsOfZero(module.entry_computation()));
  EXPECT_EQ(module.entry_computation()->root_instruction(), Find(module, "d"));
  EXPECT_TRUE(Verify(module).empty());
}

absl::Status MakeAsync(hlo_text::HloInstruction* all_gather, hlo_text::HloInstruction* earlier) {
#include "examples/transform.5.inc"
  return absl::OkStatus();
}

absl::Status BindLate(hlo_text::HloInstruction* start) {
#include "examples/transform.6.inc"
  return status;
}

TEST(HeaderExamples, BindLate) {
  hlo_text::HloModule module = ReadModule(
      "HloModule m\n"
      "ENTRY e {\n"
      "  x = f32[8] parameter(0)\n"
      "  s = ((f32[8], f32[8]), f32[8]) add-start(x, x)\n"
      "  ROOT d = f32[8] add-done(s)\n"
      "}\n");
  ExpectOk(BindLate(Find(module, "s")));
  EXPECT_EQ(Find(module, "s")->operand_count(), 1);
  EXPECT_EQ(Find(module, "d")->operand(0)->operand_count(), 2);
  ExpectSound(module);
}

TEST(HeaderExamples, MakeAsync) {
  hlo_text::HloModule module = ReadModule(
      "HloModule m, is_scheduled=true\n"
      "ENTRY e {\n"
      "  x = f32[8] parameter(0)\n"
      "  earlier = f32[8] abs(x)\n"
      "  ROOT work = f32[16] all-gather(x), dimensions={0}, replica_groups={{0,1}}\n"
      "}\n");
  ExpectOk(MakeAsync(Find(module, "work"), Find(module, "earlier")));
  EXPECT_EQ(Find(module, "all-gather-start")->next(), Find(module, "earlier"));
  ExpectSound(module);
}

absl::Status MakeAttributes(hlo_text::HloBuilder& builder, hlo_text::HloInstruction* x) {
#include "examples/builder.4.inc"
#include "examples/builder.5.inc"
}

TEST(HeaderExamples, MakeAttribute) {
  hlo_text::HloModule module = hlo_text::CreateHloModule("m");
  hlo_text::HloBuilder builder(&module, "main");
  EXPECT_EQ(MakeAttributes(builder, builder.AddParameter(module.shapes().Array(
                                        hlo_text::PrimitiveType::kF32, {2, 3})))
                .message(),
            "attribute dimensions takes a value of type Int64List");
  ExpectOk(builder.BuildEntry().status());
  ExpectSound(module);
}

absl::Status Outline(hlo_text::HloModule& module) {
  hlo_text::HloComputation* computation = module.entry_computation();
  hlo_text::HloInstruction *multiply = Find(module, "multiply"), *add = Find(module, "add"),
                           *negate = Find(module, "negate"), *abs = Find(module, "abs"),
                           *exp = Find(module, "exp");
#include "examples/transform.2.inc"
#include "examples/transform.3.inc"
  if (!fused.ok()) return fused.status();
#include "examples/transform.4.inc"
  return again.status();
}

TEST(HeaderExamples, Outline) {
  hlo_text::HloModule module = ReadModule(
      "ENTRY e {\n"
      "  x = f32[2] parameter(0)\n"
      "  negate = f32[2] negate(x)\n"
      "  abs = f32[2] abs(negate)\n"
      "  exp = f32[2] exponential(abs)\n"
      "  multiply = f32[2] multiply(x, exp)\n"
      "  ROOT add = f32[2] add(multiply, x)\n"
      "}\n");
  ExpectOk(Outline(module));
  EXPECT_EQ(module.entry_computation()->root_instruction()->opcode(), hlo_text::HloOpcode::kFusion);
  ExpectSound(module);
}

}  // namespace edit_examples_test
