// Inputs of testdata, printed in each mode; checks that printed text reads back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "hlo/canonical.h"
#include "hlo/diagnostic.h"
#include "hlo/format.h"
#include "hlo/printer.h"
#include "src/base/strings.h"
#include "src/base/unified_diff.h"
#include "tests/goldens/goldens.h"
#include "tests/support/async_text.h"
#include "tests/support/read.h"

namespace hlo_text_v1::goldens {

using namespace internal;

namespace {

// XLA adds metadata to a sharding on every read.
constexpr std::string_view kNeverStays = "testdata/shardings/unreduced";

bool IsBad(std::string_view name) { return LastName(name).substr(0, 4) == "bad-"; }

GoldenNames WithoutBad(GoldenNames names) {
  names.erase(std::remove_if(names.begin(), names.end(), IsBad), names.end());
  return names;
}

std::string InputOf(const std::string& name) { return ReadSource(name + ".hlo"); }

struct Outcome {
  Text text;  // nullopt: rejected
  std::string diagnostics;
};

// `path` comes before the diagnostics.
Outcome Print(const std::string& input, std::string_view path, const AsyncStyle& style = {}) {
  Outcome outcome;
  std::vector<Diagnostic> diagnostics;
  const absl::StatusOr<HloModule> module = ReadForStyle(input, style, &diagnostics);
  RenderOptions render;
  render.path = path;
  for (const Diagnostic& diagnostic : diagnostics) {
    outcome.diagnostics += RenderDiagnostic(diagnostic, input, render);
  }
  if (!module.ok()) return outcome;
  PrintOptions options;
  options.print_large_constants = style.print_large_constants;
  outcome.text = PrintHloModule(*module, options);
  return outcome;
}

Outcome PrintInput(const std::string& name, const AsyncStyle& style = {}) {
  return Print(InputOf(name), StrCat(LastName(name), ".hlo"), style);
}

// Prints the input, reads the result and prints it again.
Outcome PrintAgain(const std::string& name) {
  return Print(PrintInput(name).text.value_or(""), StrCat(LastName(name), ".default.hlo"));
}

AsyncStyle LargeConstants() {
  AsyncStyle style;
  style.print_large_constants = true;
  return style;
}

AsyncStyle UnknownStyle() {
  AsyncStyle style;
  style.allow_unknown = true;
  return style;
}

absl::StatusOr<std::string> FormatUnknown(const std::string& text) {
  FormatOptions options;
  options.allow_unknown = true;
  return FormatHloText(text, options);
}

AsyncStyle LegacyStyle() {
  AsyncStyle style;
  style.upgrade_legacy = true;
  return style;
}

AsyncStyle LegacyUnknownStyle() {
  AsyncStyle style = LegacyStyle();
  style.allow_unknown = true;
  return style;
}

Text UnlessEqual(const Text& text, const Text& usual) {
  return text == usual ? std::nullopt : text;
}

// The lines in any order. Stack frames have numbers in the order of the instructions.
std::vector<std::string> LinesOf(const std::string& text) {
  constexpr std::string_view kFrameId = "stack_frame_id=";
  std::vector<std::string> lines = absl::StrSplit(text, '\n');
  for (std::string& line : lines) {
    if (!line.empty() && absl::ascii_isdigit(line[0])) line.clear();  // a row of a table of frames
    size_t id = line.find(kFrameId);
    if (id == std::string::npos) continue;
    id += kFrameId.size();
    line.erase(id, line.find_first_not_of("0123456789", id) - id);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

void ExpectEqual(const std::string& expected, const std::string& actual, std::string_view what) {
  EXPECT_TRUE(expected == actual) << what << ":\n"
                                  << UnifiedDiff(expected, actual, "expected", "actual");
}

// From "was parsing 4:21: error: TEXT", the place and text of the first error, rendered; nothing if
// XLA refused the module later. XLA's columns on the first line are too small by one.
std::string FirstErrorOfXla(const std::string& message, std::string_view name) {
  static const std::regex* pattern = new std::regex("was parsing (\\d+):(\\d+): error: ([^\n]*)");
  std::smatch match;
  if (!std::regex_search(message, match, *pattern)) return "";
  const int column = std::stoi(match[2]) + (match[1] == "1" ? 1 : 0);
  return StrCat(name, ".hlo:", match[1].str(), ":", column, ": error: ", match[3].str());
}

void ExpectRefused(const std::string& name) {
  const Outcome outcome = PrintInput(name);
  EXPECT_FALSE(outcome.text.has_value()) << "should be refused";
  if (!SourceExists(name + ".xla.txt")) return;
  EXPECT_THAT(outcome.diagnostics,
              testing::StartsWith(FirstErrorOfXla(ReadSource(name + ".xla.txt"), LastName(name))));
}

}  // namespace

// options.cc and exports.cc handle the others.
GoldenNames Programs() {
  GoldenNames names;
  for (std::string& name : Inputs("")) {
    if (name.rfind("testdata/options/", 0) != 0) names.push_back(std::move(name));
  }
  return names;
}

GoldenNames GoodPrograms() { return WithoutBad(Programs()); }
GoldenNames AsyncPrograms() { return WithoutBad(Inputs("async")); }

// ---- The files.

Text Printed(const std::string& name) { return PrintInput(name).text; }

Text PrintedWithConstants(const std::string& name) {
  return UnlessEqual(PrintInput(name, LargeConstants()).text, PrintInput(name).text);
}

Text PrintedAgain(const std::string& name) {
  const Text again = PrintAgain(name).text;
  if (!again.has_value() || LinesOf(*again) == LinesOf(*PrintInput(name).text)) return std::nullopt;
  return again;
}

Text Diagnostics(const std::string& name) { return UnlessEqual(PrintInput(name).diagnostics, ""); }

Text DiagnosticsAgain(const std::string& name) {
  return UnlessEqual(PrintAgain(name).diagnostics, "");
}

Text Kept(const std::string& name) {
  const absl::StatusOr<std::string> kept = FormatHloText(InputOf(name));
  EXPECT_TRUE(kept.ok()) << kept.status();
  return kept.value_or("");
}

Text KeptWithUnknown(const std::string& name) {
  const absl::StatusOr<std::string> kept = FormatUnknown(InputOf(name));
  EXPECT_TRUE(kept.ok()) << kept.status();
  return kept.value_or("");
}

Text PrintedWithLegacy(const std::string& name) { return PrintInput(name, LegacyStyle()).text; }

Text DiagnosticsWithLegacy(const std::string& name) {
  return UnlessEqual(PrintInput(name, LegacyStyle()).diagnostics, "");
}

Text CanonicalText(const std::string& name) {
  HloModule module = ReadModule(InputOf(name));
  Canonicalize(&module);
  return PrintHloModule(module, CanonicalTextOptions());
}

Text PrintedWithLegacyUnknown(const std::string& name) {
  return PrintInput(name, LegacyUnknownStyle()).text;
}

Text DiagnosticsWithLegacyUnknown(const std::string& name) {
  return UnlessEqual(PrintInput(name, LegacyUnknownStyle()).diagnostics, "");
}

Text PrintedWithUnknown(const std::string& name) { return PrintInput(name, UnknownStyle()).text; }

Text DiagnosticsWithUnknown(const std::string& name) {
  return UnlessEqual(PrintInput(name, UnknownStyle()).diagnostics, "");
}

std::function<Text(const std::string&)> PrintedWith(std::string_view flags) {
  return [style = *ParseAsyncStyle(flags)](const std::string& name) {
    return Reprint(InputOf(name), style);
  };
}

// ---- Printed, read, printed: the same; or, if XLA's order of instructions changes, the same from
// the second time on.

void ExpectReadsBack(const std::string& name) {
  if (IsBad(name)) return ExpectRefused(name);
  const Outcome first = PrintInput(name);
  ASSERT_TRUE(first.text.has_value()) << first.diagnostics;
  const Outcome again = PrintAgain(name);
  if (!again.text.has_value()) {
    EXPECT_TRUE(SourceExists(name + ".default.again.xla.txt"))
        << "the printed text is refused, but not by XLA";
    return;
  }
  if (again.text != first.text) {
    if (name == kNeverStays) return;
    const Outcome third = Print(*again.text, name);
    ExpectEqual(*again.text, third.text.value_or(third.diagnostics), "the third text");
    return;
  }
  const std::string large = *PrintInput(name, LargeConstants()).text;
  const Outcome large_again = Print(large, name, LargeConstants());
  ExpectEqual(large, large_again.text.value_or(large_again.diagnostics), "with large constants");
}

// Formatting is idempotent and does not change printed text.
void ExpectKeeps(const std::string& name) {
  if (IsBad(name)) {
    EXPECT_TRUE(absl::IsInvalidArgument(FormatHloText(InputOf(name)).status()));
    return;
  }
  const std::string kept = *Kept(name);
  ExpectEqual(kept, FormatHloText(kept).value_or("refused"), "kept once more");

  const Outcome again = PrintAgain(name);
  if (!again.diagnostics.empty()) return;  // XLA rejects its own text
  // Printing changes some numbers and tuples once; compare after that.
  const std::string stable = again.text.value_or("");
  ExpectEqual(stable, FormatHloText(stable).value_or("refused"), "the printed text");
}

void ExpectKeepsUnknown(const std::string& name) {
  const std::string kept = *KeptWithUnknown(name);
  ExpectEqual(kept, FormatUnknown(kept).value_or("refused"), "kept once more");
  const std::string printed = PrintInput(name, UnknownStyle()).text.value_or("");
  ExpectEqual(printed, FormatUnknown(printed).value_or("refused"), "the printed text");
}

void ExpectUnknownReadsBack(const std::string& name) {
  const Outcome first = PrintInput(name, UnknownStyle());
  ASSERT_TRUE(first.text.has_value()) << first.diagnostics;
  const Outcome again = Print(*first.text, name, UnknownStyle());
  ExpectEqual(*first.text, again.text.value_or(again.diagnostics), "read back");
}

void ExpectLegacyReadsBack(const std::string& name) {
  const Outcome first = PrintInput(name, LegacyStyle());
  ASSERT_TRUE(first.text.has_value()) << first.diagnostics;
  const Outcome again = Print(*first.text, name, LegacyStyle());
  ExpectEqual(*first.text, again.text.value_or(again.diagnostics), "read back");
}

// ---- Each text of an asynchronous program is the same program.

namespace {

// hlo-fmt warns of it.
constexpr std::string_view kMovesToAnotherThread = "testdata/async/threads/shared_callee";

constexpr std::string_view kWrapped = "--async=generic --wrap_calls";

std::string ReprintWith(const std::string& text, std::string_view flags, bool as_xla = false) {
  AsyncStyle style = *ParseAsyncStyle(flags);
  style.as_xla = as_xla;
  const Text printed = Reprint(text, style);
  EXPECT_TRUE(printed.has_value()) << "is refused:\n" << text;
  return printed.value_or("");
}

// Compares up to names that sugar does not keep.
void ExpectSameProgram(const std::string& name, std::string_view flags, bool as_xla) {
  if (name == kMovesToAnotherThread) return;
  const std::string input = InputOf(name);
  ExpectEqual(EvenOutAsyncNames(ReprintWith(input, kWrapped, as_xla)),
              EvenOutAsyncNames(ReprintWith(ReprintWith(input, flags), kWrapped)),
              StrCat("read from the text of ", flags, ", up to names"));
}

}  // namespace

void ExpectSugarReadsBack(const std::string& name) {
  ExpectSameProgram(name, "--async=sugar", /*as_xla=*/true);
}
void ExpectKeptReadsBack(const std::string& name) {
  ExpectSameProgram(name, "--async=keep", /*as_xla=*/false);
}

void ExpectGenericReadsBack(const std::string& name) {
  for (const std::string_view flags : {kWrapped, std::string_view("--async=generic")}) {
    const std::string text = ReprintWith(InputOf(name), flags);
    ExpectEqual(text, ReprintWith(text, flags), flags);
  }
}

void ExpectGenericGivesXla(const std::string& name) {
  ExpectEqual(ReprintWith(InputOf(name), "--async=xla"),
              ReprintWith(ReprintWith(InputOf(name), kWrapped), "--async=xla"),
              "XLA's text from generic text");
}

}  // namespace hlo_text_v1::goldens
