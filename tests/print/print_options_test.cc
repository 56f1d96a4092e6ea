// Each option and preset has a golden in testdata/options.
#include "hlo/print_options.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/support/read.h"

namespace hlo::print_options_test {

using namespace internal;

// INPUT.PRESET.hlo or INPUT.OPTION-VALUE.hlo.
TEST(PrintOptions, EachHasAGoldenThatShowsIt) {
  std::set<std::string> shown;
  for (const std::filesystem::path& golden : TestdataFiles("options")) {
    if (IsTestdataInput(golden)) continue;
    const std::filesystem::path usual =
        golden.parent_path() / (golden.stem().stem().string() + ".default.hlo");
    const std::string variant = golden.stem().extension().string().substr(1);
    if (!std::filesystem::exists(usual) || ReadFile(golden) != ReadFile(usual)) {
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

}  // namespace hlo::print_options_test
