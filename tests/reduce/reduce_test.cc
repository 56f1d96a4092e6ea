// Modules with predicates that are functions; every module that the predicate sees is valid, and
// the result is the same for any number of jobs.
// Tests: async_passes, call_passes, dataflow_passes, drop, map_shapes, names_pass, pass,
// ranks_pass, shape_passes, simple_passes, tuples_pass
#include "hlo/reduce.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/printer.h"
#include "hlo/read.h"
#include "hlo/verify.h"
#include "src/base/strings.h"
#include "tests/bench/generate_model.h"
#include "tests/support/random_async.h"
#include "tests/support/random_graph.h"
#include "tests/support/read.h"
#include "tests/support/sample.h"

namespace hlo_text_v1::reduce_test {

using namespace internal;

using testing::HasSubstr;
using testing::Not;

int64_t Count(const HloModule& module, HloOpcode opcode) {
  int64_t count = 0;
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* i : computation->instructions()) count += i->opcode() == opcode;
  }
  return count;
}

auto Has(HloOpcode opcode) {
  return [=](const HloModule& module) { return Count(module, opcode) > 0; };
}

std::string Print(const HloModule& module) {
  return PrintHloModule(module, ReduceOptions::DefaultPrint());
}

// Reduces a text; "" and a failure if that is an error.
std::string Reduced(std::string_view text, ReducePredicate predicate, ReduceOptions options = {}) {
  const absl::StatusOr<ReduceResult> result = ReduceHloModule(ReadModule(text), predicate, options);
  EXPECT_TRUE(result.ok()) << result.status();
  return result.ok() ? Print(result->module) : "";
}

constexpr std::string_view kModel =
    "HloModule model, is_scheduled=true, replica_count=2\n"
    "sum { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }\n"
    "fused { x = f32[8,128]{0,1} parameter(0) y = f32[8,128]{0,1} parameter(1)\n"
    "  e = f32[8,128]{0,1} exponential(x) ROOT m = f32[8,128]{0,1} multiply(e, y) }\n"
    "ENTRY main {\n"
    "  p = f32[8,128]{0,1} parameter(0), sharding={replicated}\n"
    "  q = f32[128,8]{1,0} parameter(1), metadata={op_name=\"q\"}\n"
    "  f = f32[8,128]{0,1} fusion(p, p), kind=kLoop, calls=fused\n"
    "  d = f32[8,8]{1,0} dot(f, q), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
    "  r = f32[8,8]{1,0} all-reduce(d), replica_groups={{0,1}}, to_apply=sum\n"
    "  c = f32[8,8]{1,0} constant({...})\n"
    "  g = f32[8,8]{1,0} add(r, c)\n"
    "  ROOT t = (f32[8,8]{1,0}, f32[8,128]{0,1}) tuple(g, f)\n"
    "}\n";

TEST(Reduce, OneInstruction) {
  EXPECT_EQ(Reduced(kModel, Has(HloOpcode::kDot)),
            "HloModule m, entry_computation_layout={(f32[])->f32[]}\n\n"
            "ENTRY %f (p: f32[]) -> f32[] {\n"
            "  %p = f32[] parameter(0)\n"
            "  ROOT %d = f32[] dot(%p, %p), lhs_contracting_dims={}, rhs_contracting_dims={}\n"
            "}\n\n");
}

// A called computation that shows the bug becomes the entry computation.
TEST(Reduce, InACalledComputation) {
  const std::string text = Reduced(kModel, Has(HloOpcode::kExp));
  EXPECT_THAT(text, HasSubstr("exponential(%x)"));
  EXPECT_THAT(text, Not(HasSubstr("fusion")));
}

TEST(Reduce, WhatThePredicateWantsStays) {
  EXPECT_THAT(Reduced(kModel, [](const HloModule& m) { return m.config().is_scheduled; }),
              HasSubstr("is_scheduled=true"));
  EXPECT_THAT(
      Reduced(kModel,
              [](const HloModule& m) { return Print(m).find("replicated") != std::string::npos; }),
      HasSubstr("parameter(0), sharding={replicated}"));
  EXPECT_THAT(Reduced(kModel,
                      [](const HloModule& m) {
                        return Print(m).find("f32[8,128]{0,1}") != std::string::npos;
                      }),
              HasSubstr("(x: f32[8,128]) -> "));
}

TEST(Reduce, LoopsAndTuples) {
  const std::string text = Reduced(
      "HloModule loop\n"
      "condition { c = (s32[], f32[4], f32[16]) parameter(0)\n"
      "  i = s32[] get-tuple-element(c), index=0 n = s32[] constant(9)\n"
      "  ROOT l = pred[] compare(i, n), direction=LT }\n"
      "body { b = (s32[], f32[4], f32[16]) parameter(0)\n"
      "  j = s32[] get-tuple-element(b), index=0 x = f32[4] get-tuple-element(b), index=1\n"
      "  y = f32[16] get-tuple-element(b), index=2 one = s32[] constant(1)\n"
      "  k = s32[] add(j, one) z = f32[4] sine(x)\n"
      "  ROOT u = (s32[], f32[4], f32[16]) tuple(k, z, y) }\n"
      "ENTRY main { s = (s32[], f32[4], f32[16]) parameter(0)\n"
      "  w = (s32[], f32[4], f32[16]) while(s), condition=condition, body=body\n"
      "  ROOT r = f32[4] get-tuple-element(w), index=1 }\n",
      [](const HloModule& m) {
        return Count(m, HloOpcode::kWhile) > 0 && Count(m, HloOpcode::kSin) > 0 &&
               m.entry_computation()->root_instruction()->shape().IsArray();
      });
  EXPECT_THAT(text, HasSubstr("(f32[]) while("));
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 20);
}

TEST(Reduce, AsynchronousChains) {
  const std::string_view chain =
      "HloModule chain, is_scheduled=true\n"
      "ENTRY main { p = f32[8] parameter(0)\n"
      "  s = ((f32[8]), (), s32[]) custom-call-start(p), custom_call_target=\"t\"\n"
      "  n = f32[8] negate(p)\n"
      "  u = ((f32[8], f32[8]), f32[8], s32[]) custom-call-update(s, n)\n"
      "  ROOT d = f32[8] custom-call-done(u) }\n";
  // Synchronous, if that is enough.
  EXPECT_THAT(Reduced(chain, Has(HloOpcode::kCustomCall)), Not(HasSubstr("-start")));
  const std::string shortened = Reduced(chain, Has(HloOpcode::kAsyncDone));
  EXPECT_THAT(shortened, HasSubstr("custom-call-start("));
  EXPECT_THAT(shortened, Not(HasSubstr("-update")));
  EXPECT_THAT(shortened, Not(HasSubstr("s32[]")));
  EXPECT_THAT(Reduced(chain, Has(HloOpcode::kAsyncUpdate)), HasSubstr("custom-call-update("));
}

// Computations that nothing calls: dropped, or the entry computation, or kept.
// A chain that a loop carries is not made synchronous, and keeps its contexts.
TEST(Reduce, ChainsThroughLoops) {
  const std::string text = Reduced(
      "HloModule m\n"
      "work { x = f32[8] parameter(0) ROOT y = f32[8] negate(x) }\n"
      "body { p = ((f32[8]), f32[8], s32[]) parameter(0)\n"
      "  ROOT u = ((f32[8]), f32[8], s32[]) async-update(p) }\n"
      "condition { q = ((f32[8]), f32[8], s32[]) parameter(0)\n"
      "  ROOT no = pred[] constant(false) }\n"
      "ENTRY main { a = f32[8] parameter(0)\n"
      "  s = ((f32[8]), f32[8], s32[]) async-start(a), calls=work\n"
      "  l = ((f32[8]), f32[8], s32[]) while(s), condition=condition, body=body\n"
      "  ROOT d = f32[8] async-done(l) }\n",
      [](const HloModule& m) {
        for (const auto& operations : FindAsyncOperations(m)) {
          for (const AsyncOperation& operation : operations) {
            if (!operation.is_direct()) return true;
          }
        }
        return false;
      });
  EXPECT_THAT(text, HasSubstr("while(%s)"));
  EXPECT_THAT(text, HasSubstr("async-done(%l)"));
}

TEST(Reduce, UnusedComputations) {
  const std::string_view text =
      "HloModule m\n"
      "f { p = f32[2] parameter(0) ROOT s = f32[2] sine(p) }\n"
      "g { p = f32[2] parameter(0) ROOT c = f32[2] cosine(p) }\n"
      "ENTRY e { p = f32[2] parameter(0) n = f32[2] negate(p) ROOT l = f32[2] log(n) }\n";
  EXPECT_THAT(Reduced(text, Has(HloOpcode::kLog)), Not(HasSubstr("sine")));
  int tests = 0;
  const std::string entry = Reduced(text, [&](const HloModule& m) {
    ++tests;
    return Count(m, HloOpcode::kSin) > 0;
  });
  EXPECT_THAT(entry, HasSubstr("ROOT %s = f32[] sine(%p)"));
  EXPECT_LE(tests, 10);
  const std::string both = Reduced(text, [](const HloModule& m) {
    return Count(m, HloOpcode::kLog) > 0 && Count(m, HloOpcode::kCos) > 0;
  });
  EXPECT_THAT(both, HasSubstr("cosine"));
  EXPECT_THAT(both, HasSubstr("f32[] log(%p"));
}

// Sugar has as many operands as its opcode takes; an operation that no longer has becomes generic.
TEST(Reduce, DimensionsOfSizeOneInChains) {
  const std::string text = Reduced(
      "HloModule m\n"
      "ENTRY e { p = f32[1,1] parameter(0) i = s32[] parameter(1)\n"
      "  s = ((f32[1,1], s32[], s32[]), f32[1,1]) dynamic-slice-start(p, i, i), "
      "dynamic_slice_sizes={1,1}\n"
      "  ROOT d = f32[1,1] dynamic-slice-done(s) }\n",
      Has(HloOpcode::kAsyncDone));
  EXPECT_TRUE(ReadHloModule(text).ok()) << text;
}

// Wherever attributes and indices mention them.
TEST(Reduce, DimensionsOfSizeOne) {
  const auto reduced = [](std::string_view body, HloOpcode opcode) {
    const auto has_others = [=](const HloModule& m) {
      std::multiset<int64_t> sizes;
      for (const int64_t size : m.entry_computation()->root_instruction()->shape().dimensions()) {
        if (size != 1) sizes.insert(size);
      }
      return Count(m, opcode) > 0 && sizes == std::multiset<int64_t>{2, 4};
    };
    return Reduced(StrCat("HloModule m\nENTRY e { p = f32[2,1,4] parameter(0)\n", body, " }"),
                   has_others);
  };
  EXPECT_THAT(
      reduced("ROOT t = f32[4,1,2] transpose(p), dimensions={2,1,0}", HloOpcode::kTranspose),
      HasSubstr("f32[4,2]{1,0} transpose(%p), dimensions={1,0}"));
  EXPECT_THAT(reduced("q = f32[4,1] parameter(1)\n"
                      "ROOT b = f32[2,1,4] broadcast(q), dimensions={2,1}",
                      HloOpcode::kBroadcast),
              HasSubstr("f32[2,4]{1,0} broadcast(%q), dimensions={1}"));
  EXPECT_THAT(
      reduced("ROOT s = f32[2,1,4] slice(p), slice={[0:2], [0:1], [0:4]}", HloOpcode::kSlice),
      HasSubstr("slice={[0:2], [0:4]}"));
  EXPECT_THAT(reduced("i = s32[] parameter(1) j = s32[] parameter(2) k = s32[] parameter(3)\n"
                      "ROOT d = f32[2,1,4] dynamic-slice(p, i, j, k), "
                      "dynamic_slice_sizes={2,1,4}",
                      HloOpcode::kDynamicSlice),
              HasSubstr("dynamic-slice(%p, %i, %i), dynamic_slice_sizes={2,4}"));
  EXPECT_THAT(reduced("z = f32[] constant(0)\n"
                      "ROOT d = f32[2,1,4] pad(p, z), padding=0_0x0_0x0_0",
                      HloOpcode::kPad),
              HasSubstr("padding=0_0x0_0\n"));
  EXPECT_THAT(reduced("ROOT i = f32[2,1,4] iota(), iota_dimension=2", HloOpcode::kIota),
              HasSubstr("iota_dimension=1"));
}

// In called computations constants become parameters.
TEST(Reduce, ShapesInAttributes) {
  const std::string text = Reduced(
      "HloModule m\nENTRY e { x = f32[8,128] parameter(0) t = token[] after-all()\n"
      "  ROOT o = token[] outfeed(x, t), outfeed_shape=f32[8,128] }\n",
      Has(HloOpcode::kOutfeed));
  EXPECT_THAT(text, HasSubstr("outfeed_shape=f32[]"));
}

// A tuple may lose elements; any other root can only be replaced by one of its operands.
TEST(Reduce, ResultsAlone) {
  ReduceOptions options;
  for (const ReducePassInfo& pass : ReducePassNames()) {
    if (pass.name != "results") options.skipped_passes.emplace_back(pass.name);
  }
  const auto root = [&](const std::string& line, ReducePredicate predicate) {
    const HloModule module = ReadModule(
        "HloModule m\nENTRY e { x = f32[4] parameter(0) a = f32[4] sine(x) b = f32[4] cosine(x)\n"
        "  c = f32[4] tan(x) ROOT r = " +
        line + " }");
    const absl::StatusOr<ReduceResult> result = ReduceHloModule(module, predicate, options);
    if (!result.ok()) return std::string(result.status().message());
    const HloInstruction& left = *result->module.entry_computation()->root_instruction();
    return std::string(left.opcode_name()) + std::to_string(left.operand_count());
  };
  const auto has_both = [](const HloModule& module) {
    return Count(module, HloOpcode::kSin) > 0 && Count(module, HloOpcode::kTan) > 0;
  };
  const std::string tuple = "(f32[4], f32[4], f32[4]) tuple(a, b, c)";
  const std::string call = "f32[4] custom-call(a, b, c), custom_call_target=\"w\"";
  EXPECT_EQ(root(tuple, has_both), "tuple2");
  EXPECT_EQ(root(tuple, Has(HloOpcode::kTan)), "tan1");
  EXPECT_EQ(root(call, has_both), "custom-call3");
  EXPECT_EQ(root(call, Has(HloOpcode::kTan)), "tan1");
}

// A module without an entry computation has no entry shapes, either.
// A pad without dimensions would print `padding=`.
TEST(Reduce, CandidatesCanBeRead) {
  const HloModule module = ReadModule(R"(HloModule m
ENTRY e {
  p = f32[4] parameter(0)
  z = f32[] constant(0)
  ROOT q = f32[6] pad(p, z), padding=1_1
})");
  int unreadable = 0;
  const auto has_pad = [&](const HloModule& candidate) {
    const std::string text = PrintHloModule(candidate, ReduceOptions::DefaultPrint());
    unreadable += ReadHloModule(text).ok() ? 0 : 1;
    return candidate.entry_computation()->root_instruction()->opcode() == HloOpcode::kPad;
  };
  EXPECT_TRUE(ReduceHloModule(module, has_pad, {}).ok());
  EXPECT_EQ(unreadable, 0);
}

TEST(Reduce, WithoutAnEntry) {
  HloModule empty = CreateHloModule("m");
  EXPECT_FALSE(ReduceHloModule(empty, [](const HloModule&) { return true; }).ok());
  AnonymizeHlo(&empty);
}

// A layout that only the header has.
TEST(Reduce, LayoutsOfTheEntry) {
  const std::string text = Reduced(
      "HloModule m, entry_computation_layout={(f32[2,3]{1,0})->f32[2,3]{0,1}}\n"
      "ENTRY e { p = f32[2,3]{1,0} parameter(0) ROOT n = f32[2,3]{1,0} negate(p) }\n",
      [](const HloModule& m) {
        return m.entry_computation()->root_instruction()->shape().rank() == 2 &&
               m.config().has_entry_computation_layout && Count(m, HloOpcode::kNegate) > 0;
      });
  EXPECT_THAT(text, Not(HasSubstr("{0,1}")));
}

TEST(Reduce, ConstantsThatNothingNeeds) {
  const std::string text = Reduced(
      "HloModule m\n"
      "f { p = s32[2] parameter(0) a = s32[2] constant({1, 2}) b = s32[2] constant({3, 4})\n"
      "  c = s32[2] add(a, b) d = s32[2] add(c, p) ROOT r = s32[2] negate(d) }\n"
      "ENTRY e { q = s32[2] parameter(0) ROOT x = s32[2] fusion(q), kind=kLoop, calls=f }\n",
      [](const HloModule& m) {
        return Count(m, HloOpcode::kFusion) > 0 && Count(m, HloOpcode::kNegate) > 0 &&
               Count(m, HloOpcode::kAdd) > 0;
      });
  EXPECT_THAT(text, Not(HasSubstr("constant(")));
}

// A root with any number of operands, and parameters that get the same value.
TEST(Reduce, OperandsOfAFusion) {
  const std::string text = Reduced(
      "HloModule m\n"
      "f { p = f32[2] parameter(0) q = f32[2] parameter(1) r = f32[2] parameter(2)\n"
      "  a = f16[2] convert(p) b = f16[2] convert(q) c = f16[2] convert(r)\n"
      "  ROOT t = f16[6] concatenate(a, b, c), dimensions={0} }\n"
      "ENTRY e { q = f32[2] parameter(0) s = f32[2] sine(q)\n"
      "  ROOT x = f16[6] fusion(s, s, q), kind=kLoop, calls=f }\n",
      [](const HloModule& m) {
        return Count(m, HloOpcode::kFusion) > 0 && Count(m, HloOpcode::kConcatenate) > 0 &&
               Count(m, HloOpcode::kConvert) > 1;
      });
  EXPECT_THAT(text, HasSubstr("f16[2]{0} fusion(%p1), kind=kLoop"));
}

TEST(Reduce, Errors) {
  const HloModule module = ReadModule(kModel);
  EXPECT_EQ(ReduceHloModule(module, Has(HloOpcode::kSort)).status(),
            absl::FailedPreconditionError("the module itself is not interesting"));
  const HloModule wrong =
      ReadModule("HloModule m\nENTRY e { p = f32[4] parameter(0) ROOT n = f32[5] negate(p) }");
  const auto yes = [](const HloModule&) { return true; };
  const absl::Status invalid = ReduceHloModule(wrong, yes).status();
  EXPECT_TRUE(absl::IsInvalidArgument(invalid));
  EXPECT_THAT(std::string(invalid.message()), HasSubstr("the module itself is invalid"));
  ReduceOptions unverified;
  unverified.verify = false;
  EXPECT_TRUE(ReduceHloModule(wrong, yes, unverified).ok());
}

TEST(Reduce, StopsAndReports) {
  const HloModule module = ReadModule(kModel);
  ReduceOptions options;
  int64_t bytes = 1 << 20;
  options.on_progress = [&](const ReduceProgress& progress) {
    EXPECT_EQ(progress.bytes, static_cast<int64_t>(Print(*progress.best).size()));
    EXPECT_GT(Count(*progress.best, HloOpcode::kDot), 0);
    bytes = progress.bytes;
    return progress.accepted < 2;
  };
  const absl::StatusOr<ReduceResult> result =
      ReduceHloModule(module, Has(HloOpcode::kDot), options);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->is_stopped);
  EXPECT_EQ(result->counts.accepted, 2);
  EXPECT_EQ(static_cast<int64_t>(Print(result->module).size()), bytes);

  ReduceOptions few;
  few.max_tests = 3;
  const absl::StatusOr<ReduceResult> limited = ReduceHloModule(module, Has(HloOpcode::kDot), few);
  ASSERT_TRUE(limited.ok());
  EXPECT_TRUE(limited->is_stopped);
  EXPECT_EQ(limited->counts.tests, 3);
}

TEST(Reduce, SkipsPasses) {
  ReduceOptions options;
  options.skipped_passes = {"names", "sizes"};
  const std::string text = Reduced(kModel, Has(HloOpcode::kDot), options);
  EXPECT_THAT(text, HasSubstr("%d = f32[8,8]"));
  for (const ReducePassInfo& pass : ReducePassNames()) EXPECT_FALSE(pass.help.empty());
}

// The predicate never sees the same text twice, nor an invalid module; the result is interesting,
// and independent of the number of jobs.
TEST(Reduce, RandomModules) {
  constexpr HloOpcode kWanted[] = {
      HloOpcode::kAdd,         HloOpcode::kAsyncDone,   HloOpcode::kWhile,
      HloOpcode::kTuple,       HloOpcode::kFusion,      HloOpcode::kCall,
      HloOpcode::kAsyncUpdate, HloOpcode::kConditional, HloOpcode::kDynamicUpdateSlice};
  int done = 0;
  for (size_t seed = 0; seed < 60; seed += kSampleStep) {
    SCOPED_TRACE(seed);
    const std::string text =
        seed % 2 == 0 ? test::RandomAsyncModule(seed) : test::RandomGraphModule(seed);
    const HloModule module = ReadModule(text);
    const HloOpcode wanted = kWanted[seed / 2 % std::size(kWanted)];
    if (Count(module, wanted) == 0) continue;
    std::string results[2];
    for (const int jobs : {1, 2}) {
      std::atomic<bool> is_valid{true};
      ReduceOptions options;
      options.jobs = jobs;
      const auto predicate = [&](const HloModule& candidate) {
        if (!Verify(candidate).empty() || !ReadHloModule(Print(candidate)).ok()) is_valid = false;
        return Count(candidate, wanted) > 0;
      };
      const absl::StatusOr<ReduceResult> result = ReduceHloModule(module, predicate, options);
      ASSERT_TRUE(result.ok()) << result.status();
      EXPECT_TRUE(is_valid);
      EXPECT_TRUE(Verify(result->module).empty());
      EXPECT_GT(Count(result->module, wanted), 0);
      results[jobs - 1] = Print(result->module);
    }
    EXPECT_EQ(results[0], results[1]);
    EXPECT_LE(std::count(results[0].begin(), results[0].end(), '\n'), 24) << results[0];
    ++done;
  }
  EXPECT_GE(done, kSampleStep == 1 ? 20 : 2);
}

// The loop goes, since its body can be inlined; the links stay sugar, as they were.
TEST(Reduce, AChainThroughALoop) {
  constexpr std::string_view kText =
      "HloModule m\n"
      "body {\n"
      "  c = (s32[], ((f32[4]), f32[4])) parameter(0)\n"
      "  i = s32[] get-tuple-element(c), index=0\n"
      "  state = ((f32[4]), f32[4]) get-tuple-element(c), index=1\n"
      "  going = ((f32[4]), f32[4]) sine-update(state)\n"
      "  ROOT carry = (s32[], ((f32[4]), f32[4])) tuple(i, going)\n"
      "}\n"
      "more {\n"
      "  c = (s32[], ((f32[4]), f32[4])) parameter(0)\n"
      "  i = s32[] get-tuple-element(c), index=0\n"
      "  ROOT less = pred[] compare(i, i), direction=LT\n"
      "}\n"
      "ENTRY e {\n"
      "  x = f32[4] parameter(0)\n"
      "  start = ((f32[4]), f32[4]) sine-start(x)\n"
      "  zero = s32[] constant(0)\n"
      "  init = (s32[], ((f32[4]), f32[4])) tuple(zero, start)\n"
      "  loop = (s32[], ((f32[4]), f32[4])) while(init), condition=more, body=body\n"
      "  last = ((f32[4]), f32[4]) get-tuple-element(loop), index=1\n"
      "  ROOT done = f32[4] sine-done(last)\n"
      "}\n";
  const std::string reduced = Reduced(
      kText, [](const HloModule& module) { return Count(module, HloOpcode::kAsyncUpdate) > 0; });
  EXPECT_THAT(reduced, testing::HasSubstr("sine-update("));
  EXPECT_THAT(reduced, testing::Not(testing::HasSubstr("while(")));
  EXPECT_THAT(reduced, testing::Not(testing::HasSubstr("async-")));
}

// A model of more than a megabyte.
TEST(Reduce, LargeModel) {
  ModelOptions model;
  model.layers = kSampleStep == 1 ? 100 : 4;
  const std::string text = GenerateModel(model);
  const std::string reduced = Reduced(text, [](const HloModule& module) {
    return Count(module, HloOpcode::kDot) >= 2 && Count(module, HloOpcode::kReduce) >= 1;
  });
  EXPECT_LE(std::count(reduced.begin(), reduced.end(), '\n'), 20) << reduced;
}

}  // namespace hlo_text_v1::reduce_test
