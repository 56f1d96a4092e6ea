// Tests: evaluate, evaluator, value.
#include "hlo/evaluate.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "tests/evaluate/evaluate_test_util.h"
#include "tests/support/choices.h"
#include "tests/support/random_program.h"

namespace hlo_text_v1::evaluate_test {

using internal::Std;
using internal::StrCat;

TEST(EvaluateTest, TakesArguments) {
  const HloModule module = ReadModule(
      "HloModule m\nENTRY e { x = s32[2] parameter(0)\n y = (s32[2], s32[]) parameter(1)\n"
      " z = s32[2] get-tuple-element(y), index=0\n ROOT r = s32[2] add(x, z) }");
  Arena arena;
  ShapePool shapes(&arena);
  const int32_t x_values[] = {1, 2}, z_values[] = {10, 20};
  const auto array = [&](const int32_t* values, size_t count) {
    const int64_t size = 2;
    const Shape* shape =
        count == 1 ? shapes.Scalar(PrimitiveType::kS32) : shapes.Array(PrimitiveType::kS32, {size});
    return Literal::Array(shape, {reinterpret_cast<const char*>(values), 4 * count});
  };
  const Literal x = array(x_values, 2), parts[] = {array(z_values, 2), array(z_values, 1)};
  const Literal y = Literal::Tuple(shapes.Tuple({&parts[0].shape(), &parts[1].shape()}), parts);
  EXPECT_EQ(TextOf(Evaluate(module, {x, y}, &arena)), "{11, 22}");
  EXPECT_EQ(TextOf(Evaluate(module, {x}, &arena)),
            "error: %e has 2 parameters, but there are 1 arguments");
  EXPECT_EQ(TextOf(Evaluate(module, {y, x}, &arena)),
            "error: argument 0: its shape is not that of the parameter");
  EXPECT_EQ(TextOf(Evaluate(module, {Literal::Elided(&x.shape()), y}, &arena)),
            "error: argument 0: its value is elided: {...}");
}

// Only what the root needs is computed.
TEST(EvaluateTest, LeavesOutWhatIsNotNeeded) {
  EXPECT_EQ(Evaluated(ReadModule(R"(HloModule m
ENTRY e { c = s32[] custom-call(), custom_call_target="f"
  ROOT r = s32[] constant(1) })")),
            "1");
}

TEST(EvaluateTest, NamesWhatItRefuses) {
  const auto refusal = [](std::string_view root) { return EvaluatedRoot(std::string(root)); };
  EXPECT_EQ(refusal("s32[] custom-call(), custom_call_target=\"f\""),
            "error: %root = custom-call: calls \"f\", which is not HLO");
  EXPECT_EQ(refusal("f32[2] rng(f32[] constant(0), f32[] constant(1)), distribution=rng_uniform"),
            "error: %root = rng: depends on more than its operands");
  EXPECT_EQ(refusal("f32[2,2] cholesky(f32[2,2] constant({{1, 0}, {0, 1}}))"),
            "error: %root = cholesky: not covered");
  EXPECT_EQ(refusal("f32[2] negate(f32[2] constant({...}))"),
            "error: %constant.anon = constant: its value is elided: {...}");
  EXPECT_EQ(refusal("f32[<=2] negate(f32[<=2] parameter(0))"), "error: dynamic dimensions");
}

TEST(EvaluateTest, HasLimits) {
  const HloModule loop = ReadModule(R"(HloModule m
body { x = s32[] parameter(0)
  one = s32[] constant(1)
  ROOT y = s32[] add(x, one) }
condition { z = s32[] parameter(0)
  ROOT t = pred[] constant(true) }
ENTRY e { c = s32[] constant(0)
  ROOT w = s32[] while(c), condition=condition, body=body })");
  EvaluateOptions options;
  options.max_steps = 1000;
  EXPECT_EQ(Evaluated(loop, options).substr(0, 7), "error: ");
  EXPECT_EQ(Evaluated(ReadModule("HloModule m\nENTRY e { z = f32[] constant(0)\n"
                                 " ROOT b = f32[1000000,1000000] broadcast(z), dimensions={} }")),
            "error: %b = broadcast: more than 268435456 steps (EvaluateOptions::max_steps)");
  options = {};
  options.max_bytes = 100;
  EXPECT_EQ(Evaluated(ReadModule("HloModule m\nENTRY e { z = f32[] constant(0)\n"
                                 " ROOT b = f32[26] broadcast(z), dimensions={} }"),
                      options),
            "error: %b = broadcast: more than 100 bytes (EvaluateOptions::max_bytes)");
}

// Values are dropped after their last use: a loop needs no more memory the longer it runs.
TEST(EvaluateTest, DropsValues) {
  EvaluateOptions options;
  options.max_bytes = 100000;
  EXPECT_EQ(Evaluated(ReadModule(R"(HloModule m
body { s = (s32[], f32[1000]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  x = f32[1000] get-tuple-element(s), index=1
  one = s32[] constant(1)
  next = s32[] add(i, one)
  a = f32[1000] negate(x)
  b = f32[1000] negate(a)
  c = f32[1000] negate(b)
  ROOT t = (s32[], f32[1000]) tuple(next, c) }
condition { u = (s32[], f32[1000]) parameter(0)
  j = s32[] get-tuple-element(u), index=0
  hundred = s32[] constant(100)
  ROOT l = pred[] compare(j, hundred), direction=LT }
ENTRY e { z = s32[] constant(0)
  f = f32[1000] constant(0)
  init = (s32[], f32[1000]) tuple(z, f)
  w = (s32[], f32[1000]) while(init), condition=condition, body=body
  ROOT r = s32[] get-tuple-element(w), index=0 })"),
                      options),
            "100");
}

TEST(EvaluateTest, DeepCallsAndTuplesEnd) {
  std::string calls =
      "HloModule m\ncall_0 { x0 = s32[] parameter(0)\n ROOT y0 = s32[] negate(x0) }\n";
  for (int i = 1; i < 200; ++i) {
    calls += StrCat("call_", i, " { x", i, " = s32[] parameter(0)\n ROOT y", i, " = s32[] call(x",
                    i, "), to_apply=call_", i - 1, " }\n");
  }
  calls += "ENTRY e { c = s32[] constant(1)\n ROOT r = s32[] call(c), to_apply=call_199 }";
  EXPECT_EQ(Evaluated(ReadModule(calls)), "error: %y101 = call: calls are nested too deep");
}

TEST(EvaluateTest, OneInstruction) {
  const HloModule module = ReadModule(R"(HloModule m
ENTRY e { p = s32[] parameter(0)
  a = s32[] constant(2)
  b = s32[] multiply(a, a)
  ROOT c = s32[] add(b, p) })");
  Arena arena;
  EXPECT_EQ(TextOf(Evaluate(*Find(module, "b"), &arena)), "4");
  EXPECT_EQ(TextOf(Evaluate(*Find(module, "c"), &arena)),
            "error: %p = parameter: its value is not given");
}

TEST(EvaluateTest, SugarIsRefused) {
  const HloModule module = ModuleOf(R"(HloModule m
ENTRY e { x = s32[] constant(1)
  s = ((s32[]), s32[], u32[]) negate-start(x)
  ROOT d = s32[] negate-done(s) })");
  Arena arena;
  EXPECT_EQ(TextOf(Evaluate(module, {}, &arena)), "error: the module has sugar: run Desugar first");
}

TEST(EvaluateTest, FakeLiteralsAreSmallAndRepeatable) {
  Arena arena;
  ShapePool shapes(&arena);
  const Shape* array = shapes.Array(PrimitiveType::kS8, {6});
  const Shape* tuple = shapes.Tuple({array, shapes.Scalar(PrimitiveType::kBF16), shapes.Token()});
  const std::string once = TextOf(MakeFakeLiteral(*tuple, 3, &arena));
  EXPECT_EQ(once, TextOf(MakeFakeLiteral(*tuple, 3, &arena)));
  EXPECT_NE(once, TextOf(MakeFakeLiteral(*tuple, 4, &arena)));
  EXPECT_FALSE(
      MakeFakeLiteral(*shapes.Array(PrimitiveType::kS8, {int64_t{1} << 40}), 1, &arena).ok());
}

// Whatever a module says, valid or not, it is evaluated or refused.
TEST(EvaluateTest, TakesAnyModule) {
  EvaluateOptions options;
  options.max_steps = 100000;
  options.max_bytes = 1 << 24;
  int evaluated = 0;
  const auto run = [&](std::string_view text) {
    absl::StatusOr<HloModule> module = ReadHloModule(text);
    if (!module.ok() || module->entry_computation() == nullptr) return;
    if (Evaluated(*module, options).substr(0, 7) != "error: ") ++evaluated;
    for (const HloComputation* computation : module->computations()) {
      for (const HloInstruction* i : computation->instructions()) {
        Arena arena;
        (void)Evaluate(*i, &arena, options);
        (void)EvaluateTripCount(*i, options);
      }
    }
    FoldConstantsOptions folding;
    folding.evaluate = options;
    (void)FoldConstants(&*module, folding);
  };
  for (const auto& path : TestdataSample()) run(ReadFile(path));
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    test::Choices choices(seed);
    run(test::RandomProgram(choices));
  }
  EXPECT_GE(evaluated, 100);
}

// ---- Trip counts.

std::string Trips(const std::string& body, const std::string& condition, const std::string& init) {
  const HloModule module = ReadModule(StrCat(R"(HloModule m
body { s = (s32[], f32[4], s32[3]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  x = f32[4] get-tuple-element(s), index=1
  table = s32[3] get-tuple-element(s), index=2
  y = f32[4] custom-call(x), custom_call_target="f"
  )",
                                             body, R"(
  ROOT t = (s32[], f32[4], s32[3]) tuple(next, y, table) }
condition { u = (s32[], f32[4], s32[3]) parameter(0)
  j = s32[] get-tuple-element(u), index=0
  )",
                                             condition, R"( }
ENTRY e { p = f32[4] parameter(0)
  n = s32[] parameter(1)
  )",
                                             init, R"(
  c = s32[3] constant({2, 0, 1})
  init = (s32[], f32[4], s32[3]) tuple(z, p, c)
  w = (s32[], f32[4], s32[3]) while(init), condition=condition, body=body
  ROOT r = f32[4] get-tuple-element(w), index=1 })"));
  EvaluateOptions options;
  options.max_steps = 10000;
  const absl::StatusOr<int64_t> trips = EvaluateTripCount(*Find(module, "w"), options);
  return trips.ok() ? StrCat(*trips) : StrCat("error: ", Std(trips.status().message()));
}

// Whatever else is in the state: a parameter, a custom call.
TEST(EvaluateTest, CountsTrips) {
  const std::string less = "l = s32[] constant(100)\n ROOT o = pred[] compare(j, l), direction=LT";
  EXPECT_EQ(Trips("two = s32[] constant(2)\n next = s32[] multiply(i, two)", less,
                  "z = s32[] constant(1)"),
            "7");
  EXPECT_EQ(Trips("next = s32[] copy(i)", "ROOT o = pred[] constant(false)", "z = s32[] copy(n)"),
            "0");
  EXPECT_EQ(Trips("one = s32[1] dynamic-slice(table, i), dynamic_slice_sizes={1}\n"
                  " next = s32[] reshape(one)",
                  "l = s32[] constant(1)\n ROOT o = pred[] compare(j, l), direction=NE",
                  "z = s32[] constant(0)"),
            "2");
  EXPECT_EQ(Trips("next = s32[] copy(i)", less, "z = s32[] constant(1)").substr(0, 7), "error: ");
}

TEST(EvaluateTest, DoesNotCountWhatDependsOnParameters) {
  EXPECT_EQ(Trips("two = s32[] constant(2)\n next = s32[] multiply(i, two)",
                  "l = s32[] constant(100)\n ROOT o = pred[] compare(j, l), direction=LT",
                  "z = s32[] copy(n)"),
            "error: %n = parameter: its value is not given");
}

TEST(EvaluateTest, ManyLoopsHaveOneBudget) {
  const HloModule module = ReadModule(R"(HloModule m
double { x = s32[] parameter(0)
  ROOT y = s32[] add(x, x) }
below { x = s32[] parameter(0)
  limit = s32[] constant(100)
  ROOT o = pred[] compare(x, limit), direction=LT }
ENTRY e {
  one = s32[] constant(1)
  zero = s32[] constant(0)
  ends = s32[] while(one), condition=below, body=double
  ROOT endless = s32[] while(zero), condition=below, body=double })");
  TripCounter trip_count;
  EXPECT_EQ(trip_count(*Find(module, "ends")), 7);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(trip_count(*Find(module, "endless")), std::nullopt);
  EXPECT_EQ(trip_count(*Find(module, "ends")), std::nullopt);
  EXPECT_EQ(FindTripCount(*Find(module, "ends")), 7);
}

}  // namespace hlo_text_v1::evaluate_test
