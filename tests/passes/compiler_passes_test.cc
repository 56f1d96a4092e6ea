// The passes of compiler_passes.h on small programs: the opcodes that are left, and the same value.
#include "tests/passes/compiler_passes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "hlo/evaluate.h"
#include "hlo/identical.h"
#include "hlo/verify.h"
#include "tests/support/read.h"

namespace hlo_text_v1::compiler_passes_test {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The text after the pass called `name`; it is valid and computes the same.
std::string After(const char* name, const std::string& text) {
  HloModule module = ReadModule(text);
  Arena arena;
  const auto value = [&] {
    const auto arguments = MakeFakeArguments(*module.entry_computation(), &arena);
    return Evaluate(module, *arguments, &arena);
  };
  const absl::StatusOr<Literal> before = value();
  EXPECT_TRUE(before.ok()) << before.status();
  PassRegistry passes;
  compiler_passes::AddCompilerPasses(&passes);
  const absl::StatusOr<bool> changed = passes.Find(name)->pass(&module);
  EXPECT_TRUE(changed.ok() && *changed) << changed.status();
  EXPECT_THAT(Verify(module), IsEmpty());
  const std::string after = PrintWithConstants(module);
  const absl::StatusOr<Literal> result = value();
  EXPECT_TRUE(result.ok() && *result == *before) << result.status() << "\n" << after;
  const absl::StatusOr<bool> again = passes.Find(name)->pass(&module);
  EXPECT_TRUE(again.ok()) << again.status();
  return after;
}

int Count(const std::string& text, std::string_view word) {
  int count = 0;
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

TEST(CompilerPasses, AllReduceCombiner) {
  const std::string after = After("all-reduce-combiner", R"(HloModule m
add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) }
max { c = f32[] parameter(0)
  d = f32[] parameter(1)
  ROOT x = f32[] maximum(c, d) }
ENTRY e {
  p = f32[4] parameter(0)
  q = f32[2,3] parameter(1)
  r = f32[4] all-reduce(p), replica_groups={}, to_apply=add
  t = f32[2,3] all-reduce(q), replica_groups={}, to_apply=add
  u = f32[4] all-reduce(p), replica_groups={}, to_apply=max
  v = f32[4] all-reduce(r), replica_groups={}, to_apply=add
  ROOT all = (f32[4], f32[2,3], f32[4], f32[4]) tuple(r, t, u, v)
})");
  EXPECT_EQ(Count(after, " all-reduce("), 3) << after;
  EXPECT_THAT(after, HasSubstr("(f32[4]{0}, f32[2,3]{1,0}) all-reduce("));
}

TEST(CompilerPasses, LoopInvariantCodeMotion) {
  const std::string after = After("loop-invariant-code-motion", R"(HloModule m
body {
  p = (s32[], f32[4], f32[4]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  x = f32[4] get-tuple-element(p), index=1
  w = f32[4] get-tuple-element(p), index=2
  one = s32[] constant(1)
  next = s32[] add(i, one)
  two = f32[] constant(2)
  twos = f32[4] broadcast(two), dimensions={}
  half = f32[4] divide(w, twos)
  scale = f32[4] exponential(half)
  y = f32[4] multiply(x, scale)
  ROOT t = (s32[], f32[4], f32[4]) tuple(next, y, w)
}
condition {
  q = (s32[], f32[4], f32[4]) parameter(0)
  j = s32[] get-tuple-element(q), index=0
  three = s32[] constant(3)
  ROOT less = pred[] compare(j, three), direction=LT
}
ENTRY e {
  zero = s32[] constant(0)
  a = f32[4] parameter(0)
  b = f32[4] parameter(1)
  init = (s32[], f32[4], f32[4]) tuple(zero, a, b)
  loop = (s32[], f32[4], f32[4]) while(init), condition=condition, body=body
  ROOT r = f32[4] get-tuple-element(loop), index=1
})");
  const std::string body = after.substr(0, after.find("%condition"));
  EXPECT_EQ(Count(body, "exponential") + Count(body, "divide"), 0) << after;
  EXPECT_EQ(Count(after, " exponential("), 1);
}

TEST(CompilerPasses, LayoutAssignment) {
  const std::string after = After("layout-assignment", R"(HloModule m
ENTRY e {
  a = f32[3,4] parameter(0)
  b = f32[4,5] parameter(1)
  n = f32[4,5] negate(b)
  ROOT d = f32[3,5] dot(a, n), lhs_contracting_dims={1}, rhs_contracting_dims={0}
})");
  EXPECT_EQ(Count(after, " copy("), 1) << after;
  EXPECT_THAT(after, HasSubstr("f32[4,5]{0,1} negate(%copy)"));
}

TEST(CompilerPasses, RooflineFusion) {
  const std::string after = After("roofline-fusion", R"(HloModule m
ENTRY e {
  a = f32[4] parameter(0)
  c = f32[] constant(2)
  twos = f32[4] broadcast(c), dimensions={}
  m = f32[4] multiply(a, twos)
  n = f32[4] negate(m)
  s = f32[4] add(n, twos)
  ROOT t = (f32[4], f32[4]) tuple(s, m)
})");
  EXPECT_EQ(Count(after, " fusion("), 1) << after;
  EXPECT_EQ(Count(after.substr(after.find("ENTRY")), " = "), 5) << after;
}

TEST(CompilerPasses, AnnotateTimes) {
  const std::string after = After("annotate-times",
                                  "HloModule m\n"
                                  "ENTRY e { a = f32[4] parameter(0) ROOT n = f32[4] negate(a) }");
  EXPECT_THAT(after, HasSubstr("statistics={visualizing_index=0,mean_us=1}")) << after;
}

}  // namespace hlo_text_v1::compiler_passes_test
