// Tests: roofline
#include "hlo/roofline.h"

#include <gtest/gtest.h>

#include <string>

#include "src/base/strings.h"
#include "tests/support/read.h"

namespace hlo_text_v1::roofline_test {

using namespace internal;

HloModule Read(std::string_view text) {
  absl::StatusOr<HloModule> module = ReadHloModule(text);
  EXPECT_TRUE(module.ok()) << module.status();
  return *std::move(module);
}

// 1 flop of f32, 4 of bf16, 8 bytes of memory, 2 bytes of links a second.
Machine SlowMachine() { return {"slow", "", {{"f32", 1}, {"bf16", 4}}, 8, 2}; }

std::string Text(const LeastTime& time) {
  return StrCat(time.seconds, " ", LimitName(time.limit()));
}

TEST(Roofline, InstructionsHaveLimits) {
  const HloModule module = Read(R"(HloModule m
add {
  x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT z = f32[] add(x, y)
}
f {
  x = f32[8] parameter(0)
  w = bf16[8] convert(x)
  y = bf16[8] add(w, w)
  ROOT z = f32[8] exponential(x)
}
ENTRY e {
  p = f32[8] parameter(0)
  h = bf16[4,4] parameter(1)
  a = f32[8] add(p, p)
  c = f32[8] copy(p)
  d = f32[4,4] dot(h, h), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  g = f32[8] fusion(p), kind=kLoop, calls=f
  ROOT r = f32[8] all-reduce(a), replica_groups={{0,1}}, to_apply=add
}
)");
  const CostAnalysis costs(module);
  const Roofline roofline(module, costs, SlowMachine());
  const auto of = [&](std::string_view name) {
    return Text(roofline.of(*module.entry_computation()->FindInstruction(name)));
  };
  EXPECT_EQ(of("p"), "0 nothing");
  EXPECT_EQ(of("a"), "12 memory");  // 96 bytes, 8 flops
  EXPECT_EQ(of("c"), "8 memory");
  EXPECT_EQ(of("d"), "32 flops");  // 128 of bf16, though the result is f32
  EXPECT_EQ(of("g"), "12 flops");  // 8 exponentials of f32, 8 converts and 8 adds of bf16
  EXPECT_EQ(of("r"), "16 links");  // 32 bytes
  EXPECT_EQ(Text(roofline.total()), "80 flops");
  EXPECT_EQ(roofline.path_seconds(), 80);
  const std::vector<TimeRow> rows = TimeBy(module, roofline, CostKey::kOpcode);
  EXPECT_EQ(rows[0].key, "dot");
  EXPECT_EQ(rows[0].time.seconds, 32);
  EXPECT_EQ(Roofline(module, costs, Machine()).total().seconds, 0);
}

// The second collective waits for the links, the work meanwhile takes 12 + 12, in each of 3 turns.
TEST(Roofline, AsynchronousOperationsOverlap) {
  const HloModule module = Read(R"(HloModule m, is_scheduled=true
b {
  p = f32[8] parameter(0)
  s = (f32[8], f32[8]) collective-permute-start(p), source_target_pairs={{0,1},{1,0}}
  t = (f32[8], f32[8]) collective-permute-start(p), source_target_pairs={{0,1},{1,0}}
  a = f32[8] add(p, p)
  u = f32[8] collective-permute-done(s)
  c = f32[8] add(a, a)
  v = f32[8] collective-permute-done(t)
  ROOT r = f32[8] add(v, c)
}
c {
  p = f32[8] parameter(0)
  ROOT t = pred[] constant(true)
}
ENTRY e {
  p = f32[8] parameter(0)
  ROOT w = f32[8] while(p), condition=c, body=b, backend_config={"known_trip_count":{"n":"3"}}
}
)");
  const CostAnalysis costs(module);
  const Roofline roofline(module, costs, SlowMachine());
  EXPECT_EQ(roofline.total().seconds, 3 * (16 + 16 + 12 + 12 + 12));
  EXPECT_EQ(roofline.path_seconds(), 3 * (32 + 12));
}

TEST(Roofline, ReadsMachines) {
  const absl::StatusOr<Machine> machine = ParseMachine(
      R"( {"name": "m", "source": "s", "flops": {"bf16": 1e3, "s8": 2000}, "bandwidth": 5} )");
  ASSERT_TRUE(machine.ok());
  EXPECT_EQ(machine->name, "m");
  EXPECT_EQ(machine->flops[1].second, 2000);
  EXPECT_EQ(machine->bandwidth, 5);
  EXPECT_EQ(machine->link_bandwidth, 0);
  EXPECT_TRUE(ParseMachine("{}").ok());
  const struct {
    std::string_view text;
    std::string_view message;
  } rows[] = {
      {"", "machine, byte 0: expected {"},
      {"{} x", "machine, byte 3: expected the end"},
      {R"({"name": 1})", "machine, byte 9: expected a string"},
      {R"({"bandwidth": -1})", "machine, byte 14: expected a number from 0 on"},
      {R"({"bandwidth": 1)", "machine, byte 15: expected , or }"},
      {R"({"flops": {"f31": 1}})", "machine, byte 18: unknown element type"},
      {R"({"size": 1})", "machine, byte 9: unknown member"},
      {R"({"name" 1})", "machine, byte 8: expected :"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(Std(ParseMachine(row.text).status().message()), row.message);
}

}  // namespace hlo_text_v1::roofline_test
