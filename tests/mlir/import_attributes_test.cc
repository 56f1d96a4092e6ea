// Dictionary entries as HLO attributes.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/mlir/import_state.h"
#include "src/mlir/mlir_parser.h"
#include "tests/mlir/mlir_test_util.h"

namespace hlo_text_v1::import_attributes_test {

using namespace internal;

// The HLO of {`entries`}, or the first error.
std::string HloOf(const std::string& entries) {
  const std::string text = "module attributes {" + entries + "} {}";
  const ParseOptions options;
  std::vector<Diagnostic> diagnostics;
  const std::optional<MlirModule> module = MlirParser(text, options, &diagnostics).Parse();
  if (!module.has_value()) return diagnostics[0].message;
  MlirImport import(*module, options, 1000, &diagnostics);
  HloTextMap out;
  if (!AppendHloAttributes(module->attributes, &import, &out)) return diagnostics[0].message;
  return out.text();
}

TEST(ImportAttributes, EachFormHasItsText) {
  EXPECT_EQ(HloOf(""), "");
  EXPECT_EQ(HloOf("index = 3, delta = -1 : i64, lower = true"), ", index=3, delta=-1, lower=true");
  EXPECT_EQ(HloOf("dimensions = [0, 1], source_target_pairs = [[0, 1], []]"),
            ", dimensions={0, 1}, source_target_pairs={{0, 1}, {}}");
  EXPECT_EQ(HloOf("to_apply = @f, branch_computations = [@\"g.1\", @h]"),
            ", to_apply=%f, branch_computations={%g.1, %h}");
  EXPECT_EQ(HloOf("\"control-predecessors\" = [\"a\", \"b\"]"), ", control-predecessors={%a, %b}");
  EXPECT_EQ(HloOf("kind = \"kLoop\", window = \"{size=2}\""), ", kind=kLoop, window={size=2}");
  EXPECT_EQ(HloOf("custom_call_target = \"a\\\"\\n\""), ", custom_call_target=\"a\\\"\\n\"");
  EXPECT_EQ(HloOf("backend_config = \"{}\""), ", backend_config={}");
  EXPECT_EQ(HloOf("backend_config = \"x\""), ", backend_config=\"x\"");
  EXPECT_EQ(HloOf("async_execution_thread = \"t\""), ", async_execution_thread=\"t\"");
  EXPECT_EQ(HloOf("hlo.unknown.glow = \"{7}\", hlo.shape = \"f32[]\", value = \"1\""),
            ", glow={7}");
}

TEST(ImportAttributes, WhatIsNoValueIsRefused) {
  const std::string value =
      " must be a number, a string, the name of a function, or a list of these";
  EXPECT_EQ(HloOf("a"), "attribute a" + value);
  EXPECT_EQ(HloOf("a = {}"), "attribute a" + value);
  EXPECT_EQ(HloOf("a = [[[1]]]"), "attribute a" + value);
  EXPECT_EQ(HloOf("\"a b\" = 1"), "'a b' is no name of HLO");
  EXPECT_EQ(HloOf("a = @\"f(\""), "'f(' is no name of HLO");
  EXPECT_EQ(HloOf("a = [\"x}\"]"), "'x}' is no name of HLO");
}

}  // namespace hlo_text_v1::import_attributes_test
