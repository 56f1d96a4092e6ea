// Tests: peak_memory
#include "hlo/peak_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "src/base/strings.h"
#include "tests/support/read.h"

namespace hlo_text_v1::peak_memory_test {

using namespace internal;

HloModule Read(std::string_view text) {
  absl::StatusOr<HloModule> module = ReadHloModule(text);
  EXPECT_TRUE(module.ok()) << module.status();
  return *std::move(module);
}

std::string Text(const HloModule& module, const PeakMemory& peak, CostKey key) {
  std::string text;
  for (const PeakRow& row : PeakBy(module, peak, key)) {
    StrAppend(&text, row.key, ": ", row.bytes, " padding ", row.padding_bytes, " parameters ",
              row.parameter_bytes, " temporaries ", row.temporary_bytes, " frees ", row.freed_bytes,
              "\n");
  }
  return text;
}

constexpr char kStep[] = R"(HloModule m, is_scheduled=true
ENTRY e {
  p = f32[1024] parameter(0)
  a = f32[1024] negate(p), metadata={op_name="jit(f)/first/neg" source_file="a.py" source_line=1}
  b = f32[2048] concatenate(p, p), dimensions={0}, metadata={op_name="jit(f)/first/wide" source_file="a.py" source_line=2}
  c = f32[1024] slice(b), slice={[0:1024]}, metadata={op_name="jit(f)/second/slice" source_file="a.py" source_line=3}
  d = f32[1024] add(a, c), metadata={op_name="jit(f)/second/add" source_file="a.py" source_line=4}
  ROOT e = f32[1024] multiply(d, d), metadata={op_name="jit(f)/second/mul" source_file="a.py" source_line=4}
}
)";

TEST(PeakMemory, ByLineAndScope) {
  const HloModule module = Read(kStep);
  const PeakMemory peak(module);
  EXPECT_EQ(peak.bytes(), 4096 * 5);  // p, a, b, c
  EXPECT_EQ(peak.instruction()->name(), "c");
  EXPECT_EQ(peak.buffers()[0].range.instruction->name(), "b");
  EXPECT_EQ(peak.buffers()[0].last_user->name(), "c");
  // Without b, the peak is p, a, c, d; without a, it is p, b, c; without c, p, a, b.
  EXPECT_EQ(Text(module, peak, CostKey::kSourceLine),
            "a.py:2: 8192 padding 0 parameters 0 temporaries 8192 frees 4096\n"
            "(parameters): 4096 padding 0 parameters 4096 temporaries 0 frees 4096\n"
            "a.py:1: 4096 padding 0 parameters 0 temporaries 4096 frees 4096\n"
            "a.py:3: 4096 padding 0 parameters 0 temporaries 4096 frees 4096\n");
  EXPECT_EQ(Text(module, peak, CostKey::kScope),
            "jit(f)/first: 12288 padding 0 parameters 0 temporaries 12288 frees 8192\n"
            "(parameters): 4096 padding 0 parameters 4096 temporaries 0 frees 4096\n"
            "jit(f)/second: 4096 padding 0 parameters 0 temporaries 4096 frees 4096\n");
  const auto of = [&](std::string_view name) {
    const PeakMemory::OfInstruction each =
        peak.of(*module.entry_computation()->FindInstruction(name));
    return StrCat(each.made_bytes, " ", each.kept_bytes, " ", each.peak_bytes);
  };
  EXPECT_EQ(of("c"), "4096 8192 4096");  // keeps b
  EXPECT_EQ(of("d"), "4096 8192 0");     // keeps a and c
  EXPECT_EQ(of("p"), "4096 0 4096");
}

TEST(PeakMemory, PaddingAndMemories) {
  const HloModule module = Read(R"(HloModule m, is_scheduled=true
ENTRY e {
  p = f32[10,10]{1,0:T(8,128)} parameter(0)
  a = f32[10,10]{1,0:T(8,128)S(1)} negate(p)
  ROOT b = f32[10,10]{1,0:T(8,128)} negate(a)
}
)");
  const PeakMemory peak(module);
  EXPECT_EQ(peak.bytes(), 2 * 8192);
  EXPECT_EQ(peak.buffers()[0].padding_bytes, 8192 - 400);
  EXPECT_EQ(BufferKindName(peak.buffers()[1].kind), "result");
  EXPECT_EQ(PeakMemory(module, 1).bytes(), 8192);
  EXPECT_EQ(PeakMemory(module, 2).bytes(), 0);
  EXPECT_EQ(PeakMemory(module, 2).instruction(), nullptr);
  EXPECT_TRUE(PeakBy(module, PeakMemory(module, 2), CostKey::kScope).empty());
}

// Buffers of a loop's body count where it runs.
TEST(PeakMemory, InALoop) {
  const HloModule module = Read(R"(HloModule m, is_scheduled=true
b {
  x = f32[8] parameter(0)
  w = f32[4096] custom-call(x), custom_call_target="wide", metadata={source_file="a.py" source_line=5}
  ROOT y = f32[8] slice(w), slice={[0:8]}
}
c {
  x = f32[8] parameter(0)
  ROOT t = pred[] constant(true)
}
ENTRY e {
  p = f32[8] parameter(0)
  ROOT w = f32[8] while(p), condition=c, body=b
}
)");
  const PeakMemory peak(module);
  EXPECT_EQ(PeakBy(module, peak, CostKey::kSourceLine)[0].key, "a.py:5");
  EXPECT_EQ(peak.instruction()->parent()->name(), "b");
}

// The freed bytes of each instruction's buffers, against a sum over all steps without them.
TEST(PeakMemory, FreedBytesAreThoseOfASecondCount) {
  std::string text = "HloModule m, is_scheduled=true\nENTRY e {\n  v0 = f32[16] parameter(0)\n";
  uint32_t state = 1;
  const auto random = [&state](uint32_t below) {
    state = state * 1664525 + 1013904223;
    return (state >> 16) % below;
  };
  for (uint32_t n = 1; n <= 60; ++n) {
    StrAppend(&text, n == 60 ? "  ROOT v" : "  v", n, " = f32[", 1 + random(500), "] custom-call(v",
              random(n), ", v", random(n), "), custom_call_target=\"x\", metadata={op_name=\"s",
              random(9), "/x\"}\n");
  }
  const HloModule module = Read(StrCat(text, "}\n"));
  const PeakMemory peak(module);
  int64_t sum = 0;
  for (const PeakRow& row : PeakBy(module, peak, CostKey::kScope)) {
    std::vector<int64_t> alive(peak.bytes_alive().begin(), peak.bytes_alive().end());
    for (const PeakBuffer& buffer : peak.buffers()) {
      const std::string key = CostKeyOf(module, *buffer.range.instruction, CostKey::kScope);
      if (row.key != (key.empty() ? "(parameters)" : key)) continue;
      for (int64_t step = buffer.range.begin; step <= buffer.range.end; ++step) {
        alive[static_cast<size_t>(step)] -= buffer.range.bytes;
      }
    }
    EXPECT_EQ(row.freed_bytes, peak.bytes() - *std::max_element(alive.begin(), alive.end()));
    sum += row.bytes;
  }
  EXPECT_EQ(sum, peak.bytes());
}

}  // namespace hlo_text_v1::peak_memory_test
