// What modules become, as files: testdata/mlir/NAME.hlo beside NAME.mlir, and NAME.registered.mlir
// with registered_only. --update_goldens writes them. And the examples of docs/mlir.md.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "tests/mlir/mlir_test_util.h"
#include "tests/support/golden_main.h"

namespace hlo::export_module_test {

namespace fs = std::filesystem;

std::vector<fs::path> Inputs() {
  std::vector<fs::path> inputs;
  for (const fs::path& path : TestdataFiles("mlir")) {
    if (IsTestdataInput(path)) inputs.push_back(path);
  }
  return inputs;
}

void Compare(const fs::path& path, const std::string& text) {
  if (update_goldens) std::ofstream(path, std::ios::binary) << text;
  EXPECT_EQ(ReadFile(path), text) << path;
}

TEST(ExportModule, Goldens) {
  ASSERT_GE(Inputs().size(), 10u);
  for (const fs::path& input : Inputs()) {
    MlirOptions options;
    const std::string hlo = ReadFile(input);
    Compare(fs::path(input).replace_extension(".mlir"), ExportOf(hlo, options));
    options.registered_only = true;
    Compare(fs::path(input).replace_extension(".registered.mlir"), ExportOf(hlo, options));
  }
}

// Each ```hlo block of the manual is followed by what it becomes.
TEST(ExportModule, TheManualsExamples) {
  const std::string manual = ReadFile(fs::path(HLO_TEXT_DOCS) / "mlir.md");
  int examples = 0;
  for (size_t at = manual.find("```hlo\n"); at != std::string::npos;
       at = manual.find("```hlo\n", at + 1)) {
    const size_t begin = at + 7;
    const size_t end = manual.find("```", begin);
    const size_t mlir = manual.find("```mlir\n", end) + 8;
    ASSERT_GT(mlir, end);
    std::string exported = ExportOf(manual.substr(begin, end - begin));
    EXPECT_EQ(exported, manual.substr(mlir, manual.find("```", mlir) - mlir));
    ++examples;
  }
  EXPECT_GE(examples, 3);
}

TEST(ExportModule, SugarIsMadeGenericInACopy) {
  absl::StatusOr<HloModule> module = ParseHloModule(
      "ENTRY e { p = f32[8] parameter(0)\n  s = ((f32[8]), f32[8]) negate-start(p)\n"
      "  ROOT d = f32[8] negate-done(s) }");
  ASSERT_TRUE(module.ok());
  const std::string text = ExportOf(*module);
  EXPECT_NE(text.find("%s = async.call @async_wrapped(%p) : "), std::string::npos) << text;
  EXPECT_EQ(module->computations().size(), 1u);
}

TEST(ExportModule, NamesInAttributes) {
  MlirOptions options;
  options.name_attributes = true;
  const std::string text = ExportOf("ENTRY e { ROOT p = f32[] parameter(0) }", options);
  EXPECT_NE(text.find("%p: tensor<f32> {hlo.name = \"p\"}"), std::string::npos) << text;
}

TEST(ExportModule, AnEditedModuleIsPutInOrder) {
  HloModule module = ReadModule(
      "ENTRY e { a = f32[8] parameter(0)  n = f32[8] negate(a)  ROOT m = f32[8] abs(n)"
      "  x = f32[8] cosine(a) }");
  HloComputation* entry = module.entry_computation();
  HloInstruction* n = entry->root_instruction()->operands()[0];
  HloInstruction* x = entry->root_instruction()->next();
  ASSERT_TRUE(ReplaceAllUsesWith(n, x).ok());
  const std::string text = ExportOf(module);
  EXPECT_LT(text.find("%x = \"hlo.cosine\""), text.find("%m = \"hlo.abs\"(%x)")) << text;
}

TEST(ExportModule, AModuleWithoutEntryIsRefused) {
  const HloModule module = CreateHloModule("m");
  EXPECT_EQ(ExportMlirAsync(module).status().code(), absl::StatusCode::kFailedPrecondition);
}

}  // namespace hlo::export_module_test

int main(int argc, char** argv) { return hlo::RunWithGoldens(argc, argv); }
