// The examples in the headers about passes and schedules.
#include "hlo/passes.h"

#include <gtest/gtest.h>

#include <utility>

#include "hlo/dataflow.h"
#include "hlo/edit.h"
#include "hlo/live_ranges.h"
#include "hlo/opt.h"
#include "hlo/pass.h"
#include "hlo/schedule.h"
#include "tests/examples/examples_test_util.h"

namespace passes_examples_test {

using hlo_text::HloModule;
using hlo_text::ReadModule;

constexpr char kText[] = R"(HloModule m
ENTRY e {
  x = f32[8] parameter(0)
  unused = f32[8] copy(x)
  a = f32[8] negate(x)
  b = f32[] constant(1)
  ROOT r = (f32[8], f32[]) tuple(a, b)
})";

absl::StatusOr<bool> RemoveCopies(HloModule*) { return false; }

TEST(HeaderExamples, Pass) {
  HloModule read = ReadModule(kText);
  HloModule* module = &read;
  const hlo_text::EmptyFolder folder;
#include "examples/pass.inc"
  ASSERT_TRUE(changed.ok()) << changed.status();
  EXPECT_TRUE(*changed);
  ASSERT_TRUE(parsed.ok()) << parsed.status();
}

TEST(HeaderExamples, Passes) {
  HloModule read = ReadModule(kText);
  HloModule* module = &read;
#include "examples/passes.inc"
  EXPECT_TRUE(changed.ok() && *changed);
}

#ifdef HLO_TEXT_TOOLS
#define main OptExample
#include "examples/opt.inc"
#undef main

TEST(HeaderExamples, Opt) {
  char name[] = "opt", flag[] = "--list-passes";
  char* words[] = {name, flag};
  EXPECT_NE(hlo_text::Printed([&] { OptExample(2, words); }).find("remove-copies"),
            std::string::npos);
}
#endif

absl::Status Schedule(HloModule* module) {
  const hlo_text::HloComputation* computation = module->entry_computation();
  hlo_text::HloInstruction* const x = Find(*module, "x");
  hlo_text::HloInstruction* const first = Find(*module, "a");
  hlo_text::HloInstruction* const last = Find(*module, "r");
  const std::vector<hlo_text::HloInstruction*> candidate = {x, first, Find(*module, "unused"),
                                                            Find(*module, "b"), last};
#include "examples/schedule.inc"
  return status;
}

TEST(HeaderExamples, Schedule) {
  HloModule module = ReadModule(kText);
  EXPECT_TRUE(Schedule(&module).ok());
}

TEST(HeaderExamples, Dataflow) {
  const HloModule module = ReadModule(R"(HloModule m
body {
  b = (s32[], f32[]) parameter(0)
  i = s32[] get-tuple-element(b), index=0
  one = s32[] constant(1)
  next = s32[] add(i, one)
  x = f32[] get-tuple-element(b), index=1
  ROOT t = (s32[], f32[]) tuple(next, x)
}
condition {
  c = (s32[], f32[]) parameter(0)
  ROOT go = pred[] constant(false)
}
ENTRY e {
  zero = s32[] constant(0)
  x = f32[] parameter(0)
  init = (s32[], f32[]) tuple(zero, x)
  ROOT loop = (s32[], f32[]) while(init), condition=condition, body=body
})");
  const hlo_text::HloInstruction* loop = Find(module, "loop");
  hlo_text::ExpectPrints("next operand 0\n", [&] {
#include "examples/dataflow.inc"
  });
}

}  // namespace passes_examples_test
