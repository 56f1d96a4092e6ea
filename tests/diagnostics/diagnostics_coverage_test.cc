// Every diagnostic has a test: each line of diagnostics.def must appear in a golden, in a file of
// rendered diagnostics, or be named or quoted in the source of a test.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <string_view>

#include "absl/strings/match.h"
#include "hlo/diagnostic.h"
#include "src/base/strings.h"
#include "tests/support/read.h"

namespace hlo_text_v1::diagnostics_coverage_test {

using namespace internal;

namespace fs = std::filesystem;

std::string ReadAll(const std::string& directory, std::string_view extension,
                    std::string_view but_not) {
  std::string all;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
    const std::string path = entry.path().string();
    if (!absl::EndsWith(path, Absl(extension)) || absl::EndsWith(path, Absl(but_not))) continue;
    all += ReadFile(path) + '\n';
  }
  return all;
}

// C++ source with string literals evaluated: adjacent ones joined, escapes resolved.
std::string JoinLiterals(std::string_view source) {
  std::string joined;
  for (size_t i = 0; i < source.size(); ++i) {
    if (source[i] == '\\' && i + 1 < source.size()) {
      joined += source[i + 1] == 'n' ? '\n' : source[i + 1];
      ++i;
    } else if (source[i] == '"') {
      size_t next = i + 1;
      while (next < source.size() && std::isspace(static_cast<unsigned char>(source[next])) != 0) {
        ++next;
      }
      const bool joins = next > i + 1 && next < source.size() && source[next] == '"' &&
                         source.substr(i, next - i).find('\n') != std::string_view::npos;
      if (joins) {
        i = next;
      } else {
        joined += '"';
      }
    } else {
      joined += source[i];
    }
  }
  return joined;
}

// The longest part of a diagnostic's text without arguments.
std::string_view LongestLiteral(std::string_view text) {
  std::string_view longest;
  while (true) {
    const size_t argument = std::min(text.find('$'), text.size());
    if (argument > longest.size()) longest = text.substr(0, argument);
    if (argument == text.size()) return longest;
    text.remove_prefix(std::min(argument + 2, text.size()));
  }
}

// Whether `text` has `word` as a whole word.
bool HasWord(std::string_view text, const std::string& word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if (end == text.size() || std::isalnum(static_cast<unsigned char>(text[end])) == 0) return true;
  }
  return false;
}

TEST(Diagnostics, EachHasATest) {
  const std::string rendered = ReadAll(HLO_TEXT_TESTDATA, ".txt", ".xla.txt");
  const std::string tests =
      JoinLiterals(ReadAll(HLO_TEXT_TESTS, "_test.cc", "/diagnostics_coverage_test.cc"));
  for (int i = 0; i < kDiagnosticCodeCount; ++i) {
    const auto code = static_cast<DiagnosticCode>(i);
    const std::string_view literal = LongestLiteral(DiagnosticCodeText(code));
    const bool has_test = rendered.find(literal) != std::string::npos ||
                          tests.find(literal) != std::string::npos ||
                          HasWord(tests, "k" + std::string(DiagnosticCodeName(code)));
    EXPECT_TRUE(has_test) << DiagnosticCodeName(code) << ": " << DiagnosticCodeText(code);
  }
}

}  // namespace hlo_text_v1::diagnostics_coverage_test
