// Every module of testdata comes back unchanged from either form, and as the same program if
// mlir-opt processed the text. Limits.
// Tests: import_state
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "hlo/mlir.h"
#include "tests/mlir/mlir_test_util.h"
#include "tests/support/sample.h"

namespace hlo_text_v1::import_module_test {

using namespace internal;

TEST(ImportModule, EveryModuleOfTestdataComesBack) {
  size_t modules = 0;
  for (const std::filesystem::path& input : TestdataSample()) {
    if (!IsTestdataInput(input)) continue;
    const absl::StatusOr<HloModule> module = ReadHloModule(ReadFile(input));
    if (!module.ok()) continue;
    // Text that XLA itself reads differently from how it printed it.
    if (input.stem() == "unreduced") continue;
    const std::string expected = PrintGeneric(*module);
    const absl::StatusOr<HloModule> again = ParseHloModule(expected);
    if (!again.ok() || PrintGeneric(*again) != expected) continue;
    for (const bool registered_only : {false, true}) {
      MlirOptions mlir;
      mlir.registered_only = registered_only;
      EXPECT_EQ(ImportOf(ExportOf(*module, mlir)), expected) << input;
    }
    ++modules;
  }
  EXPECT_GE(modules, 200 / kSampleStep);
}

TEST(ImportModule, UnknownWordsComeBack) {
  const HloModule module = ReadModule(
      "HloModule m, novel={1}\n"
      "ENTRY e { a = f32[] parameter(0), glow=3  b = f32[] frobnicate(a), x={%a}, y=\"z\"\n"
      "  ROOT c = f32[] warp(f32[] 7, %b), metadata={op_name=\"q\"} }, shade=1",
      AllowUnknown());
  for (const bool registered_only : {false, true}) {
    MlirOptions mlir;
    mlir.registered_only = registered_only;
    EXPECT_EQ(ImportOf(ExportOf(module, mlir), AllowUnknown().parse), PrintGeneric(module));
  }
}

TEST(ImportModule, UnknownAttributesOfTheRootOfAGroupComeBack) {
  const HloModule module = ReadModule(
      "w { x = f32[8] parameter(0)  ar = f32[8] all-gather(x), dimensions={0}, glow=1\n"
      "  ROOT r = (f32[8]) tuple(ar), shade={x} }\n"
      "ENTRY e { a = f32[8] parameter(0)\n"
      "  s = ((f32[8]), (f32[8])) async-start(a), calls=w,\n"
      "    frontend_attributes={_collectives_group=\"\"}\n"
      "  ROOT d = (f32[8]) async-done(s), novel=2 }",
      AllowUnknown());
  const std::string mlir = ExportOf(module);
  EXPECT_THAT(mlir, testing::HasSubstr("async.create_group"));
  EXPECT_EQ(ImportOf(mlir, AllowUnknown().parse), PrintGeneric(module));
}

// A sound chain, and one without a done. HLO text loses such names: XLA prints them without
// escapes.
TEST(ImportModule, QuotesInNamesOfThreadsComeBack) {
  const HloModule module = ReadModule(R"(
w { x = f32[] parameter(0)  ROOT y = f32[] negate(x) }, execution_thread="a\"b\\c"
v { x = f32[] parameter(0)  ROOT y = f32[] negate(x) }, execution_thread="a\"b\\c"
ENTRY e {
  a = f32[] parameter(0)
  s = ((f32[]), f32[]) async-start(a), calls=w, async_execution_thread="a\"b\\c"
  d = f32[] async-done(s)
  ROOT t = ((f32[]), f32[]) async-start(d), calls=v, async_execution_thread="a\"b\\c"
})");
  const std::string mlir = ExportOf(module);
  EXPECT_THAT(mlir, testing::HasSubstr(R"(hlo.execution_thread = "a\"b\\c"})"));
  EXPECT_EQ(ImportOf(mlir), PrintGeneric(module));
}

TEST(ImportModule, UnknownAttributesOfOneNameComeBack) {
  const HloModule module = ReadModule(
      "ENTRY e { a = f32[] parameter(0), glow=3, shade={a}, glow=4\n"
      "  ROOT b = f32[] negate(a), glow={1}, glow=\"2\", glow=3 }",
      AllowUnknown());
  for (const bool registered_only : {false, true}) {
    MlirOptions mlir;
    mlir.registered_only = registered_only;
    const std::string text = ImportOf(ExportOf(module, mlir), AllowUnknown().parse);
    EXPECT_THAT(text, testing::HasSubstr("parameter(0), glow=3, glow=4, shade={a}\n"));
    EXPECT_THAT(text, testing::HasSubstr("negate(%a), glow={1}, glow=\"2\", glow=3\n"));
  }
}

constexpr std::string_view kSmall = R"(module @m {
  func.func @e(%a: tensor<8xf32>) -> tensor<8xf32> {
    %n = "hlo.negate"(%a) : (tensor<8xf32>) -> tensor<8xf32>
    return %n : tensor<8xf32>
  }
}
)";

TEST(ImportModule, WhatTheTextSaysIsWhatComesBack) {
  EXPECT_EQ(ImportOf(kSmall),
            "HloModule m, entry_computation_layout={(f32[8]{0})->f32[8]{0}}\n\n"
            "ENTRY %e (a: f32[8]) -> f32[8] {\n"
            "  %a = f32[8]{0} parameter(0)\n"
            "  ROOT %n = f32[8]{0} negate(%a)\n}\n\n");
}

TEST(ImportModule, ErrorsOfHloHaveThePlaceOfTheOperation) {
  EXPECT_EQ(ImportOf(Replaced(std::string(kSmall), "negate", "frob")),
            "3:5: error: expects opcode but sees: frob, error: Unknown opcode: frob\n");
  EXPECT_EQ(ImportOf(Replaced(std::string(kSmall), "%n =",
                              "%b = \"hlo.add\"(%a) : (tensor<8xf32>) "
                              "-> tensor<8xf32>\n    %n =")),
            "3:5: error: expects 2 operands, but has 1 operands\n");
  EXPECT_EQ(ImportOf(Replaced(std::string(kSmall), "(%a) :", "(%a) {frob = 1} :")).substr(0, 30),
            "3:35: error: unexpected attrib");
  EXPECT_EQ(
      ImportOf(Replaced(std::string(kSmall), "@m {", "@m attributes {hlo.header = \"x=1\"} {"))
          .substr(0, 28),
      "1:36: error: unexpected attr");
}

// They would replace an operation by one word of it, and the option is for HLO text.
TEST(ImportModule, DiagnosticsSuggestNoEditOfTheHloText) {
  for (const std::string& text :
       {Replaced(std::string(kSmall), "hlo.negate", "hlo.negat"),
        Replaced(std::string(kSmall), ") :", ") {hlo.name = \"f32\"} :")}) {
    std::vector<Diagnostic> diagnostics;
    EXPECT_FALSE(ImportMlirAsync(text, ParseOptions(), &diagnostics).ok());
    ASSERT_THAT(diagnostics, testing::SizeIs(testing::Ge(1)));
    EXPECT_THAT(diagnostics[0].suggestions, testing::IsEmpty());
    EXPECT_THAT(diagnostics[0].notes, testing::IsEmpty());
  }
}

TEST(ImportModule, TheStatusIsTheFirstError) {
  const absl::StatusOr<HloModule> module = ImportMlirAsync("module @m {\n  func }");
  EXPECT_EQ(module.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(module.status().message(),
            "2:3: error: expects func.func or async.func, but sees 'func'");
}

TEST(ImportModule, EntryIsMarkedOrTheOnlyOneInSight) {
  const std::string marked = Replaced(std::string(kSmall), "func.func @e", "func.func private @e");
  EXPECT_EQ(ImportOf(marked),
            "1:8: error: one function, and no more, must have the attribute hlo.entry\n");
  EXPECT_EQ(ImportOf(Replaced(marked, "> {", "> attributes {hlo.entry} {")), ImportOf(kSmall));
}

TEST(ImportModule, CallersMayStandInFrontOfCallees) {
  EXPECT_EQ(ImportOf(R"(module @m {
  func.func @e(%a: tensor<f32>) -> tensor<f32> {
    %c = call @f(%a) : (tensor<f32>) -> tensor<f32>
    func.return %c : tensor<f32>
  }
  func.func private @f(%b: tensor<f32>) -> tensor<f32> {
    return %b : tensor<f32>
  }
})"),
            ImportOf(R"(module @m {
  func.func private @f(%b: tensor<f32>) -> tensor<f32> {
    return %b : tensor<f32>
  }
  func.func @e(%a: tensor<f32>) -> tensor<f32> {
    %c = func.call @f(%a) : (tensor<f32>) -> tensor<f32>
    return %c : tensor<f32>
  }
})"));
}

TEST(ImportModule, ACycleOfCallsIsAnError) {
  EXPECT_EQ(ImportOf(R"(module @m {
  func.func @e(%a: tensor<f32>) -> tensor<f32> {
    %c = call @e(%a) : (tensor<f32>) -> tensor<f32>
    return %c : tensor<f32>
  }
})")
                .substr(0, 40),
            "3:15: error: computation does not exist:");
}

TEST(ImportModule, AttributesHoldNoMoreThanTheirValue) {
  EXPECT_EQ(ImportOf(Replaced(std::string(kSmall),
                              "(%a) :", "(%a) {metadata = \"{} %z = f32[] constant(1)\"} :")),
            "1:8: error: an attribute holds more text of HLO than its value\n");
}

TEST(ImportModule, NamesOfTypesMayNotStandForTooMuch) {
  std::string text = "!t0 = tuple<tensor<f32>, tensor<f32>>\n";
  for (int i = 1; i < 100; ++i) {
    const std::string last = "!t" + std::to_string(i - 1);
    text += "!t" + std::to_string(i) + " = tuple<" + last + ", " + last + ">\n";
  }
  const std::string module =
      text + "module { func.func @e(%a: !t99) -> !t99 { return %a : !t99 } }";
  EXPECT_EQ(ImportOf(module),
            "101:23: error: names of types and declared functions stand for more than the text "
            "warrants\n");
}

TEST(ImportModule, NestingIsLimited) {
  ParseOptions options;
  options.limits.max_nesting_depth = 100;
  const auto nested = [](int depth) {
    std::string type = "tensor<f32>";
    for (int i = 0; i < depth; ++i) type = "tuple<" + type + ">";
    return "module { func.func @e(%a: " + type + ") -> " + type + " { return %a : " + type + " } }";
  };
  EXPECT_EQ(ImportOf(nested(50), options).substr(0, 9), "HloModule");
  EXPECT_EQ(ImportOf(nested(200), options), "1:627: error: maximum recursion depth exceeded\n");
  EXPECT_EQ(ImportOf("module attributes {a = " + std::string(100000, '[')).substr(0, 2), "1:");
  // Type names make it deep without nesting.
  std::string text = "!t0 = tuple<>\n";
  for (int i = 1; i < 200; ++i) {
    text += "!t" + std::to_string(i) + " = tuple<!t" + std::to_string(i - 1) + ">\n";
  }
  EXPECT_EQ(ImportOf(text + "module {}", options),
            "101:9: error: maximum recursion depth exceeded\n");
}

TEST(ImportModule, ATextThatIsTooLongIsNotRead) {
  ParseOptions options;
  options.limits.max_input_bytes = 10;
  EXPECT_EQ(ImportMlirAsync(kSmall, options).status().code(), absl::StatusCode::kOutOfRange);
}

}  // namespace hlo_text_v1::import_module_test
