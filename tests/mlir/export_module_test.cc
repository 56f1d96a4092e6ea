// Cases without a golden in testdata/mlir or an example in docs/reference/mlir.md.
// Tests: export_async
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "tests/mlir/mlir_test_util.h"

namespace hlo_text_v1::export_module_test {

using namespace internal;

TEST(ExportModule, RefusesSugar) {
  absl::StatusOr<HloModule> module = ParseHloModule(
      "ENTRY e { p = f32[8] parameter(0)\n  s = ((f32[8]), f32[8]) negate-start(p)\n"
      "  ROOT d = f32[8] negate-done(s) }");
  ASSERT_TRUE(module.ok());
  EXPECT_EQ(ExportMlirAsync(*module).status().message(), "run Desugar first");
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

TEST(ExportModule, SaysWhichChainsStayOpaque) {
  const HloModule module = ReadModule(
      "body { c = ((f32[8]), f32[8]) parameter(0)  ROOT u = ((f32[8]), f32[8]) negate-update(c) }\n"
      "cond { c = ((f32[8]), f32[8]) parameter(0)  ROOT k = pred[] constant(false) }\n"
      "ENTRY e { a = f32[8] parameter(0)  s = ((f32[8]), f32[8]) negate-start(a)\n"
      "  l = ((f32[8]), f32[8]) while(s), condition=cond, body=body\n"
      "  ROOT d = f32[8] negate-done(l) }");
  std::vector<Diagnostic> warnings;
  ASSERT_TRUE(ExportMlirAsync(module, {}, &warnings).ok());
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].code, DiagnosticCode::kMlirOpaque);
  EXPECT_EQ(warnings[0].message.substr(0, 27), "the asynchronous operation ");
}

TEST(ExportModule, AModuleWithoutEntryIsRefused) {
  const HloModule module = CreateHloModule("m");
  EXPECT_EQ(ExportMlirAsync(module).status().code(), absl::StatusCode::kFailedPrecondition);
}

}  // namespace hlo_text_v1::export_module_test
