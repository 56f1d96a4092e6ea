// All of testdata becomes valid JSON and graphs; graphviz draws those of testdata/dot.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "hlo/export.h"
#include "hlo/parser.h"
#include "tests/export/graph_syntax.h"
#include "tests/support/read.h"

namespace hlo_text_v1::export_testdata_test {

using namespace internal;

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST(ExportTestdata, GraphvizDrawsThem) {
  if (std::system("command -v dot >/dev/null") != 0) GTEST_SKIP() << "graphviz is not installed";
  for (const fs::path& input : TestdataFiles("dot", ".dot")) {
    const std::string output = testing::TempDir() + "graphviz_" + input.stem().string() + ".svg";
    const std::string command =
        "dot -Tsvg '" + input.string() + "' -o '" + output + "' 2>'" + output + "'";
    EXPECT_EQ(std::system(command.c_str()), 0) << input;
    const std::string svg = ReadFile(output);
    EXPECT_THAT(svg, HasSubstr("</svg>")) << input;
    std::remove(output.c_str());
  }
}

TEST(ExportTestdata, AllOfTestdataIsSound) {
  int count = 0;
  for (const fs::path& path : TestdataFiles()) {
    ReadOptions options;
    options.parse.allow_unknown = true;
    const absl::StatusOr<HloModule> module = ReadHloModule(ReadFile(path), options);
    if (!module.ok()) continue;
    ++count;
    DotOptions dot;
    dot.unfold_fusions = count % 2 == 0;
    dot.max_nodes = 1000000;
    JsonOptions json;
    json.max_literal_elements = 100;
    EXPECT_TRUE(IsJson(ExportJson(*module, json))) << path;
    EXPECT_TRUE(IsBalancedDot(*ExportDot(*module, dot))) << path;
  }
  EXPECT_GT(count, 500);
}

// The picture in docs is drawn from this graph.
TEST(ExportTestdata, ThePictureOfTheDocsIsUpToDate) {
  const std::string svg = ReadFile(HLO_TEXT_DOCS "/pictures/pipeline.svg");
  const std::string dot = ReadFile(HLO_TEXT_TESTDATA "/dot/pipeline.dot");
  ASSERT_THAT(svg, HasSubstr("</svg>"));
  // draw_pictures.sh puts the graph at the start, as a comment.
  const size_t begin = svg.find("<!--\n");
  ASSERT_NE(begin, std::string::npos);
  EXPECT_EQ(svg.substr(begin + 5, dot.size()), dot)
      << "tests/checks/draw_pictures.sh draws it anew";
}

}  // namespace hlo_text_v1::export_testdata_test
