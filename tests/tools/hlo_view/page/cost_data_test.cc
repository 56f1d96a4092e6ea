#include <gtest/gtest.h>

#include <string>

#include "src/tools/hlo_view/page/module_page.h"
#include "tests/support/read.h"

namespace hlo_text_v1::cost_data_test {

using namespace internal;

TEST(CostData, RowsAndPeak) {
  const HloModule module = ReadModule(R"(HloModule m, is_scheduled=true
ENTRY e {
  a = f32[2] parameter(0)
  ROOT b = f32[2] negate(a), metadata={op_name="f/neg"}
}
)");
  const Machine machine = {"slow", "", {{"f32", 1}}, 0, 0};
  ModuleDataOptions options;
  options.with_costs = true;
  options.machine = &machine;
  const std::string data = ModuleData(module, "", options);
  for (const char* part : {R"j("cost":{"minimum":false,"machine":"slow","path":2,)j",
                           R"j("peak":{"bytes":16,"at":["%e","%b"],)j",
                           R"j("scopes":[["(parameters)",8,0,8,0,8],["f",8,0,0,0,8]])j",
                           R"j("costs":[[1,2,16,0,2]])j"}) {
    EXPECT_NE(data.find(part), std::string::npos) << part << "\n" << data;
  }
  EXPECT_EQ(ModuleData(module, "").find("\"cost"), std::string::npos);
}

}  // namespace hlo_text_v1::cost_data_test
