// The manuals, with examples and tables generated from the code.
//
// In docs/reference/async.md a block ```hlo is an input. The blocks after it show results: ```hlo
// FLAGS, the output of hlo-fmt; ```text diagnostics, why it is rejected; ```text explain, the notes
// of
// --explain_async; ```text output, what the function in the block ```cpp prints for its entry
// computation. That function is compiled verbatim.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "hlo/canonical.h"
#include "hlo/diagnostic.h"
#include "hlo/diff.h"
#include "hlo/mlir.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "hlo/read.h"
#include "hlo/tables.h"
#include "src/base/strings.h"
#include "src/tools/common/program_description.h"
#include "src/tools/hlo_fmt/flags.h"
#include "tests/goldens/goldens.h"
#include "tests/support/async_text.h"
#include "tests/support/read.h"

// clang-format off: it needs the headers above
#include "docs_async_example.inc"
// clang-format on

namespace hlo_text_v1::goldens {

using namespace internal;

namespace {

// A line "```INFO" and the lines up to "```"; or, unfenced, a line of prose.
struct Block {
  bool is_fenced = false;
  std::string info;
  std::string text;
};

std::vector<Block> ReadBlocks(const std::string& name) {
  std::istringstream in(ReadSource(name + ".md"));
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

// The first block with `info`, which must exist.
Block& BlockOf(std::vector<Block>& blocks, std::string_view info) {
  const auto found = std::find_if(blocks.begin(), blocks.end(),
                                  [&](const Block& b) { return b.is_fenced && b.info == info; });
  EXPECT_NE(found, blocks.end()) << info;
  return found == blocks.end() ? blocks.emplace_back() : *found;
}

// `text` with `rows` in place of the lines after `heading`, up to the next empty line.
std::string WithTable(const std::string& text, const std::string& heading,
                      const std::string& rows) {
  const size_t at = text.find(heading);
  EXPECT_NE(at, std::string::npos) << heading;
  if (at == std::string::npos) return text;
  const size_t begin = at + heading.size();
  return text.substr(0, begin) + rows + text.substr(text.find("\n\n", begin - 1) + 1);
}

// ---- docs/reference/async.md

// Drops the empty lines at the end of a printed module.
std::string Trim(std::string text) {
  while (text.size() > 1 && text.substr(text.size() - 2) == "\n\n") text.pop_back();
  return text;
}

std::string DiagnosticsOf(const std::string& input) {
  std::vector<Diagnostic> diagnostics;
  EXPECT_FALSE(ReadHloModule(input, {}, &diagnostics).ok()) << "should be refused:\n" << input;
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    text += RenderDiagnostic(diagnostic, input, {});
  }
  return text;
}

std::string ExplanationOf(const std::string& input) {
  std::string text;
  for (const Diagnostic& note : ExplainAsync(ReadModule(input))) {
    text += RenderDiagnostic(note, input, {});
  }
  return text;
}

std::string ExampleOutput(const std::string& input) {
  const HloModule module = ReadModule(input);
  std::ostringstream out;
  if (module.entry_computation() != nullptr) PrintChains(*module.entry_computation(), out);
  return out.str();
}

// The expected text of the block with `info`; nullopt if it shows no result.
Text Shown(const std::string& info, const std::string& input) {
  if (info == "text diagnostics") return DiagnosticsOf(input);
  if (info == "text explain") return ExplanationOf(input);
  if (info == "text output") return ExampleOutput(input);
  if (info.rfind("hlo ", 0) != 0) return std::nullopt;
  const std::optional<AsyncStyle> style = ParseAsyncStyle(info.substr(4));
  EXPECT_TRUE(style.has_value()) << "unknown flags: " << info;
  const Text printed = Reprint(input, style.value_or(AsyncStyle{}));
  EXPECT_TRUE(printed.has_value()) << "is refused:\n" << DiagnosticsOf(input);
  return Trim(printed.value_or(""));
}

// ---- docs/reference/printing.md

std::string ValueOf(const PrintOptions& options, const PrintOptionInfo& option) {
  if (option.bool_field != nullptr) return options.*option.bool_field ? "on" : "off";
  if (option.int_field != nullptr) return std::to_string(options.*option.int_field);
  return options.*option.mode_field == SubcomputationMode::kNameOnly ? "name_only" : "full_bodies";
}

// The presets that change `option`, "S 0, C 0".
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

}  // namespace

// Also the table of reasons against sugar.
Text AsyncManual(const std::string& name) {
  std::vector<Block> blocks = ReadBlocks(name);
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
    const Text text = Shown(block.info, input);
    if (!text.has_value()) continue;
    shown = true;
    ++results;
    block.text = *text;
  }
  EXPECT_TRUE(shown) << "nothing is shown of the last input";
  EXPECT_EQ(inputs_without_result, 0);
  EXPECT_GE(results, 10);
  std::string rows;
#define HLO_SUGAR_OBSTACLE(Id, Reader, reason) \
  StrAppend(&rows, "| ", reason, " | ",        \
            AsyncReader::k##Reader == AsyncReader::kXla012 ? "XLA 0.12" : "", " |\n");
#include "hlo/tables/sugar_obstacles.def"
  return WithTable(WriteBlocks(blocks), "| Generic, since | Only for |\n| --- | --- |\n", rows);
}

// A diff in two blocks, and the table of what --strip removes.
Text CompareManual(const std::string& name) {
  std::vector<Block> blocks = ReadBlocks(name);
  const HloModule before = ReadModule(BlockOf(blocks, "hlo before").text);
  const HloModule after = ReadModule(BlockOf(blocks, "hlo after").text);
  BlockOf(blocks, "diff").text = DiffToString(Diff(before, after));
  std::string rows;
  for (const StripInfo& item : StripTable()) {
    rows += "| `" + std::string(item.name) + "` | " + std::string(item.help) + " |\n";
  }
  return WithTable(WriteBlocks(blocks), "| Name | Removes |\n| --- | --- |\n", rows);
}

// Each block ```hlo is followed by its MLIR, ```mlir.
Text MlirManual(const std::string& name) {
  std::vector<Block> blocks = ReadBlocks(name);
  int examples = 0;
  const std::string* input = nullptr;
  for (Block& block : blocks) {
    if (block.is_fenced && block.info == "hlo") {
      input = &block.text;
    } else if (block.is_fenced && block.info == "mlir" && input != nullptr) {
      const absl::StatusOr<std::string> text = ExportMlirAsync(ReadModule(*input));
      EXPECT_TRUE(text.ok()) << text.status();
      block.text = text.value_or("");
      input = nullptr;
      ++examples;
    }
  }
  EXPECT_EQ(input, nullptr) << "nothing is shown of the last input";
  EXPECT_GE(examples, 3);
  return WriteBlocks(blocks);
}

Text PrintingManual(const std::string& name) {
  std::string rows;
  for (const PrintOptionInfo& option : PrintOptionTable()) {
    rows += "| `" + std::string(option.name) + "` | " + ValueOf(PrintOptions(), option) + " | " +
            std::string(option.help) + " | " + SetBy(option) + " |\n";
  }
  return WithTable(ReadSource(name + ".md"),
                   "| Option | Default | | Set by |\n| --- | --- | --- | --- |\n", rows);
}

// The description of each table and its columns.
Text TablesManual(const std::string& name) {
  std::string text = ReadSource(name + ".md");
  for (const TableInfo& table : AllTables()) {
    std::string rows = StrCat("A row for ", table.doc, ".\n\n| Column | Type | Null if | |\n",
                              "| --- | --- | --- | --- |\n");
    for (const ColumnInfo& column : table.columns) {
      const std::string_view type = ColumnTypeName(column.type);
      StrAppend(&rows, "| `", column.name, "` | `", type, "` | ", column.nulls, " | ", column.doc,
                " |\n");
    }
    const std::string heading = StrCat("\n## ", table.name, "\n\n");
    const size_t begin = text.find(heading);
    EXPECT_NE(begin, std::string::npos) << heading;
    if (begin == std::string::npos) continue;
    // Up to the next heading, or the last paragraph.
    size_t end = std::min(text.find("\n\n## ", begin + 1), text.rfind("\n\nThe columns come"));
    text.replace(begin + heading.size(), end + 1 - begin - heading.size(), rows);
  }
  return text;
}

#ifdef HLO_TEXT_TOOLS
// The block ```text help shows the flags.
Text ToolManual(const std::string& name) {
  std::vector<Block> blocks = ReadBlocks(name);
  BlockOf(blocks, "text help").text = HelpText(HloFmtProgram());
  return WriteBlocks(blocks);
}
#endif

}  // namespace hlo_text_v1::goldens
