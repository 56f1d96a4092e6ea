// docs/reference/security.md has the limits of hlo/parser.h. Other generated parts of manuals are
// goldens, tests/goldens/manuals.cc.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "hlo/parser.h"
#include "hlo/version.h"
#include "tests/support/read.h"

namespace hlo_text_v1::docs_test {

using namespace internal;

// `| `max_errors` | 20 | ...`
TEST(Docs, SecurityHasTheDefaultsOfTheLimits) {
  const std::string doc = ReadFile(HLO_TEXT_DOCS "/reference/security.md");
  const ParseOptions options;
  const auto expect_row = [&](std::string_view name, uint64_t value) {
    const std::string row = "| `" + std::string(name) + "` | " + std::to_string(value) + " |";
    EXPECT_NE(doc.find(row), std::string::npos) << row;
  };
  expect_row("max_input_bytes", options.limits.max_input_bytes);
  expect_row("max_nesting_depth", static_cast<uint64_t>(options.limits.max_nesting_depth));
  expect_row("max_stack_bytes", options.limits.max_stack_bytes);
  expect_row("max_literal_elements", static_cast<uint64_t>(options.limits.max_literal_elements));
  expect_row("max_expansion_bytes", options.limits.max_expansion_bytes);
  expect_row("max_memory_bytes", options.limits.max_memory_bytes);
  expect_row("max_errors", static_cast<uint64_t>(options.max_errors));
  EXPECT_NE(doc.find("0 is " + std::to_string(ReadLimits::kMinExpansion) + " bytes and " +
                     std::to_string(ReadLimits::kExpansionFactor) + " times"),
            std::string::npos);
  EXPECT_NE(doc.find("0 is " + std::to_string(ParseOptions::kMinMemory) + " bytes, " +
                     std::to_string(ParseOptions::kMemoryFactor) + " times"),
            std::string::npos);
}

// Bazel's files cannot read hlo/version.h.
TEST(Docs, BazelHasTheVersion) {
  for (const char* file :
       {HLO_TEXT_SOURCE "/src/cmake/bazel/MODULE.bazel", HLO_TEXT_DOCS "/library.md"}) {
    EXPECT_NE(ReadFile(file).find("\"hlo_text\", version = \"" HLO_TEXT_VERSION "\")"),
              std::string::npos)
        << file;
  }
}

// The words in the headers and tables.
std::set<std::string> WordsOfTheInterface() {
  std::set<std::string> words;
  const std::regex word("[A-Za-z_][A-Za-z0-9_]*");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(HLO_TEXT_INCLUDE)) {
    if (!entry.is_regular_file()) continue;
    words.insert(entry.path().filename().stem().string());
    const std::string text = ReadFile(entry.path());
    for (std::sregex_iterator it(text.begin(), text.end(), word), end; it != end; ++it) {
      words.insert(it->str());
    }
  }
  return words;
}

// Every function, member and class in the second column of docs/reference/xla-api.md is in
// include/hlo.
TEST(Docs, XlaApiNamesWhatExists) {
  const std::set<std::string> words = WordsOfTheInterface();
  std::istringstream lines(ReadFile(HLO_TEXT_DOCS "/reference/xla-api.md"));
  // Calls, members, and capitalized words; single letters are the table's own.
  const std::regex name(
      "(?:->|\\.|\\b)([A-Za-z_][A-Za-z0-9_]+)(?=\\()|(?:->|\\.)([a-z_]\\w+)|\\b([A-Z]\\w+)");
  int names = 0;
  std::string line;
  while (std::getline(lines, line)) {
    const size_t column = line.find(" | ");
    if (line.rfind("| `", 0) != 0 || column == std::string::npos) continue;
    const std::string ours = line.substr(column);
    for (std::sregex_iterator it(ours.begin(), ours.end(), name), end; it != end; ++it) {
      const std::string found = (*it)[1].str() + (*it)[2].str() + (*it)[3].str();
      if (found == "h") continue;  // read.h
      EXPECT_EQ(words.count(found), 1u) << found << " in " << line;
      ++names;
    }
  }
  EXPECT_GT(names, 100);
}

}  // namespace hlo_text_v1::docs_test
