// Adding computations to a module: ParseHloComputation.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/async.h"
#include "hlo/module.h"
#include "hlo/parser.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "hlo/verify.h"
#include "tests/parse/module/parse_test_util.h"

namespace hlo_text_v1::added_computation_test {

using namespace internal;

constexpr std::string_view kModule = R"(HloModule m

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT r = f32[] add(a, b), metadata={op_name="first"}
}

fused {
  p = f32[] parameter(0)
  ROOT n = f32[] negate(p)
}

ENTRY main {
  x = f32[8]{0} parameter(0)
  zero = f32[] constant(0)
  ROOT total = f32[] reduce(x, zero), dimensions={0}, to_apply=add, metadata={op_name="second"}
}
)";

class AddedComputation : public ::testing::Test {
 protected:
  // Adds the computations of `text`, which is freed afterwards.
  absl::StatusOr<HloComputation*> Add(std::string_view text, const ParseOptions& options = {}) {
    diagnostics_.clear();
    auto copy = std::make_unique<std::string>(text);
    return ParseHloComputation(*copy, &module_, options, &diagnostics_);
  }
  std::string Added(std::string_view text) {
    const absl::StatusOr<HloComputation*> added = Add(text);
    return added.ok() ? PrintHloComputation(**added) : std::string(added.status().message());
  }
  // The error of a rejected text; checks that the module has not changed.
  std::string Refused(std::string_view text, const ParseOptions& options = {}) {
    const std::string before = PrintHloModule(module_);
    const size_t computations = module_.computations().size();
    const absl::Status status = Add(text, options).status();
    EXPECT_FALSE(diagnostics_.empty());
    EXPECT_EQ(PrintHloModule(module_), before);
    EXPECT_EQ(module_.computations().size(), computations);
    return std::string(status.message());
  }

  HloModule module_ = *ParseHloModule(kModule);
  std::vector<Diagnostic> diagnostics_;
};

TEST_F(AddedComputation, StandsBehindTheOthersAndCallsThem) {
  EXPECT_EQ(Added("sum { v = f32[4]{0} parameter(0) c = f32[] constant(1)\n"
                  "  ROOT s = f32[] reduce(v, c), dimensions={0}, to_apply=%add }"),
            "%sum (v: f32[4]) -> f32[] {\n"
            "  %v = f32[4]{0} parameter(0)\n"
            "  %c = f32[] constant(1)\n"
            "  ROOT %s = f32[] reduce(%v, %c), dimensions={0}, to_apply=%add\n"
            "}");
  ASSERT_EQ(module_.computations().size(), 4u);
  EXPECT_EQ(module_.computations()[3]->name(), "sum");
  EXPECT_EQ(module_.entry_computation()->name(), "main");
  EXPECT_EQ(module_.computations()[3]->source_offset(), 0u);
  const HloInstruction* root = module_.computations()[3]->root_instruction();
  EXPECT_EQ(root->source_offset(), 0u);
  EXPECT_EQ(root->FindAttribute(AttributeKind::kToApply)->AsComputation(),
            module_.computations()[0]);
  EXPECT_TRUE(Verify(module_).empty());
}

TEST_F(AddedComputation, PrintsWithTheModuleAndReadsBack) {
  ASSERT_TRUE(Add("twice { v = f32[] parameter(0) ROOT s = f32[] add(v, v) }").ok());
  const std::string text = PrintHloModule(module_);
  EXPECT_NE(text.find("%twice (v: f32[]) -> f32[] {"), std::string::npos);
  EXPECT_EQ(PrintHloModule(*ParseHloModule(text)), text);
}

TEST_F(AddedComputation, KeepsMetadataOfBothTexts) {
  EXPECT_EQ(Added("f { ROOT v = f32[] parameter(0), metadata={op_name=\"third\" source_line=7} }"),
            "%f (v: f32[]) -> f32[] {\n"
            "  ROOT %v = f32[] parameter(0), metadata={op_name=\"third\" source_line=7}\n"
            "}");
  EXPECT_EQ(module_.computations()[3]->root_instruction()->metadata().op_name, "third");
  EXPECT_EQ(module_.entry_computation()->root_instruction()->metadata().op_name, "second");
  EXPECT_NE(PrintHloModule(module_).find("op_name=\"first\""), std::string::npos);
}

// Sugar prints if the wrapped instruction says nothing else than its chain.
TEST_F(AddedComputation, ChainsKeepWhatTheirInstructionSays) {
  const auto chain = [](const std::string& wrapped, const std::string& own) {
    return "w { p = f32[8]{0} parameter(0)\n"
           "  ROOT n = f32[8]{0} negate(p), frontend_attributes={k=\"" +
           wrapped +
           "\"} }\n"
           "c { x = f32[8]{0} parameter(0)\n"
           "  s = ((f32[8]{0}), f32[8]{0}, s32[]) async-start(x), calls=w, "
           "frontend_attributes={k=\"" +
           own +
           "\"}\n"
           "  ROOT d = f32[8]{0} async-done(s), frontend_attributes={k=\"" +
           own + "\"} }";
  };
  EXPECT_NE(Added(chain("1", "1")).find("negate-start("), std::string::npos);
  EXPECT_NE(Added(chain("1", "2")).find("async-start("), std::string::npos);
}

TEST_F(AddedComputation, GetsNewNamesWhereTheModuleHasThem) {
  const absl::StatusOr<HloComputation*> added =
      Add("add { x = f32[] parameter(0) ROOT r = f32[] negate(x) }");
  ASSERT_TRUE(added.ok());
  EXPECT_EQ(PrintHloComputation(**added),
            "%add.1 (x.1: f32[]) -> f32[] {\n"
            "  %x.1 = f32[] parameter(0)\n"
            "  ROOT %r.1 = f32[] negate(%x.1)\n"
            "}");
  EXPECT_EQ(module_.computations()[0]->name(), "add");
  EXPECT_EQ(module_.entry_computation()->parameters()[0]->name(), "x");
}

TEST_F(AddedComputation, ARefusedTextLeavesItsSpellingBehind) {
  const PrintOptions before = PrintOptions::DumpOf(module_);
  Refused(
      "f { p = (f32[2], f32[2]) parameter(0)\n  g = f32[2] get-tuple-element(p), index=0\n"
      "  c = pred[2] compare(g, g), direction=LT, type=TOTALORDER\n  ROOT d = oops(c) }");
  const PrintOptions after = PrintOptions::DumpOf(module_);
  EXPECT_EQ(after.spellings.compare_type, before.spellings.compare_type);
  EXPECT_EQ(after.compact_gte, before.compact_gte);
}

TEST_F(AddedComputation, KeepsNamesWithoutUniquify) {
  ParseOptions options;
  options.uniquify = false;
  EXPECT_EQ(Refused("add { ROOT x = f32[] parameter(0) }", options),
            "1:1: error: computation already exists: add");
  EXPECT_EQ(diagnostics_[0].code, DiagnosticCode::kComputationExists);
  const absl::StatusOr<HloComputation*> added = Add("f { ROOT x = f32[] parameter(0) }", options);
  ASSERT_TRUE(added.ok());
  EXPECT_EQ((*added)->root_instruction()->name(), "x");
}

TEST_F(AddedComputation, MayBeSeveralOfWhichTheLastIsReturned) {
  const absl::StatusOr<HloComputation*> added =
      Add("inc { v = f32[] parameter(0) ROOT s = f32[] add(v, v) }\n"
          "outer { w = f32[] parameter(0) ROOT c = f32[] call(w), to_apply=later }\n"
          "later { u = f32[] parameter(0) ROOT k = f32[] call(u), to_apply=inc }");
  ASSERT_TRUE(added.ok()) << added.status();
  EXPECT_EQ((*added)->name(), "later");
  EXPECT_EQ(module_.computations().size(), 6u);
}

TEST_F(AddedComputation, NestedBodiesBecomeComputations) {
  const absl::StatusOr<HloComputation*> added =
      Add("f { w = f32[] parameter(0)\n"
          "  ROOT c = f32[] call(w), to_apply={ ROOT v = f32[] parameter(0) } }");
  ASSERT_TRUE(added.ok()) << added.status();
  EXPECT_EQ((*added)->name(), "f");
  EXPECT_EQ(module_.computations().size(), 5u);
}

TEST_F(AddedComputation, AFusionMarksWhatItCalls) {
  const std::string_view text =
      "f { w = f32[] parameter(0) ROOT c = f32[] fusion(w), kind=kLoop, calls=fused }";
  const HloComputation* fused = module_.computations()[1];
  EXPECT_EQ(Refused(std::string(text) + " g { h }"), "1:86: error: expects '=' in instruction");
  EXPECT_FALSE(fused->is_fusion_computation());
  EXPECT_EQ(Refused("f { w = f32[] parameter(0) a = f32[] fusion(w), kind=kLoop, calls=fused\n"
                    "b = f32[] fusion(w), kind=kLoop, calls=fused, x=1 }")
                .substr(0, 36),
            "2:47: error: unexpected attribute \"x");
  EXPECT_FALSE(fused->is_fusion_computation());
  ASSERT_TRUE(Add(text).ok());
  EXPECT_TRUE(fused->is_fusion_computation());
}

TEST_F(AddedComputation, ErrorsLeaveTheModuleAsItWas) {
  EXPECT_EQ(Refused(""), "1:1: error: expects name");
  EXPECT_EQ(Refused("f {}"), "1:4: error: expects name");
  EXPECT_EQ(Refused("f { ROOT a = f32[] negate(b) }").substr(0, 40),
            "1:27: error: cannot parse as an instruct");
  EXPECT_EQ(Refused("f { w = f32[] parameter(0) ROOT c = f32[] call(w), to_apply=g }"),
            "1:61: error: computation does not exist: g");
  EXPECT_EQ(Refused("ENTRY f { ROOT a = f32[] parameter(0) }"),
            "1:1: error: expects only one ENTRY");
  EXPECT_EQ(Refused("f { ROOT a = f32[] parameter(0) } f { ROOT a = f32[] parameter(0) }"),
            "1:35: error: computation already exists: f");
  EXPECT_EQ(Refused("f { ROOT a = f32[] parameter(0) } }"), "1:35: error: expects name");
  EXPECT_EQ(Refused("f { w = f32[] parameter(0) ROOT c = f32[] call(w), to_apply=g }\n"
                    "g { w = f32[] parameter(0) ROOT c = f32[] call(w), to_apply=f }"),
            "1:1: error: computation f calls itself through g");
  EXPECT_EQ(Refused("HloModule m"), "1:1: error: expects name");
}

TEST_F(AddedComputation, ChainsAreCheckedAtTheEnd) {
  // The result comes late.
  const std::string late =
      "f {\n  s = ((), (), s32[]) partition-id-start()\n"
      "  u = ((), s32[], s32[]) partition-id-update(s)\n  ROOT d = s32[] partition-id-done(u)\n}";
  EXPECT_EQ(Refused(late), "2:3: error: partition-id must have the shape u32[]");
  // The wrapped instruction is only known at the end of the text.
  const std::string mixed =
      "f {\n  p = f32[8] parameter(0)\n"
      "  s = ((f32[8]), f32[8], s32[]) async-start(p), calls=g\n"
      "  ROOT d = f32[8] negate-done(s)\n}\n"
      "g {\n  p = f32[8] parameter(0)\n  ROOT a = f32[8] abs(p)\n}";
  EXPECT_EQ(Refused(mixed), "4:8: error: Expect async wrapped opcode to be abs, but got negate");
}

TEST_F(AddedComputation, WithoutSugarNothingIsDesugaredAgain) {
  Desugar(&module_);
  const size_t before = module_.computations().size();
  ASSERT_TRUE(Add("f { ROOT p = f32[8] parameter(0) }").ok());
  EXPECT_EQ(module_.computations().size(), before + 1);
}

TEST_F(AddedComputation, DesugaredNamesCollideWithoutUniquify) {
  Desugar(&module_);
  ParseOptions options;
  options.uniquify = false;
  const std::string sugar =
      "f {\n  p = f32[8] parameter(0)\n"
      "  s = ((f32[8]), f32[8], s32[]) negate-start(p)\n  ROOT d = f32[8] negate-done(s)\n}";
  const absl::StatusOr<HloComputation*> added = Add(sugar, options);
  ASSERT_TRUE(added.ok()) << added.status();
  EXPECT_EQ((*added)->root_instruction()->opcode(), HloOpcode::kAsyncDone);
}

TEST_F(AddedComputation, GoesOnAfterAnError) {
  EXPECT_EQ(Refused("f {\n  a = f32[] foo()\n  b = f32[] bar()\n  ROOT c = f32[] negate(a)\n}"),
            "2:13: error: expects opcode but sees: foo, error: Unknown opcode: foo");
  EXPECT_EQ(diagnostics_.size(), 2u);
}

TEST_F(AddedComputation, RefusedNamesMayBeUsedLater) {
  Refused("f { ROOT q = f32[] parameter(0), x=1 }");
  EXPECT_EQ(Added("f { ROOT q = f32[] parameter(0) }"),
            "%f (q: f32[]) -> f32[] {\n  ROOT %q = f32[] parameter(0)\n}");
}

TEST_F(AddedComputation, AsyncSugarIsDesugaredWithTheModule) {
  ASSERT_TRUE(Add("f { p = f32[8]{0} parameter(0)\n"
                  "  s = ((f32[8]{0}), f32[8]{0}, s32[]) custom-call-start(p), "
                  "custom_call_target=\"t\"\n"
                  "  ROOT d = f32[8]{0} custom-call-done(s) }")
                  .ok());
  Desugar(&module_);
  Uniquify(&module_);
  EXPECT_EQ(module_.computations().size(), 5u);
  PrintOptions generic;
  generic.async_mode = AsyncPrintMode::kGeneric;
  EXPECT_NE(PrintHloModule(module_, generic).find("async-start"), std::string::npos);
}

TEST_F(AddedComputation, AModuleMayBeDesugaredAgain) {
  const std::string sugar =
      " { p = f32[8]{0} parameter(0)\n"
      "  s = ((f32[8]{0}), f32[8]{0}, s32[]) custom-call-start(p), custom_call_target=\"t\"\n"
      "  ROOT d = f32[8]{0} custom-call-done(s) }";
  ASSERT_TRUE(Add("f" + sugar).ok());
  Desugar(&module_);
  Uniquify(&module_);
  // The module is generic now, and stays so.
  const absl::StatusOr<HloComputation*> added = Add("g" + sugar);
  ASSERT_TRUE(added.ok());
  EXPECT_EQ((*added)->name(), "g");
  EXPECT_EQ(module_.computations().size(), 7u);
  for (const HloInstruction* instruction : (*added)->instructions()) {
    EXPECT_EQ(instruction->async_phase(), AsyncPhase::kNone);
  }
  const std::string text = PrintHloModule(module_);
  EXPECT_EQ(PrintHloModule(*ParseHloModule(text)), text);
}

TEST_F(AddedComputation, OlderFormsWarn) {
  ParseOptions options;
  options.upgrade_legacy = true;
  const absl::StatusOr<HloComputation*> added =
      Add("f { p = f32[] parameter(0)\n"
          "  ROOT c = f32[] custom-call(p), custom_call_target=foo }",
          options);
  ASSERT_TRUE(added.ok()) << added.status();
  ASSERT_EQ(diagnostics_.size(), 1u);
  EXPECT_EQ(diagnostics_[0].severity, Severity::kWarning);
}

TEST_F(AddedComputation, SurvivesPrefixesAndMutations) {
  const std::string text =
      "f { w = f32[] parameter(0) ROOT c = f32[] fusion(w), kind=kLoop, calls=fused }";
  for (size_t i = 0; i <= text.size(); ++i) {
    Add(text.substr(0, i)).status().IgnoreError();
    for (const char c : std::string("\0{}([\"',=x1-%", 13)) {
      std::string mutated = text;
      mutated.insert(i, 1, c);
      Add(mutated).status().IgnoreError();
    }
  }
  const std::string printed = PrintHloModule(module_);
  EXPECT_TRUE(ParseHloModule(printed).ok());
}

TEST(AddedComputationToEmptyModule, MayBeItsEntry) {
  HloModule module;
  ASSERT_TRUE(ParseHloComputation("f { ROOT a = f32[] parameter(0) }", &module).ok());
  EXPECT_EQ(module.entry_computation(), nullptr);
  ASSERT_TRUE(ParseHloComputation("ENTRY e { ROOT b = f32[2] parameter(0) }", &module).ok());
  EXPECT_EQ(module.entry_computation()->name(), "e");
  EXPECT_EQ(PrintShape(*module.config().entry_computation_layout.result), "f32[2]{0}");
  EXPECT_NE(PrintHloModule(module).find("ENTRY %e (b: f32[2]) -> f32[2] {"), std::string::npos);
}

TEST(AddedComputationToEmptyModule, LeavesItEmptyIfRefused) {
  HloModule module;
  EXPECT_FALSE(ParseHloComputation("ENTRY e { ROOT b = f32[2] parameter(0) } x", &module).ok());
  EXPECT_EQ(module.entry_computation(), nullptr);
  EXPECT_TRUE(module.computations().empty());
}

}  // namespace hlo_text_v1::added_computation_test
