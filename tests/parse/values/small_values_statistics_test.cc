#include "hlo/print_values.h"
#include "src/parse/values/values.h"
#include "tests/support/attribute_value_testing.h"

namespace hlo_text_v1::measure_parser_test {

using namespace internal;

TEST(MeasureParserTest, ResultAccuracy) {
  constexpr std::string_view kInvalid =
      " of result_accuracy must not be negative, NaN or out of range";
  const std::string atol = "ERR 0: atol" + std::string(kInvalid);
  const std::string rtol = "ERR 0: rtol" + std::string(kInvalid);
  const std::string ulps = "ERR 0: ulps" + std::string(kInvalid);
  const Case cases[] = {
      {"{mode=HIGHEST}", "{mode=highest}"},
      {"{mode=default}", "{mode=default}"},
      {"{tolerance={}}", "{tolerance={atol=0,rtol=0,ulps=0}}"},
      {"{tolerance={ulps=2.9}}", "{tolerance={atol=0,rtol=0,ulps=2}}"},
      {"{tolerance={ulps=-0.5}}", "{tolerance={atol=0,rtol=0,ulps=0}}"},
      {"{tolerance={ulps=9.2e18}}", "{tolerance={atol=0,rtol=0,ulps=9200000000000000000}}"},
      {"{tolerance={atol=1e-5, rtol=1e10}}", "{tolerance={atol=1e-05,rtol=1e+10,ulps=0}}"},
      {"{tolerance={atol=inf,rtol=inf}}", "{tolerance={atol=inf,rtol=inf,ulps=0}}"},
      {"{tolerance={atol=-0.0}}", "{tolerance={atol=-0,rtol=0,ulps=0}}"},
      {"{tolerance={atol=1,atol=3,ulps=-3,ulps=5}}", "{tolerance={atol=3,rtol=0,ulps=5}}"},
      // A missing value is logged and read as 0.
      {"{tolerance={atol=,rtol=3}}", "{tolerance={atol=0,rtol=3,ulps=0}}"},
      {"3", "ERR 0: expected '{' to start result precision list"},
      {"{}", "ERR 1: expects attribute name | 1: expects string for result_accuracy spec"},
      {"{foo=3}", "ERR 5: invalid attribute name: foo"},
      {"{mode=3}", "ERR 6: expects ResultAccuracy type"},
      {"{mode=foo}",
       "ERR 6: expects ResultAccuracy type but sees: foo, error: Unknown accuracy mode"},
      {"{tolerance=3}", "ERR 11: expected '{' to start result accuracy list"},
      {"{tolerance={3}}",
       "ERR 12: expects attribute name | 12: expects string for result_accuracy tolerance type"},
      {"{tolerance={foo=3}}", "ERR 16: invalid attribute name: foo"},
      {"{tolerance={atol=x}}",
       "ERR 17: expects decimal or integer | 17: expects '}' at the end of result precision"},
      {"{tolerance={atol=1e999}}",
       "ERR 17: Constant is out of range for double (+/-1.79769e+308) and so is unparsable. | 17: "
       "expects '}' at the end of result precision"},
      {"{tolerance={atol=1 rtol=2}}", "ERR 19: expects '}' at the end of result precision"},
      {"{tolerance={atol=-1}}", atol},
      {"{tolerance={atol=nan}}", atol},
      {"{tolerance={rtol=-inf}}", rtol},
      {"{tolerance={ulps=-3}}", ulps},
      {"{tolerance={ulps=nan}}", ulps},
      {"{tolerance={ulps=inf}}", ulps},
      {"{tolerance={ulps=9223372036854775807}}", ulps},
  };
  ExpectValues<ResultAccuracy>(cases, ReadResultAccuracy, AppendResultAccuracy);
}

TEST(MeasureParserTest, Statistics) {
  const Case kCases[] = {
      {"{}", "{visualizing_index=0}"},
      {"{foo=3,a=1.5}", "{visualizing_index=3,a=1.5}"},
      {"{visualizing_index=0,a=1000000,b=999999.5,c=-0.0,d=9223372036854775807}",
       "{visualizing_index=0,a=1e+06,b=1e+06,c=-0,d=9.22337e+18}"},
      {"{a=18446744073709551615,b=1,b=-nan,b=1e999}", "{visualizing_index=-1,b=1,b=nan,b=1e999}"},
      {"3", "ERR 0: expected '{' to start statistics"},
      {"{3}", "ERR 1: expects attribute name"},
      {"{a=1,b}", "ERR 5: expects attribute name"},
      // A bad value is rejected without a reason.
      {"{a=1.5}", "ERR"},
      {"{a=1,b=}", "ERR"},
      {"{a=1,b=inf}", "ERR"},
  };
  ExpectValues<Statistics>(kCases, ReadStatistics, AppendStatistics);
}

}  // namespace hlo_text_v1::measure_parser_test
