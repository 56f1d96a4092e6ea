// Canonical text over all of testdata: equal for equal fingerprints, whatever the spelling, and its
// own canonical text. testdata/canonical holds the texts of version 1.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "hlo/canonical.h"
#include "hlo/printer.h"
#include "hlo/read.h"
#include "tests/support/read.h"

namespace hlo_text_v1::canonical_text_test {

using namespace internal;

absl::StatusOr<HloModule> Read(const std::string& text, bool allow_unknown = true) {
  ReadOptions options;
  options.parse.allow_unknown = allow_unknown;
  options.parse.upgrade_legacy = allow_unknown;
  return ReadHloModule(text, options);
}

std::string CanonicalText(const HloModule& module) {
  HloModule copy = module.Clone();
  Canonicalize(&copy);
  return PrintHloModule(copy, CanonicalTextOptions());
}

// All inputs that can be read, without those that limits refuse to print.
std::vector<std::pair<std::string, std::string>> Programs() {
  std::vector<std::pair<std::string, std::string>> programs;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(HLO_TEXT_TESTDATA)) {
    const std::string path = entry.path().string();
    const std::string extension = entry.path().extension().string();
    if (extension != ".hlo" && extension != ".txt") continue;
    if (!entry.is_regular_file() || entry.file_size() > 200000) continue;
    programs.emplace_back(path, ReadFile(path));
  }
  std::sort(programs.begin(), programs.end());
  return programs;
}

PrintOptions Exactly() {
  PrintOptions exact;
  exact.print_large_constants = true;
  exact.exact_literals = true;
  return exact;
}

std::string Unwrapped(const HloModule& module) {
  HloModule unwrapped = module.Clone();
  UnwrapAsyncCalls(&unwrapped);
  PrintOptions options = Exactly();
  options.async_mode = AsyncPrintMode::kGeneric;
  return PrintHloModule(unwrapped, options);
}

// `module` in other spellings.
std::vector<std::string> Spellings(const HloModule& module) {
  PrintOptions exact = Exactly();
  std::vector<std::string> texts;
  for (const AsyncPrintMode mode : {AsyncPrintMode::kSugar, AsyncPrintMode::kGeneric}) {
    exact.async_mode = mode;
    texts.push_back(PrintHloModule(module, exact));
  }
  texts.push_back(Unwrapped(module));
  HloModule stripped = module.Clone();
  StripOptions options;
  options.metadata = true;
  options.origin = true;
  Strip(&stripped, options);
  CanonicalizeNames(&stripped);
  texts.push_back(PrintHloModule(stripped, exact));
  return texts;
}

TEST(CanonicalText, IsOneForEachFingerprint) {
  std::map<Fingerprint128, std::pair<std::string, std::string>> texts;  // text and file
  int programs = 0, kept = 0, spellings = 0, shared = 0;
  const auto expect_known = [&](const HloModule& module, const std::string& path) {
    const std::string text = CanonicalText(module);
    const auto [known, is_new] = texts.emplace(Fingerprint(module), std::pair(text, path));
    shared += is_new ? 0 : 1;
    EXPECT_EQ(known->second.first, text) << known->second.second << " and " << path;
    return text;
  };
  for (const auto& [path, input] : Programs()) {
    // A kept text may have names without '%', which nothing renames.
    const bool allow_unknown = path.find("/unknown/") != std::string::npos;
    const absl::StatusOr<HloModule> module = Read(input, allow_unknown);
    if (!module.ok()) continue;
    ++programs;
    const std::string text = expect_known(*module, path);
    // The limits that hlo/canonical.h names: threads that depend on the order of computations, and
    // frontend_attributes of the work of a call that has some.
    if (path.find("/shared_callee") != std::string::npos ||
        path.find("/options/async.") != std::string::npos) {
      continue;
    }
    // Some values do not survive in any text: -0 in attributes, blanks around a configuration.
    const absl::StatusOr<HloModule> plain = Read(Unwrapped(*module), allow_unknown);
    if (plain.ok() && Fingerprint(*plain) == Fingerprint(*module)) {
      ++kept;
      const absl::StatusOr<HloModule> again = Read(text, allow_unknown);
      ASSERT_TRUE(again.ok()) << path << ": " << again.status().message() << "\n" << text;
      EXPECT_EQ(Fingerprint(*module), Fingerprint(*again)) << path << "\n" << text;
      EXPECT_EQ(CanonicalText(*again), text) << path;
    }
    for (const std::string& spelling : Spellings(*module)) {
      const absl::StatusOr<HloModule> same = Read(spelling, allow_unknown);
      if (!same.ok()) continue;
      ++spellings;
      expect_known(*same, path);
    }
  }
  EXPECT_GT(programs, 1000);
  EXPECT_GT(kept, programs * 49 / 50);
  EXPECT_GT(spellings, 3 * programs);
  EXPECT_GT(shared, 3 * programs);
}

std::string Of(const std::string& text) { return CanonicalText(*Read(text)); }

TEST(CanonicalText, DoesNotShowWhatAFingerprintIgnores) {
  EXPECT_EQ(
      Of("HloModule a\n ENTRY e { x = f32[] parameter(0), origin={{\"o\"}}\n"
         "ROOT n = f32[] negate(x), metadata={op_name=\"n\"}, backend_config={\"b\":1,\"a\":2} }"),
      "HloModule canonical, entry_computation_layout={(f32[])->f32[]}\n\n"
      "ENTRY %entry (parameter.1: f32[]) -> f32[] {\n"
      "  %parameter.1 = f32[] parameter(0)\n"
      "  ROOT %negate.1 = f32[] negate(%parameter.1), backend_config={\"a\":2,\"b\":1}\n"
      "}\n\n");
}

TEST(CanonicalText, UnknownAttributesAreSorted) {
  const auto with = [](const std::string& attributes) {
    return Of("HloModule a, " + attributes + "\n ENTRY e { x = f32[2] parameter(0), " + attributes +
              "\n ROOT n = f32[2,2] broadcast(x), dimensions={1}, " + attributes + " }, " +
              attributes);
  };
  EXPECT_EQ(with("first=1, other={2}"), with("other={2}, first=1"));
  EXPECT_NE(with("first=1, other={2}"), with("first=1, other={3}"));
}

TEST(CanonicalText, ConstantsAreExact) {
  const auto of = [](const char* zero) {
    return Of(std::string("ENTRY e { ROOT c = f32[12] constant({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ") +
              zero + ", 0.1}) }");
  };
  EXPECT_NE(of("0"), of("-0.0"));
  EXPECT_NE(of("0").find("9, 10, 0, 0.1})"), std::string::npos) << of("0");
}

}  // namespace hlo_text_v1::canonical_text_test
