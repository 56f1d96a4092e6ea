// Tests: cost
// Tests of src/tables: cost_rows, cost_summary
#include "hlo/cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "hlo/builder.h"
#include "hlo/evaluate.h"
#include "src/base/strings.h"
#include "tests/support/read.h"

namespace hlo_text_v1::cost_test {

using namespace internal;

HloModule Read(std::string_view text) {
  absl::StatusOr<HloModule> module = ReadHloModule(text);
  EXPECT_TRUE(module.ok()) << module.status();
  return *std::move(module);
}

// The cost of the root of an entry with parameters a, b, ... and the text of the root.
Cost OfRoot(std::string_view before, std::string_view root) {
  const HloModule module =
      Read(StrCat(before,
                  "ENTRY e {\n  a = f32[8,4] parameter(0)\n  b = f32[4,2] parameter(1)\n"
                  "  i = s32[] parameter(2)\n  z = f32[] constant(0)\n  ROOT r = ",
                  root, "\n}\n"));
  const CostAnalysis costs(module);
  return costs.of(*module.entry_computation()->root_instruction());
}

std::string Text(const Cost& cost) {
  return StrCat(cost.flops, " ", cost.transcendentals, " ", cost.read_bytes, " ",
                cost.written_bytes);
}

constexpr char kAdd[] =
    "add {\n  x = f32[] parameter(0)\n  y = f32[] parameter(1)\n  ROOT z = f32[] add(x, y)\n}\n";

TEST(Cost, SingleInstructions) {
  const struct {
    const char* root;
    const char* cost;  // flops, transcendentals, bytes read and written
  } rows[] = {
      {"f32[8,2] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}", "128 0 160 64"},
      {"f32[8,4] add(a, a)", "32 0 256 128"},
      {"f32[8,4] exponential(a)", "0 32 128 128"},
      {"f32[8,4] copy(a)", "0 0 128 128"},
      {"f32[8,4] bitcast(a)", "0 0 0 0"},
      {"f32[4,8]{0,1} transpose(a), dimensions={1,0}", "0 0 0 0"},
      {"f32[4,8]{1,0} transpose(a), dimensions={1,0}", "0 0 128 128"},
      {"f32[2,4] slice(a), slice={[0:2], [0:4]}", "0 0 32 32"},
      {"f32[2,4] dynamic-slice(a, i, i), dynamic_slice_sizes={2,4}", "0 0 36 32"},
      {"f32[8,4] dynamic-update-slice(a, b, i, i)", "0 0 36 32"},
      {"f32[8] reduce(a, z), dimensions={1}, to_apply=add", "24 0 132 32"},
      {"(f32[8,4], s32[]) tuple(a, i)", "0 0 0 8"},
      {"f32[8,4] custom-call(a), custom_call_target=\"x\"", "0 0 0 0"},
  };
  for (const auto& row : rows) EXPECT_EQ(Text(OfRoot(kAdd, row.root)), row.cost) << row.root;
}

TEST(Cost, FusionsByTheirBoundary) {
  const std::string slices =
      "f {\n  x = f32[8,4] parameter(0)\n  j = s32[] parameter(1)\n"
      "  s = f32[1,4] dynamic-slice(x, j, j), dynamic_slice_sizes={1,4}\n  ROOT e = f32[1,4] "
      "exponential(s)\n}\n";
  EXPECT_EQ(Text(OfRoot(slices, "f32[1,4] fusion(a, i), kind=kLoop, calls=f")), "0 4 20 16");
  const std::string nested = StrCat(slices,
                                    "g {\n  x = f32[8,4] parameter(0)\n  j = s32[] parameter(1)\n  "
                                    "f = f32[1,4] fusion(x, j), kind=kLoop, "
                                    "calls=f\n  ROOT t = (f32[1,4], f32[1,4]) tuple(f, f)\n}\n");
  EXPECT_EQ(Text(OfRoot(nested, "(f32[1,4], f32[1,4]) fusion(a, i), kind=kLoop, calls=g")),
            "0 4 20 32");
  const std::string update =
      "f {\n  x = f32[8,4] parameter(0)\n  j = s32[] parameter(1)\n  u = f32[4,2] parameter(2)\n"
      "  n = f32[4,2] negate(u)\n  ROOT d = f32[8,4] dynamic-update-slice(x, n, j, j)\n}\n";
  EXPECT_EQ(Text(OfRoot(update, "f32[8,4] fusion(a, i, b), kind=kLoop, calls=f")), "8 0 36 32");
}

constexpr char kLoop[] = R"(HloModule m
inner_body {
  x = f32[8] parameter(0)
  ROOT y = f32[8] add(x, x), metadata={op_name="jit(f)/inner/add" source_file="a.py" source_line=3}
}
inner_condition {
  x = f32[8] parameter(0)
  ROOT t = pred[] constant(true)
}
body {
  x = f32[8] parameter(0)
  w = f32[8] while(x), condition=inner_condition, body=inner_body, backend_config={"known_trip_count":{"n":"5"}}
  ROOT y = f32[8] multiply(w, w), metadata={op_name="jit(f)/outer/mul" source_file="a.py" source_line=7}
}
condition {
  x = f32[8] parameter(0)
  ROOT t = pred[] constant(true)
}
ENTRY e {
  p = f32[8] parameter(0)
  ROOT w = f32[8] while(p), condition=condition, body=body, backend_config={"known_trip_count":{"n":"3"}}
}
)";

TEST(Cost, LoopsRunAsOftenAsTheySay) {
  const HloModule module = Read(kLoop);
  const CostAnalysis costs(module);
  EXPECT_EQ(Text(costs.total()), StrCat(3 * (5 * 8 + 8), " 0 ", 3 * 6 * 64, " ", 3 * 6 * 32));
  EXPECT_FALSE(costs.is_minimum());
  EXPECT_EQ(costs.runs(*module.FindComputation("inner_body")), 15);
  EXPECT_EQ(costs.runs(*module.FindComputation("inner_condition")), 18);
  EXPECT_EQ(costs.runs(*module.FindComputation("condition")), 4);
  EXPECT_EQ(Text(CostAnalysis(module, {/*as_xla=*/true}).total()), "16 0 128 64");

  const std::vector<CostRow> lines = CostBy(module, costs, CostKey::kSourceLine);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].key, "a.py:3");
  EXPECT_EQ(lines[0].cost.flops, 15 * 8);
  EXPECT_EQ(lines[1].key, "a.py:7");
  EXPECT_EQ(CostBy(module, costs, CostKey::kScope)[1].key, "jit(f)/outer");
}

TEST(Cost, UnknownLoopsAreMinimums) {
  std::string text = kLoop;
  const std::string known = R"(, backend_config={"known_trip_count":{"n":"5"}})";
  text.erase(text.find(known), known.size());
  const HloModule module = Read(text);
  const CostAnalysis costs(module);
  EXPECT_TRUE(costs.is_minimum());
  EXPECT_EQ(costs.total().flops, 3 * 16);
}

TEST(Cost, AsksTheGivenFunctionForTripCounts) {
  const HloModule module = Read(R"(HloModule m
body {
  x = s32[] parameter(0)
  ROOT y = s32[] add(x, x)
}
condition {
  x = s32[] parameter(0)
  limit = s32[] constant(100)
  ROOT t = pred[] compare(x, limit), direction=LT
}
ENTRY e {
  one = s32[] constant(1)
  ROOT w = s32[] while(one), condition=condition, body=body
}
)");
  const HloInstruction& loop = *module.entry_computation()->root_instruction();
  const CostAnalysis counting(module);
  EXPECT_TRUE(counting.is_minimum());
  EXPECT_EQ(counting.trip_count(loop), std::nullopt);
  const CostAnalysis costs(module, {}, TripCounter());
  EXPECT_FALSE(costs.is_minimum());
  EXPECT_EQ(costs.trip_count(loop), 7);
  EXPECT_EQ(costs.total().flops, 7 + 8);
}

TEST(Cost, OnlyTheCostliestBranchRuns) {
  const HloModule module = Read(R"(HloModule m
cheap {
  x = f32[8] parameter(0)
  ROOT y = f32[8] negate(x)
}
dear {
  x = f32[8] parameter(0)
  y = f32[8] add(x, x)
  ROOT z = f32[8] add(y, x)
}
ENTRY e {
  i = s32[] parameter(0)
  p = f32[8] parameter(1)
  ROOT c = f32[8] conditional(i, p, p), branch_computations={cheap, dear}
}
)");
  const CostAnalysis costs(module);
  EXPECT_EQ(Text(costs.total()), "16 0 128 64");
  EXPECT_EQ(costs.runs(*module.FindComputation("cheap")), 0);
  EXPECT_EQ(costs.runs(*module.FindComputation("dear")), 1);
}

// The sums of loop_costs.txt, added up by hand.
TEST(Cost, LoopsHaveTheSumsOfTheirTurns) {
  std::istringstream lines(
      ReadFile(std::filesystem::path(HLO_TEXT_TESTS) / "analysis/loop_costs.txt"));
  int compared = 0;
  std::string line, title, figures, text;
  const auto check = [&] {
    if (title.empty()) return;
    const HloModule module = Read(StrCat("HloModule m\n", text));
    const CostAnalysis costs(module);
    Cost cost;
    std::string minimum;
    std::istringstream(figures) >> cost.flops >> cost.transcendentals >> cost.read_bytes >>
        cost.written_bytes >> cost.wire_bytes >> minimum;
    EXPECT_EQ(Text(costs.total()), Text(cost)) << title;
    EXPECT_EQ(costs.total().wire_bytes, cost.wire_bytes) << title;
    EXPECT_EQ(costs.is_minimum(), minimum == "min") << title;
    ++compared;
  };
  while (std::getline(lines, line)) {
    if (line.substr(0, 2) != "# ") {
      StrAppend(&text, line, "\n");
      continue;
    }
    check();
    title = line;
    text.clear();
    std::getline(lines, figures);
  }
  check();
  EXPECT_GE(compared, 30);
}

// A fused root with 2^60 leaves: no element of a tuple in a tuple is asked. The parser refuses a
// text of such a size.
TEST(Cost, NestedTuplesOfAFusion) {
  HloModule module = CreateHloModule("m");
  const Shape* shape = module.shapes().Array(PrimitiveType::kF32, {8});
  HloBuilder fused(&module, "f");
  HloInstruction* value = fused.AddParameter(shape, "x");
  for (int n = 0; n < 60; ++n) {
    const Shape* pair = module.shapes().Tuple({&value->shape(), &value->shape()});
    value = fused.AddInstruction(HloOpcode::kTuple, pair, {value, value}, {});
    ASSERT_NE(value, nullptr) << n << " " << fused.status();
  }
  HloBuilder builder(&module, "e");
  builder.AddFusion({builder.AddParameter(shape, "p")}, FusionKind::kLoop, *fused.Build());
  ASSERT_TRUE(builder.BuildEntry().ok());
  const CostAnalysis costs(module);
  EXPECT_GT(costs.total().written_bytes, 0x1p60);
}

// costs.tsv has XLA's answers for modules of testdata: hlo_module_cost_analysis of jaxlib.
// tests/checks/cost_check.py asks XLA itself.
TEST(Cost, CountsAsXla) {
  std::istringstream lines(ReadFile(std::filesystem::path(HLO_TEXT_TESTS) / "analysis/costs.tsv"));
  int compared = 0;
  std::string path;
  double flops = 0, transcendentals = 0, bytes = 0;
  while (lines >> path >> flops >> transcendentals >> bytes) {
    const HloModule module = ReadModule(ReadFile(std::filesystem::path(HLO_TEXT_TESTDATA) / path));
    const Cost total = CostAnalysis(module, {/*as_xla=*/true}).total();
    EXPECT_DOUBLE_EQ(total.flops, flops) << path;
    EXPECT_DOUBLE_EQ(total.transcendentals, transcendentals) << path;
    EXPECT_DOUBLE_EQ(total.bytes(), bytes) << path;
    ++compared;
  }
  EXPECT_GT(compared, 80);
}

// A training step takes 2 flops for each weight and token, forwards and twice backwards.
TEST(Cost, ProductsOfTrainingSteps) {
  const auto products_of = [](const char* path) {
    const HloModule module = ReadModule(ReadFile(std::filesystem::path(HLO_TEXT_TESTDATA) / path));
    const CostAnalysis costs(module);
    for (const CostRow& row : CostBy(module, costs, CostKey::kOpcode)) {
      if (row.key == "dot") return row.cost.flops;
    }
    return 0.0;
  };
  // 4 layers in a loop, 32 tokens.
  EXPECT_EQ(products_of("profile/module_0000.jit_scanned_step.cpu_after_optimizations.txt"),
            3 * 2 * (4 * 64 * 64) * 32);
  // The first of two layers has no gradient of its input.
  EXPECT_EQ(products_of("jax/mlp_sgd_step-layout.hlo"),
            3 * 2 * (16 * 32 + 32 * 10) * 8 - 2 * 16 * 32 * 8);
}

TEST(Cost, FoldedStacks) {
  const HloModule module = Read(R"(HloModule m
FileNames
1 "a.py"
FunctionNames
1 "main"
2 "loss"
FileLocations
1 {file_name_id=1 function_name_id=1 line=9 end_line=9 column=1 end_column=2}
2 {file_name_id=1 function_name_id=2 line=3 end_line=3 column=1 end_column=2}
StackFrames
1 {file_location_id=1 parent_frame_id=1}
2 {file_location_id=2 parent_frame_id=2}

ENTRY e {
  a = f32[8,4] parameter(0)
  b = f32[8,4] add(a, a), metadata={op_name="jit(f)/add" stack_frame_id=2}
  c = f32[8,4] add(b, b), metadata={op_name="jit(f)/add" stack_frame_id=2}
  d = f32[8,4] all-reduce(c), replica_groups={{0,1}}, to_apply=add, metadata={op_name="jit(f)/s(x/y)/sum;jit(f)/t/sum"}
  s = f32[8,4] all-reduce-start(d), replica_groups={{0,1}}, to_apply=add
  e = f32[8,4] all-reduce-done(s)
  ROOT f = f32[8,4] negate(e)
}

add {
  x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT z = f32[] add(x, y)
}
)");
  const CostAnalysis costs(module);
  EXPECT_EQ(FoldedStacks(module, costs, CostMeasure::kFlops),
            "a.py:9 in main;a.py:3 in loss;add 64\n"
            "all-reduce-start 32\n"
            "jit(f);s(x/y);all-reduce 32\n"
            "negate 32\n");
  EXPECT_EQ(FoldedStacks(module, costs, CostMeasure::kWireBytes),
            "all-reduce-start 128\n"
            "jit(f);s(x/y);all-reduce 128\n");
  EXPECT_EQ(CostBy(module, costs, CostKey::kScope)[2].key, "jit(f)/s(x/y)");
  const std::vector<CostRow> kinds = CostBy(module, costs, CostKey::kCollective);
  ASSERT_EQ(kinds.size(), 2u);
  EXPECT_EQ(kinds[0].key, "");
  EXPECT_EQ(kinds[1].key, "all-reduce in groups of 2");
  EXPECT_EQ(kinds[1].cost.wire_bytes, 256);
}

// Each key has the whole, also what is in fusions and reducers.
TEST(Cost, RowsSumToTheTotal) {
  const HloModule module = Read(R"(HloModule m
add {
  x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT z = f32[] add(x, y)
}
f {
  x = f32[8,4] parameter(0)
  e = f32[8,4] exponential(x), metadata={op_name="jit(f)/exp"}
  z = f32[] constant(0)
  ROOT r = f32[8] reduce(e, z), dimensions={1}, to_apply=add, metadata={op_name="jit(f)/s/sum"}
}
ENTRY e {
  a = f32[8,4] parameter(0)
  g = f32[8] fusion(a), kind=kLoop, calls=f, metadata={op_name="jit(f)/s/sum"}
  ROOT r = f32[8] all-reduce(g), replica_groups={{0,1,2,3}}, to_apply=add
}
)");
  const CostAnalysis costs(module);
  for (const CostKey key : {CostKey::kOpcode, CostKey::kComputation, CostKey::kScope,
                            CostKey::kSourceLine, CostKey::kStack, CostKey::kCollective}) {
    Cost sum;
    for (const CostRow& row : CostBy(module, costs, key)) sum += row.cost;
    EXPECT_EQ(Text(sum), Text(costs.total()));
    EXPECT_EQ(sum.wire_bytes, costs.total().wire_bytes);
  }
  EXPECT_EQ(costs.total().wire_bytes, 2 * 32 * 3 / 4);
}

}  // namespace hlo_text_v1::cost_test
