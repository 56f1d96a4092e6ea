// testdata/diff: NAME.before.hlo, NAME.after.hlo, and NAME.diff, what DiffToString says of them;
// and what is true of every diff, on all pairs of programs under testdata.
//
// A first line `// diff: WORDS` of the first file sets options: names, metadata, nolayouts,
// noschedule, context=N, and unknown: it has unknown words. `diff_test --update_goldens` writes the
// .diff files instead of comparing, so does HLO_TEXT_UPDATE_GOLDENS=1.
#include "hlo/diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "hlo/canonical_names.h"
#include "hlo/fingerprint.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "src/format/unified_diff.h"

namespace hlo {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

bool update_goldens = false;

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

absl::StatusOr<HloModule> TryRead(const std::string& text) {
  ParseOptions options;
  options.uniquify = false;
  options.allow_unknown = true;
  absl::StatusOr<HloModule> module = ParseHloModule(text, options);
  if (!module.ok()) return module;
  Desugar(*module);
  Uniquify(*module);
  return module;
}

HloModule Read(const std::string& text) {
  absl::StatusOr<HloModule> module = TryRead(text);
  EXPECT_TRUE(module.ok()) << module.status() << "\n" << text;
  return module.ok() ? *std::move(module) : HloModule();
}

struct Options {
  DiffOptions diff;
  DiffTextOptions text;
};

Options OptionsOf(const std::string& text) {
  Options options;
  constexpr std::string_view kStart = "// diff: ";
  if (text.rfind(kStart, 0) != 0) return options;
  std::istringstream words(text.substr(kStart.size(), text.find('\n') - kStart.size()));
  for (std::string word; words >> word;) {
    if (word == "names") {
      options.diff.names = true;
    } else if (word == "metadata") {
      options.diff.metadata = true;
    } else if (word == "nolayouts") {
      options.diff.layouts = false;
    } else if (word == "noschedule") {
      options.diff.schedule = false;
    } else if (word.rfind("context=", 0) == 0) {
      options.text.context = std::stoi(word.substr(8));
    } else {
      EXPECT_EQ(word, "unknown");
    }
  }
  return options;
}

// What holds for every diff: counterparts are a bijection, and whatever has none is listed.
void ExpectSound(const HloModule& before, const HloModule& after, const ModuleDiff& diff) {
  std::set<const HloInstruction*> removed, added, changed;
  for (const ComputationDiff& computation : diff.computations()) {
    EXPECT_FALSE(computation.instructions.empty() && computation.changes.empty());
    for (const InstructionDiff& i : computation.instructions) {
      ASSERT_TRUE(i.before != nullptr || i.after != nullptr);
      if (i.kind() == DiffKind::kRemoved) {
        EXPECT_EQ(i.before->parent(), computation.before);
        EXPECT_TRUE(removed.insert(i.before).second);
      } else if (i.kind() == DiffKind::kAdded) {
        EXPECT_EQ(i.after->parent(), computation.after);
        EXPECT_TRUE(added.insert(i.after).second);
      } else {
        EXPECT_NE(i.changes, 0u);
        EXPECT_EQ(diff.CounterpartOf(*i.before), i.after);
        EXPECT_TRUE(changed.insert(i.after).second);
      }
    }
  }
  EXPECT_EQ(diff.removed(), static_cast<int64_t>(removed.size()));
  EXPECT_EQ(diff.added(), static_cast<int64_t>(added.size()));
  EXPECT_EQ(diff.changed(), static_cast<int64_t>(changed.size()));
  EXPECT_EQ(diff.empty(), diff.header_changes().empty() && diff.computations().empty());
  const auto check = [&](const HloModule& module, const std::set<const HloInstruction*>& listed) {
    for (const HloComputation* computation : module.computations()) {
      const HloComputation* of_computation = diff.CounterpartOf(*computation);
      if (of_computation != nullptr) {
        EXPECT_EQ(diff.CounterpartOf(*of_computation), computation);
      }
      for (const HloInstruction* instruction : computation->instructions()) {
        const HloInstruction* counterpart = diff.CounterpartOf(*instruction);
        EXPECT_EQ(counterpart == nullptr, listed.count(instruction) > 0) << instruction->name();
        if (counterpart == nullptr) continue;
        EXPECT_EQ(diff.CounterpartOf(*counterpart), instruction);
        EXPECT_EQ(counterpart->parent(), of_computation);
      }
    }
  };
  check(before, removed);
  check(after, added);
}

// ---- Goldens.

std::vector<std::string> FindCases() {
  std::vector<std::string> cases;
  constexpr std::string_view kEnd = ".before.hlo";
  for (const auto& entry : fs::directory_iterator(HLO_TEXT_TESTDATA "/diff")) {
    const std::string name = entry.path().filename().string();
    if (name.size() > kEnd.size() && name.substr(name.size() - kEnd.size()) == kEnd) {
      cases.push_back(name.substr(0, name.size() - kEnd.size()));
    }
  }
  std::sort(cases.begin(), cases.end());
  return cases;
}

std::string TestName(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

class DiffGoldenTest : public testing::TestWithParam<std::string> {};

TEST_P(DiffGoldenTest, ShowsTheDifference) {
  const std::string path = HLO_TEXT_TESTDATA "/diff/" + GetParam();
  const std::string text = ReadFile(path + ".before.hlo");
  const HloModule before = Read(text), after = Read(ReadFile(path + ".after.hlo"));
  const Options options = OptionsOf(text);
  const ModuleDiff diff = Diff(before, after, options.diff);
  ExpectSound(before, after, diff);
  const std::string actual = DiffToString(diff, options.text);
  EXPECT_EQ(actual.empty(), diff.empty());
  if (update_goldens) {
    std::ofstream(path + ".diff", std::ios::binary) << actual;
    return;
  }
  ASSERT_TRUE(fs::exists(path + ".diff")) << "--update_goldens writes it";
  const std::string expected = ReadFile(path + ".diff");
  EXPECT_TRUE(actual == expected) << UnifiedDiff(expected, actual, GetParam() + ".diff", "actual");
}

TEST_P(DiffGoldenTest, TheOtherWayRoundIsTheOpposite) {
  const std::string path = HLO_TEXT_TESTDATA "/diff/" + GetParam();
  const std::string text = ReadFile(path + ".before.hlo");
  const HloModule before = Read(text), after = Read(ReadFile(path + ".after.hlo"));
  const Options options = OptionsOf(text);
  const ModuleDiff there = Diff(before, after, options.diff);
  const ModuleDiff back = Diff(after, before, options.diff);
  ExpectSound(after, before, back);
  EXPECT_EQ(there.added(), back.removed());
  EXPECT_EQ(there.removed(), back.added());
  EXPECT_EQ(there.changed(), back.changed());
}

INSTANTIATE_TEST_SUITE_P(Testdata, DiffGoldenTest, testing::ValuesIn(FindCases()), TestName);

}  // namespace
}  // namespace hlo

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const char* update = std::getenv("HLO_TEXT_UPDATE_GOLDENS");
  hlo::update_goldens = update != nullptr && *update != '\0' && std::string_view(update) != "0";
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--update_goldens") hlo::update_goldens = true;
  }
  return RUN_ALL_TESTS();
}
