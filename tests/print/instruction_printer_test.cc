#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "hlo/edit.h"
#include "hlo/printer.h"
#include "hlo/read.h"
#include "src/base/strings.h"
#include "tests/support/read.h"

namespace hlo_text_v1::instruction_printer_test {

using namespace internal;

std::vector<PrintOptions> SomeOptions() {
  PrintOptions bodies;
  bodies.print_subcomputation_mode = SubcomputationMode::kFullBodies;
  bodies.max_expansion_bytes = 1000;
  PrintOptions compact;
  compact.compact_gte = true;
  return {{}, PrintOptions::ShortParsable(), PrintOptions::Canonical(), bodies, compact};
}

TEST(InstructionPrinter, IsPrintHloInstruction) {
  for (const std::filesystem::path& file : TestdataSample()) {
    const absl::StatusOr<HloModule> read = ReadHloModule(ReadFile(file));
    if (!read.ok()) continue;
    const HloModule& module = *read;
    for (const PrintOptions& options : SomeOptions()) {
      HloInstructionPrinter printer(module, options);
      for (const HloComputation* computation : module.computations()) {
        for (const HloInstruction* instruction : computation->instructions()) {
          ASSERT_EQ(printer.Print(*instruction), PrintHloInstruction(*instruction, options))
              << file;
        }
      }
    }
  }
}

// A printer also prints what is not of its module.
TEST(InstructionPrinter, OfOthers) {
  const HloModule module = ReadModule("ENTRY e { ROOT p = f32[] parameter(0) }");
  HloModule other = ReadModule(
      "ENTRY e { p = f32[2] parameter(0) q = f32[2] negate(p) "
      "ROOT r = f32[2] abs(p) }");
  HloInstructionPrinter printer(module);
  HloInstruction* q = Find(other, "q");
  EXPECT_EQ(printer.Print(*q), "%q = f32[2]{0} negate(%p)");
  ASSERT_TRUE(RemoveInstruction(q).ok());
  EXPECT_EQ(printer.Print(*q), "");
}

// A walk over the module for each link of a chain would take an hour.
TEST(InstructionPrinter, OfManyChains) {
  std::string text = "ENTRY e {\n  p = f32[] parameter(0)\n";
  constexpr int kChains = 30000;
  for (int i = 0; i < kChains; ++i) {
    StrAppend(&text, "  start.", i, " = ((f32[]), f32[], s32[]) negate-start(p)\n  done.", i,
              " = f32[] negate-done(start.", i, ")\n");
  }
  text += "  ROOT r = f32[] abs(p)\n}\n";
  const HloModule module = ReadModule(text);
  HloInstructionPrinter printer(module);
  int sugar = 0;
  for (const HloInstruction* instruction : module.entry_computation()->instructions()) {
    sugar += printer.Print(*instruction).find(" negate-done(") != std::string::npos;
  }
  EXPECT_EQ(sugar, kChains);
}

}  // namespace hlo_text_v1::instruction_printer_test
