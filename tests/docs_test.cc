// docs/security.md has the limits of hlo/parser.h. Other generated parts of manuals are goldens,
// tests/goldens/manuals.cc.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "hlo/parser.h"
#include "tests/support/read.h"

namespace hlo::docs_test {

using namespace internal;

// `| `max_errors` | 20 | ...`
TEST(Docs, SecurityHasTheDefaultsOfTheLimits) {
  const std::string doc = ReadFile(HLO_TEXT_DOCS "/security.md");
  const ParseOptions options;
  const auto expect_row = [&](std::string_view name, uint64_t value) {
    const std::string row = "| `" + std::string(name) + "` | " + std::to_string(value) + " |";
    EXPECT_NE(doc.find(row), std::string::npos) << row;
  };
  expect_row("max_input_bytes", options.max_input_bytes);
  expect_row("max_nesting_depth", static_cast<uint64_t>(options.max_nesting_depth));
  expect_row("max_stack_bytes", options.max_stack_bytes);
  expect_row("max_literal_elements", static_cast<uint64_t>(options.max_literal_elements));
  expect_row("max_expansion_bytes", options.max_expansion_bytes);
  expect_row("max_memory_bytes", options.max_memory_bytes);
  expect_row("max_errors", static_cast<uint64_t>(options.max_errors));
  EXPECT_NE(doc.find("0 is " + std::to_string(ParseOptions::kMinExpansion) + " bytes and " +
                     std::to_string(ParseOptions::kExpansionFactor) + " times"),
            std::string::npos);
  EXPECT_NE(doc.find("0 is " + std::to_string(ParseOptions::kMinMemory) + " bytes, " +
                     std::to_string(ParseOptions::kMemoryFactor) + " times"),
            std::string::npos);
}

}  // namespace hlo::docs_test
