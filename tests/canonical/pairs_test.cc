// testdata/pairs: programs that were traced and dumped twice, with other line numbers and names.
//
// The dumps differ in names and numbers, and in metadata, which has its own names, lines and stack
// frames. So --canonical_names and --strip=metadata make them equal, without stripping more.
#include <gtest/gtest.h>

#include <array>
#include <regex>
#include <string>
#include <vector>

#include "hlo/canonical.h"
#include "tests/support/read.h"

namespace hlo_text_v1::pairs_test {

using namespace internal;

std::string ReadPair(const std::string& name) {
  return ReadFile(HLO_TEXT_TESTDATA "/pairs/" + name);
}

class PairsTest : public ::testing::TestWithParam<const char*> {
 protected:
  std::string First() const { return ReadPair(GetParam() + std::string(".first.txt")); }
  std::string Second() const { return ReadPair(GetParam() + std::string(".second.txt")); }
};

std::string Canonical(const std::string& text, bool strip_metadata) {
  HloModule module = ReadModule(text);
  StripOptions options;
  options.metadata = strip_metadata;
  Strip(&module, options);
  CanonicalizeNames(&module);
  return PrintWithConstants(module);
}

TEST_P(PairsTest, DifferAsTexts) {
  EXPECT_NE(First(), Second());
  StripOptions options;
  options.metadata = true;
  HloModule first = ReadModule(First()), second = ReadModule(Second());
  Strip(&first, options);
  Strip(&second, options);
  // Without metadata, names still differ; XLA invents them all in one of the programs.
  if (GetParam() != std::string("ring-after")) {
    EXPECT_NE(PrintWithConstants(first), PrintWithConstants(second));
  }
}

TEST_P(PairsTest, AreEqualUpToNamesAndMetadata) {
  EXPECT_EQ(Canonical(First(), true), Canonical(Second(), true));
  // Operators and files were also renamed.
  EXPECT_NE(Canonical(First(), false), Canonical(Second(), false));
}

TEST_P(PairsTest, CanonicalTextStays) {
  for (const std::string& text : {First(), Second()}) {
    for (const bool strip_metadata : {false, true}) {
      const std::string canonical = Canonical(text, strip_metadata);
      EXPECT_EQ(Canonical(canonical, strip_metadata), canonical);
    }
  }
}

TEST_P(PairsTest, HaveTheFingerprintThatIsWrittenDown) {
  const Fingerprint128 fingerprint = Fingerprint(ReadModule(First()));
  EXPECT_EQ(fingerprint, Fingerprint(ReadModule(Second())));
  EXPECT_EQ(fingerprint, Fingerprint(ReadModule(Canonical(Second(), true))));
  const std::string line = fingerprint.ToString() + "  " + GetParam() + "\n";
  EXPECT_NE(ReadPair("fingerprints.txt").find(line), std::string::npos) << line;
}

// The attribute names of all instructions; and whether header and computations have attributes.
std::string Inventory(const HloModule& module, const std::string& without) {
  std::string names;
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      for (const Attribute& attribute : instruction->attributes()) {
        if (attribute.name() != without) names += std::string(attribute.name()) + " ";
      }
      names += ";";
    }
  }
  return names;
}

TEST_P(PairsTest, EachStripFlagTakesOutItsAttributeAndNoOther) {
  for (const std::string& text : {First(), Second()}) {
    for (const StripInfo& item : StripTable()) {
      HloModule module = ReadModule(text);
      std::string attribute(item.name);
      if (item.name == "stack_frames") attribute.clear();
      if (item.name == "control_predecessors") attribute = "control-predecessors";
      const std::string expected = Inventory(module, attribute);
      const Fingerprint128 before = Fingerprint(module);
      StripOptions options;
      options.*(item.field) = true;
      Strip(&module, options);
      EXPECT_EQ(Inventory(module, ""), expected) << item.name;
      const std::string printed = PrintWithConstants(module);
      if (!attribute.empty()) {
        EXPECT_EQ(printed.find(attribute + "="), std::string::npos) << item.name;
      }
      if (options.stack_frames || options.metadata) {
        EXPECT_EQ(printed.find("stack_frame_id"), std::string::npos);
        EXPECT_EQ(printed.find("StackFrames"), std::string::npos);
        EXPECT_EQ(Fingerprint(module), before);
      }
    }
  }
}

TEST_P(PairsTest, FramesInlinedAreThoseOfTheTables) {
  HloModule module = ReadModule(First());
  const HloModule original = ReadModule(First());
  InlineStackFrames(&module);
  const StackFrameTables& tables = original.stack_frames();
  int inlined = 0;
  for (size_t i = 0; i < module.computations().size(); ++i) {
    const HloInstruction* before = original.computations()[i]->instructions().front();
    for (const HloInstruction* after : module.computations()[i]->instructions()) {
      const int32_t id = before->metadata().stack_frame_id;
      if (id != 0) {
        const auto& location = tables.locations[tables.frames[id - 1].location_id - 1];
        EXPECT_EQ(after->metadata().source_line, location.line);
        EXPECT_EQ(after->metadata().source_file, tables.file_names[location.file_name_id - 1]);
        ++inlined;
      }
      before = before->next();
    }
  }
  EXPECT_GT(inlined, 0);
  EXPECT_EQ(PrintWithConstants(module).find("stack_frame_id"), std::string::npos);
}

TEST_P(PairsTest, MapsAreSortedAlready) {
  HloModule module = ReadModule(First());
  const std::string before = PrintWithConstants(module);
  SortMaps(&module);
  EXPECT_EQ(PrintWithConstants(module), before);
}

TEST_P(PairsTest, EveryMutationHasAnotherFingerprint) {
  const std::string text = First();
  const struct {
    const char* what;
    const char* regex;
    const char* replacement;
  } mutations[] = {
      {"constant", R"( constant\((\w)[^)]*\))", " constant(7)"},
      {"operand order",
       R"( (subtract|multiply|compare|tuple|add|dot|while|fusion|conditional)\(((?:%|/\*)[^,]+), (%[^,)]+))",
       " $1($3, $2"},
      {"attribute", R"((index|source_target_pairs|channel_id|lhs_contracting_dims)=(\{\{|\{|)(\d))",
       "$1=$29"},
      {"shape", R"(f32\[(\d))", "f32[9$1"},
  };
  int applied = 0;
  for (const auto& mutation : mutations) {
    const std::string mutated =
        std::regex_replace(text, std::regex(mutation.regex), mutation.replacement,
                           std::regex_constants::format_first_only);
    if (mutated == text) continue;
    absl::StatusOr<HloModule> module = ParseHloModule(mutated);
    if (!module.ok()) continue;
    ++applied;
    EXPECT_NE(Fingerprint(*module), Fingerprint(ReadModule(text))) << mutation.what;
    EXPECT_NE(Canonical(mutated, true), Canonical(text, true)) << mutation.what;
  }
  EXPECT_GE(applied, 3);
}

INSTANTIATE_TEST_SUITE_P(Testdata, PairsTest,
                         ::testing::Values("mlp_step-before", "mlp_step-after", "scan_while-before",
                                           "scan_while-after", "branches-before", "branches-after",
                                           "ring-before", "ring-after"),
                         [](const auto& info) {
                           return std::regex_replace(std::string(info.param), std::regex("-"), "_");
                         });

}  // namespace hlo_text_v1::pairs_test
