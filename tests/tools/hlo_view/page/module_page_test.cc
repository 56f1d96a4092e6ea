// The data of whole modules is in the goldens testdata/view/*.json. view_text_check.py tests that
// the pieces make up the printer's text.
#include "src/tools/hlo_view/page/module_page.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/support/read.h"

namespace hlo_text_v1::module_page_test {

using namespace internal;

TEST(ModuleData, ShapesAreWrittenOnce) {
  const std::string data =
      ModuleData(ReadModule("HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n"
                            "  ROOT b = f32[2] negate(a)\n}\n"),
                 "");
  EXPECT_NE(data.find(R"("shapes":[
["f32[2]",8,"f32[2]{0}"]])"),
            std::string::npos)
      << data;
}

TEST(ModuleData, NamesAreThoseThatPrint) {
  const std::string data =
      ModuleData(ReadModule("HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n"
                            "  ROOT a.1 = f32[2] negate(a), control-predecessors={a}\n}\n"),
                 "");
  EXPECT_NE(
      data.find(R"json(["%a.1",0,1,"negate","(",0,")",[", control-predecessors","={",0,"}"]])json"),
      std::string::npos)
      << data;
}

}  // namespace hlo_text_v1::module_page_test
