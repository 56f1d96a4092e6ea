// hlo-translate as users run it: a shell runs it; compares output, errors and exit code.
// Tests: translate_table, write_table
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "hlo/version.h"
#include "src/read/source.h"
#include "tests/support/program_test_util.h"

namespace hlo_text_v1::translate_test {

using namespace internal;

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr char kGood[] = R"(HloModule good
ENTRY main {
  x = f32[2] parameter(0)
  ROOT y = f32[2] negate(x)
}
)";
constexpr char kBad[] = "HloModule bad\nENTRY main {\n  ROOT y = f32[2] add(x)\n}\n";

class TranslateTest : public ProgramTest {
 protected:
  TranslateTest() : ProgramTest(HLO_TRANSLATE) {}

  void SetUp() override {
    ProgramTest::SetUp();
    Put("good.hlo", kGood);
    Put("bad.hlo", kBad);
  }
};

TEST_F(TranslateTest, WritesJson) {
  for (const char* command :
       {"--to=json good.hlo", "--to=json <good.hlo", "--to json - <good.hlo"}) {
    const Result r = Run(command);
    EXPECT_EQ(r.exit_code, 0) << command;
    EXPECT_THAT(r.out, StartsWith("{\"hlo_json_version\":1,\"name\":\"good\""));
    EXPECT_EQ(r.err, "");
  }
}

TEST_F(TranslateTest, WritesLargeConstantsOnDemand) {
  Put("c.hlo", "HloModule m\nENTRY e { ROOT c = s32[11] constant({1,2,3,4,5,6,7,8,9,10,11}) }");
  EXPECT_THAT(Run("--to=json c.hlo").out, HasSubstr("\"omitted\":11"));
  EXPECT_THAT(Run("--to=json --large_constants c.hlo").out, HasSubstr("8,9,10,11]"));
}

TEST_F(TranslateTest, WritesAndReadsProtos) {
  for (const char* flags : {"", "--wrap=hlo_proto", "--wrap=snapshot", "--wrap=with_config"}) {
    EXPECT_EQ(Run(std::string("--to=hlo-proto good.hlo -o good.pb ") + flags).err, "");
    const Result back = Run("--from=hlo-proto good.pb");
    EXPECT_EQ(back.err, "");
    EXPECT_EQ(back.out, Run("--to=hlo good.hlo").out);
    EXPECT_EQ(Run("--to=json good.pb").out, Run("--to=json good.hlo").out);
  }
  EXPECT_THAT(Run("--to=textproto good.hlo").out, StartsWith("name: \"good\"\n"));
  // For a proto, its own fields, not just those that a module keeps.
  ASSERT_EQ(Run("--to=hlo-proto --wrap=snapshot good.hlo -o snapshot.pb").exit_code, 0);
  EXPECT_THAT(Run("--to=textproto snapshot.pb").out, StartsWith("hlo {\n  hlo_module {\n"));
  const Result text = Run("--from=hlo-proto good.hlo");
  EXPECT_EQ(text.exit_code, 1);
  EXPECT_THAT(text.err, HasSubstr("no HloModuleProto, HloProto or snapshot"));
}

TEST_F(TranslateTest, SaysWhatAProtoLoses) {
  Put("two.hlo", "HloModule m, replica_count=2\nENTRY e { ROOT p = f32[] parameter(0) }");
  const Result r = Run("--to=hlo-proto two.hlo -o two.pb");
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_THAT(r.err, HasSubstr("warning: replica_count has no place in an HloModuleProto"));
  EXPECT_EQ(Run("--to=hlo-proto --wrap=with_config two.hlo -o two.pb").err, "");
  EXPECT_EQ(Run("--to=hlo two.pb").out, Run("--to=hlo two.hlo").out);
}

TEST_F(TranslateTest, WritesAGraph) {
  EXPECT_THAT(Run("--to=dot good.hlo").out, StartsWith("digraph \"good\" {"));
  const Result near = Run("--to=dot --around=%x --hops=0 good.hlo");
  EXPECT_THAT(near.out, HasSubstr("dashed"));
  EXPECT_EQ(near.err, "");
}

TEST_F(TranslateTest, WritesHlo) {
  EXPECT_THAT(Run("--to=hlo good.hlo").out, HasSubstr("  ROOT %y = f32[2]{0} negate(%x)\n"));
}

TEST_F(TranslateTest, ToMlirAndBack) {
  Put("async.hlo", R"(HloModule m
ENTRY e {
  p = f32[64] parameter(0)
  s = ((f32[64]), f32[64]) negate-start(p)
  ROOT d = f32[64] negate-done(s)
}
)");
  const std::string printed = Run("--to=hlo async.hlo").out;
  for (const char* flags : {"", "--registered_only", "--name_attributes"}) {
    const Result mlir = Run(std::string("--to=mlir-async async.hlo -o async.mlir ") + flags);
    EXPECT_EQ(mlir.exit_code, 0) << mlir.err;
    EXPECT_THAT(Get("async.mlir"), HasSubstr("async.await")) << flags;
    const Result back = Run("--from=mlir-async async.mlir");
    EXPECT_EQ(back.exit_code, 0) << back.err;
    EXPECT_EQ(back.out, printed) << flags;
  }
  EXPECT_THAT(Run("--from=mlir-async --async=generic async.mlir").out, HasSubstr("async-start"));
  Put("large.hlo",
      "ENTRY e { ROOT c = s32[12] constant({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}) }");
  EXPECT_EQ(Run("--to=mlir-async large.hlo -o large.mlir").exit_code, 0);
  EXPECT_THAT(Run("--from=mlir-async large.mlir").out, HasSubstr("10, 11, 12}"));
  EXPECT_THAT(Run("--from=mlir-async --to=json async.mlir").out, HasSubstr("\"async_chains\""));
}

TEST_F(TranslateTest, MlirThatIsWrong) {
  Put("bad.mlir", "module @m {\n  what\n}\n");
  const Result r = Run("--from=mlir-async bad.mlir");
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_EQ(r.out, "");
  EXPECT_THAT(r.err, StartsWith("bad.mlir:2:"));
  EXPECT_EQ(Run("--from=mlir-async none.mlir").exit_code, 3);
}

TEST_F(TranslateTest, UnpacksGzip) {
  const absl::StatusOr<std::string> packed = Gzip(kGood);
  if (!packed.ok()) GTEST_SKIP() << packed.status();
  Put("good.hlo.gz", *packed);
  EXPECT_THAT(Run("--to=json good.hlo.gz").out, EndsWith("]}\n"));
}

TEST_F(TranslateTest, AGraphThatIsTooLarge) {
  const Result r = Run("--to=dot --max_nodes=1 good.hlo -o out");
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_EQ(r.err,
            "hlo-translate: good.hlo: a graph of 2 instructions, the limit is 1; draw what "
            "is around one instruction (--around, --hops, --computation, --max_nodes)\n");
  EXPECT_FALSE(fs::exists(directory_ / "out"));
  const Result none = Run("--to=dot --around=z good.hlo");
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_EQ(none.err, "hlo-translate: good.hlo: there is no instruction 'z'\n");
}

TEST_F(TranslateTest, AnErrorLeavesTheOutput) {
  Put("out", "old");
  const Result r = Run("--to=json bad.hlo -o out");
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_EQ(r.out, "");
  EXPECT_THAT(r.err, StartsWith("bad.hlo:3:"));
  EXPECT_EQ(Get("out"), "old");
  EXPECT_EQ(Run("--to=json good.hlo -o out").exit_code, 0);
  EXPECT_THAT(Get("out"), StartsWith("{\"hlo_json_version\""));
}

TEST_F(TranslateTest, Files) {
  const Result none = Run("--to=json none.hlo");
  EXPECT_EQ(none.exit_code, 3);
  EXPECT_THAT(none.err, HasSubstr("none.hlo"));
  EXPECT_EQ(Run("--to=json good.hlo -o none/out").exit_code, 3);
  EXPECT_EQ(Run("--to=json good.hlo >/dev/full").exit_code, 3);
  EXPECT_THAT(Run("--to=json <bad.hlo").err, StartsWith("<stdin>:3:"));
}

TEST_F(TranslateTest, WrongUsage) {
  const Result r = Run("good.hlo");
  EXPECT_EQ(r.exit_code, 2);
  EXPECT_EQ(r.err,
            "hlo-translate: --to=json|dot|mlir-async|hlo|hlo-proto|textproto|ndjson|csv|literal is "
            "required\n"
            "Try hlo-translate --help.\n");
}

// One row per instruction of all files; a damaged file is not a failure.
TEST_F(TranslateTest, WritesTables) {
  const Result rows = Run("--to=ndjson --table=instructions --jobs=2 good.hlo bad.hlo - <good.hlo");
  EXPECT_EQ(rows.exit_code, 0);
  EXPECT_EQ(rows.err, "hlo-translate: 1 of 3 files could not be read; --table=errors says why\n");
  EXPECT_THAT(rows.out, StartsWith("{\"file\":\"good.hlo\",\"computation_id\":0,\"id\":0,"));
  EXPECT_THAT(rows.out, HasSubstr("\n{\"file\":\"-\","));
  EXPECT_EQ(std::count(rows.out.begin(), rows.out.end(), '\n'), 4);
  // Folders stand for the HLO files in them.
  const Result errors = Run("--to=csv --table=errors .");
  EXPECT_EQ(errors.exit_code, 0);
  EXPECT_EQ(errors.err, "");
  EXPECT_THAT(errors.out, StartsWith("file,kind,code,line,column,message\n"));
  EXPECT_THAT(errors.out, HasSubstr("bad.hlo,text,"));
  EXPECT_EQ(Run("--to=csv --table=errors good.hlo").out, "file,kind,code,line,column,message\n");
  // A spreadsheet would run a cell that begins with =.
  Put("formula.hlo",
      "HloModule m\nENTRY e { ROOT c = f32[] custom-call(), custom_call_target=\"=1,2\" }\n");
  EXPECT_THAT(Run("--to=csv --table=instructions formula.hlo").out, HasSubstr(",\"'=1,2\","));
  EXPECT_THAT(Run("--to=csv --table=instructions --raw_cells formula.hlo").out,
              HasSubstr(",\"=1,2\","));
  EXPECT_EQ(Run("--to=csv --table=modules good.hlo >/dev/full").exit_code, 3);
  EXPECT_EQ(Run("--to=csv --table=modules good.hlo -o none/out").exit_code, 3);
}

TEST_F(TranslateTest, AboutItself) {
  EXPECT_EQ(Run("--version").out, "hlo-translate " HLO_TEXT_VERSION "\n");
  EXPECT_THAT(Run("--help").out, StartsWith("Usage: hlo-translate [flags] [FILE]\n"));
  EXPECT_EQ(Run("--help >/dev/full").exit_code, 3);
  EXPECT_EQ(Run("--to=json good.hlo <&- >&-").exit_code, 3);
}

}  // namespace hlo_text_v1::translate_test
