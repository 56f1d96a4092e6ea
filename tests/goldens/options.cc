// Print options and presets: NAME.hlo of testdata/options printed as NAME.PRESET.hlo, or with one
// option on top of the default style as NAME.OPTION-VALUE.hlo. All with AsyncPrintMode::kXla, to
// compare with XLA (tests/checks/options_oracle_check.py).
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "hlo/printer.h"
#include "hlo/read.h"
#include "tests/goldens/goldens.h"
#include "tests/support/read.h"

namespace hlo_text_v1::goldens {

using namespace internal;

namespace {

// The reprint of text with an option, after reading it.
enum class ReadBack { kNothing, kAnotherModule, kTheSameModule };

ReadBack ReadBackOf(std::string_view variant) {
  static const auto* nothing = new std::set<std::string_view>{
      "compact_operands-1", "print_operand_names-0", "print_ids-0", "is_in_nested_computation-1",
      "print_parameter_number-0", "print_channel_id-0", "print_subcomputation_mode-off",
      "print_subcomputation_mode-non_sequential_bodies",
      // Control predecessors keep names that no instruction has now.
      "canonicalize_instruction_names-1",
      // Omits parts that some opcodes need.
      "print_extra_attributes-0", "print_result_shape-0"};
  // Inlined bodies become new computations, next to the existing ones.
  static const auto* another = new std::set<std::string_view>{
      "canonical", "fingerprint", "module_fingerprint", "print_subcomputation_mode-full_bodies"};
  if (nothing->count(variant) > 0) return ReadBack::kNothing;
  return another->count(variant) > 0 ? ReadBack::kAnotherModule : ReadBack::kTheSameModule;
}

// The options in a file's name: a preset, or OPTION-VALUE.
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
    } else if (const auto mode = ParseSubcomputationMode(value)) {
      options.*option.mode_field = *mode;
    } else {
      return std::nullopt;
    }
    return options;
  }
  return std::nullopt;
}

// "testdata/options/all.print_ids-0" -> the input testdata/options/all, the variant print_ids-0.
size_t DotOf(const std::string& name) { return name.find('.'); }
std::string VariantOf(const std::string& name) { return name.substr(DotOf(name) + 1); }

// "REFUSED: ..." if `text` is rejected.
std::string ReprintAs(const std::string& variant, const std::string& text) {
  std::optional<PrintOptions> options = OptionsOf(variant);
  EXPECT_TRUE(options.has_value()) << variant << " is not a preset or option";
  if (!options.has_value()) return "";
  ReadOptions read;
  read.uniquify.keep_stack_frames = read.uniquify.keep_instruction_names = variant == "dump";
  read.parse.as_xla = variant != "dump";
  const absl::StatusOr<HloModule> module = ReadHloModule(text, read);
  if (!module.ok()) return "REFUSED: " + std::string(module.status().message());
  options->async_mode = AsyncPrintMode::kXla;
  return PrintHloModule(*module, *options);
}

}  // namespace

GoldenNames Options() {
  GoldenNames names;
  for (std::string& name : ThoseWith("options", ".hlo")) {
    if (!IsTestdataInput(name + ".hlo")) names.push_back(std::move(name));
  }
  return names;
}

Text PrintedWithOption(const std::string& name) {
  return ReprintAs(VariantOf(name), ReadSource(name.substr(0, DotOf(name)) + ".hlo"));
}

// Complete text prints the same again. The order of instructions may change once.
void ExpectOptionReadsBack(const std::string& name) {
  const std::string variant = VariantOf(name);
  const ReadBack read_back = ReadBackOf(variant);
  if (read_back == ReadBack::kNothing) return;
  const std::string second = ReprintAs(variant, ReadSource(name + ".hlo"));
  EXPECT_NE(second.rfind("REFUSED", 0), 0u) << second;
  if (read_back == ReadBack::kAnotherModule) return;
  EXPECT_EQ(second, ReprintAs(variant, second));
}

}  // namespace hlo_text_v1::goldens
