#include "tests/support/read.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include "absl/strings/match.h"
#include "src/base/strings.h"
#include "tests/support/sample.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

HloModule OrFail(absl::StatusOr<HloModule> module, std::string_view text) {
  EXPECT_TRUE(module.ok()) << module.status() << "\n" << text;
  return module.ok() ? *std::move(module) : HloModule();
}

}  // namespace

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << "cannot read " << path;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::vector<std::filesystem::path> TestdataFiles(std::string_view folder, std::string_view ending) {
  std::vector<std::filesystem::path> files;
  const std::filesystem::path root = std::filesystem::path(HLO_TEXT_TESTDATA) / folder;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.is_regular_file() && absl::EndsWith(entry.path().native(), Absl(ending)))
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::filesystem::path> TestdataSample() {
  const std::vector<std::filesystem::path> all = TestdataFiles();
  std::vector<std::filesystem::path> sample;
  for (size_t i = 0; i < all.size(); i += kSampleStep) sample.push_back(all[i]);
  return sample;
}

bool IsTestdataInput(const std::filesystem::path& path) {
  return path.extension() == ".hlo" && !path.stem().has_extension();
}

HloModule ModuleOf(std::string_view text, const ParseOptions& options) {
  return OrFail(ParseHloModule(text, options), text);
}

HloModule ReadModule(std::string_view text, const ReadOptions& options) {
  return OrFail(ReadHloModule(text, options), text);
}

ReadOptions AllowUnknown() {
  ReadOptions options;
  options.parse.allow_unknown = true;
  return options;
}

const HloComputation* FindComputation(const HloModule& module, std::string_view name) {
  const HloComputation* found = module.FindComputation(name);
  if (found == nullptr) ADD_FAILURE() << "no computation " << name;
  return found;
}
HloComputation* FindComputation(HloModule& module, std::string_view name) {
  return const_cast<HloComputation*>(FindComputation(std::as_const(module), name));
}

const HloInstruction* Find(const HloModule& module, std::string_view name) {
  for (const HloComputation* computation : module.computations()) {
    if (const HloInstruction* found = computation->FindInstruction(name)) return found;
  }
  ADD_FAILURE() << "no instruction " << name;
  return nullptr;
}
HloInstruction* Find(HloModule& module, std::string_view name) {
  return const_cast<HloInstruction*>(Find(std::as_const(module), name));
}

std::string PrintWithConstants(const HloModule& module, AsyncPrintMode async_mode) {
  PrintOptions options;
  options.print_large_constants = true;
  options.async_mode = async_mode;
  return PrintHloModule(module, options);
}

std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from << " is not in\n" << text;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

}  // namespace hlo_text_v1
