// ParseOptions::only: what is read, and that the rest need not be right.
#include "src/parse/module/only.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hlo/printer.h"
#include "tests/support/read.h"

namespace hlo_text_v1::only_test {

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

TEST(Only, ReadsWhatIsAskedForAndItsCallees) {
  EXPECT_EQ(NamesIn(ModuleOf(kText, Only("add"))), Names({"add"}));
  EXPECT_EQ(NamesIn(ModuleOf(kText, Only("twice"))), Names({"add", "twice"}));
  EXPECT_EQ(NamesIn(ModuleOf(kText, Only("none"))), Names());
}

TEST(Only, PartsAreLikeThoseOfTheWhole) {
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

TEST(Only, AllIsReadIfMostIsAskedFor) {
  EXPECT_EQ(NamesIn(ModuleOf(kText, Only("main"))), Names({"add", "twice", "long", "main"}));
  EXPECT_NE(ModuleOf(kText, Only("main")).entry_computation(), nullptr);
}

TEST(Only, ErrorsInOthersAreNotReported) {
  const std::string text = Replaced(std::string(kText), "negate(%q.3)", "negate(%undefined)");
  EXPECT_FALSE(ParseHloModule(text).ok());
  EXPECT_EQ(NamesIn(ModuleOf(text, Only("twice"))), Names({"add", "twice"}));
}

TEST(Only, ErrorsInThemAreReportedWhereTheyAre) {
  const std::string text = Replaced(std::string(kText), "call(%x, %x)", "call(%x, %u)");
  std::vector<Diagnostic> whole, part;
  EXPECT_FALSE(ParseHloModule(text, {}, &whole).ok());
  EXPECT_FALSE(ParseHloModule(text, Only("twice"), &part).ok());
  ASSERT_EQ(part.size(), whole.size());
  EXPECT_EQ(part[0].message, whole[0].message);
  EXPECT_EQ(part[0].begin, whole[0].begin);
}

TEST(Only, WithTheEntryItIsThere) {
  const std::string text = Replaced(std::string(kText), "to_apply=%long", "to_apply=%add");
  const std::string changed = Replaced(text, "call(%y.1)", "call(%y.1, %y.1)");
  const HloModule part = ModuleOf(changed, Only("main"));
  EXPECT_EQ(NamesIn(part), Names({"add", "twice", "main"}));
  EXPECT_EQ(part.entry_computation(), FindComputation(part, "main"));
}

TEST(Only, TextsThatAreReadAsAWhole) {
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

// Whether a fusion calls it is not known.
TEST(Only, FusedBodiesKeepTheirOrder) {
  constexpr std::string_view kFused = R"(%f (p: s32[]) -> s32[] {
  %c = s32[] constant(1)
  %p = s32[] parameter(0)
  ROOT %r = s32[] add(%p, %c)
})";
  const std::string text = "HloModule m, is_scheduled=true\n\n" + std::string(kFused) + R"(

ENTRY %main (x: s32[]) -> s32[] {
  %x = s32[] parameter(0), metadata={op_name="abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"}
  %y = s32[] negate(%x), metadata={op_name="abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"}
  ROOT %z = s32[] fusion(%y), kind=kLoop, calls=%f
}
)";
  const HloModule part = ModuleOf(text, Only("f"));
  ASSERT_EQ(NamesIn(part), Names({"f"}));
  EXPECT_FALSE(FindComputation(part, "f")->is_fusion_computation());
  EXPECT_EQ(PrintHloComputation(*FindComputation(part, "f")), kFused);
}

}  // namespace hlo_text_v1::only_test
