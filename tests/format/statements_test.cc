// Lines: headers, tables, computations, bodies, and the comments and blank lines between them.
#include <gtest/gtest.h>

#include "tests/format/format_test_util.h"

namespace hlo_text_v1::statements_test {

using namespace internal;

struct Case {
  const char* name;
  const char* text;
  const char* expected;
};

constexpr Case kCases[] = {
    {"Empty", "", ""},
    {"OnlyBlanks", " \n\t\n", ""},
    {"OnlyComments", "\n\n  // a\n\n\n/* b */", "// a\n\n/* b */\n"},
    {"Header", "HloModule  m,is_scheduled= true", "HloModule m, is_scheduled=true\n"},
    {"HeaderAliases",
     "HloModule m, input_output_alias={{0}:(1,{},may-alias),{1}:(0,{})}, buffer_donor={(0,{})}",
     "HloModule m, input_output_alias={ {0}: (1, {}, may-alias), {1}: (0, {}) }, "
     "buffer_donor={ (0, {}) }\n"},
    {"EntryLayout",
     "HloModule m, entry_computation_layout={(f32[2]{0},f32[],f32[],f32[],f32[],f32[]) -> (f32[])}",
     "HloModule m, entry_computation_layout={(f32[2]{0}, f32[], f32[], f32[], f32[], "
     "/*index=5*/f32[])->(f32[])}\n"},
    {"Tables",
     "HloModule m FileNames 1 \"a\" 2 \"b\"\nFunctionNames 1 \"f\"\n\n\nFileLocations\n"
     "1 { file_name_id=1, line=2 }\nStackFrames\n1 {file_location_id=1}\n\n\n\n\nx { }",
     "HloModule m\n\nFileNames\n1 \"a\"\n2 \"b\"\nFunctionNames\n1 \"f\"\n\nFileLocations\n"
     "1 {file_name_id=1 line=2}\nStackFrames\n1 {file_location_id=1}\n\n\nx {\n}\n"},
    {"RecoveryTable",
     "HloModule m, origin_recovery_table={ {\"a\"}:{\"b\"{1}}, \"text\" {\"c\"} : {\"\"} },"
     "debug_attributes={{\"a\"} : ({op_id=1, partitioned=true},{}),{\"b\"}:()}",
     "HloModule m, origin_recovery_table={\n  {\"a\"} : {\"b\" {1}},\n  \"text\"\n"
     "  {\"c\"} : {\"\"}\n}\n,\n"
     "debug_attributes={\n  {\"a\"}:({op_id=1,partitioned=true},{}),\n  {\"b\"}:()\n}\n"},
    {"Signature", "HloModule m\n%c( x:f32[2], y: (f32[],s32[]),%z pred[] )->(f32[2]{0},u8[]){}",
     "HloModule m\n%c (x: f32[2], y: (f32[], s32[]), %z pred[]) -> (f32[2]{0}, u8[]) {\n}\n"},
    {"OneLine",
     "HloModule m ENTRY e { x = f32[] parameter(0) ROOT y = f32[] copy(x) } c { z = f32[] p() }",
     "HloModule m\n\nENTRY e {\n  x = f32[] parameter(0)\n  ROOT y = f32[] copy(x)\n}\n\n"
     "c {\n  z = f32[] p()\n}\n"},
    {"BlankLines", "c {\n\n\n x = f32[] p()\n\n\n\n y = f32[] q()\n z = f32[] r()\n\n}\nd {}\n\n\n",
     "c {\n  x = f32[] p()\n\n  y = f32[] q()\n  z = f32[] r()\n}\nd {\n}\n\n"},
    {"LineEnds", "c {\r\n x = f32[] p()\r\n\r\n y = f32[] q() // a \r\n}\r\n",
     "c {\r\n  x = f32[] p()\r\n\r\n  y = f32[] q() // a\r\n}\r\n"},
    {"LineEndsOfTwoKinds", "c {\r\n x = f32[] p() /* two\r\n lines */\n}\r\n",
     "c {\n  x = f32[] p() /* two\n lines */\n}\n"},
    {"Comments",
     "// head\n\n\n  // second\nc { // opens\n\n  // before x\n     /*b*/ x = f32[] p() /*t1*/ // "
     "t2\n"
     "// own\n\n   // last\n\n } // closed\n   // end",
     "// head\n\n// second\nc { // opens\n\n  // before x\n  /*b*/ x = f32[] p() /*t1*/ // t2\n"
     "  // own\n\n  // last\n} // closed\n// end\n"},
    {"CommentBetweenOnOneLine", "c { x = f32[] p() /* of x */ y = f32[] p() }",
     "c {\n  x = f32[] p() /* of x */\n  y = f32[] p()\n}\n"},
    {"BlankLineBeforeLastComment", "c { x = f32[] p()\n\n\n// last\n\n}",
     "c {\n  x = f32[] p()\n\n  // last\n}\n"},
    {"CommentOfTheHeader", "HloModule m, // why\n is_scheduled=true",
     "HloModule m, // why\n    is_scheduled=true\n"},
    {"ExecutionThread", "c { x = f32[] p() },execution_thread= \"t\"\nENTRY d { x = f32[] p() }",
     "c {\n  x = f32[] p()\n}, execution_thread=\"t\"\nENTRY d {\n  x = f32[] p()\n}\n"},
    {"NestedBody",
     "c { x = f32[] reduce(a), to_apply={ y = f32[] p() z = f32[] call(), to_apply={w = f32[] p()} "
     "},"
     " dimensions={0} v = f32[] p() }",
     "c {\n  x = f32[] reduce(a), to_apply={\n    y = f32[] p()\n    z = f32[] call(), to_apply={\n"
     "      w = f32[] p()\n    }\n  }, dimensions={0}\n  v = f32[] p()\n}\n"},
    {"NestedBodiesInAList",
     "c { x = f32[] conditional(a), branch_computations={{ y = f32[] p() },%d} }",
     "c {\n  x = f32[] conditional(a), branch_computations={{\n    y = f32[] p()\n  }, %d}\n}\n"},
    {"InstructionCalledT", "c { x = f32[] p(), replica_groups=[2]<=[2] T = f32[] p() }",
     "c {\n  x = f32[] p(), replica_groups=[2]<=[2]\n  T = f32[] p()\n}\n"},
};

class StatementsTest : public testing::TestWithParam<Case> {};

TEST_P(StatementsTest, Formats) {
  EXPECT_EQ(FormatTokens(GetParam().text), GetParam().expected);
  EXPECT_EQ(FormatTokens(GetParam().expected), GetParam().expected) << "again";
}

INSTANTIATE_TEST_SUITE_P(All, StatementsTest, testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

// The output is proportional to the text, however deeply bodies nest.
TEST(Statements, IndentationIsBounded) {
  std::string text = "c { ";
  for (int i = 0; i < 2000; ++i) text += "x = f32[] call(), to_apply={ ";
  text += "x = f32[] p()" + std::string(2001, '}');
  const std::string formatted = FormatTokens(text);
  EXPECT_LT(formatted.size(), text.size() + size_t{4001} * 130);
  EXPECT_EQ(FormatTokens(formatted), formatted);
}

TEST(Statements, LinesAreRecorded) {
  const std::string_view text = "c {\n   x = f32[] p( ) // a\n}";
  std::vector<FormattedLine> lines;
  const std::string out = FormatTokens(text, &lines);
  ASSERT_EQ(lines.size(), 3u);
  const FormattedLine& line = lines[1];
  EXPECT_EQ(text.substr(line.begin, line.end - line.begin), "x = f32[] p( ) // a");
  EXPECT_EQ(out.substr(line.out_begin, line.out_end - line.out_begin), "x = f32[] p() // a");
  EXPECT_EQ(line.indent, 2);
}

}  // namespace hlo_text_v1::statements_test
