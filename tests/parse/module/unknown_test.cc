// ParseOptions::allow_unknown: what is kept, where it prints, which warnings it gives, and where a
// kept text ends. The goldens in testdata/unknown have whole modules.
#include "src/parse/module/unknown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "hlo/async.h"
#include "hlo/read.h"
#include "hlo/source.h"
#include "hlo/verify.h"
#include "tests/parse/module/parse_test_util.h"
#include "tests/support/cases.h"
#include "tests/support/read.h"

namespace hlo_text_v1::unknown_test {

using namespace internal;

namespace fs = std::filesystem;
using ::hlo_text::test::DiagnosticsToString;
using ::hlo_text::test::InEntry;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Result {
  std::string printed;  // empty if rejected
  std::string listing;  // all diagnostics
};

Result Read(const std::string& text, AsyncPrintMode mode = AsyncPrintMode::kSugar) {
  std::vector<Diagnostic> diagnostics;
  const absl::StatusOr<HloModule> module = ReadHloModule(text, AllowUnknown(), &diagnostics);
  Result result;
  result.listing = DiagnosticsToString(diagnostics, text);
  if (!module.ok()) return result;
  Verify(*module);  // may find anything
  PrintOptions print;
  print.async_mode = mode;
  result.printed = PrintHloModule(*module, print);
  return result;
}

constexpr char kParameter[] = "  %p = f32[4]{0} parameter(0)\n";

// The print of "ROOT %r = LINE".
std::string PrintedLine(const std::string& line) {
  const Result result = Read(InEntry(StrCat(kParameter, "ROOT %r = ", line)));
  const size_t begin = result.printed.find("ROOT %r = ");
  if (begin == std::string::npos) return result.listing;
  const size_t after = begin + 10;
  return result.printed.substr(after, result.printed.find("\n}", after) - after);
}

TEST(UnknownTest, Instructions) {
  const struct {
    const char* line;
    const char* printed;  // nullptr: unchanged
  } cases[] = {
      {"f32[4]{0} frobnicate(%p)", nullptr},
      {"f32[4]{0} frobnicate()", nullptr},
      {"f32[4]{0} frobnicate(f32[4]{0} %p, p)", "f32[4]{0} frobnicate(%p, %p)"},
      {"f32[4]{0} frobnicate(3)", nullptr},
      {"f32[4]{0} frobnicate( 3 ,{1, 2} )", "f32[4]{0} frobnicate(3, {1, 2})"},
      {"f32[4]{0} frobnicate({...}, %p, f32[] add(%p, %p))", nullptr},
      {"f32[4]{0} frobnicate(1, 2, 3, 4, 5, %p)",
       "f32[4]{0} frobnicate(1, 2, 3, 4, 5, /*index=5*/%p)"},
      {"f32[4]{0} all-gather-update(%p)", nullptr},
      {"f32[4]{0} frobnicate(%p), metadata={op_name=\"x\"}, dim=3, dimensions={0}", nullptr},
      {"f32[4]{0} frobnicate(%p), is_stable=false, window={}, algorithm=dot_f32, mode=clip",
       nullptr},
      {"f32[4]{0} frobnicate(%p), algorithm=rng_default, algorithm2=[1]", nullptr},
      {"f32[4]{0} frobnicate(%p), dimensions={0, 1}", "f32[4]{0} frobnicate(%p), dimensions={0,1}"},
      {"f32[4]{0} frobnicate(%p), channel_id=5@2, delta=x", nullptr},
      {"f32[4]{0} frobnicate(%p), to_apply={ ROOT x = f32[] new(1) }, calls=3", nullptr},
      {"f32[4]{0} frobnicate(%p), control-predecessors={p}",
       "f32[4]{0} frobnicate(%p), control-predecessors={%p}"},
      {"f32[4]{0} frobnicate(%p), control-predecessors=p", nullptr},
      {"f32[4]{0} negate(%p), control-predecessors={%get-tuple-element.7, %p}", nullptr},
      {"f32[4]{0} frobnicate(%p), control-predecessors=[%p]", nullptr},
      {"f32[4]{0} frobnicate(%p), control-predecessors={%p;}", nullptr},
      {"f32[4]{0} frobnicate-done(%p, %p)", nullptr},
      {"f32[4]{0} negate(%p), foo=1, sharding={replicated}, bar={2}, baz=\"3\"", nullptr},
      {"f32[4]{0} negate(%p), foo=1,bar =2", "4:39: expects attribute name"},
      {"f32[4]{0} negate(%p), metadata={}, foo=1", "f32[4]{0} negate(%p), foo=1"},
      {"f32[4]{0} negate(%p), metadata={op_name=\"x\"}, foo=1, sharding={replicated}, bar=2",
       "f32[4]{0} negate(%p), sharding={replicated}, bar=2, metadata={op_name=\"x\"}, foo=1"},
      {"f32[4]{0} negate(%p), dimensions={0, 1}", nullptr},
      {"f32[4]{0} negate(%p), sharding={new}, metadata={new=1}", nullptr},
      {"f32[4]{0} custom-call(%p), custom_call_target=\"t\", api_version=NEW", nullptr},
      {"pred[4]{0} compare(%p, %p), direction=NEW", nullptr},
      {"f32[4]{0} broadcast(%p), new_dimensions={0}", nullptr},
      {"f32[8]{0} all-gather(%p), groups={{0,1}}, dimensions={0}", nullptr},
  };
  for (const auto& c : cases) {
    EXPECT_THAT(PrintedLine(c.line), HasSubstr(c.printed == nullptr ? c.line : c.printed))
        << c.line;
  }
}

TEST(UnknownTest, Warnings) {
  EXPECT_EQ(Read(InEntry(StrCat(kParameter,
                                "  a = f32[4] frob(p), x=1, x2={}\n"
                                "  b = f32[4] frob(p), x=2, metadata={new=1}\n"
                                "  c = f32[4] negate(b), metadata={new=2}, x=3\n"
                                "  d = f32[4] frob-start(p)")))
                .listing,
            "4:14: unknown opcode 'frob' is kept as it is ;; "
            "4:23: unknown attribute 'x' is kept as it is ;; "
            "4:28: unknown attribute 'x2' is kept as it is ;; "
            "5:28: the value of attribute 'metadata' is not understood; it is kept as it is ;; "
            "7:14: unknown opcode 'frob-start' is kept as it is");
}

TEST(UnknownTest, Errors) {
  const struct {
    const char* line;
    const char* error;
  } cases[] = {
      {"  r = frob(p)", "4:7: unknown opcode 'frob' needs an explicit shape"},
      {"  r = compare(p, p), direction=NEW",
       "the shape of compare must be given, since not all of its attributes are understood"},
      {"  r = f32[4] frob", "4:14: expects opcode but sees: frob, error: Unknown opcode: frob"},
      {"  r = f32[4] frob-start", "4:14: expects async wrapped opcode but sees: frob-start"},
      {"  r = f32[4] frob(q)", "4:19: instruction does not exist: q"},
      {"  r = f32[4] frob(f32[5] p)",
       "4:19: The declared operand shape f32[5]{0} is not compatible"},
      {"  r = f32[4] frob(,)", "4:19: cannot parse as an instruction name"},
      {"  r = f32[4] frob(3", "4:19: cannot parse as an instruction name"},
      {"  r = f32[4] negate(p), foo={]", "4:25: unexpected attribute \"foo\""},
      {"  r = f32[4] negate(p), foo=", "4:25: unexpected attribute \"foo\""},
      {"  r = f32[4] frob(p), dimensions={0}, dimensions={1}",
       "4:39: attribute dimensions already exists"},
      {"  r = f32[4] frob(p), to_apply=%none", "computation does not exist: none"},
  };
  for (const auto& c : cases) {
    const Result result = Read(InEntry(StrCat(kParameter, c.line)));
    EXPECT_EQ(result.printed, "") << c.line;
    EXPECT_THAT(result.listing, HasSubstr(c.error)) << c.line;
  }
}

TEST(UnknownTest, WithoutTheOptionAllAreErrors) {
  for (const char* line : {"r = f32[4] frob(p)", "r = f32[4] negate(p), foo=1",
                           "r = pred[4] compare(p, p), direction=NEW"}) {
    EXPECT_NE(test::AllErrors(InEntry(StrCat(kParameter, line))), "") << line;
  }
  EXPECT_NE(test::AllErrors("HloModule m, foo=1\nENTRY e { r = f32[] parameter(0) }"), "");
  EXPECT_NE(test::AllErrors("HloModule m\nENTRY e { r = f32[] parameter(0) }, foo=1"), "");
}

TEST(UnknownTest, ThroughTheInterface) {
  const absl::StatusOr<HloModule> module =
      ParseHloModule(InEntry(StrCat(kParameter, "  q = f32[4] negate(p)\n",
                                    "  ROOT r = f32[4] frob(p, 3, q), x={%q, %e}, channel_id=1")),
                     AllowUnknown().parse);
  ASSERT_TRUE(module.ok()) << module.status();
  const HloInstruction* root = module->entry_computation()->root_instruction();
  EXPECT_EQ(root->opcode(), HloOpcode::kUnknown);
  EXPECT_EQ(root->opcode_name(), "frob");
  EXPECT_EQ(root->operand(1)->opcode_name(), "negate");
  EXPECT_EQ(root->operand_count(), 2);
  ASSERT_EQ(root->attributes().size(), 3u);
  const auto& opcode = root->attributes()[0].As<UnknownOpcode>();
  ASSERT_EQ(opcode.operands.size(), 3u);
  EXPECT_EQ(opcode.operands[1].text, "3");
  EXPECT_TRUE(opcode.operands[2].is_instruction);
  EXPECT_EQ(root->attributes()[1].name(), "x");
  const auto& x = root->attributes()[1].As<UnknownAttribute>();
  EXPECT_EQ(x.value, "{%q, %e}");
  EXPECT_TRUE(x.is_local);
  EXPECT_EQ(root->FindAttribute(AttributeKind::kChannelId)->AsInt64(), 1);
  EXPECT_TRUE(Verify(*module).empty());
}

// Two computations without other callers that mention each other must not vanish.
TEST(UnknownTest, NoComputationDisappears) {
  const std::string text =
      "HloModule m\n"
      "%a { %x = f32[] parameter(0)\n ROOT %y = f32[] call(%x), to_apply=%b }\n"
      "%b { %z = f32[] parameter(0)\n ROOT %w = f32[] negate(%z), foo=%a }\n"
      "ENTRY %e { ROOT %r = f32[] parameter(0) }\n";
  const Result result = Read(text);
  for (const char* name : {"\n%a (", "\n%b (", "\nENTRY %e ("}) {
    EXPECT_THAT(result.printed, HasSubstr(name)) << result.listing;
  }
  EXPECT_EQ(Read(result.printed).printed, result.printed);
}

TEST(UnknownTest, NamedComputationsPrintBefore) {
  const std::string text =
      "HloModule m\n%a { ROOT %x = f32[] parameter(0) }\n"
      "ENTRY %e { ROOT %r = f32[] parameter(0) }\n"
      "%user { ROOT %y = f32[] frob({%a}) }\n";
  const std::string printed = Read(text).printed;
  EXPECT_LT(printed.find("%a ("), printed.find("%user ("));
  EXPECT_EQ(Read(printed).printed, printed);
}

// Where an attribute of a sugared start moves when Desugar makes it generic, and back.
TEST(UnknownTest, AsyncSugar) {
  const std::string text =
      "HloModule m, entry_computation_layout={(f32[4]{0})->f32[4]{0}}\n\n"
      "ENTRY %e (p: f32[4]) -> f32[4] {\n"
      "  %p = f32[4]{0} parameter(0)\n"
      "  %s = ((f32[4]{0}), f32[4]{0}, u32[]) custom-call-start(%p), custom_call_target=\"t\", "
      "own=1, "
      "frontend_attributes={a=\"b\"}, starts=2\n"
      "  ROOT %d = f32[4]{0} custom-call-done(%s), dones=3\n}\n\n";
  EXPECT_EQ(Read(text).printed, text);
  const std::string generic = Read(text, AsyncPrintMode::kGeneric).printed;
  EXPECT_THAT(generic, HasSubstr("custom_call_target=\"t\", own=1, frontend_attributes="));
  EXPECT_THAT(generic, HasSubstr("frontend_attributes={a=\"b\"}, starts=2\n"));
  EXPECT_EQ(Read(generic, AsyncPrintMode::kGeneric).printed, generic);
  // An unknown opcode has sugar, too.
  const std::string wraps =
      "HloModule m\n"
      "%w { %x = f32[4] parameter(0)\n ROOT %y = f32[4] frob(%x), a=1 }\n"
      "ENTRY %e {\n %p = f32[4] parameter(0)\n"
      " %s = ((f32[4]), f32[4], u32[]) async-start(%p), calls=%w\n"
      " ROOT %d = f32[4] async-done(%s)\n}\n";
  const std::string sugar = Read(wraps).printed;
  EXPECT_THAT(sugar, HasSubstr("frob-start(%p), a=1\n"));
  EXPECT_EQ(Read(sugar).printed, sugar);
  const std::string again = Read(sugar, AsyncPrintMode::kGeneric).printed;
  EXPECT_THAT(again, HasSubstr("frob(%async_param), a=1\n"));
  EXPECT_THAT(again, HasSubstr("async-start(%p), calls=%async_wrapped\n"));
}

// Every prefix, and every text without one of its bytes, is accepted or rejected; the print of an
// accepted one is stable.
TEST(UnknownTest, DamagedTexts) {
  for (const char* name : {"bad-opcodes", "bad-attributes", "bad-renamed", "bad-async"}) {
    const std::string text = ReadFile(StrCat(HLO_TEXT_TESTDATA "/unknown/", name, ".hlo"));
    ASSERT_FALSE(text.empty()) << name;
    for (size_t i = 0; i < text.size(); ++i) {
      for (const std::string& damaged :
           {text.substr(0, i), text.substr(0, i) + text.substr(i + 1)}) {
        const Result result = Read(damaged);
        if (result.printed.empty()) {
          EXPECT_NE(result.listing, "") << damaged;
          continue;
        }
        const Result again = Read(result.printed);
        ASSERT_EQ(again.printed, result.printed) << again.listing << "\n" << damaged;
      }
    }
  }
}

// Replaces each `from` in `text`.
std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// Texts whose print is stable stay stable with one word replaced by an unknown one.
TEST(UnknownTest, TestdataWithOtherWords) {
  const struct {
    const char* from;
    const char* to;
  } words[] = {
      {" add(", " new-add("},
      {" fusion(", " new-fusion("},
      {" get-tuple-element(", " new-element("},
      {" custom-call(", " custom-call-new("},
      {" while(", " new-while("},
      {" dot(", " new-dot("},
      {" all-reduce(", " new-start("},
      {", dimensions=", ", new_dimensions="},
      {" reduce(", " new-reduce("},
      {", metadata={", ", metadata={new_field=3 "},
      {", sharding={", ", sharding={new "},
      {", direction=", ", direction=NEW_"},
      {", kind=k", ", kind=New"},
      {", backend_config=", ", new_config="},
      {", use_global_device_ids=", ", new_ids="},
  };
  int checked = 0;
  for (const fs::path& path : TestdataFiles("", ".default.hlo")) {
    if (path.native().find("recovery_table") != std::string::npos)
      continue;  // a module in a string
    const std::string text = ReadFile(path);
    if (text.size() > 60'000) continue;
    if (Read(text, AsyncPrintMode::kKeep).printed != text) continue;
    const auto& word = words[static_cast<size_t>(checked) % std::size(words)];
    std::string changed = Replaced(text, word.from, word.to);
    if (changed == text) {
      changed = Replaced(text, words[checked % 3].from, words[checked % 3].to);
      if (changed == text) continue;
    }
    ++checked;
    const Result result = Read(changed, AsyncPrintMode::kKeep);
    EXPECT_THAT(result.listing, HasSubstr("kept as it is")) << path;
    EXPECT_EQ(result.printed, changed) << path << "\n" << word.from << "\n" << result.listing;
  }
  EXPECT_GE(checked, 30);
}

// ---- Extents.

// The text up to the end that FindKeptEnd returns, "<none>" for nullptr.
std::string Extent(const std::string& text, KeptText kind = KeptText::kValue) {
  const SourceBuffer source = SourceBuffer::Copy(text);
  const char* begin = source.view().data();
  const char* end = FindKeptEnd(begin, begin + source.size(), kind);
  return end == nullptr ? "<none>" : std::string(begin, end);
}

TEST(UnknownTest, Values) {
  const Case cases[] = {
      {"3", "3"},
      {"3, b=4", "3"},
      {"3\n  %b = f32[] x()", "3"},
      {"3\r\n}", "3"},
      {"3 }", "3"},
      {"{a={1,2},b=\"x, y\"}, c", "{a={1,2},b=\"x, y\"}"},
      {"[2,4]<=[8] T(1,0), c", "[2,4]<=[8] T(1,0)"},
      {"{\n 1,\n 2\n}\n", "{\n 1,\n 2\n}"},
      {"'a,b', c", "'a,b'"},
      {"\"\\\",\", c", "\"\\\",\""},
      {"{\"}\"}", "{\"}\"}"},
      {"a b /* , */ , c", "a b"},
      {"a /* , */ b, c", "a /* , */ b"},
      {"a // , b\n", "a"},
      {"{ // }\n}, c", "{ // }\n}"},
      {"a ROOT %x = f32[] y()", "a"},
      {"a x = f32[] y()", "a"},
      {"a %x=f32[] y()", "a"},
      {"a x=3", "a x=3"},
      {"a ENTRY %e {", "a"},
      {"a %f (p: f32[]) -> f32[] {", "a"},
      {"a %f {", "a"},
      {"a \t\tx\t= f32[] y()", "a"},
      {"a %x, b", "a %x"},
      {"a f (p), b", "a f (p)"},
      {"a ENTRYS, b", "a ENTRYS"},
      {"a ROOT, b", "a ROOT"},
      {"a // the end", "a"},
      {"a / b, c", "a / b"},
      {"a /", "a /"},
      // None.
      {"", "<none>"},
      {", b", "<none>"},
      {" \n", "<none>"},
      {"{a", "<none>"},
      {"{a)", "<none>"},
      {"a)", "<none>"},
      {"\"a", "<none>"},
      {"{/* }", "<none>"},
      {"a f (p, b", "<none>"},
      {"{a]", "<none>"},
  };
  ExpectCases(cases, [](const std::string& text) { return Extent(text); });
  EXPECT_EQ(Extent(std::string("a\0b", 3)), "<none>");
}

TEST(UnknownTest, Operands) {
  const Case cases[] = {
      {"3)", "3"},           {"3 , 4)", "3"},
      {"{...})", "{...}"},   {"f32[2]{0} constant({1, 2}))", "f32[2]{0} constant({1, 2})"},
      {"a\n b\n)", "a\n b"}, {"\")\")", "\")\""},
      {")", "<none>"},       {"3", "<none>"},
      {"3}", "<none>"},      {"(3)", "<none>"},
  };
  ExpectCases(cases, [](const std::string& text) { return Extent(text, KeptText::kOperand); });
}

TEST(UnknownTest, Names) {
  const std::string text = "{%a, \"%b\", '%c', /*%d*/%e.1-x_,%, %1 b %f}";
  EXPECT_THAT(FindNames(text), ElementsAre("a", "e.1-x_", "f"));
  EXPECT_EQ(FindNames("%a \"%b").size(), 1u) << "up to a string that is not closed";
}

TEST(UnknownTest, NamesStandApart) {
  const std::string text = "c%a, %b%c, 1%d, (%e), -%f, \"x\"%g";
  EXPECT_THAT(FindNames(text), ElementsAre("b", "e", "g"));
}

TEST(UnknownTest, DeepBracketsAreNoRecursion) {
  const std::string open(1 << 20, '{');
  EXPECT_EQ(Extent(open), "<none>");
  const std::string closed = open + std::string(1 << 20, '}');
  EXPECT_EQ(Extent(closed), closed);
}

TEST(UnknownTest, ManyBlanksTakeLinearTime) {
  const std::string text = "a" + std::string(1 << 22, ' ') + "b";
  EXPECT_EQ(Extent(text + ","), text);
}

}  // namespace hlo_text_v1::unknown_test
