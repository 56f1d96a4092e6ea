#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "hlo/builder.h"
#include "hlo/canonical.h"
#include "hlo/edit.h"
#include "hlo/printer.h"
#include "hlo/reduce.h"
#include "hlo/verify.h"
#include "tests/support/random_async.h"
#include "tests/support/random_graph.h"
#include "tests/support/read.h"
#include "tests/support/sample.h"

namespace hlo_text_v1::anonymize_test {

using namespace internal;

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Anonymize, ReplacesWhatTells) {
  HloModule module = ReadModule(
      "HloModule jit_secret, frontend_attributes={who=\"me\"}\n"
      "secret_sum { x = f32[] parameter(0) y = f32[] parameter(1) ROOT s = f32[] add(x, y) }\n"
      "ENTRY secret_main {\n"
      "  weights = f32[2,768] parameter(0), metadata={op_name=\"secret\"}\n"
      "  secret = f32[2,3] constant({{0.5, 0, -7}, {1, inf, 3}})\n"
      "  n = s32[] constant(7)\n"
      "  call.1 = f32[2,3] custom-call(weights, n), custom_call_target=\"secret\",\n"
      "    backend_config=\"secret\"\n"
      "  call.2 = f32[2,3] custom-call(secret), custom_call_target=\"other\"\n"
      "  call.3 = f32[2,3] custom-call(call.1, call.2), custom_call_target=\"secret\"\n"
      "  ROOT r = f32[2,3] add(call.3, secret)\n"
      "}\n");
  EXPECT_THAT(AnonymizeHlo(&module),
              ElementsAre("opcodes, shapes and edges: the architecture", "sizes of dimensions: 768",
                          "1 scalar integer constants: bounds of loops, offsets"));
  EXPECT_EQ(PrintWithConstants(module),
            "HloModule module, entry_computation_layout={(f32[2,768]{1,0})->f32[2,3]{1,0}}\n\n"
            "%computation.1 (parameter.1: f32[], parameter.2: f32[]) -> f32[] {\n"
            "  %parameter.1 = f32[] parameter(0)\n"
            "  %parameter.2 = f32[] parameter(1)\n"
            "  ROOT %add.1 = f32[] add(%parameter.1, %parameter.2)\n"
            "}\n\n"
            "ENTRY %computation.2 (parameter.3: f32[2,768]) -> f32[2,3] {\n"
            "  %parameter.3 = f32[2,768]{1,0} parameter(0)\n"
            "  %constant.3 = s32[] constant(7)\n"
            "  %custom-call.1 = f32[2,3]{1,0} custom-call(%parameter.3, %constant.3), "
            "custom_call_target=\"target1\"\n"
            "  %constant.2 = f32[2,3]{1,0} constant({ { 1, 0, 1 }, { 1, 1, 1 } })\n"
            "  %custom-call.2 = f32[2,3]{1,0} custom-call(%constant.2), "
            "custom_call_target=\"target2\"\n"
            "  %custom-call.3 = f32[2,3]{1,0} custom-call(%custom-call.1, %custom-call.2), "
            "custom_call_target=\"target1\"\n"
            "  ROOT %add.2 = f32[2,3]{1,0} add(%custom-call.3, %constant.2)\n"
            "}\n\n");
}

TEST(Anonymize, ValuesInTuples) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "ENTRY e {\n"
      "  ROOT c = (f32[2], (s32[], f32[]), pred[2]) constant(({3.25, 0}, (77, 9.75), {1, 0}))\n"
      "}\n");
  EXPECT_THAT(AnonymizeHlo(&module),
              ElementsAre("opcodes, shapes and edges: the architecture",
                          "1 scalar integer constants: bounds of loops, offsets"));
  EXPECT_THAT(PrintWithConstants(module), HasSubstr(" constant(( {1, 0}, ( 77, 1 ), {1, 0} ))\n"));
}

// XLA gives some targets a meaning; a value that is left out stays so.
TEST(Anonymize, WhatIsKnownStays) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "ENTRY e {\n"
      "  a = f32[2] constant({...})\n"
      "  b = (f32[2], f32[2]) constant(({...}, {3, 0}))\n"
      "  c = f32[2] custom-call(a), custom_call_target=\"GetRngSeed\"\n"
      "  ROOT t = (f32[2], (f32[2], f32[2])) tuple(c, b)\n"
      "}\n");
  AnonymizeHlo(&module);
  const std::string text = PrintWithConstants(module);
  EXPECT_THAT(text, HasSubstr(" = f32[2]{0} constant({...})\n"));
  EXPECT_THAT(text, HasSubstr(" constant(( {...}, {1, 0} ))\n"));
  EXPECT_THAT(text, HasSubstr("custom_call_target=\"GetRngSeed\""));
}

TEST(Anonymize, ListsNamesThatStay) {
  HloModule module = ReadModule(
      "HloModule m, num_partitions=2, frontend_attributes={_xla_a=\"b\"}\n"
      "sum { x = f32[] parameter(0) y = f32[] parameter(1) ROOT s = f32[] add(x, y) }\n"
      "ENTRY e {\n"
      "  p = f32[4] parameter(0)\n"
      "  d = f32[4] domain(p), domain={kind=\"sharding\", entry={replicated}, "
      "exit={mesh['secret'=2], [{'secret'}]}}\n"
      "  q = f32[4] collective-permute(d), source_target_pairs={{0,1}}\n"
      "  ROOT r = f32[4] all-reduce(q), replica_groups=mesh['secret'=2] {'secret'}, "
      "to_apply=sum\n"
      "}\n");
  EXPECT_THAT(AnonymizeHlo(&module),
              ElementsAre("opcodes, shapes and edges: the architecture",
                          "2 channel numbers and groups of devices, with the axes of meshes",
                          "1 shardings, with the axes of meshes",
                          "frontend attributes of XLA in the header"));
}

TEST(Anonymize, ConstantsKeepEdgesAndShardings) {
  HloModule module = ReadModule(
      "HloModule m, is_scheduled=true\n"
      "ENTRY e {\n"
      "  p = f32[2] parameter(0)\n"
      "  c = f32[2] constant({3, 0}), sharding={replicated}, control-predecessors={p}\n"
      "  ROOT n = f32[2] negate(c), control-predecessors={c}\n"
      "}\n");
  AnonymizeHlo(&module);
  EXPECT_THAT(PrintWithConstants(module),
              HasSubstr("  %constant.2 = f32[2]{0} constant({1, 0}), sharding={replicated}, "
                        "control-predecessors={%parameter.1}\n"
                        "  ROOT %negate.1 = f32[2]{0} negate(%constant.2), "
                        "control-predecessors={%constant.2}\n"));
}

// A text that is kept as written names the constant, which must stay.
TEST(Anonymize, CountsConstantsThatKeepTheirValues) {
  ParseOptions options;
  options.allow_unknown = true;
  HloModule module = ModuleOf(
      "HloModule m\n"
      "ENTRY e {\n"
      "  c = f32[2] constant({3.25, 0})\n"
      "  d = f32[2] constant({4.25, 0})\n"
      "  s = f32[2] add(c, d)\n"
      "  ROOT r = f32[2] frobnicate({%c}, s)\n"
      "}\n",
      options);
  EXPECT_THAT(AnonymizeHlo(&module), ElementsAre("opcodes, shapes and edges: the architecture",
                                                 "1 constants with their values",
                                                 "1 unknown attributes or opcodes, as written"));
  EXPECT_THAT(PrintWithConstants(module), HasSubstr("%c = f32[2]{0} constant({3.25, 0})"));
  EXPECT_THAT(PrintWithConstants(module), HasSubstr(" = f32[2]{0} constant({1, 0})"));
}

// The fingerprint without what anonymising drops and replaces.
Fingerprint128 StructureOf(const HloModule& module) {
  HloModule copy = module.Clone();
  StripOptions options;
  for (const StripInfo& part : StripTable()) options.*part.field = true;
  options.sharding = options.control_predecessors = options.parameter_replication = false;
  Strip(&copy, options);
  for (HloComputation* computation : copy.computations()) {
    if (computation->execution_thread() != "main")
      SetExecutionThread(computation, "t").IgnoreError();
    for (HloInstruction* instruction : computation->instructions()) {
      if (instruction->FindAttribute(AttributeKind::kCustomCallTarget) != nullptr) {
        EXPECT_TRUE(
            SetAttribute(instruction, MakeAttribute<AttributeKind::kCustomCallTarget>("t")).ok());
      }
      if (instruction->FindAttribute(AttributeKind::kAsyncExecutionThread) != nullptr) {
        EXPECT_TRUE(
            SetAttribute(instruction, MakeAttribute<AttributeKind::kAsyncExecutionThread>("t"))
                .ok());
      }
    }
  }
  return Fingerprint(copy);
}

TEST(Anonymize, KeepsTheStructure) {
  for (size_t seed = 0; seed < 100; seed += kSampleStep) {
    SCOPED_TRACE(seed);
    std::string text =
        seed % 2 == 0 ? test::RandomAsyncModule(seed) : test::RandomGraphModule(seed);
    // Such constants stay.
    for (size_t at; (at = text.find("{1, 2, 3, 4}")) != std::string::npos;) {
      text.replace(at, 12, "{1, 1, 1, 1}");
    }
    HloModule module = ReadModule(text);
    const Fingerprint128 before = StructureOf(module);
    AnonymizeHlo(&module);
    for (const Diagnostic& d : Verify(module)) ADD_FAILURE() << d.message;
    // A computation that starts on two threads reach has the thread of the last one in the text.
    if (text.find("\"t1\"") == std::string::npos) {
      const HloModule again = ReadModule(PrintWithConstants(module));
      EXPECT_EQ(StructureOf(module), StructureOf(again));
    }
    // Scalars may change.
    if (text.find("f32[] constant") == std::string::npos) {
      EXPECT_EQ(StructureOf(module), before);
    }
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace hlo_text_v1::anonymize_test
