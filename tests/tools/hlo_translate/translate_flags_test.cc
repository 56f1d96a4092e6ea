#include "src/tools/hlo_translate/translate_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "hlo/tables.h"
#include "tests/tools/common/flags_test_util.h"

namespace hlo_text_v1::translate_flags_test {

using namespace internal;

using testing::ElementsAre;

// The error of a command line of words; empty if there is none.
std::string Parse(const std::string& line, TranslateFlags* flags) {
  return test::LineError(ParseTranslateFlags, line, flags);
}

TEST(TranslateFlags, Values) {
  TranslateFlags flags;
  EXPECT_EQ(Parse("--to=dot --around=x --hops=5 --max_nodes 10 a.hlo", &flags), "");
  EXPECT_EQ(flags.from, "hlo");
  EXPECT_EQ(flags.hop_count, 5);
  EXPECT_EQ(flags.node_limit, 10);
  EXPECT_THAT(flags.files, ElementsAre("a.hlo"));

  TranslateFlags back;
  EXPECT_EQ(Parse("--from=mlir-async --async=generic", &back), "");
  EXPECT_EQ(back.to, "hlo");
  EXPECT_EQ(back.async, "generic");
  EXPECT_THAT(back.files, ElementsAre("-"));

  TranslateFlags wrapped;
  EXPECT_EQ(Parse("--to=textproto --wrap=snapshot", &wrapped), "");

  TranslateFlags help;
  EXPECT_EQ(Parse("--help", &help), "");
}

// The flag takes the names of all tables.
TEST(TranslateFlags, Tables) {
  for (const TableInfo& table : AllTables()) {
    TranslateFlags flags;
    EXPECT_EQ(Parse("--to=ndjson a b c --table=" + std::string(table.name), &flags), "");
    EXPECT_THAT(flags.files, ElementsAre("a", "b", "c"));
  }
}

TEST(TranslateFlags, Errors) {
  const Case cases[] = {
      {"", "--to=json|dot|mlir-async|hlo|hlo-proto|textproto|ndjson|csv|literal is required"},
      {"--to=xml",
       "--to expects json, dot, mlir-async, hlo, hlo-proto, textproto, ndjson, csv or literal, not "
       "'xml'"},
      {"--to=csv", "--to=csv requires --table"},
      {"--to=ndjson --table=edges --raw_cells", "--raw_cells requires --to=csv"},
      {"--to=json --table=edges", "--table requires --to=ndjson or --to=csv"},
      {"--to=json --jobs=2", "--jobs requires --to=ndjson or --to=csv"},
      {"--to=csv --table=edges --from=hlo-proto", "--from cannot be used with --to=csv"},
      {"--to=csv --table=edges --jobs=0", "--jobs expects a number from 1 to 1024, not '0'"},
      {"--to=csv --table=rows",
       "--table expects modules, computations, instructions, edges, collectives, costs, "
       "cost_sums, passes or errors, not 'rows'"},
      {"--to=json --around=x", "--around requires --to=dot"},
      {"--to=json --registered_only", "--registered_only requires --to=mlir-async"},
      {"--to=dot --async=xla", "--async requires --to=hlo"},
      {"--to=hlo --async=some", "--async expects sugar, xla, generic or keep, not 'some'"},
      {"--to=hlo --wrap=snapshot", "--wrap requires --to=hlo-proto or --to=textproto"},
      {"--to=dot --hops=2", "--hops requires --around"},
      {"--to=dot --around=x --hops=-1", "--hops expects a number from 0 to 1000000000, not '-1'"},
      {"--to=dot --max_nodes=0", "--max_nodes expects a number from 1 to 1000000000, not '0'"},
      {"--to=hlo --from=mlir-async --upgrade_legacy",
       "--upgrade_legacy cannot be used with --from=mlir-async"},
      {"--to=json a b", "only one FILE is allowed"},
  };
  test::ExpectFlagsErrors(ParseTranslateFlags, cases);
}

}  // namespace hlo_text_v1::translate_flags_test
