// ParseOptions::only: what is read, and that the rest need not be right.
#include "src/parse/module/selected_parser.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hlo/printer.h"
#include "tests/support/read.h"

namespace hlo::selected_parser_test {

// Long enough that the others are less than half of the text.
constexpr std::string_view kText = R"(HloModule m, entry_computation_layout={(s32[])->s32[]}

%add (a: s32[], b: s32[]) -> s32[] {
  %a = s32[] parameter(0)
  %b = s32[] parameter(1)
  ROOT %sum = s32[] add(%a, %b)
}

%twice (x: s32[]) -> s32[] {
  %x = s32[] parameter(0)
  ROOT %y = s32[] call(%x, %x), to_apply=%add
}, execution_thread="t"

%long (q: s32[]) -> s32[] {
  %q = s32[] parameter(0), metadata={op_name="}\n%twice { a string }"}
  %q.1 = s32[] negate(%q) /* } %twice { a comment } */
  %q.2 = s32[] negate(%q.1), metadata={op_name="abcdefghijklmnopqrstuvwxyz"}
  %q.3 = s32[] negate(%q.2), metadata={op_name="abcdefghijklmnopqrstuvwxyz"}
  %q.4 = s32[] negate(%q.3), metadata={op_name="abcdefghijklmnopqrstuvwxyz"}
  ROOT %q.5 = s32[] negate(%q.4)
}

ENTRY %main (x.1: s32[]) -> s32[] {
  %x.1 = s32[] parameter(0)
  %y.1 = s32[] call(%x.1), to_apply=%twice
  ROOT %z = s32[] call(%y.1), to_apply=%long
}
)";

ParseOptions Only(std::string_view wanted) {
  ParseOptions options;
  options.only = [wanted](std::string_view name) { return name == wanted; };
  return options;
}

std::vector<std::string> NamesIn(const HloModule& module) {
  std::vector<std::string> names;
  for (const HloComputation* computation : module.computations()) {
    names.emplace_back(computation->name());
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(SelectedParser, ReadsWhatIsAskedForAndItsCallees) {
  EXPECT_EQ(NamesIn(ModuleOf(kText, Only("add"))), Names({"add"}));
  EXPECT_EQ(NamesIn(ModuleOf(kText, Only("twice"))), Names({"add", "twice"}));
  EXPECT_EQ(NamesIn(ModuleOf(kText, Only("none"))), Names());
}

TEST(SelectedParser, PartsAreLikeThoseOfTheWhole) {
  const HloModule whole = ModuleOf(kText);
  const HloModule part = ModuleOf(kText, Only("twice"));
  EXPECT_EQ(part.entry_computation(), nullptr);
  EXPECT_EQ(part.source(), whole.source());
  for (const std::string_view name : {"add", "twice"}) {
    const HloComputation& ours = *FindComputation(part, name);
    const HloComputation& theirs = *FindComputation(whole, name);
    EXPECT_EQ(PrintHloComputation(ours), PrintHloComputation(theirs));
    EXPECT_EQ(ours.execution_thread(), theirs.execution_thread());
    EXPECT_EQ(ours.source_offset(), theirs.source_offset());
  }
}

TEST(SelectedParser, AllIsReadIfMostIsAskedFor) {
  EXPECT_EQ(NamesIn(ModuleOf(kText, Only("main"))), Names({"add", "twice", "long", "main"}));
  EXPECT_NE(ModuleOf(kText, Only("main")).entry_computation(), nullptr);
}

TEST(SelectedParser, ErrorsInOthersAreNotReported) {
  const std::string text = Replaced(std::string(kText), "negate(%q.3)", "negate(%undefined)");
  EXPECT_FALSE(ParseHloModule(text).ok());
  EXPECT_EQ(NamesIn(ModuleOf(text, Only("twice"))), Names({"add", "twice"}));
}

TEST(SelectedParser, ErrorsInThemAreReportedWhereTheyAre) {
  const std::string text = Replaced(std::string(kText), "call(%x, %x)", "call(%x, %u)");
  std::vector<Diagnostic> whole, part;
  EXPECT_FALSE(ParseHloModule(text, {}, &whole).ok());
  EXPECT_FALSE(ParseHloModule(text, Only("twice"), &part).ok());
  ASSERT_EQ(part.size(), whole.size());
  EXPECT_EQ(part[0].message, whole[0].message);
  EXPECT_EQ(part[0].begin, whole[0].begin);
}

TEST(SelectedParser, WithTheEntryItIsThere) {
  const std::string text = Replaced(std::string(kText), "to_apply=%long", "to_apply=%add");
  const std::string changed = Replaced(text, "call(%y.1)", "call(%y.1, %y.1)");
  const HloModule part = ModuleOf(changed, Only("main"));
  EXPECT_EQ(NamesIn(part), Names({"add", "twice", "main"}));
  EXPECT_EQ(part.entry_computation(), FindComputation(part, "main"));
}

TEST(SelectedParser, TextsThatAreReadAsAWhole) {
  const auto reads_all = [](std::string_view text) {
    return NamesIn(ModuleOf(text, Only("add"))).size() == 4;
  };
  EXPECT_FALSE(reads_all(kText));
  std::string headless(kText.substr(kText.find("%add (")));
  EXPECT_TRUE(reads_all(headless.erase(4, headless.find(" {") - 4)));
  ParseOptions options = Only("add");
  options.upgrade_legacy = true;
  EXPECT_EQ(ModuleOf(kText, options).computations().size(), 4u);
  // Their errors are those of the whole.
  for (const std::string& text :
       {Replaced(std::string(kText), "%long (q", "%add (q"),
        Replaced(std::string(kText), "ROOT %q.5 = s32[] negate(%q.4)\n}",
                 "ROOT %q.5 = s32[] negate(%q.4)\n"),
        Replaced(std::string(kText), "%long (q: s32[])", "%long (q: s32[)"),
        std::string(kText) + "%"}) {
    EXPECT_EQ(ParseHloModule(text, Only("add")).status(), ParseHloModule(text).status()) << text;
  }
}

// A scheduled module whose computation %f a fusion calls, and whose %g a call does; on `line`.
std::string Scheduled(std::string_view line) {
  std::string text = R"(HloModule m, is_scheduled=true

%f (p: s32[]) -> s32[] {
  %c = s32[] constant(1)
  %p = s32[] parameter(0)
  ROOT %r = s32[] add(%p, %c)
}

ENTRY %main (x: s32[]) -> s32[] {
  %x = s32[] parameter(0), metadata={op_name="abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"}
  %y = s32[] negate(%x), metadata={op_name="abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"}
)";
  return text.append(line).append("\n}\n");
}

TEST(SelectedParser, FusionsInOthersCount) {
  const struct {
    std::string_view line;
    bool is_fused;
    bool reads_all = false;
  } rows[] = {
      {"  ROOT %z = s32[] fusion(%y), kind=kLoop, calls=%f", true},
      {"ROOT z = s32[] /*calls=*/ fusion(%y), kind=kLoop, calls=f", true, true},
      {"  ROOT z = (s32[]{:S(1)}) fusion(%y), kind=kLoop, calls= %f", true},
      {"  %z = ((s32[]), s32[], u32[]) fusion-start(%y), kind=kLoop, calls=%f", true},
      {"  ROOT %z=s32[] fusion(%y), kind=kLoop, calls=%f", true},
      {"\tROOT %z  = s32[] fusion(%y), kind=kLoop, calls=%f", true},
      {"%w = s32[] negate(%y)\r  ROOT %z = s32[] fusion(%w), kind=kLoop, calls=%f", true},
      {"  %w = s32[] fusion(%y), kind=kLoop, calls=%f\n"
       "  ROOT %z = s32[] fusion(%w), kind=kLoop, calls=%f",
       true},
      {"  ROOT %z = s32[] call(%y), to_apply=%f", false},
      {"  ROOT %z = s32[] custom-call(%y), custom_call_target=\"fusion\", calls=%f", false},
      {"  ROOT %z = s32[] negate(%y), metadata={op_name=\"fusion(%y), calls=%f\"}", false},
      {"  ROOT %z = s32[] negate(%y) // fusion(%y), calls=%f", false},
      {"  // %z = s32[] fusion(%y), kind=kLoop, calls=%f", false, true},
      // What is on several lines, or on one with others, is read as a whole.
      {"  ROOT %z = s32[] fusion(%y), kind=kLoop,\n    calls=%f", true, true},
      {"  %w = s32[] negate(%y) ROOT %z = s32[] fusion(%y), kind=kLoop, calls=%f", true, true},
      {"  /*\n  %w = s32[] fusion(%y), kind=kLoop, calls=%f\n*/", false, true},
      {"  %z = s32[] negate(%y) /* calls=%f */ /* calls=%f */", false, true},
  };
  for (const auto& row : rows) {
    const HloModule part = ModuleOf(Scheduled(row.line), Only("f"));
    ASSERT_FALSE(part.computations().empty()) << row.line;
    EXPECT_EQ(FindComputation(part, "f")->is_fusion_computation(), row.is_fused) << row.line;
    EXPECT_EQ(part.entry_computation() != nullptr, row.reads_all) << row.line;
  }
}

}  // namespace hlo::selected_parser_test
