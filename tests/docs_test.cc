// The examples of docs/async.md are true; docs/compare.md knows what --strip knows, and
// docs/printing.md all print options; docs/security.md has the limits that hlo/parser.h has.
//
// A block ```hlo is an input. Blocks after it show what becomes of it: ```hlo FLAGS, as hlo-fmt
// prints it; ```text diagnostics, why it is refused; ```text output, what the function in the block
// ```cpp says to its entry computation. That function is compiled as it stands there.
// `docs_test --update_docs` writes these blocks anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/diff.h"
#include "hlo/normalize.h"
#include "hlo/parser.h"
#include "hlo/print_options.h"
#include "src/base/unified_diff.h"
#include "tests/support/async_text.h"
#include "tests/support/read.h"

// clang-format off: it needs the headers above
#include "docs_async_example.inc"
// clang-format on

namespace hlo::docs_test {

constexpr char kPath[] = HLO_TEXT_DOCS "/async.md";
bool update_docs = false;

// A line "```INFO", the lines below it up to "```"; or, without a fence, a line of prose.
struct Block {
  bool is_fenced = false;
  std::string info;
  std::string text;
};

std::vector<Block> ReadBlocks(std::istream& in) {
  std::vector<Block> blocks;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    const bool is_fence = line.rfind("```", 0) == 0;
    if (inside) {
      inside = !is_fence;
      if (inside) blocks.back().text += line + "\n";
    } else if (is_fence) {
      blocks.push_back({true, line.substr(3), ""});
      inside = true;
    } else {
      blocks.push_back({false, "", line + "\n"});
    }
  }
  EXPECT_FALSE(inside) << "the last block has no end";
  return blocks;
}

std::string WriteBlocks(const std::vector<Block>& blocks) {
  std::string text;
  for (const Block& block : blocks) {
    text += block.is_fenced ? "```" + block.info + "\n" + block.text + "```\n" : block.text;
  }
  return text;
}

// Without the empty lines at the end of a printed module.
std::string Trim(std::string text) {
  while (text.size() > 1 && text.substr(text.size() - 2) == "\n\n") text.pop_back();
  return text;
}

std::string Diagnostics(const std::string& input) {
  std::vector<Diagnostic> diagnostics;
  EXPECT_FALSE(TryReadModule(input, {}, &diagnostics).ok()) << "should be refused:\n" << input;
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    text += RenderDiagnostic(diagnostic, input, {});
  }
  return text;
}

std::string ExampleOutput(const std::string& input) {
  const absl::StatusOr<HloModule> module = TryReadModule(input);
  EXPECT_TRUE(module.ok()) << module.status();
  std::ostringstream out;
  if (module.ok()) PrintChains(*module->entry_computation(), out);
  return out.str();
}

// What should stand in the block with `info`; nullopt if it shows no result.
std::optional<std::string> Expected(const std::string& info, const std::string& input) {
  if (info == "text diagnostics") return Diagnostics(input);
  if (info == "text output") return ExampleOutput(input);
  if (info.rfind("hlo ", 0) != 0) return std::nullopt;
  const std::optional<AsyncStyle> style = ParseAsyncStyle(info.substr(4));
  EXPECT_TRUE(style.has_value()) << "unknown flags: " << info;
  const std::optional<std::string> printed = Reprint(input, style.value_or(AsyncStyle{}));
  EXPECT_TRUE(printed.has_value()) << "is refused:\n" << Diagnostics(input);
  return Trim(printed.value_or(""));
}

TEST(Docs, ExamplesAreTrue) {
  std::ifstream in(kPath);
  ASSERT_TRUE(in) << kPath;
  std::vector<Block> blocks = ReadBlocks(in);
  std::string input;
  int results = 0, inputs_without_result = 0;
  bool shown = true;
  for (Block& block : blocks) {
    if (!block.is_fenced) continue;
    if (block.info == "hlo") {
      inputs_without_result += shown ? 0 : 1;
      input = block.text;
      shown = false;
      continue;
    }
    SCOPED_TRACE("```" + block.info + "\nof\n" + input);
    const std::optional<std::string> expected = Expected(block.info, input);
    if (!expected.has_value()) continue;
    shown = true;
    ++results;
    if (update_docs) {
      block.text = *expected;
    } else {
      EXPECT_TRUE(block.text == *expected) << "--update_docs accepts this:\n"
                                           << UnifiedDiff(block.text, *expected, kPath, "actual");
    }
  }
  EXPECT_TRUE(shown) << "nothing is shown of the last input";
  EXPECT_EQ(inputs_without_result, 0);
  EXPECT_GE(results, 10);
  if (update_docs) std::ofstream(kPath) << WriteBlocks(blocks);
}

// Blocks ```hlo before, ```hlo after and ```diff.
TEST(Docs, CompareShowsADiff) {
  constexpr char kCompare[] = HLO_TEXT_DOCS "/compare.md";
  std::ifstream in(kCompare);
  std::vector<Block> blocks = ReadBlocks(in);
  const auto block_of = [&](std::string_view info) -> Block& {
    const auto found = std::find_if(blocks.begin(), blocks.end(),
                                    [&](const Block& b) { return b.is_fenced && b.info == info; });
    EXPECT_NE(found, blocks.end()) << info;
    return found == blocks.end() ? blocks.emplace_back() : *found;
  };
  const absl::StatusOr<HloModule> before = TryReadModule(block_of("hlo before").text);
  const absl::StatusOr<HloModule> after = TryReadModule(block_of("hlo after").text);
  ASSERT_TRUE(before.ok() && after.ok());
  const std::string expected = DiffToString(Diff(*before, *after));
  if (update_docs) {
    block_of("diff").text = expected;
    std::ofstream(kCompare) << WriteBlocks(blocks);
  } else {
    EXPECT_EQ(block_of("diff").text, expected) << "--update_docs writes it anew";
  }
}

TEST(Docs, CompareListsWhatStripKnows) {
  std::ifstream file(HLO_TEXT_DOCS "/compare.md");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  size_t at = text.find("| Name | Takes out |\n| --- | --- |\n");
  ASSERT_NE(at, std::string::npos);
  std::string table;
  for (const StripInfo& item : StripTable()) {
    table += "| `" + std::string(item.name) + "` | " + std::string(item.help) + " |\n";
  }
  at = text.find("| `", at);
  EXPECT_EQ(text.substr(at, text.find("\n\n", at) + 1 - at), table);
}

std::string ValueOf(const PrintOptions& options, const PrintOptionInfo& option) {
  if (option.bool_field != nullptr) return options.*option.bool_field ? "on" : "off";
  if (option.int_field != nullptr) return std::to_string(options.*option.int_field);
  return options.*option.mode_field == SubcomputationMode::kNameOnly ? "name_only" : "full_bodies";
}

// Which presets change `option`, "S 0, C 0".
std::string SetBy(const PrintOptionInfo& option) {
  const std::pair<const char*, PrintOptions> presets[] = {
      {"S", PrintOptions::ShortParsable()}, {"C", PrintOptions::Canonical()},
      {"F", PrintOptions::Fingerprint()},   {"M", PrintOptions::ModuleFingerprint()},
      {"D", PrintOptions::Dump()},
  };
  std::string text;
  for (const auto& [letter, options] : presets) {
    const std::string value = ValueOf(options, option);
    if (value == ValueOf(PrintOptions(), option)) continue;
    if (!text.empty()) text += ", ";
    text += std::string(letter) + " " + value;
  }
  return text;
}

TEST(Docs, PrintingListsEveryOption) {
  constexpr char kPrinting[] = HLO_TEXT_DOCS "/printing.md";
  std::ifstream file(kPrinting);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const std::string_view heading = "| Option | Default | | Set by |\n| --- | --- | --- | --- |\n";
  const size_t begin = text.find(heading);
  ASSERT_NE(begin, std::string::npos);
  std::string table(heading);
  for (const PrintOptionInfo& option : PrintOptionTable()) {
    table += "| `" + std::string(option.name) + "` | " + ValueOf(PrintOptions(), option) + " | " +
             std::string(option.help) + " | " + SetBy(option) + " |\n";
  }
  const size_t end = text.find("\n\n", begin) + 1;
  if (update_docs) {
    std::ofstream(kPrinting) << text.substr(0, begin) << table << text.substr(end);
    return;
  }
  EXPECT_EQ(text.substr(begin, end - begin), table) << "--update_docs writes it anew";
}

// `| `max_errors` | 20 | ...`
TEST(Docs, SecurityHasTheDefaultsOfTheLimits) {
  std::ifstream file(HLO_TEXT_DOCS "/security.md");
  const std::string doc(std::istreambuf_iterator<char>(file), {});
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

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--update_docs") hlo::docs_test::update_docs = true;
  }
  return RUN_ALL_TESTS();
}
