#include "tests/support/golden.h"

#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <set>
#include <utility>

#include "src/base/strings.h"
#include "src/base/unified_diff.h"
#include "tests/support/read.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

namespace fs = std::filesystem;

bool update_goldens = false;

// The first line, from 1, where two texts differ.
int FirstDifference(std::string_view a, std::string_view b) {
  int line = 1;
  for (size_t i = 0; i < a.size() && i < b.size() && a[i] == b[i]; ++i) line += a[i] == '\n';
  return line;
}

std::optional<std::string> ReadIfThere(const std::string& path) {
  if (!fs::exists(path)) return std::nullopt;
  return ReadFile(path);
}

// The expected text of NAME if it has no file.
std::optional<std::string> TextOtherwise(const GoldenRule& rule, const std::string& name) {
  for (const std::string_view extension : rule.otherwise) {
    std::optional<std::string> text = ReadIfThere(SourcePath(StrCat(name, extension)));
    if (text.has_value()) return text;
  }
  return std::nullopt;
}

// Compares what the rule renders with the file, or writes it.
void CompareOrUpdate(const GoldenRule& rule, const std::string& name) {
  const std::string path = SourcePath(StrCat(name, rule.extension));
  const std::optional<std::string> expected = ReadIfThere(path);
  const std::optional<std::string> otherwise = TextOtherwise(rule, name);
  std::optional<std::string> actual = rule.render(name);
  if (actual == otherwise) actual.reset();
  if (actual == expected) return;
  if (update_goldens) {
    if (actual.has_value()) {
      std::ofstream(path, std::ios::binary) << *actual;
    } else {
      fs::remove(path);
    }
  } else if (!expected.has_value()) {
    ADD_FAILURE_AT(path.c_str(), 1)
        << "is missing; --update_goldens writes it:\n"
        << UnifiedDiff(otherwise.value_or(""), *actual, "without the file", "actual");
  } else if (!actual.has_value()) {
    ADD_FAILURE_AT(path.c_str(), 1) << "should not be there; --update_goldens removes it";
  } else {
    ADD_FAILURE_AT(path.c_str(), FirstDifference(*expected, *actual))
        << "differs; --update_goldens accepts this:\n"
        << UnifiedDiff(*expected, *actual, path, "actual");
  }
}

class LambdaTest : public testing::Test {
 public:
  explicit LambdaTest(std::function<void()> body) : body_(std::move(body)) {}
  void TestBody() override { body_(); }

 private:
  const std::function<void()> body_;
};

// "testdata/jax/step-before.txt" -> "jax_step_before_txt"; appends '_' while that is taken.
void Register(std::string_view suite, const std::string& path, const std::function<void()>& body) {
  static std::set<std::string>* const taken = new std::set<std::string>;
  constexpr std::string_view kTestdata = "testdata/";
  std::string name = path.substr(path.rfind(kTestdata, 0) == 0 ? kTestdata.size() : 0);
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  while (!taken->insert(StrCat(suite, ".", name)).second) name += "_";
#ifndef __clang_analyzer__  // does not see that googletest keeps the test
  testing::RegisterTest(std::string(suite).c_str(), name.c_str(), nullptr, nullptr, __FILE__,
                        __LINE__, [body] { return new LambdaTest(body); });
#endif
}

}  // namespace

std::string SourcePath(std::string_view path) { return StrCat(HLO_TEXT_SOURCE "/", path); }
std::string ReadSource(std::string_view path) { return ReadFile(SourcePath(path)); }
bool SourceExists(std::string_view path) { return fs::exists(SourcePath(path)); }

std::string_view LastName(std::string_view name) { return name.substr(name.rfind('/') + 1); }

GoldenNames ThoseWith(std::string_view folder, std::string_view extension) {
  GoldenNames names;
  for (const fs::path& path : TestdataFiles(folder, extension)) {
    std::string name = fs::relative(path, HLO_TEXT_SOURCE).generic_string();
    name.resize(name.size() - extension.size());
    names.push_back(std::move(name));
  }
  return names;
}

GoldenNames Inputs(std::string_view folder) {
  GoldenNames names;
  for (std::string& name : ThoseWith(folder, ".hlo")) {
    if (IsTestdataInput(name + ".hlo")) names.push_back(std::move(name));
  }
  return names;
}

int RunGoldens(const std::vector<GoldenRule>& rules, const std::vector<GoldenCheck>& checks,
               int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--update_goldens") update_goldens = true;
  }
  for (const GoldenRule& rule : rules) {
    for (const std::string& name : rule.names) {
      Register("Goldens", StrCat(name, rule.extension),
               [&rule, name] { CompareOrUpdate(rule, name); });
    }
  }
  for (const GoldenCheck& check : checks) {
    for (const std::string& name : check.names) {
      Register(check.title, name, [&check, name] {
        SCOPED_TRACE(SourcePath(name) + ".hlo");
        check.check(name);
      });
    }
  }
  return RUN_ALL_TESTS();
}

}  // namespace hlo_text_v1
