// Legacy forms of asynchronous operations: accepted with an option, errors with a note without it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "hlo/parser.h"
#include "hlo/printer.h"
#include "src/base/strings.h"

namespace hlo_text_v1::legacy_test {

using namespace internal;

constexpr char kNote[] = "--upgrade_legacy accepts this older form";

// "4:20: warning: message", each in a line, with its notes as "  4:20: note: message".
std::string Listing(std::string_view text, const std::vector<Diagnostic>& diagnostics) {
  std::string listing;
  const auto place = [&](uint32_t offset) {
    const LineColumn at = GetLineColumn(text, offset);
    return StrCat(at.line, ":", at.column, ": ");
  };
  for (const Diagnostic& d : diagnostics) {
    const char* severity = d.severity == Severity::kError     ? "error: "
                           : d.severity == Severity::kWarning ? "warning: "
                                                              : "note: ";
    StrAppend(&listing, place(d.begin), severity, d.message, "\n");
    for (const DiagnosticNote& note : d.notes) {
      StrAppend(&listing, "  ", place(note.begin), "note: ", note.message, "\n");
    }
  }
  return listing;
}

struct Outcome {
  std::string printed;  // empty if rejected
  std::string listing;
};

Outcome Parse(const std::string& text, bool upgrade_legacy) {
  ParseOptions options;
  options.upgrade_legacy = upgrade_legacy;
  std::vector<Diagnostic> diagnostics;
  const absl::StatusOr<HloModule> module = ParseHloModule(text, options, &diagnostics);
  Outcome outcome;
  outcome.listing = Listing(text, diagnostics);
  if (module.ok()) {
    PrintOptions print;
    print.async_mode = AsyncPrintMode::kKeep;
    outcome.printed = PrintHloComputation(*module->entry_computation(), print);
  }
  return outcome;
}

std::string InEntry(std::string_view body) {
  return StrCat(
      "HloModule m, is_scheduled=true\n"
      "foo {\n  x = f32[8] parameter(0)\n  ROOT z = f32[8] negate(x)\n}\n"
      "ENTRY e {\n  p = f32[8] parameter(0)\n  q = s32[] parameter(1)\n",
      body, "\n}\n");
}

// The lines of the entry computation after its parameters, for texts made by InEntry.
std::string Body(const std::string& printed) {
  size_t at = 0;
  for (int line = 0; line < 3; ++line) at = printed.find('\n', at) + 1;
  return printed.empty() ? "" : printed.substr(at, printed.rfind('\n') + 1 - at);
}

struct UpgradeCase {
  const char* name;
  std::string body;
  const char* expected;  // what is printed
  const char* warnings;
  bool is_read_otherwise = false;  // not an error without the option, but another meaning
};
void PrintTo(const UpgradeCase& c, std::ostream* os) { *os << c.body; }

const UpgradeCase kUpgrades[] = {
    {"AllFormsTogether",
     "  st = (f32[8], f32[4], s32[]) custom-call-start(f32[8] p), "
     "custom_call_target=\u201Dfoo\u201D\n"
     "  u = (f32[8], f32[4], s32[]) custom-call-update((f32[8], f32[4], s32[]) st), "
     "custom_call_target=\u201Dfoo\u201D\n"
     "  ROOT d = f32[4] custom-call-done((f32[8], f32[4], s32[]) u)",
     "  %st = ((f32[8]{0}), f32[4]{0}, s32[]) custom-call-start(%p), custom_call_target=\"foo\"\n"
     "  %u = ((f32[8]{0}), f32[4]{0}, s32[]) custom-call-update(%st)\n"
     "  ROOT %d = f32[4]{0} custom-call-done(%u)\n",
     "9:8: warning: older form of an asynchronous shape: (f32[8], f32[4], s32[]) is read as "
     "((f32[8]), f32[4], s32[])\n"
     "9:80: warning: typographic quotation marks are read as plain ones\n"
     "10:7: warning: older form of an asynchronous shape: (f32[8], f32[4], s32[]) is read as "
     "((f32[8]), f32[4], s32[])\n"
     "10:50: warning: older form of an asynchronous shape: (f32[8], f32[4], s32[]) is read as "
     "((f32[8]), f32[4], s32[])\n"
     "10:98: warning: typographic quotation marks are read as plain ones\n"
     "10:100: warning: attribute custom_call_target of update u repeats that of its start st\n"
     "11:36: warning: older form of an asynchronous shape: (f32[8], f32[4], s32[]) is read as "
     "((f32[8]), f32[4], s32[])\n"},
    {"GenericSpelling",
     "  st = (f32[8], f32[8], s32[]) async-start(p), calls=foo\n"
     "  u = (f32[8], f32[8], s32[]) async-update(st)\n"
     "  ROOT d = f32[8] async-done(u)",
     "  %st = ((f32[8]{0}), f32[8]{0}, s32[]) async-start(%p), calls=%foo\n"
     "  %u = ((f32[8]{0}), f32[8]{0}, s32[]) async-update(%st)\n"
     "  ROOT %d = f32[8]{0} async-done(%u)\n",
     "9:8: warning: older form of an asynchronous shape: (f32[8], f32[8], s32[]) is read as "
     "((f32[8]), f32[8], s32[])\n"
     "10:7: warning: older form of an asynchronous shape: (f32[8], f32[8], s32[]) is read as "
     "((f32[8]), f32[8], s32[])\n"},
    {"SeveralOperands",
     "  st = (f32[8], s32[], f32[4], s32[]) custom-call-start(p, q), custom_call_target=\"f\"\n"
     "  ROOT d = f32[4] custom-call-done(st)",
     "  %st = ((f32[8]{0}, s32[]), f32[4]{0}, s32[]) custom-call-start(%p, %q), "
     "custom_call_target=\"f\"\n"
     "  ROOT %d = f32[4]{0} custom-call-done(%st)\n",
     "9:8: warning: older form of an asynchronous shape: (f32[8], s32[], f32[4], s32[]) is read as "
     "((f32[8], s32[]), f32[4], s32[])\n"},
    {"OperandIsATuple",
     "  t = (f32[8], s32[]) tuple(p, q)\n"
     "  st = ((f32[8], s32[]), f32[4], s32[]) custom-call-start(t), custom_call_target=\"f\"\n"
     "  u = ((f32[8], s32[]), f32[4], s32[]) custom-call-update(st)\n"
     "  ROOT d = f32[4] custom-call-done(u)",
     "  %t = (f32[8]{0}, s32[]) tuple(%p, %q)\n"
     "  %st = (((f32[8]{0}, s32[])), f32[4]{0}, s32[]) custom-call-start(%t), "
     "custom_call_target=\"f\"\n"
     "  %u = (((f32[8]{0}, s32[])), f32[4]{0}, s32[]) custom-call-update(%st)\n"
     "  ROOT %d = f32[4]{0} custom-call-done(%u)\n",
     "10:8: warning: older form of an asynchronous shape: ((f32[8], s32[]), f32[4], s32[]) is read "
     "as (((f32[8], s32[])), f32[4], s32[])\n"
     "11:7: warning: older form of an asynchronous shape: ((f32[8], s32[]), f32[4], s32[]) is read "
     "as (((f32[8], s32[])), f32[4], s32[])\n",
     /*is_read_otherwise=*/true},
    {"UpdateBindsAnotherOperand",
     "  st = (f32[8], f32[4], s32[]) custom-call-start(p), custom_call_target=\"f\"\n"
     "  u = (f32[8], s32[], f32[4], s32[]) custom-call-update(st, q)\n"
     "  ROOT d = f32[4] custom-call-done(u)",
     "  %st = ((f32[8]{0}), f32[4]{0}, s32[]) custom-call-start(%p), custom_call_target=\"f\"\n"
     "  %u = ((f32[8]{0}, s32[]), f32[4]{0}, s32[]) custom-call-update(%st, %q)\n"
     "  ROOT %d = f32[4]{0} custom-call-done(%u)\n",
     "9:8: warning: older form of an asynchronous shape: (f32[8], f32[4], s32[]) is read as "
     "((f32[8]), f32[4], s32[])\n"
     "10:7: warning: older form of an asynchronous shape: (f32[8], s32[], f32[4], s32[]) is read "
     "as ((f32[8], s32[]), f32[4], s32[])\n"},
    {"NestedStartFlatUpdate",
     "  st = ((f32[8]), f32[4], s32[]) custom-call-start(p), custom_call_target=\"f\"\n"
     "  ROOT d = f32[4] custom-call-done((f32[8], f32[4], s32[]) st)",
     "  %st = ((f32[8]{0}), f32[4]{0}, s32[]) custom-call-start(%p), custom_call_target=\"f\"\n"
     "  ROOT %d = f32[4]{0} custom-call-done(%st)\n",
     "10:36: warning: older form of an asynchronous shape: (f32[8], f32[4], s32[]) is read as "
     "((f32[8]), f32[4], s32[])\n"},
    {"TodaysFormStays",
     "  st = ((f32[8]), f32[4], s32[]) custom-call-start(p), custom_call_target=\"f\"\n"
     "  u = ((f32[8]), f32[4], s32[]) custom-call-update(st)\n"
     "  ROOT d = f32[4] custom-call-done(u)",
     "  %st = ((f32[8]{0}), f32[4]{0}, s32[]) custom-call-start(%p), custom_call_target=\"f\"\n"
     "  %u = ((f32[8]{0}), f32[4]{0}, s32[]) custom-call-update(%st)\n"
     "  ROOT %d = f32[4]{0} custom-call-done(%u)\n",
     ""},
    {"LateBindingStays",
     "  st = ((), (), s32[]) custom-call-start(), custom_call_target=\"f\"\n"
     "  u = ((f32[8], s32[]), (), s32[]) custom-call-update(st, p, q)\n"
     "  ROOT d = f32[4] custom-call-done(u)",
     "  %st = ((), (), s32[]) custom-call-start(), custom_call_target=\"f\"\n"
     "  %u = ((f32[8]{0}, s32[]), (), s32[]) custom-call-update(%st, %p, %q)\n"
     "  ROOT %d = f32[4]{0} custom-call-done(%u)\n",
     ""},
    {"RepeatedAttributes",
     "  st = ((f32[8]), f32[4], s32[]) slice-start(p), slice={[0:4]}, metadata={op_name=\"a\"}\n"
     "  u = ((f32[8]), f32[4], s32[]) slice-update(st), slice={[0:4:1]}, metadata={op_name=\"b\"}\n"
     "  ROOT d = f32[4] slice-done(u), slice={ [0:4] }",
     "  %st = ((f32[8]{0}), f32[4]{0}, s32[]) slice-start(%p), slice={[0:4]}, "
     "metadata={op_name=\"a\"}\n"
     "  %u = ((f32[8]{0}), f32[4]{0}, s32[]) slice-update(%st), metadata={op_name=\"b\"}\n"
     "  ROOT %d = f32[4]{0} slice-done(%u)\n",
     "10:57: warning: attribute slice of update u repeats that of its start st\n"
     "11:40: warning: attribute slice of done d repeats that of its start st\n"},
    // Attributes that the start does not keep count as equal.
    {"RepeatedDefault",
     "  st = ((f32[8]), f32[8], s32[]) call-start(p), to_apply=foo, is_composite=false\n"
     "  ROOT d = f32[8] call-done(st), is_composite=false, to_apply=%foo",
     "  %st = ((f32[8]{0}), f32[8]{0}, s32[]) call-start(%p), to_apply=%foo\n"
     "  ROOT %d = f32[8]{0} call-done(%st)\n",
     "10:47: warning: attribute is_composite of done d repeats that of its start st\n"
     "10:63: warning: attribute to_apply of done d repeats that of its start st\n"},
    {"UnquotedString",
     "  ROOT c = f32[8] custom-call(p), custom_call_target=foo-bar.1, "
     "custom_call_has_side_effect=true",
     "  ROOT %c = f32[8]{0} custom-call(%p), custom_call_target=\"foo-bar.1\", "
     "custom_call_has_side_effect=true\n",
     "9:54: warning: foo-bar.1 without quotes is read as a string\n"},
    {"UnquotedReservedWord", "  ROOT c = f32[8] custom-call(p), custom_call_target=s8",
     "  ROOT %c = f32[8]{0} custom-call(%p), custom_call_target=\"s8\"\n",
     "9:54: warning: s8 without quotes is read as a string\n"},
    {"AngleQuotes", "  ROOT c = f32[8] custom-call(p), custom_call_target=\u00ABfoo\u00BB",
     "  ROOT %c = f32[8]{0} custom-call(%p), custom_call_target=\"foo\"\n",
     "9:54: warning: typographic quotation marks are read as plain ones\n"},
    {"LowQuotes", "  ROOT c = f32[8] custom-call(p), custom_call_target=\u201Efoo\u201C",
     "  ROOT %c = f32[8]{0} custom-call(%p), custom_call_target=\"foo\"\n",
     "9:54: warning: typographic quotation marks are read as plain ones\n"},
    {"MixedQuotes", "  ROOT c = f32[8] custom-call(p), custom_call_target=\u201Cfo\u2019o\"",
     "  ROOT %c = f32[8]{0} custom-call(%p), custom_call_target=\"fo\\342\\200\\231o\"\n",
     "9:54: warning: typographic quotation marks are read as plain ones\n"},
    {"SingleQuotes", "  ROOT c = f32[8] custom-call(p), custom_call_target=\u2018f\"o\u2019",
     "  ROOT %c = f32[8]{0} custom-call(%p), custom_call_target=\"f\\\"o\"\n",
     "9:54: warning: typographic quotation marks are read as plain ones\n"},
    {"PlainStringsKeepTheirBytes",
     "  // \u201Ccomment\u201D\n  ROOT c = f32[8] custom-call(p), /* \u00A0 */ "
     "custom_call_target=\"\u201Da\u201D\u00A0\u2010b\"",
     "  ROOT %c = f32[8]{0} custom-call(%p), custom_call_target="
     "\"\\342\\200\\235a\\342\\200\\235\\302\\240\\342\\200\\220b\"\n",
     ""},
    {"NoBreakSpaces", "  ROOT\u00A0c\u00A0= f32[8]\u00A0\u00A0negate(\u00A0p\u00A0)\u00A0\n\u00A0",
     "  ROOT %c = f32[8]{0} negate(%p)\n",
     "9:7: warning: a no-break space is read as a blank\n"
     "9:10: warning: a no-break space is read as a blank\n"
     "9:20: warning: a no-break space is read as a blank\n"
     "9:31: warning: a no-break space is read as a blank\n"
     "9:34: warning: a no-break space is read as a blank\n"
     "9:37: warning: a no-break space is read as a blank\n"
     "10:1: warning: a no-break space is read as a blank\n"},
    {"Hyphens",
     "  %a\u2010b = f32[8] negate(p)\n"
     "  ROOT c = f32[8] custom\u2011call(%a\u2010b), custom_call_target=\"f\", "
     "control\u2010predecessors={p}",
     "  %a-b = f32[8]{0} negate(%p)\n"
     "  ROOT %c = f32[8]{0} custom-call(%a-b), custom_call_target=\"f\", "
     "control-predecessors={%p}\n",
     "9:3: warning: a typographic hyphen is read as '-'\n"
     "10:19: warning: a typographic hyphen is read as '-'\n"
     "10:33: warning: a typographic hyphen is read as '-'\n"
     "10:66: warning: a typographic hyphen is read as '-'\n"},
};

class Upgrade : public ::testing::TestWithParam<UpgradeCase> {};

TEST_P(Upgrade, IsAcceptedWithTheOption) {
  const Outcome outcome = Parse(InEntry(GetParam().body), /*upgrade_legacy=*/true);
  EXPECT_EQ(Body(outcome.printed), GetParam().expected);
  EXPECT_EQ(outcome.listing, GetParam().warnings);
}

TEST_P(Upgrade, IsRefusedWithANoteWithoutIt) {
  const Outcome outcome = Parse(InEntry(GetParam().body), /*upgrade_legacy=*/false);
  if (*GetParam().warnings == '\0') {
    EXPECT_EQ(Body(outcome.printed), GetParam().expected);
    EXPECT_EQ(outcome.listing, "");
  } else if (GetParam().is_read_otherwise) {
    EXPECT_NE(Body(outcome.printed), GetParam().expected);
    EXPECT_EQ(outcome.listing, "");
  } else {
    EXPECT_EQ(outcome.printed, "");
    EXPECT_NE(outcome.listing.find(kNote), std::string::npos) << outcome.listing;
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, Upgrade, ::testing::ValuesIn(kUpgrades),
                         [](const auto& info) { return info.param.name; });

// ---- Signatures and whole computations.

constexpr char kFlatSignature[] = R"(HloModule m
ENTRY e (p: f32[8]) -> (f32[8], f32[8], s32[]) {
  p = f32[8] parameter(0)
  ROOT st = (f32[8], f32[8], s32[]) negate-start(p)
}
)";

TEST(UpgradeLegacy, Signature) {
  const Outcome outcome = Parse(kFlatSignature, true);
  EXPECT_EQ(
      outcome.listing,
      "2:24: warning: older form of an asynchronous shape: (f32[8], f32[8], s32[]) is read as "
      "((f32[8]), f32[8], s32[])\n"
      "4:13: warning: older form of an asynchronous shape: (f32[8], f32[8], s32[]) is read as "
      "((f32[8]), f32[8], s32[])\n");
  EXPECT_NE(outcome.printed.find("-> ((f32[8]), f32[8], s32[]) {"), std::string::npos)
      << outcome.printed;
}

TEST(UpgradeLegacy, SignatureWithoutTheOption) {
  std::string text = kFlatSignature;
  text.replace(text.find("(f32[8], f32[8], s32[]) negate"), 23, "((f32[8]), f32[8], s32[])");
  EXPECT_EQ(Parse(text, false).listing,
            "2:24: error: Shape of computation e, (f32[8], f32[8], s32[]), is not compatible with "
            "that of its root instruction st, ((f32[8]), f32[8], s32[])\n"
            "  2:24: note: --upgrade_legacy accepts this older form\n");
}

// ---- Errors: {body, with the option?, diagnostics}.

struct ErrorCase {
  std::string body;
  bool upgrade_legacy;
  const char* expected;
};

constexpr char kShapeForm[] =
    "AsyncStart and AsyncUpdate expect the shape to be in the form of ((operand0_shape, "
    "operand1_shape, ...), output_shape, ...).";

TEST(UpgradeLegacy, Errors) {
  const ErrorCase kCases[] = {
      {"  ROOT st = (f32[8], f32[8], s32[]) negate-start(p)", false,
       "10:1: error: $FORM\n  9:13: note: --upgrade_legacy accepts this older form\n"},
      // No note if the option would not help.
      {"  ROOT st = (f32[9], f32[8], s32[]) negate-start(p)", false,
       "10:1: error: $FORM\n  9:8: note: in this instruction\n"},
      {"  ROOT st = (f32[9], f32[8], s32[]) negate-start(p)", true,
       "10:1: error: $FORM\n  9:8: note: in this instruction\n"},
      {"  ROOT st = (f32[8]) negate-start(p)", true,
       "10:1: error: $FORM\n  9:8: note: in this instruction\n"},
      {"  ROOT st = (f32[8], s32[]) custom-call-start(), custom_call_target=\"f\"", true,
       "9:48: error: $FORM\n"},
      {"  ROOT st = (f32[8], s32[]) custom-call-start(p, q), custom_call_target=\"f\"", true,
       "9:52: error: $FORM\n"},
      {"  ROOT u = (f32[8], f32[8], s32[]) negate-update(p)", true,
       "10:1: error: $FORM\n  9:8: note: in this instruction\n"},
      {"  st = ((f32[8]), f32[8], s32[]) negate-start(p)\n"
       "  ROOT u = (f32[9], f32[8], s32[]) negate-update(st)",
       true, "11:1: error: $FORM\n  10:8: note: in this instruction\n"},
      // Attributes that differ from the start's.
      {"  st = ((f32[8]), f32[4], s32[]) custom-call-start(p), custom_call_target=\"foo\"\n"
       "  ROOT d = f32[4] custom-call-done(st), custom_call_target=\"bar\"",
       true, "10:60: error: attribute custom_call_target of done d differs from its start st\n"},
      {"  st = ((f32[8]), f32[4], s32[]) custom-call-start(p), custom_call_target=\"foo\"\n"
       "  ROOT u = ((f32[8]), f32[4], s32[]) custom-call-update(st), "
       "api_version=API_VERSION_ORIGINAL, "
       "custom_call_has_side_effect=true",
       true,
       "10:124: error: attribute custom_call_has_side_effect of update u differs from its start "
       "st\n10:74: warning: attribute api_version of update u repeats that of its start st\n"},
      // An attribute that the opcode does not have is still an error.
      {"  st = ((f32[8]), f32[8], s32[]) negate-start(p)\n"
       "  ROOT d = f32[8] negate-done(st), dimensions={0}",
       true,
       "10:36: error: unexpected attribute \"dimensions\". Allowed attributes: "
       "async_execution_thread, backend_config, control-predecessors, frontend_attributes, "
       "metadata, origin, parameter_replication, sharding, statistics\n"},
      // Nothing to compare with.
      {"  ROOT d = f32[8] slice-done(p), slice={[0:4]}", true,
       "9:34: error: unexpected attribute \"slice\". Allowed attributes: "
       "async_execution_thread, backend_config, control-predecessors, frontend_attributes, "
       "metadata, origin, parameter_replication, sharding, statistics\n"},
      {"  st = ((f32[8]), f32[4], s32[]) slice-start(p), slice={[0:4]}\n"
       "  ROOT d = f32[4] slice-done(st), slice={[0:4]}",
       false,
       "10:35: error: unexpected attribute \"slice\". Allowed attributes: "
       "async_execution_thread, backend_config, control-predecessors, frontend_attributes, "
       "metadata, origin, parameter_replication, sharding, statistics\n"
       "  10:35: note: --upgrade_legacy accepts this older form\n"},
      // Strings.
      {"  ROOT c = f32[8] custom-call(p), custom_call_target=foo", false,
       "9:54: error: expects string\n"
       "  9:54: note: --upgrade_legacy accepts this older form\n"
       "9:35: error: error parsing attribute custom_call_target\n"},
      {"  ROOT c = f32[8] custom-call(p), custom_call_target=\u201Dfoo\u201D", false,
       "9:54: error: expects string\n"
       "  9:54: note: --upgrade_legacy accepts this older form\n"
       "9:35: error: error parsing attribute custom_call_target\n"},
      {"  ROOT c = f32[8] custom-call(p), custom_call_target=17", true,
       "9:54: error: expects string\n"
       "9:35: error: error parsing attribute custom_call_target\n"},
      {"  ROOT d = f32[] dot(p, p), lhs_contracting_dims={0}, rhs_contracting_dims={0}, "
       "sparsity=M.0@2:4",
       true,
       "9:90: error: expects sparsity such as L.1@2:4, or several joined by _\n"
       "9:81: error: error parsing attribute sparsity\n"},
      // A string does not continue on the next line.
      {"  ROOT c = f32[8] custom-call(p), custom_call_target=\u201Dfoo\n  \u201D", true,
       "9:54: error: expects string\n"
       "9:35: error: error parsing attribute custom_call_target\n"},
      // Warnings come after errors.
      {"  st = (f32[8], f32[8], s32[]) negate-start(p)\n  ROOT r = f32[8] add(p)", true,
       "10:22: error: expects 2 operands, but has 1 operands\n"
       "9:8: warning: older form of an asynchronous shape: (f32[8], f32[8], s32[]) is read as "
       "((f32[8]), f32[8], s32[])\n"},
  };
  for (const ErrorCase& c : kCases) {
    std::string expected = c.expected;
    const size_t form = expected.find("$FORM");
    if (form != std::string::npos) expected.replace(form, 5, kShapeForm);
    const Outcome outcome = Parse(InEntry(c.body), c.upgrade_legacy);
    EXPECT_EQ(outcome.listing, expected) << c.body;
    EXPECT_EQ(outcome.printed, "") << c.body;
  }
}

TEST(UpgradeLegacy, AnnotationWithoutTheOption) {
  const Outcome outcome =
      Parse(InEntry("  st = ((f32[8]), f32[8], s32[]) negate-start(p)\n"
                    "  ROOT d = f32[8] negate-done((f32[8], f32[8], s32[]) st)"),
            false);
  EXPECT_NE(outcome.listing.find(
                "nested instruction: The declared operand shape (f32[8]{0}, f32[8]{0}, s32[]) is "
                "not compatible "
                "with the shape of the operand instruction ((f32[8]{0}), f32[8]{0}, s32[]).\n"
                "  10:31: note: --upgrade_legacy accepts this older form\n"),
            std::string::npos)
      << outcome.listing;
}

TEST(UpgradeLegacy, WarningsAreLimited) {
  std::string body;
  for (int i = 0; i < 1200; ++i) StrAppend(&body, "  n", i, "x = f32[8]\u00A0negate(p)\n");
  const Outcome outcome = Parse(InEntry(body), true);
  EXPECT_NE(outcome.printed, "");
  EXPECT_NE(outcome.listing.find("note: further warnings are not shown\n"), std::string::npos);
  EXPECT_EQ(std::count(outcome.listing.begin(), outcome.listing.end(), '\n'), 1001);
}

// All offsets stay, so diagnostics show the caller's text.
TEST(UpgradeLegacy, SourceStaysAsWritten) {
  const std::string text =
      InEntry("  ROOT\u00A0c = f32[8] custom\u2010call(p), custom_call_target=\u201Dfoo\u201D");
  ParseOptions options;
  options.upgrade_legacy = true;
  const absl::StatusOr<HloModule> module = ParseHloModule(text, options);
  ASSERT_TRUE(module.ok()) << module.status().message();
  EXPECT_EQ(module->source(), text);
  EXPECT_EQ(module->Clone().source(), text);
  const HloInstruction* root = module->entry_computation()->root_instruction();
  EXPECT_EQ(root->custom_call_target(), "foo");

  SourceBuffer refused = SourceBuffer::Copy(text + "}");
  EXPECT_FALSE(ParseHloModule(std::move(refused), options).ok());
  EXPECT_EQ(refused.view(), text + "}");  // NOLINT(bugprone-use-after-move)
}

// Any bytes, cut anywhere.
TEST(UpgradeLegacy, PiecesOfCharacters) {
  const std::string text = InEntry(
      "  ROOT\u00A0c\u2010d = f32[8] custom\u2011call(p), "
      "custom_call_target=\u201Dfo\\\u201Do\u2018");
  ParseOptions options;
  options.upgrade_legacy = true;
  for (size_t size = 0; size <= text.size(); ++size) {
    std::vector<Diagnostic> diagnostics;
    (void)ParseHloModule(std::string_view(text).substr(0, size), options, &diagnostics);
    for (const Diagnostic& d : diagnostics) EXPECT_LE(d.end, size);
  }
}

}  // namespace hlo_text_v1::legacy_test
