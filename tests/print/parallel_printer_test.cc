// Several threads print the same text as one, and fail as one does.
#include "src/print/parallel_printer.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <string>

#include "hlo/printer.h"
#include "src/base/strings.h"
#include "tests/support/read.h"

namespace hlo_text_v1::parallel_printer_test {

using namespace internal;

// Some thousand computations; every tenth instruction is an asynchronous chain's.
std::string LongText(int computations) {
  std::string text =
      "HloModule m\n\n%sum { %a = s32[] parameter(0) %b = s32[] parameter(1)\n"
      "  ROOT %s = s32[] add(%a, %b) }\n";
  std::string entry = "ENTRY %main {\n  %x = s32[] parameter(0)\n";
  for (int i = 0; i < computations; ++i) {
    text += StrCat("%f", i, " {\n  %p", i, " = s32[] parameter(0)\n");
    for (int j = 0; j < i % 40; ++j) {
      text += StrCat("  %n", i, ".", j, " = s32[] add(%p", i, ", %p", i, ")\n");
    }
    text += StrCat("  %st", i, " = ((s32[], s32[]), s32[], u32[]) call-start(%p", i, ", %p", i,
                   "), to_apply=%sum\n  ROOT %d", i, " = s32[] call-done(%st", i, ")\n}\n");
    entry += StrCat("  %call", i, " = s32[] call(%x), to_apply=%f", i, "\n");
  }
  return StrCat(text, entry, "  ROOT %end = s32[] copy(%x)\n}\n");
}

std::string Printed(const HloModule& module, const PrintOptions& options, int jobs) {
  std::string text;
  PrintHloModule(module, options, [&](std::string_view piece) { text.append(piece); }, jobs);
  return text;
}

TEST(ParallelPrinter, CutsLargeComputations) {
  std::string body = "\n  %x = s32[] parameter(0)\n";
  for (int i = 0; i < 13000; ++i) {
    StrAppend(&body, "  %n", i, " = (s32[]) tuple(%x)\n  %g", i, " = s32[] get-tuple-element(%n", i,
              "), index=0\n");
  }
  StrAppend(&body, "  ROOT %end = s32[] copy(%x), control-predecessors={%g7}\n}");
  PrintOptions folded, defined, filtered, canonical;
  folded.compact_gte = true;
  folded.print_control_dependencies = false;
  defined.keep_definition_order = true;
  filtered.computation_filter = [](const HloComputation& c) { return c.name() != "f"; };
  canonical.canonicalize_instruction_names = true;
  for (const std::string_view header : {"HloModule m", "HloModule m, is_scheduled=true"}) {
    const HloModule module =
        ReadModule(StrCat(header, "\n\n%f {", body, ", execution_thread=\"t\"\n\n%small {\n",
                          "  ROOT %s = s32[] constant(1)\n}\n\nENTRY %main {", body, "\n"));
    EXPECT_EQ(PrintingThreads(module, canonical, 2), 1);
    for (const PrintOptions& options : {PrintOptions(), folded, defined, filtered}) {
      EXPECT_EQ(PrintingThreads(module, options, 3), 3);
      const std::string text = PrintHloModule(module, options);
      for (const int jobs : {2, 3}) EXPECT_TRUE(Printed(module, options, jobs) == text) << jobs;
    }
  }
}

TEST(ParallelPrinter, PrintsTheSameText) {
  const HloModule module = ReadModule(LongText(6000));
  PrintOptions canonical = PrintOptions::Canonical();
  canonical.print_subcomputation_mode = SubcomputationMode::kNameOnly;
  canonical.print_operand_shape = false;
  canonical.print_only_essential_constants = false;
  PrintOptions filtered;
  filtered.computation_filter = [](const HloComputation& c) { return c.name().size() == 4; };
  PrintOptions generic;
  generic.async_mode = AsyncPrintMode::kGeneric;
  for (const PrintOptions& options : {PrintOptions(), canonical, filtered, generic}) {
    ASSERT_EQ(PrintingThreads(module, options, 7), 7);
    for (const int jobs : {2, 3, 7}) {
      EXPECT_TRUE(Printed(module, options, jobs) == PrintHloModule(module, options)) << jobs;
    }
  }
}

TEST(ParallelPrinter, WhatOneThreadPrints) {
  const HloModule module = ReadModule(LongText(6000));
  EXPECT_EQ(PrintingThreads(module, {}, 1), 1);
  EXPECT_EQ(PrintingThreads(module, {}, 1000), module.instruction_count() / 2048);
  EXPECT_EQ(PrintingThreads(ReadModule(LongText(20)), {}, 2), 1);
  EXPECT_EQ(PrintingThreads(module, PrintOptions::Canonical(), 2), 1);
  PrintOptions compact;
  compact.compact_gte = true;
  EXPECT_EQ(PrintingThreads(module, compact, 2), 1);
  compact.print_control_dependencies = false;
  EXPECT_EQ(PrintingThreads(module, compact, 2), 2);
  EXPECT_EQ(Printed(module, compact, 2), PrintHloModule(module, compact));
  PrintOptions large;
  large.print_large_constants = true;
  EXPECT_EQ(PrintingThreads(module, large, 2), 1);
  EXPECT_EQ(Printed(module, large, 2), PrintHloModule(module, large));
}

TEST(ParallelPrinter, ThrowsWhatTheSinkThrows) {
  const HloModule module = ReadModule(LongText(6000));
  int calls = 0;
  const auto sink = [&](std::string_view) {
    if (++calls == 3) throw std::runtime_error("full");
  };
  EXPECT_THROW(PrintHloModule(module, {}, sink, 4), std::runtime_error);
  EXPECT_EQ(calls, 3);
}

}  // namespace hlo_text_v1::parallel_printer_test
