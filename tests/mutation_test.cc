// Mutants of the texts in testdata. Any text gives a module or diagnostics with positions in the
// text; an accepted one can be verified, printed, read back to the same text, and formatted.
//
// The mutants depend on the texts only. A failure shows the mutant's number:
//
//   HLO_TEXT_MUTANT=4711                only this mutant
//   HLO_TEXT_MUTANT_FILE=mutant.hlo     writes its text to this file first
//   HLO_TEXT_MUTANTS=5000000            the number of mutants; default 100,000
//   HLO_TEXT_MUTANT_SEED=2              other mutants
//   HLO_TEXT_MUTANT_TEXTS=DIR           also uses *.hlo of this folder
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "hlo/format.h"
#include "hlo/printer.h"
#include "hlo/read.h"
#include "hlo/verify.h"
#include "src/base/byte_class.h"
#include "src/ir/module_hints.h"
#include "tests/support/mutator.h"
#include "tests/support/read.h"

#if defined(__SANITIZE_ADDRESS__)
#define HLO_TEXT_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HLO_TEXT_ADDRESS_SANITIZER
#endif
#endif
#ifdef HLO_TEXT_ADDRESS_SANITIZER
#include <sanitizer/common_interface_defs.h>
#endif

namespace hlo_text_v1::mutation_test {

using namespace internal;

namespace fs = std::filesystem;

constexpr uint64_t kShards = 2;
constexpr uint64_t kDefaultSeed = 1;
constexpr uint64_t kDefaultMutants = 100'000;
// Small texts only: cheap mutants, in which a change matters.
constexpr uintmax_t kMaxTextBytes = 1000;
// Every n-th text of a folder with more texts than that.
constexpr size_t kMaxTextsOfFolder = 300;

uint64_t NumberFromEnvironment(const char* name, uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : std::strtoull(value, nullptr, 10);
}

uint64_t Seed() { return NumberFromEnvironment("HLO_TEXT_MUTANT_SEED", kDefaultSeed); }

// The small *.hlo in `folder`, sorted by path.
void AddTexts(const std::string& folder, std::vector<std::string>* texts) {
  std::error_code error;
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder, error)) {
    // NAME.default.hlo, the print, is like its input.
    if (entry.path().extension() != ".hlo" || !entry.path().stem().extension().empty()) continue;
    if (entry.file_size(error) <= kMaxTextBytes) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  const size_t step = paths.size() / kMaxTextsOfFolder + 1;
  for (size_t i = 0; i < paths.size(); i += step) {
    texts->push_back(ReadFile(paths[i]));
  }
}

const test::Mutator& TheMutator() {
  static const auto* const kMutator = [] {
    std::vector<std::string> texts;
    for (const fs::directory_entry& entry : fs::directory_iterator(HLO_TEXT_TESTDATA)) {
      AddTexts(entry.path().string(), &texts);
    }
    const char* folder = std::getenv("HLO_TEXT_MUTANT_TEXTS");
    if (folder != nullptr) AddTexts(folder, &texts);
    return new test::Mutator(std::move(texts), Seed());
  }();
  return *kMutator;
}

// ---- Invariants.

// Diagnostics of a rejected text.
void CheckDiagnostics(const std::vector<Diagnostic>& diagnostics, const std::string& text) {
  ASSERT_FALSE(diagnostics.empty());
  for (const Diagnostic& diagnostic : diagnostics) {
    EXPECT_FALSE(diagnostic.message.empty());
    EXPECT_LE(diagnostic.begin, diagnostic.end) << diagnostic.message;
    EXPECT_LE(diagnostic.end, text.size()) << diagnostic.message;
    for (const DiagnosticNote& note : diagnostic.notes) EXPECT_LE(note.end, text.size());
    for (const DiagnosticSuggestion& each : diagnostic.suggestions) {
      ASSERT_LE(each.end, text.size());
      const std::string word = text.substr(each.begin, each.end - each.begin);
      EXPECT_TRUE(IsIdentifier(word)) << diagnostic.message;
      EXPECT_NE(word, each.text) << diagnostic.message;
      EXPECT_THAT(diagnostic.message, testing::HasSubstr(each.text));
    }
  }
  EXPECT_FALSE(RenderDiagnostic(diagnostics.front(), text, {}).empty());
}

// Reads every fourth text with our extensions to XLA.
ReadOptions OptionsFor(uint64_t number) {
  ReadOptions options;
  options.parse.upgrade_legacy = number % 8 == 3;
  options.parse.allow_unknown = number % 8 == 6;
  return options;
}

// XLA also prints text that it does not read: an error, and the cause in the text.
struct Unreadable {
  DiagnosticCode code;
  std::string_view text;
};
constexpr Unreadable kUnreadable[] = {
    // Strings that it prints without escaping them.
    {DiagnosticCode::kExpectsAttributeName, "scheduling_name=\""},
    {DiagnosticCode::kErrorParsingAttribute, "scheduling_name=\""},
    {DiagnosticCode::kExpectsString, "scheduling_name=\""},
    {DiagnosticCode::kExpectsOriginalArrayEnd, "origin="},
    {DiagnosticCode::kExpectsInteger, "origin="},
    {DiagnosticCode::kErrorParsingAttribute, "origin="},
    {DiagnosticCode::kExpectsCallHierarchyEnd, "origin="},
    {DiagnosticCode::kExpectsOriginalArrayEnd, "origin_recovery_table="},
    {DiagnosticCode::kExpectsOriginalArrayEnd, "debug_attributes="},
    {DiagnosticCode::kExpectsDebugAttributesColon, "debug_attributes="},
    {DiagnosticCode::kExpectsFrontendAttributesEnd, "frontend_attributes="},
    {DiagnosticCode::kExpectsInstructionListStart, "execution_thread=\""},
    {DiagnosticCode::kExpectsEqualInInstruction, "execution_thread=\""},
    {DiagnosticCode::kAttributeExpected, "execution_thread=\""},
    {DiagnosticCode::kExpectsString, "execution_thread=\""},
    {DiagnosticCode::kExpectsEqualAfterAxis, "mesh["},
    {DiagnosticCode::kExpectsAttributeName, "steps="},
    // Empty lists, and things that are not numbers.
    {DiagnosticCode::kExpectsAttributeName, "({})"},
    {DiagnosticCode::kErrorParsingAttribute, "statistics={"},
    // A size beyond 64 bits is read, but not in a tuple.
    {DiagnosticCode::kInvalidShape, " = ("},
    // XLA checks layouts only in the header.
    {DiagnosticCode::kErrorParsingAttribute, "entry_computation_layout="},
    {DiagnosticCode::kExpectedPrimitiveType, "(invalid)"},
    {DiagnosticCode::kExpectingUnsignedIntegerType, "entry_computation_layout="},
    {DiagnosticCode::kExpectsDimLabels, "dim_labels="},
    // Modules whose name is a keyword.
    {DiagnosticCode::kExpectsName, "HloModule "},
};
// From inputs in testdata with such strings; the error depends on what follows.
constexpr std::string_view kRawStrings[] = {"// tail"};

bool XlaRefusesToo(const Diagnostic& diagnostic, std::string_view text) {
  const auto contains = [&](std::string_view part) { return text.find(part) != text.npos; };
  return std::any_of(std::begin(kRawStrings), std::end(kRawStrings), contains) ||
         std::any_of(std::begin(kUnreadable), std::end(kUnreadable), [&](const Unreadable& row) {
           return row.code == diagnostic.code && contains(row.text);
         });
}

// XLA adds metadata to such a sharding on every read.
constexpr std::string_view kNeverStays = "sdy::reduction_op";

void CheckPrintedText(const std::string& text, const ReadOptions& options) {
  std::string last = text;
  // XLA's order of instructions may change once, when its text is read.
  for (int round = 0; round < 3; ++round) {
    std::vector<Diagnostic> diagnostics;
    const absl::StatusOr<HloModule> module = ReadHloModule(last, options, &diagnostics);
    if (!module.ok()) {
      CheckDiagnostics(diagnostics, last);
      EXPECT_TRUE(XlaRefusesToo(diagnostics.front(), last))
          << "its own text is refused: " << module.status() << "\n"
          << last;
      return;
    }
    std::string printed = PrintHloModule(*module);
    if (printed == last) return;
    last = std::move(printed);
  }
  if (text.find(kNeverStays) != std::string::npos) return;
  ADD_FAILURE() << "does not stay:\n" << text << "\nat last\n" << last;
}

void CheckFormatting(const std::string& text) {
  std::vector<Diagnostic> diagnostics;
  const absl::StatusOr<std::string> formatted = FormatHloText(text, {}, &diagnostics);
  if (!formatted.ok()) {
    EXPECT_TRUE(absl::IsInvalidArgument(formatted.status())) << formatted.status();
  }
}

int accepted = 0;

void CheckText(const std::string& text, uint64_t number) {
  const ReadOptions options = OptionsFor(number);
  std::vector<Diagnostic> diagnostics;
  const absl::StatusOr<HloModule> module = ReadHloModule(text, options, &diagnostics);
  if (!module.ok()) {
    EXPECT_TRUE(absl::IsInvalidArgument(module.status())) << module.status();
    return CheckDiagnostics(diagnostics, text);
  }
  ++accepted;
  EXPECT_EQ(CheckHints(*module), "");
  Verify(*module);
  CheckPrintedText(PrintHloModule(*module), options);
  CheckFormatting(text);
}

// ---- Names the mutant, even if a sanitizer ends the process.

uint64_t current_mutant = 0;

std::string WhichMutant() {
  const std::string number = std::to_string(current_mutant);
  return "mutant " + number + ": HLO_TEXT_MUTANT_SEED=" + std::to_string(Seed()) +
         " HLO_TEXT_MUTANT=" + number + " HLO_TEXT_MUTANT_FILE=mutant.hlo " +
         "mutation_test writes it into that file and tries it alone";
}

#ifdef HLO_TEXT_ADDRESS_SANITIZER
void ShowMutant() { std::fprintf(stderr, "%s\n", WhichMutant().c_str()); }
#endif

class MutationTest : public ::testing::TestWithParam<uint64_t> {};

TEST_P(MutationTest, EndInAModuleOrADiagnostic) {
#ifdef HLO_TEXT_ADDRESS_SANITIZER
  __sanitizer_set_death_callback(ShowMutant);
#endif
  const uint64_t only = NumberFromEnvironment("HLO_TEXT_MUTANT", UINT64_MAX);
  const uint64_t count = NumberFromEnvironment("HLO_TEXT_MUTANTS", kDefaultMutants);
  const char* const file = std::getenv("HLO_TEXT_MUTANT_FILE");
  for (uint64_t number = GetParam(); number < count || number == only; number += kShards) {
    if (only != UINT64_MAX) {
      if (only % kShards != GetParam()) return;
      number = only;
    }
    current_mutant = number;
    const std::string text = TheMutator().Mutant(number);
    if (file != nullptr) std::ofstream(file, std::ios::binary) << text;
    CheckText(text, number);
    if (HasFailure()) FAIL() << WhichMutant() << "\n" << text;
    if (only != UINT64_MAX) return;
  }
  // Otherwise they test nothing but errors; one in twelve is accepted.
  EXPECT_GT(accepted, static_cast<int>(count / kShards / 20));
  RecordProperty("accepted", accepted);
}

INSTANTIATE_TEST_SUITE_P(Shard, MutationTest, ::testing::Range(uint64_t{0}, kShards));

}  // namespace hlo_text_v1::mutation_test
