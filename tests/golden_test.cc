// All goldens: which files exist for an input, who makes them, and what else must hold.
// docs/dev/goldens.md is the manual.
//
//   golden_test                              compares
//   golden_test --update_goldens             writes the files instead
//   golden_test --gtest_filter='*NAME*'      those with NAME in their path, where '_' stands
//                                            for anything but letters and digits
//
// An input whose name begins with "bad-" must be rejected.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "hlo/version.h"
#include "src/base/strings.h"
#include "tests/goldens/goldens.h"

namespace hlo_text_v1::golden_test {

using namespace internal;

using namespace goldens;  // NOLINT: a table of its contents

// Optional files: `touch` one and run --update_goldens.
GoldenRule IfThere(std::string_view extension, std::function<Text(const std::string&)> render) {
  return {extension, ThoseWith("", extension), std::move(render)};
}

GoldenRule OfAsync(std::string_view extension, std::string_view flags) {
  return {extension, AsyncPrograms(), PrintedWith(flags), {".default.hlo", ".hlo"}};
}

// ---- The registry: extension, names, maker.

const std::vector<GoldenRule>& Rules() {
  static const auto* const rules = new std::vector<GoldenRule>{
      {".txt", Programs(), Diagnostics},
      {".default.hlo", GoodPrograms(), Printed, {".hlo"}},
      {".large.hlo", GoodPrograms(), PrintedWithConstants},
      {".default.again.hlo", GoodPrograms(), PrintedAgain},
      {".default.again.txt", GoodPrograms(), DiagnosticsAgain},
      OfAsync(".async-generic.hlo", "--async=generic"),
      OfAsync(".async-xla.hlo", "--async=xla"),
      OfAsync(".async-keep.hlo", "--async=keep"),
      {".async-wrapped.hlo",
       AsyncPrograms(),
       PrintedWith("--async=generic --wrap_calls"),
       {".async-generic.hlo", ".default.hlo", ".hlo"}},
      IfThere(".keep.hlo", Kept),
      {".canonical.hlo", Inputs("canonical"), CanonicalText},
      IfThere(".unknown-keep.hlo", KeptWithUnknown),
      {".unknown.hlo", ThoseWith("", ".unknown.hlo"), PrintedWithUnknown},
      {".unknown.txt", ThoseWith("", ".unknown.hlo"), DiagnosticsWithUnknown},
      {".legacy.hlo", ThoseWith("", ".legacy.hlo"), PrintedWithLegacy},
      {".legacy.txt", ThoseWith("", ".legacy.hlo"), DiagnosticsWithLegacy},
      {".legacy-unknown.hlo", ThoseWith("", ".legacy-unknown.hlo"), PrintedWithLegacyUnknown},
      {".legacy-unknown.txt", ThoseWith("", ".legacy-unknown.hlo"), DiagnosticsWithLegacyUnknown},
      {".hlo", Options(), PrintedWithOption},
      {".diff", ThoseWith("diff", ".before.hlo"), Difference},
      {".dot", DotExports(), Dot},
      {".json", JsonExports(), Json},
      {".literal", Inputs("evaluate"), Value},
      {".mlir", Inputs("mlir"), Mlir},
      {".registered.mlir", Inputs("mlir"), RegisteredMlir},
      {".md", {"docs/reference/async"}, AsyncManual},
      {".md", {"docs/compare"}, CompareManual},
      {".md", {"docs/reference/mlir"}, MlirManual},
      {".md", {"docs/reference/printing"}, PrintingManual},
      {".md", {"docs/tables"}, TablesManual},
      {".txt", ThoseWith("proto", ".txt"), ProtoEdits},
      {".fields", {"testdata/proto/schema"}, ProtoSchema},
      {".columns", {"testdata/opcodes/opcodes"}, OpcodeColumns},
      {".message", ThoseWith("testing", ".case"), MatcherMessage},
      IfThere(".summary.txt", Summary),
      IfThere(".summary.json", JsonSummary),
      IfThere(".cost.txt", CostTable),
      IfThere(".cost.json", JsonCost),
#ifdef HLO_TEXT_TOOLS
      {".md", {"docs/hlo-fmt"}, ToolManual},
      {".report", ThoseWith("check", ".check"), CheckReport},
      {".updated", ThoseWith("check", ".check"), UpdatedCheck},
      IfThere(".tables.txt", TableRows),
      {".txt", Dumps(), TextReport},
      {".all.txt", Dumps(), LongTextReport},
      {".narrow.txt", {"testdata/passes/async"}, NarrowTextReport},
      {".json", Dumps(), JsonReport},
      {".blame.txt", Dumps(), BlameReport},
      {".stages.txt", {"testdata/passes/async"}, TextComparison},
      {".stages.json", {"testdata/passes/async"}, JsonComparison},
      {".against_jax.txt", {"testdata/passes/jax_no_fusion"}, TextFolderComparison},
      {".against_jax.json", {"testdata/passes/jax_no_fusion"}, JsonFolderComparison},
      {".json", Inputs("view"), PageData},
      {".json", {"testdata/profile/scanned_step"}, MeasuredPageData},
      {".page.json", {"testdata/passes/gpu"}, DumpedPageData},
      {".1", ProgramNames(), ProgramManPage},
      {".bash", ProgramNames(), ProgramBashCompletion},
      {".fish", ProgramNames(), ProgramFishCompletion},
      {"", ZshNames(), ProgramZshCompletion},
#endif
#ifdef HLO_TEXT_LSP
      {".answers", ThoseWith("lsp", ".lsp"), LspAnswers},
#endif
  };
  return *rules;
}

const std::vector<GoldenCheck>& Checks() {
  static const auto* const checks = new std::vector<GoldenCheck>{
      {"ReadsBack", Programs(), ExpectReadsBack},
      {"Keeps", Programs(), ExpectKeeps},
      {"SugarReadsBack", AsyncPrograms(), ExpectSugarReadsBack},
      {"KeptReadsBack", AsyncPrograms(), ExpectKeptReadsBack},
      {"GenericReadsBack", AsyncPrograms(), ExpectGenericReadsBack},
      {"GenericGivesXla", AsyncPrograms(), ExpectGenericGivesXla},
      {"KeepsUnknown", ThoseWith("", ".unknown.hlo"), ExpectKeepsUnknown},
      {"UnknownReadsBack", ThoseWith("", ".unknown.hlo"), ExpectUnknownReadsBack},
      {"LegacyReadsBack", ThoseWith("", ".legacy.hlo"), ExpectLegacyReadsBack},
      {"OptionReadsBack", Options(), ExpectOptionReadsBack},
  };
  return *checks;
}

// ---- No file without a rule.

TEST(Testdata, EveryFileIsAnInputOrHasARule) {
  std::set<std::string> known;
  for (const GoldenRule& rule : Rules()) {
    for (const std::string& name : rule.names) known.insert(StrCat(name, rule.extension));
  }
  // Inputs, and XLA's errors for them.
  for (const std::string& name : Programs()) {
    known.insert({name + ".hlo", name + ".xla.txt", name + ".default.again.xla.txt"});
  }
  for (const std::string& name : ThoseWith("diff", ".before.hlo")) {
    known.insert({name + ".before.hlo", name + ".after.hlo"});
  }
  for (const std::string& name : Inputs("options")) known.insert(name + ".hlo");
  for (const std::string& name : ThoseWith("testing", ".case")) known.insert(name + ".case");
  // Conversations with hlo-lsp, dumps, cases of tests/verify, and scripts that write them.
  const auto is_other = [](const std::string& path) {
    return path.rfind("testdata/check/", 0) == 0 || path.rfind("testdata/lsp/", 0) == 0 ||
           path.rfind("testdata/pairs/", 0) == 0 || path.rfind("testdata/passes/", 0) == 0 ||
           path.rfind("testdata/profile/", 0) == 0 || path.rfind("testdata/verify/", 0) == 0 ||
           absl::EndsWith(path, ".py");
  };
  for (const std::string& path : ThoseWith("", "")) {
    if (known.count(path) == 0 && !is_other(path)) {
      ADD_FAILURE() << SourcePath(path) << " belongs to no input";
    }
  }
}

}  // namespace hlo_text_v1::golden_test

int main(int argc, char** argv) {
  return hlo_text::RunGoldens(hlo_text::golden_test::Rules(), hlo_text::golden_test::Checks(), argc,
                              argv);
}
