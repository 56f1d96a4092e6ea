// The data of pages are the files testdata/view/*.json; `module_data_test --update_goldens` writes
// them anew. That the pieces make up the printer's text is tested by view_text_check.py.
#include "src/tools/hlo_view/page/module_data.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "hlo/async.h"
#include "hlo/parser.h"
#include "hlo/uniquify.h"
#include "tests/support/golden_main.h"

namespace hlo::module_data_test {

HloModule Read(const std::string& text) {
  ParseOptions options;
  options.uniquify = false;
  absl::StatusOr<HloModule> module = ParseHloModule(text, options);
  if (!module.ok()) {
    ADD_FAILURE() << module.status();
    return {};
  }
  Desugar(*module);
  Uniquify(*module);
  return *std::move(module);
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

class ModuleDataGolden : public testing::TestWithParam<std::string_view> {};

TEST_P(ModuleDataGolden, Json) {
  const std::string path = HLO_TEXT_TESTDATA "/view/" + std::string(GetParam());
  const std::string text = ReadFile(path + ".hlo");
  const std::string data = ModuleData(Read(text), std::string(GetParam()) + ".hlo") + "\n";
  if (update_goldens) std::ofstream(path + ".json", std::ios::binary) << data;
  EXPECT_EQ(ReadFile(path + ".json"), data)
      << "module_data_test --update_goldens writes " << path << ".json anew";
}

INSTANTIATE_TEST_SUITE_P(View, ModuleDataGolden, testing::Values("step", "links", "sugar"),
                         [](const auto& test) { return std::string(test.param); });

TEST(ModuleData, ShapesAreWrittenOnce) {
  const std::string data = ModuleData(Read("HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n"
                                           "  ROOT b = f32[2] negate(a)\n}\n"),
                                      "");
  EXPECT_NE(data.find(R"("shapes":[
["f32[2]","f32[2]{0}"]])"),
            std::string::npos)
      << data;
}

TEST(ModuleData, NamesAreThoseThatPrint) {
  const std::string data =
      ModuleData(Read("HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n"
                      "  ROOT a.1 = f32[2] negate(a), control-predecessors={a}\n}\n"),
                 "");
  EXPECT_NE(
      data.find(R"json(["%a.1",0,1,"negate","(",0,")",[", control-predecessors","={",0,"}"]])json"),
      std::string::npos)
      << data;
}

}  // namespace hlo::module_data_test

int main(int argc, char** argv) { return hlo::RunWithGoldens(argc, argv); }
