// Modules of testdata as JSON and as graphs are the files of testdata/json and testdata/dot, and
// graphviz draws those. `graph_golden_test --update_goldens` writes them anew.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "hlo/async.h"
#include "hlo/dot.h"
#include "hlo/json.h"
#include "hlo/parser.h"
#include "hlo/uniquify.h"
#include "tests/export/graph_syntax.h"
#include "tests/support/golden_main.h"

namespace hlo::graph_golden_test {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// As hlo-translate reads it; `is_raw`: sugar stays.
HloModule ReadModule(const std::string& input, bool is_raw = false) {
  ParseOptions options;
  options.uniquify = false;
  options.allow_unknown = true;
  absl::StatusOr<HloModule> module =
      ParseHloModule(ReadFile(HLO_TEXT_TESTDATA "/" + input + ".hlo"), options);
  EXPECT_TRUE(module.ok()) << input << ": " << module.status();
  if (!module.ok()) return HloModule();
  if (!is_raw) Desugar(*module);
  Uniquify(*module);
  return *std::move(module);
}

void ExpectGolden(const std::string& name, const std::string& text) {
  const std::string path = HLO_TEXT_TESTDATA "/" + name;
  if (update_goldens) std::ofstream(path, std::ios::binary) << text;
  EXPECT_EQ(ReadFile(path), text) << "graph_golden_test --update_goldens writes " << path
                                  << " anew";
}

struct JsonCase {
  const char* golden;
  const char* input;
  int64_t max_literal_elements = 10;
  bool is_raw = false;
};
constexpr JsonCase kJson[] = {
    {"aliasing", "attributes/aliasing"},
    {"backend_config", "attributes/backend_config"},
    {"constants", "literals/large", 3},
    {"convolution", "attributes/dim_labels"},
    {"debug_attributes", "module/recovery_and_debug"},
    {"enumerations", "attributes/enumerations"},
    {"floats", "literals/floats"},
    {"frontend_attributes", "attributes/frontend_attributes"},
    {"header", "module/header_order"},
    {"layouts", "layouts/components"},
    {"lists", "attributes/lists"},
    {"metadata", "metadata/fields"},
    {"numbers", "attributes/numbers"},
    {"origin", "attributes/origin"},
    {"origin_table", "module/recovery_table"},
    {"padding", "attributes/padding"},
    {"pipeline", "dot/pipeline"},
    {"pipeline_sugar", "dot/pipeline", 10, true},
    {"replica_groups", "attributes/replica_groups"},
    {"result_accuracy", "attributes/result_accuracy"},
    {"shapes", "shapes/dimensions"},
    {"slices", "attributes/slices"},
    {"sparsity", "attributes/sparsity_and_scaling"},
    {"stack_frames", "stack_frames/shared"},
    {"statistics", "attributes/statistics"},
    {"tuples", "literals/tuples"},
    {"unknown_attributes", "unknown/bad-attributes"},
    {"unknown_opcodes", "unknown/bad-opcodes"},
    {"window", "attributes/window"},
};

TEST(GraphGolden, Json) {
  for (const JsonCase& c : kJson) {
    JsonOptions options;
    options.max_literal_elements = c.max_literal_elements;
    ExpectGolden(std::string("json/") + c.golden + ".json",
                 ToJson(ReadModule(c.input, c.is_raw), options));
  }
}

struct DotCase {
  const char* golden;
  const char* input;
  const char* computation = "";
  const char* around = "";
  int hops = 2;
  bool unfold = false;
  bool is_raw = false;
};
constexpr DotCase kDot[] = {
    {"pipeline", "dot/pipeline"},
    {"pipeline_sugar", "dot/pipeline", "main", "", 2, false, true},
    {"body", "dot/pipeline", "%body"},
    {"fused", "dot/pipeline", "fused"},
    {"unfolded", "dot/pipeline", "main", "", 2, true},
    {"around", "dot/pipeline", "", "while", 1},
    {"around_unfolded", "dot/pipeline", "main", "%fusion", 1, true},
    {"nested", "dot/nested", "", "", 2, true},
    {"escapes", "dot/escapes"},
    {"all", "options/all"},
    {"attention", "jax/causal_attention-before"},
};

std::string DotOf(const DotCase& c) {
  DotOptions options;
  options.computation = c.computation;
  options.around = c.around;
  options.hops = c.hops;
  options.unfold_fusions = c.unfold;
  const absl::StatusOr<std::string> dot = ToDot(ReadModule(c.input, c.is_raw), options);
  EXPECT_TRUE(dot.ok()) << c.golden << ": " << dot.status();
  return dot.value_or("");
}

TEST(GraphGolden, Dot) {
  for (const DotCase& c : kDot) ExpectGolden(std::string("dot/") + c.golden + ".dot", DotOf(c));
}

TEST(GraphGolden, GraphvizDrawsThem) {
  if (std::system("command -v dot >/dev/null") != 0) GTEST_SKIP() << "graphviz is not installed";
  for (const DotCase& c : kDot) {
    const std::string input = HLO_TEXT_TESTDATA "/dot/" + std::string(c.golden) + ".dot";
    const std::string output = testing::TempDir() + "graph_golden_" + c.golden + ".svg";
    const std::string command = "dot -Tsvg '" + input + "' -o '" + output + "' 2>'" + output + "'";
    EXPECT_EQ(std::system(command.c_str()), 0) << c.golden;
    const std::string svg = ReadFile(output);
    EXPECT_THAT(svg, HasSubstr("</svg>")) << c.golden;
    std::remove(output.c_str());
  }
}

TEST(GraphGolden, AllOfTestdataIsSound) {
  int count = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(HLO_TEXT_TESTDATA)) {
    if (entry.path().extension() != ".hlo") continue;
    ParseOptions options;
    options.allow_unknown = true;
    absl::StatusOr<HloModule> module = ParseHloModule(ReadFile(entry.path()), options);
    if (!module.ok()) continue;
    ++count;
    DotOptions dot;
    dot.unfold_fusions = count % 2 == 0;
    dot.max_nodes = 1000000;
    JsonOptions json;
    json.max_literal_elements = 100;
    EXPECT_TRUE(IsJson(ToJson(*module, json))) << entry.path();
    EXPECT_TRUE(IsBalancedDot(*ToDot(*module, dot))) << entry.path();
  }
  EXPECT_GT(count, 500);
}

// The picture in docs is drawn from this graph.
TEST(GraphGolden, ThePictureOfTheDocsIsUpToDate) {
  const std::string svg = ReadFile(HLO_TEXT_DOCS "/pictures/pipeline.svg");
  const std::string dot = ReadFile(HLO_TEXT_TESTDATA "/dot/pipeline.dot");
  ASSERT_THAT(svg, HasSubstr("</svg>"));
  // The command that makes it puts the graph in front, as a comment.
  const size_t begin = svg.find("<!--\n");
  ASSERT_NE(begin, std::string::npos);
  EXPECT_EQ(svg.substr(begin + 5, dot.size()), dot)
      << "tests/checks/draw_pictures.sh draws it anew";
}

}  // namespace hlo::graph_golden_test

int main(int argc, char** argv) { return hlo::RunWithGoldens(argc, argv); }
