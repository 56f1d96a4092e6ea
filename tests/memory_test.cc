// Any text of 100 bytes takes less than a megabyte: handmade greedy texts, and mutants. The test
// counts every allocation of the process.
#include <gtest/gtest.h>
#include <malloc.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/arena.h"
#include "hlo/canonical.h"
#include "hlo/export.h"
#include "hlo/format.h"
#include "hlo/printer.h"
#include "hlo/proto.h"
#include "hlo/read.h"
#include "hlo/verify.h"
#include "src/base/strings.h"
#include "tests/bench/generate_model.h"
#include "tests/support/mutator.h"

namespace {

size_t allocated = 0;
size_t peak = 0;

void* Count(void* p) {
  if (p == nullptr) throw std::bad_alloc();
  allocated += malloc_usable_size(p);
  if (allocated > peak) peak = allocated;
  return p;
}

void Discount(void* p) {
  if (p != nullptr) allocated -= malloc_usable_size(p);
  std::free(p);
}

}  // namespace

// All forms that the library uses; the others call these. Allocations by calloc are as long as the
// text.
void* operator new(size_t size) { return Count(std::malloc(size)); }
void* operator new[](size_t size) { return Count(std::malloc(size)); }
void operator delete(void* p) noexcept { Discount(p); }
void operator delete[](void* p) noexcept { Discount(p); }
void operator delete(void* p, size_t) noexcept { Discount(p); }
void operator delete[](void* p, size_t) noexcept { Discount(p); }
void* operator new(size_t size, const std::nothrow_t&) noexcept {
  void* p = std::malloc(size);
  return p == nullptr ? nullptr : Count(p);
}
void operator delete(void* p, const std::nothrow_t&) noexcept { Discount(p); }

namespace hlo_text_v1 {

using namespace internal;

namespace {

constexpr size_t kShort = 100;
constexpr size_t kMegabyte = size_t{1} << 20;

// The most bytes in use at once while `text` is read and printed.
size_t PeakOf(std::string_view text, const ReadOptions& options) {
  const size_t before = allocated;
  peak = allocated;
  std::vector<Diagnostic> diagnostics;
  const absl::StatusOr<HloModule> module = ReadHloModule(text, options, &diagnostics);
  if (module.ok()) {
    Verify(*module);
    PrintHloModule(*module);
    // Canonical prints all elements of constants by design.
    PrintOptions canonical = PrintOptions::Canonical();
    canonical.print_large_constants = false;
    PrintHloModule(*module, canonical);
    Fingerprint(*module);
  } else {
    RenderDiagnostic(diagnostics.front(), text, {});
  }
  FormatHloText(text).status().IgnoreError();
  return peak - before;
}

size_t PeakOf(std::string_view text) {
  ReadOptions options;
  size_t most = PeakOf(text, options);
  options.parse.allow_unknown = options.parse.upgrade_legacy = true;
  const size_t lenient = PeakOf(text, options);
  return most < lenient ? lenient : most;
}

std::string Nested(std::string_view open, std::string_view close) {
  std::string text;
  while (text.size() + open.size() <= kShort / 3) text.append(open);
  for (size_t i = 0, n = text.size() / open.size(); i < n; ++i) text.append(close);
  return text;
}

std::vector<std::string> GreedyTexts() {
  std::vector<std::string> texts = {
      "",
      "HloModule m",
      "f32[2147483647] constant(0)",
      "f32[2147483648] constant(0)",
      "f32[16384,16384] constant(0)",
      "pred[268435456] constant(true)",
      "c128[134217728] constant((1,2))",
      "s8[2147483647] constant({1})",
      "s8[9223372036854775807] constant({...})",
      "f64[134217728] constant({...})",
      "f32[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,99999999] constant(0)",
      "f32[268435456] iota(), iota_dimension=0",
      "f32[8] parameter(9223372036854775807)",
      "f32[8] parameter(2147483647)",
      "f32[8] parameter(0), sharding={devices=[4194304]<=[4194304]}",
      "f32[8,8] parameter(0), sharding={devices=[2048,2048]<=[2048,2048]T(1,0)}",
      "f32[4] parameter(0), sharding={devices=[2,3,699051]<=[3,1398102]T(1,0) "
      "last_tile_dim_replicate}",
      "f32[4] parameter(0), sharding={devices=[2,3,2801]<=[3,5602]T(1,0) last_tile_dim_replicate}",
      "f32[4] parameter(0), sharding={devices=[2,3,11]<=[3,22]T(1,0) last_tile_dim_replicate}",
      "f32[4] all-to-all(a), replica_groups=[2048,2048]<=[4194304]",
      "f32[4] all-to-all(a), replica_groups=[4194304,1]<=[1024,4096]T(1,0)",
      "f32[4] all-gather(a), dimensions={2147483647}",
      "f32[4] convolution(a,b), window={size=2147483647x9223372036854775807}, dim_labels=bf_io->bf",
      "f32[4] pad(a,b), padding=9223372036854775807_9223372036854775807_9223372036854775807",
      "f32[4] broadcast(f32[] a), dimensions={9223372036854775807}",
      "reshape(f32[4] a), dimensions={0}",
      "tuple(a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a)",
      "(f32[],f32[],f32[],f32[],f32[],f32[],f32[],f32[]) parameter(0), sharding={replicated}",
      "e { p=f32[] parameter(0) a=tuple(p,p,p) b=tuple(a,a,a) c=tuple(b,b,b) d=tuple(c,c,c) }",
      "e { p = f32[] parameter(0) a = tuple(p,p) b = tuple(a,a) c = tuple(b,b) d = tuple(c,c,c,c) "
      "}",
      "FileNames\n2147483647 \"a\"\n",
      "HloModule m FileNames\n9223372036854775807 \"a\"\n",
      "HloModule m, input_output_alias={ {9223372036854775807}: (9223372036854775807, {}) }",
      "HloModule m, replica_count=9223372036854775807, num_partitions=9223372036854775807",
      "f32[2] get-tuple-element(a), index=9223372036854775807",
      "f32[2] negate(a#9223372036854775807)",
      "f32[2] rng-get-and-update-state(), delta=9223372036854775807",
      "f32[2] map(a), dimensions={0}, to_apply={ ROOT r = f32[] parameter(2147483647) }",
      "f32[2]{0:T(9223372036854775807,9223372036854775807)} parameter(0)",
      "f32[2]{0:SC(0:1,2,3,9223372036854775807)} parameter(0)",
      "f32[?,<=9223372036854775807] parameter(0)",
      std::string(kShort, '('),
      std::string(kShort, '{'),
      std::string(kShort, '\0'),
      std::string(kShort, ' '),
      std::string(kShort, '9'),
      Nested("negate(", ")"),
      Nested("(", ")") + " parameter(0)",
      Nested("call(), to_apply={ r = ", "}"),
  };
  return texts;
}

TEST(Memory, OfGreedyTexts) {
  PeakOf("f32[] parameter(0)");  // allocated once
  for (const std::string& text : GreedyTexts()) {
    ASSERT_LE(text.size(), kShort) << text;
    EXPECT_LT(PeakOf(text), kMegabyte) << text;
  }
}

// Cut to size; the part before the cut counts.
TEST(Memory, OfMutants) {
  PeakOf("f32[] parameter(0)");
  const test::Mutator mutator(GreedyTexts(), /*seed=*/1);
  for (uint64_t number = 0; number < 20'000; ++number) {
    const std::string text = mutator.Mutant(number).substr(0, kShort);
    ASSERT_LT(PeakOf(text), kMegabyte) << "mutant " << number << "\n" << text;
  }
}

// ---- Texts of about a megabyte: the memory in use at once, without the text itself, in times of
// the text. The bounds are those of docs/reference/security.md.

std::string Lines(std::string_view line, size_t count) {
  std::string text =
      "HloModule m\nadd { x = f32[] parameter(0) y = f32[] parameter(1) ROOT r = f32[] add(x, y) "
      "}\n"
      "ENTRY e {\n  p = f32[] parameter(0)\n";
  for (size_t i = 0; i < count; ++i) StrAppend(&text, "  n", i, " = ", line, "\n");
  return StrCat(text, "  ROOT r = f32[] abs(p)\n}\n");
}

std::vector<std::string> LongTexts() {
  ModelOptions model;
  model.layers = 90;
  return {
      GenerateModel(model),
      Lines("f32[] abs(p)", 60'000),
      Lines("f32[] all-reduce(p), replica_groups={{0,1,2,3},{4,5,6,7}}, to_apply=add", 12'000),
      Lines("(f32[], f32[], f32[], f32[]) tuple(p, p, p, p), sharding={replicated}", 12'000),
  };
}

struct Operation {
  const char* name;
  size_t bound;
  void (*run)(std::string_view text);
};

HloModule Read(std::string_view text) {
  absl::StatusOr<HloModule> module = ReadHloModule(text);
  EXPECT_TRUE(module.ok()) << module.status();
  return *std::move(module);
}

constexpr auto kForget = [](std::string_view) {};

constexpr Operation kOperations[] = {
    {"read", 5, [](std::string_view text) { Read(text); }},
    {"verify", 5, [](std::string_view text) { Verify(Read(text)); }},
    {"print", 5, [](std::string_view text) { PrintHloModule(Read(text), {}, kForget); }},
    {"fingerprint", 6, [](std::string_view text) { Fingerprint(Read(text)); }},
    {"JSON", 5, [](std::string_view text) { ExportJson(Read(text), {}, kForget); }},
    {"proto", 7, [](std::string_view text) { SerializeHloModule(Read(text)).IgnoreError(); }},
    {"textproto", 7,
     [](std::string_view text) {
       PrintHloProto(*SerializeHloModule(Read(text)), kForget).IgnoreError();
     }},
    {"format", 14, [](std::string_view text) { FormatHloText(text).status().IgnoreError(); }},
};

TEST(Memory, InTimesOfTheText) {
  if (Arena::kRedZone != 0) GTEST_SKIP() << "red zones take memory, too";
  PeakOf("f32[] parameter(0)");
  for (const std::string& text : LongTexts()) {
    for (const Operation& operation : kOperations) {
      const size_t before = allocated;
      peak = allocated;
      operation.run(text);
      const double times = static_cast<double>(peak - before) / static_cast<double>(text.size());
      EXPECT_LE(times, operation.bound) << operation.name << " of " << text.substr(0, 300);
    }
  }
}

// The hook counts; otherwise all of the above would hold trivially.
TEST(Memory, IsCounted) {
  const size_t before = allocated;
  peak = allocated;
  {
    const std::vector<char> greedy(2 * kMegabyte);
  }
  EXPECT_GE(peak - before, 2 * kMegabyte);
  EXPECT_EQ(allocated, before);
}

}  // namespace
}  // namespace hlo_text_v1
