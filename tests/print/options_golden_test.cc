// Each print option and preset does what the files of testdata/options say.
//
//   NAME.hlo                 the input
//   NAME.PRESET.hlo          what it prints as with a preset: NAME.canonical.hlo
//   NAME.OPTION-VALUE.hlo    with one option on top of the default style: NAME.print_ids-0.hlo
//
// All with AsyncPrintMode::kXla, so that XLA can be asked for the same (options_oracle_check.py).
// Text that reads back must print as it was. `options_golden_test --update_goldens` writes the
// files that are there anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/async.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "hlo/uniquify.h"
#include "src/base/unified_diff.h"
#include "tests/support/golden_main.h"

namespace hlo::options_golden_test {

namespace fs = std::filesystem;

constexpr char kDirectory[] = HLO_TEXT_TESTDATA "/options";

// What is read of a text with some option.
enum class ReadBack { kNothing, kAnotherModule, kTheSameModule };

ReadBack ReadBackOf(std::string_view variant) {
  static const auto* nothing = new std::set<std::string_view>{
      "compact_operands-1", "print_operand_names-0", "print_ids-0", "is_in_nested_computation-1",
      "print_parameter_number-0", "print_channel_id-0", "print_subcomputation_mode-off",
      "print_subcomputation_mode-non_sequential_bodies",
      // Control predecessors keep their names, which nothing has any more.
      "canonicalize_instruction_names-1",
      // Leaves out what some opcodes cannot do without.
      "print_extra_attributes-0", "print_result_shape-0"};
  // Bodies in place become computations of their own, beside those that stand there already.
  static const auto* another = new std::set<std::string_view>{
      "canonical", "fingerprint", "module_fingerprint", "print_subcomputation_mode-full_bodies"};
  if (nothing->count(variant) > 0) return ReadBack::kNothing;
  return another->count(variant) > 0 ? ReadBack::kAnotherModule : ReadBack::kTheSameModule;
}

// The options that a file's name says: a preset, or OPTION-VALUE.
std::optional<PrintOptions> OptionsOf(const std::string& variant) {
  for (const PrintStyle& style : PrintStyleTable()) {
    if (style.name == variant) return style.preset();
  }
  const size_t dash = variant.find('-');
  if (dash == std::string::npos) return std::nullopt;
  const std::string value = variant.substr(dash + 1);
  for (const PrintOptionInfo& option : PrintOptionTable()) {
    if (option.name != variant.substr(0, dash)) continue;
    PrintOptions options;
    if (option.bool_field != nullptr) {
      options.*option.bool_field = value == "1";
    } else if (option.int_field != nullptr) {
      options.*option.int_field = std::stoi(value);
    } else if (!ParseSubcomputationMode(value, &(options.*option.mode_field))) {
      return std::nullopt;
    }
    return options;
  }
  return std::nullopt;
}

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// "REFUSED: ..." if `text` is.
std::string Reprint(const std::string& text, PrintOptions options, bool is_dump) {
  ParseOptions parse;
  parse.uniquify = false;
  absl::StatusOr<HloModule> module = ParseHloModule(text, parse);
  if (!module.ok()) return "REFUSED: " + std::string(module.status().message());
  Desugar(*module);
  UniquifyOptions uniquify;
  uniquify.keep_stack_frames = uniquify.keep_instruction_names = is_dump;
  Uniquify(*module, uniquify);
  options.async_mode = AsyncPrintMode::kXla;
  return PrintHloModule(*module, options);
}

// "all.print_ids-0", of the files with two dots.
std::vector<std::string> FindGoldens() {
  std::vector<std::string> goldens;
  for (const fs::directory_entry& entry : fs::directory_iterator(kDirectory)) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() == ".hlo" && name.find('.') != std::string::npos) {
      goldens.push_back(name);
    }
  }
  std::sort(goldens.begin(), goldens.end());
  return goldens;
}

std::string VariantOf(const std::string& golden) { return golden.substr(golden.find('.') + 1); }

class OptionsGoldenTest : public testing::TestWithParam<std::string> {};

TEST_P(OptionsGoldenTest, Prints) {
  const std::string variant = VariantOf(GetParam());
  const std::optional<PrintOptions> options = OptionsOf(variant);
  ASSERT_TRUE(options.has_value()) << variant << " is no preset or option";
  const fs::path directory(kDirectory);
  const std::string input =
      ReadFile(directory / (GetParam().substr(0, GetParam().find('.')) + ".hlo"));
  const fs::path path = directory / (GetParam() + ".hlo");
  const std::string expected = ReadFile(path);
  const std::string actual = Reprint(input, *options, variant == "dump");
  if (actual != expected && update_goldens) {
    std::ofstream(path, std::ios::binary) << actual;
  } else {
    EXPECT_EQ(actual, expected) << UnifiedDiff(expected, actual, path.string(), "actual");
  }
  const ReadBack read_back = ReadBackOf(variant);
  if (read_back == ReadBack::kNothing) return;
  const std::string second = Reprint(actual, *options, variant == "dump");
  EXPECT_NE(second.rfind("REFUSED", 0), 0u) << second << "\n" << actual;
  if (read_back == ReadBack::kAnotherModule) return;
  // The order of instructions may change once.
  const std::string third = Reprint(second, *options, variant == "dump");
  EXPECT_EQ(second, third) << UnifiedDiff(second, third, "second", "third");
}

std::string TestName(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace_if(name.begin(), name.end(), [](char c) { return c == '.' || c == '-'; }, '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Testdata, OptionsGoldenTest, testing::ValuesIn(FindGoldens()), TestName);

TEST(OptionsGoldens, EveryOptionAndPresetHasOneThatShowsIt) {
  std::set<std::string> shown;
  for (const std::string& golden : FindGoldens()) {
    const std::string variant = VariantOf(golden);
    const std::string input = golden.substr(0, golden.find('.'));
    if (ReadFile(fs::path(kDirectory) / (golden + ".hlo")) !=
        ReadFile(fs::path(kDirectory) / (input + ".default.hlo"))) {
      shown.insert(variant.substr(0, variant.find('-')));
    }
  }
  for (const PrintOptionInfo& option : PrintOptionTable()) {
    EXPECT_EQ(shown.count(std::string(option.name)), 1u) << option.name;
  }
  for (const PrintStyle& style : PrintStyleTable()) {
    const bool is_other = style.name != "default";
    EXPECT_EQ(shown.count(std::string(style.name)), is_other ? 1u : 0u) << style.name;
  }
}

}  // namespace hlo::options_golden_test

int main(int argc, char** argv) { return hlo::RunWithGoldens(argc, argv); }
