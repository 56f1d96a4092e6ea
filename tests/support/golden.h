// Goldens: files with results for an input, docs/dev/goldens.md. Rules say which files exist and
// who makes them; each file is a test, named after its path, and a failure names the file.
#ifndef HLO_TESTS_SUPPORT_GOLDEN_H_
#define HLO_TESTS_SUPPORT_GOLDEN_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hlo_text_v1 {

// A golden without its extension: a path below the source tree, "testdata/dot/pipeline".
using GoldenNames = std::vector<std::string>;

// The goldens NAME + extension for all names: each file holds what `render` returns. nullopt: the
// file must not exist. Nor may it exist if the first existing NAME + one of `otherwise` has the
// same text; so a lost file is a failure unless it was a copy.
struct GoldenRule {
  std::string_view extension;
  GoldenNames names;
  std::function<std::optional<std::string>(const std::string& name)> render;
  std::vector<std::string_view> otherwise = {};
};

// A further check for each name.
struct GoldenCheck {
  std::string_view title;
  GoldenNames names;
  std::function<void(const std::string& name)> check;
};

// The path of a file in the source tree.
std::string SourcePath(std::string_view path);
std::string ReadSource(std::string_view path);
bool SourceExists(std::string_view path);

// "testdata/dot/pipeline" -> "pipeline".
std::string_view LastName(std::string_view name);

// All inputs NAME.hlo below testdata/FOLDER; or all files there with `extension`, which is cut off.
GoldenNames Inputs(std::string_view folder);
GoldenNames ThoseWith(std::string_view folder, std::string_view extension);

// Makes a test for each golden and each check; runs them and all other tests. --update_goldens
// writes the files instead of comparing them.
int RunGoldens(const std::vector<GoldenRule>& rules, const std::vector<GoldenCheck>& checks,
               int argc, char** argv);

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_SUPPORT_GOLDEN_H_
