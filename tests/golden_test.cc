// Each module under testdata prints as the files beside it say.
//
//   SUBJECT/NAME.hlo               the input
//   SUBJECT/NAME.default.hlo       what it prints as
//   SUBJECT/NAME.large.hlo         the same with print_large_constants; missing: as default
//   SUBJECT/NAME.default.again.hlo what that prints as, where it is read in; missing: it is equal
//   SUBJECT/NAME.default.again.txt the diagnostics of that; only where XLA refuses its own text too
//   SUBJECT/NAME.txt               diagnostics; missing: none
//   SUBJECT/NAME.xla.txt           XLA's own message, with which the first error has to agree
//
// and, where they are there, as NAME.async-generic.hlo (hlo-fmt --async=generic), -wrapped
// (--async=generic --wrap_calls), -xla and -keep say. Then each of these texts must also read back
// as the same program. Of each input hlo-fmt --keep is idempotent, and leaves what is printed as it
// is;
//   SUBJECT/NAME.keep.hlo          what --keep makes of it, where it is there
//
// Where there is NAME.unknown.hlo it is what the input prints as with --allow_unknown, and
// NAME.unknown.txt its diagnostics.
//
// An input whose name begins with "bad-" must be refused: it has no printed text. `golden_test
// --update_goldens` writes these files instead of comparing, except for XLA's message; so does
// HLO_TEXT_UPDATE_GOLDENS=1. docs/goldens.md
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/format.h"
#include "hlo/printer.h"
#include "src/base/unified_diff.h"
#include "tests/support/async_text.h"
#include "tests/support/golden_main.h"
#include "tests/support/read.h"

namespace hlo::golden_test {

namespace fs = std::filesystem;
using testing::StartsWith;

// XLA adds metadata to a sharding each time that it is read.
constexpr std::string_view kNeverStays = "shardings/unreduced";

// What is beside an input, and with which flags hlo-fmt prints it.
struct AsyncFile {
  std::string_view extension;
  std::string_view flags;
};
constexpr AsyncFile kAsyncFiles[] = {
    {".async-generic.hlo", "--async=generic"},
    {".async-wrapped.hlo", "--async=generic --wrap_calls"},
    {".async-xla.hlo", "--async=xla"},
    {".async-keep.hlo", "--async=keep"},
};

constexpr std::string_view kUnknownFile = ".unknown.hlo";

bool EndsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// All inputs under testdata, without ".hlo", relative to it.
std::vector<std::string> FindInputs() {
  std::vector<std::string> inputs;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(HLO_TEXT_TESTDATA)) {
    const std::string path = fs::relative(entry.path(), HLO_TEXT_TESTDATA).generic_string();
    const auto ends_path = [&](const AsyncFile& file) { return EndsWith(path, file.extension); };
    // options_golden_test.cc and diff_test.cc have those.
    if (path.rfind("options/", 0) == 0 || path.rfind("diff/", 0) == 0) continue;
    if (!EndsWith(path, ".hlo") || EndsWith(path, ".default.hlo") || EndsWith(path, ".large.hlo") ||
        EndsWith(path, ".again.hlo") || EndsWith(path, ".keep.hlo") ||
        EndsWith(path, kUnknownFile) ||
        std::any_of(std::begin(kAsyncFiles), std::end(kAsyncFiles), ends_path)) {
      continue;
    }
    inputs.push_back(path.substr(0, path.size() - 4));
  }
  std::sort(inputs.begin(), inputs.end());
  return inputs;
}

// Those that have a file of kAsyncFiles.
std::vector<std::string> FindAsyncInputs() {
  std::vector<std::string> inputs;
  for (const std::string& input : FindInputs()) {
    const std::string path = HLO_TEXT_TESTDATA "/" + input;
    const auto exists = [&](const AsyncFile& file) {
      return fs::exists(path + std::string(file.extension));
    };
    if (std::any_of(std::begin(kAsyncFiles), std::end(kAsyncFiles), exists)) {
      inputs.push_back(input);
    }
  }
  return inputs;
}

// Those that have a file with kUnknownFile.
std::vector<std::string> FindUnknownInputs() {
  std::vector<std::string> inputs = FindInputs();
  const auto has_none = [](const std::string& input) {
    return !fs::exists(HLO_TEXT_TESTDATA "/" + input + std::string(kUnknownFile));
  };
  inputs.erase(std::remove_if(inputs.begin(), inputs.end(), has_none), inputs.end());
  return inputs;
}

std::optional<std::string> ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

struct Parsed {
  std::optional<std::string> text;
  std::optional<std::string> large;
  std::string diagnostics;
};

Parsed ParseAndPrint(const std::string& input, std::string_view name,
                     const AsyncStyle& style = {}) {
  Parsed result;
  std::vector<Diagnostic> diagnostics;
  const absl::StatusOr<HloModule> module = ReadForStyle(input, style, &diagnostics);
  RenderOptions render;
  render.path = name;
  for (const Diagnostic& diagnostic : diagnostics) {
    result.diagnostics += RenderDiagnostic(diagnostic, input, render);
  }
  if (module.ok()) {
    PrintOptions large;
    large.print_large_constants = true;
    result.text = PrintHloModule(*module);
    result.large = PrintHloModule(*module, large);
  }
  return result;
}

class GoldenTest : public testing::TestWithParam<std::string> {
 protected:
  std::string Path(std::string_view extension) const {
    return HLO_TEXT_TESTDATA "/" + GetParam() + std::string(extension);
  }
  std::string Name() const { return fs::path(GetParam()).filename().string(); }

  // Holds `actual` against the file with `extension`. nullopt: there should be no such file.
  void Compare(std::string_view extension, const std::optional<std::string>& actual) const {
    const std::string path = Path(extension);
    const std::optional<std::string> expected = ReadFile(path);
    if (actual == expected) return;
    if (update_goldens) {
      if (actual.has_value()) {
        std::ofstream(path, std::ios::binary) << *actual;
      } else {
        fs::remove(path);
      }
      return;
    }
    if (!expected.has_value()) {
      ADD_FAILURE() << path << " is missing; --update_goldens writes it:\n"
                    << UnifiedDiff("", *actual, "nothing", "actual");
    } else if (!actual.has_value()) {
      ADD_FAILURE() << path << " should not be there; --update_goldens removes it";
    } else {
      ADD_FAILURE() << "--update_goldens accepts this:\n"
                    << UnifiedDiff(*expected, *actual, path, "actual");
    }
  }
};

// From "was parsing 4:21: error: TEXT", the place and text of the first error as they are rendered;
// nothing if XLA refused the module later. XLA's columns on the first line are one too small.
std::string FirstErrorOfXla(const std::string& message, const std::string& name) {
  static const std::regex* pattern = new std::regex("was parsing (\\d+):(\\d+): error: ([^\n]*)");
  std::smatch match;
  if (!std::regex_search(message, match, *pattern)) return "";
  const int column = std::stoi(match[2]) + (match[1] == "1" ? 1 : 0);
  return name + ":" + match[1].str() + ":" + std::to_string(column) + ": error: " + match[3].str();
}

std::optional<std::string> UnlessEqual(const std::string& text, const std::string& usual) {
  if (text == usual) return std::nullopt;
  return text;
}

TEST_P(GoldenTest, Prints) {
  const std::optional<std::string> input = ReadFile(Path(".hlo"));
  ASSERT_TRUE(input.has_value()) << Path(".hlo");
  const bool bad = Name().rfind("bad-", 0) == 0;

  const Parsed parsed = ParseAndPrint(*input, Name() + ".hlo");
  Compare(".txt", UnlessEqual(parsed.diagnostics, ""));
  if (bad) {
    EXPECT_FALSE(parsed.text.has_value()) << "should be refused";
    if (const std::optional<std::string> message = ReadFile(Path(".xla.txt"))) {
      EXPECT_THAT(parsed.diagnostics, StartsWith(FirstErrorOfXla(*message, Name() + ".hlo")));
    }
    return;
  }
  ASSERT_TRUE(parsed.text.has_value()) << parsed.diagnostics;
  Compare(".default.hlo", parsed.text);
  Compare(".large.hlo", UnlessEqual(*parsed.large, *parsed.text));

  // Printed, read, printed: the same; or, where XLA's order of instructions changes, from then on.
  const Parsed again = ParseAndPrint(*parsed.text, Name() + ".default.hlo");
  Compare(".default.again.txt", UnlessEqual(again.diagnostics, ""));
  if (!again.text.has_value()) {
    EXPECT_TRUE(ReadFile(Path(".default.again.xla.txt")).has_value())
        << "the printed text is refused, but not by XLA";
    return;
  }
  Compare(".default.again.hlo", UnlessEqual(*again.text, *parsed.text));
  if (again.text != parsed.text) {
    if (GetParam() == kNeverStays) return;
    const Parsed third = ParseAndPrint(*again.text, Name());
    EXPECT_TRUE(third.text == again.text)
        << third.diagnostics
        << UnifiedDiff(*again.text, third.text.value_or(""), "second", "third");
    return;
  }
  const Parsed large = ParseAndPrint(*parsed.large, Name());
  EXPECT_TRUE(large.large == parsed.large)
      << large.diagnostics
      << UnifiedDiff(*parsed.large, large.large.value_or(""), "first", "second");
}

// Formatted as text; a failure and nothing if that is refused.
std::string Keep(const std::string& text) {
  const absl::StatusOr<std::string> result = FormatHloText(text);
  EXPECT_TRUE(result.ok()) << result.status() << "\n" << text;
  return result.value_or("");
}

TEST_P(GoldenTest, Keeps) {
  const std::string input = ReadFile(Path(".hlo")).value_or("");
  if (Name().rfind("bad-", 0) == 0) {
    EXPECT_TRUE(absl::IsInvalidArgument(FormatHloText(input).status()));
    return;
  }
  const std::string kept = Keep(input);
  if (fs::exists(Path(".keep.hlo"))) Compare(".keep.hlo", kept);
  const std::string again = Keep(kept);
  EXPECT_TRUE(again == kept) << UnifiedDiff(kept, again, "first", "second");

  if (ReadFile(Path(".default.again.txt")).has_value()) return;  // XLA refuses its own text
  // What is not printed as it reads, a number or a tuple, would be printed anew.
  std::optional<std::string> stable = ReadFile(Path(".default.again.hlo"));
  if (!stable.has_value()) stable = ReadFile(Path(".default.hlo"));
  const std::string printed = stable.value_or("");
  const std::string kept_print = Keep(printed);
  EXPECT_TRUE(kept_print == printed) << UnifiedDiff(printed, kept_print, "printed", "kept");
}

// "jax/train-step.before" -> "jax_train_step_before", with a number if that is taken in `Suite`.
template <typename Suite>
std::string TestName(const testing::TestParamInfo<std::string>& info) {
  static std::set<std::string>* taken = new std::set<std::string>;
  std::string name = info.param;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  if (!taken->insert(name).second) name += "_" + std::to_string(info.index);
  return name;
}

INSTANTIATE_TEST_SUITE_P(Testdata, GoldenTest, testing::ValuesIn(FindInputs()),
                         TestName<GoldenTest>);

class AsyncGoldenTest : public GoldenTest {
 protected:
  void SetUp() override {
    input_ = ReadFile(Path(".hlo")).value_or("");
    wrapped_ = Print(input_, kWrapped);
  }

  // Nothing but a failure if `text` is refused.
  static std::string Print(const std::string& text, std::string_view flags) {
    const std::optional<AsyncStyle> style = ParseAsyncStyle(flags);
    EXPECT_TRUE(style.has_value()) << flags;
    const std::optional<std::string> printed = Reprint(text, style.value_or(AsyncStyle{}));
    EXPECT_TRUE(printed.has_value()) << "is refused:\n" << text;
    return printed.value_or("");
  }

  static void ExpectEqual(const std::string& a, const std::string& b, std::string_view what) {
    EXPECT_TRUE(a == b) << what << ":\n" << UnifiedDiff(a, b, "expected", "actual");
  }

  static constexpr std::string_view kSugar = "--async=sugar";
  static constexpr std::string_view kWrapped = "--async=generic --wrap_calls";
  std::string input_;
  std::string wrapped_;
};

TEST_P(AsyncGoldenTest, PrintsInEachMode) {
  for (const AsyncFile& file : kAsyncFiles) {
    if (fs::exists(Path(file.extension))) Compare(file.extension, Print(input_, file.flags));
  }
}

TEST_P(AsyncGoldenTest, SugarReadsBackAsTheSameProgram) {
  ExpectEqual(EvenOutAsyncNames(wrapped_),
              EvenOutAsyncNames(Print(Print(input_, kSugar), kWrapped)),
              "read from its sugar, up to names");
}

TEST_P(AsyncGoldenTest, KeptTextReadsBackAsTheSameProgram) {
  ExpectEqual(EvenOutAsyncNames(wrapped_),
              EvenOutAsyncNames(Print(Print(input_, "--async=keep"), kWrapped)),
              "read from the kept text, up to names");
}

TEST_P(AsyncGoldenTest, GenericReadsBackToTheLetter) {
  ExpectEqual(wrapped_, Print(wrapped_, kWrapped), "wrapped calls read back");
  const std::string generic = Print(input_, "--async=generic");
  ExpectEqual(generic, Print(generic, "--async=generic"), "generic text read back");
}

TEST_P(AsyncGoldenTest, GenericGivesTheTextOfXla) {
  if (const std::optional<std::string> expected = ReadFile(Path(".async-xla.hlo"))) {
    ExpectEqual(*expected, Print(wrapped_, "--async=xla"), "XLA's text from generic text");
  }
}

INSTANTIATE_TEST_SUITE_P(Testdata, AsyncGoldenTest, testing::ValuesIn(FindAsyncInputs()),
                         TestName<AsyncGoldenTest>);

using UnknownGoldenTest = GoldenTest;

TEST_P(UnknownGoldenTest, KeepsUnknownWords) {
  AsyncStyle style;
  style.allow_unknown = true;
  const std::string input = ReadFile(Path(".hlo")).value_or("");
  const Parsed parsed = ParseAndPrint(input, Name() + ".hlo", style);
  Compare(".unknown.txt", UnlessEqual(parsed.diagnostics, ""));
  ASSERT_TRUE(parsed.text.has_value()) << parsed.diagnostics;
  Compare(kUnknownFile, parsed.text);
  const Parsed again = ParseAndPrint(*parsed.text, Name(), style);
  EXPECT_TRUE(again.text == parsed.text)
      << again.diagnostics << UnifiedDiff(*parsed.text, again.text.value_or(""), "first", "second");
}

INSTANTIATE_TEST_SUITE_P(Testdata, UnknownGoldenTest, testing::ValuesIn(FindUnknownInputs()),
                         TestName<UnknownGoldenTest>);

TEST(Goldens, EveryFileBelongsToAnInput) {
  const std::vector<std::string> found = FindInputs();
  EXPECT_FALSE(found.empty());
  const std::set<std::string> inputs(found.begin(), found.end());
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(HLO_TEXT_TESTDATA)) {
    const std::string path = fs::relative(entry.path(), HLO_TEXT_TESTDATA).generic_string();
    // Other tests have those.
    if (path.rfind("options/", 0) == 0 || path.rfind("pairs/", 0) == 0 ||
        path.rfind("passes/", 0) == 0) {
      continue;
    }
    // Longer ones first.
    for (const std::string extension :
         {".default.again.hlo", ".default.again.xla.txt", ".default.again.txt", ".xla.txt",
          ".async-generic.hlo", ".async-wrapped.hlo", ".async-xla.hlo", ".async-keep.hlo",
          ".unknown.hlo", ".unknown.txt", ".keep.hlo", ".default.hlo", ".large.hlo", ".txt"}) {
      if (!EndsWith(path, extension)) continue;
      EXPECT_EQ(inputs.count(path.substr(0, path.size() - extension.size())), 1u)
          << path << " stands alone";
      break;
    }
  }
}

}  // namespace hlo::golden_test

int main(int argc, char** argv) { return hlo::RunWithGoldens(argc, argv); }
