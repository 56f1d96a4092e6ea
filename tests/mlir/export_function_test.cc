// Functions: calls with and without an MLIR equivalent, parameter order, declarations.
#include "src/mlir/export_function.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/mlir/mlir_test_util.h"

namespace hlo_text_v1::export_function_test {

using namespace internal;

using testing::HasSubstr;
using testing::Not;

TEST(ExportFunction, ACallThatDoesNotFitIsAnOperation) {
  const std::string fits = ExportOf(
      "f { x = f32[8] parameter(0) ROOT n = f32[8] negate(x) }\n"
      "ENTRY e { a = f32[8]{0:T(8)} parameter(0) ROOT c = f32[8] call(a), to_apply=f }");
  EXPECT_THAT(fits, HasSubstr("%c = func.call @f(%a) : (tensor<8xf32>) -> tensor<8xf32>\n"));
  const std::string other = ExportOf(
      "f { x = f32[8] parameter(0) ROOT n = f32[8] negate(x) }\n"
      "ENTRY e { a = f32[4] parameter(0) ROOT c = f32[8] call(a), to_apply=f }");
  EXPECT_THAT(other, HasSubstr("%c = \"hlo.call\"(%a) {to_apply = @f} : "));
}

TEST(ExportFunction, PlacesOfParametersAreKeptWhereTheyShow) {
  const std::string body =
      "ENTRY e { b = f32[] parameter(1)  c = f32[] constant(1)  a = f32[] parameter(0)\n"
      "  d = f32[] add(a, b)  ROOT r = f32[] add(c, d) }";
  const std::string scheduled = ExportOf("HloModule m, is_scheduled=true\n" + body);
  EXPECT_THAT(scheduled, HasSubstr("%a: tensor<f32> {hlo.after = \"c\"}"));
  EXPECT_THAT(scheduled, HasSubstr("%b: tensor<f32> {hlo.after = \"\"}"));
  EXPECT_THAT(ExportOf("HloModule m\n" + body), Not(HasSubstr("hlo.after")));
}

TEST(ExportFunction, WhatIsNoEntryIsPrivateAndKeepsItsThread) {
  const std::string text = ExportOf(
      "f { x = f32[] parameter(0) ROOT n = f32[] negate(x) }, execution_thread=\"t\", "
      "backend_config={\"a\":1}\n"
      "ENTRY e { a = f32[] parameter(0) ROOT c = f32[] call(a), to_apply=f }");
  EXPECT_THAT(text, HasSubstr("func.func private @f(%x: tensor<f32>) -> tensor<f32> attributes "
                              "{hlo.execution_thread = \"t\", "
                              "hlo.attributes = \"backend_config={\\\"a\\\":1}\"} {\n"));
  EXPECT_THAT(text, HasSubstr("func.func @e(%a: tensor<f32>) -> tensor<f32> attributes "
                              "{hlo.entry} {\n"));
}

TEST(ExportFunction, AFunctionIsDeclaredOnceForWhatItDoes) {
  MlirOptions options;
  options.registered_only = true;
  const std::string text = ExportOf(
      "ENTRY e { a = f32[2,2] parameter(0)  b = f32[2,2] reverse(a), dimensions={0}\n"
      "  c = f32[2,2] reverse(b), dimensions={1}, metadata={op_name=\"x\"}\n"
      "  ROOT d = f32[2,2] reverse(c), dimensions={0} }",
      options);
  EXPECT_THAT(text, HasSubstr("func.func private @hlo$reverse(tensor<2x2xf32>) -> tensor<2x2xf32> "
                              "attributes {hlo.opcode = \"reverse\", "
                              "hlo.attributes = {dimensions = [0]}}\n"));
  EXPECT_THAT(text, HasSubstr("%c = func.call @hlo$reverse$1(%b) {hlo.attributes = {metadata = "
                              "\"{op_name=\\\"x\\\"}\"}} : "));
  EXPECT_THAT(text, HasSubstr("%d = func.call @hlo$reverse(%c) : "));
  EXPECT_THAT(text, Not(HasSubstr("@hlo$reverse$2")));
}

}  // namespace hlo_text_v1::export_function_test
