#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "src/parse/module/header.h"
#include "tests/support/header_test_util.h"

namespace hlo_text_v1::stack_frame_tables_test {

using namespace internal;

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;

TEST(StackFrameTablesTest, AllFour) {
  ParseFixture text(R"(FileNames 1 "a.py" 7 'b"' -3 "c"
FunctionNames 1 "f" 2 "g\n"
FileLocations 1 {file_name_id=1 function_name_id=2 line=3 end_line=4 column=5 end_column=6}
  1 {,end_column=60, column=50 end_line=40, line=-30, function_name_id=20, file_name_id=10}
StackFrames 1 {file_location_id=1 parent_frame_id=1} 2 {parent_frame_id=-2147483648,file_location_id=2})");
  StackFrameTables tables;
  EXPECT_TRUE(ReadStackFrameTables(text.ctx, &tables));
  EXPECT_THAT(text.Errors(), IsEmpty());
  EXPECT_EQ(text.ctx.kind(), TokKind::kEof);
  EXPECT_THAT(tables.file_names, ElementsAre("a.py", "b\"", "c"));
  EXPECT_THAT(tables.function_names, ElementsAre("f", "g\n"));
  ASSERT_EQ(tables.locations.size(), 2u);
  const StackFrameTables::Location& first = tables.locations[0];
  EXPECT_THAT((std::vector<int32_t>{first.file_name_id, first.function_name_id, first.line,
                                    first.end_line, first.column, first.end_column}),
              ElementsAre(1, 2, 3, 4, 5, 6));
  const StackFrameTables::Location& second = tables.locations[1];
  EXPECT_THAT((std::vector<int32_t>{second.file_name_id, second.function_name_id, second.line,
                                    second.end_line, second.column, second.end_column}),
              ElementsAre(10, 20, -30, 40, 50, 60));
  ASSERT_EQ(tables.frames.size(), 2u);
  EXPECT_EQ(tables.frames[0].location_id, 1);
  EXPECT_EQ(tables.frames[0].parent_frame_id, 0);
  EXPECT_EQ(tables.frames[1].location_id, 2);
  EXPECT_LT(tables.frames[1].parent_frame_id, 0);
}

TEST(StackFrameTablesTest, AMissingStringIsEmptyAndOnlyRecorded) {
  ParseFixture text("FileNames 1 2 \"b\" FunctionNames FileLocations StackFrames");
  StackFrameTables tables;
  EXPECT_TRUE(ReadStackFrameTables(text.ctx, &tables));
  EXPECT_THAT(tables.file_names, ElementsAre("", "b"));
  EXPECT_THAT(tables.function_names, IsEmpty());
  EXPECT_THAT(text.Errors(), ElementsAre("13: expects string"));
}

TEST(StackFrameTablesTest, ManyMissingStringsFillNoLog) {
  std::string many = "FileNames";
  for (int i = 0; i < 1000; ++i) many += " 1";
  ParseFixture text(many + " FunctionNames FileLocations StackFrames");
  StackFrameTables tables;
  EXPECT_TRUE(ReadStackFrameTables(text.ctx, &tables));
  EXPECT_EQ(tables.file_names.size(), 1000u);
  EXPECT_EQ(text.Errors().size(), 20u);
}

TEST(StackFrameTablesTest, Errors) {
  struct Case {
    const char* text;
    std::vector<std::string> errors;
  };
  const Case cases[] = {
      {"FileNames 1 x FunctionNames", {"13: expects string", "13: expects 'FunctionNames'"}},
      {"FileNames \"x\"", {"11: expects 'FunctionNames'"}},
      {"FileNames FunctionNames StackFrames", {"25: expects 'FileLocations'"}},
      {"FileNames FunctionNames FileLocations", {"38: expects 'StackFrames'"}},
      {"FileNames FunctionNames FileLocations 1 2", {"41: expects '{' to start sub attributes"}},
      {"FileNames FunctionNames FileLocations 1 {}",
       {"41: sub-attribute column is expected but not seen"}},
      {"FileNames FunctionNames FileLocations 1 {line=1,,column=1}",
       {"49: expects attribute name", "49: error parsing attributes"}},
      {"FileNames FunctionNames FileLocations 1 {line=99999999999}",
       {"47: value out of range for int32_t", "42: error parsing attribute line"}},
      {"FileNames FunctionNames FileLocations 1 {line=x}",
       {"47: expects integer", "42: error parsing attribute line"}},
      {"FileNames FunctionNames FileLocations 1 {foo=1}",
       {"42: unexpected attribute \"foo\". Allowed attributes: column, end_column, end_line, "
        "file_name_id, function_name_id, line"}},
      {"FileNames FunctionNames FileLocations StackFrames 1 {parent_frame_id=1 parent_frame_id=1}",
       {"72: attribute parent_frame_id already exists"}},
      {"FileNames FunctionNames FileLocations StackFrames 1 {parent_frame_id=1}",
       {"53: sub-attribute file_location_id is expected but not seen"}},
      {"FileNames FunctionNames FileLocations StackFrames 1 {foo=1}",
       {"54: unexpected attribute \"foo\". Allowed attributes: file_location_id, "
        "parent_frame_id"}},
  };
  for (const Case& c : cases) {
    ParseFixture text(c.text);
    StackFrameTables tables;
    EXPECT_FALSE(ReadStackFrameTables(text.ctx, &tables)) << c.text;
    EXPECT_THAT(text.Errors(), ElementsAreArray(c.errors)) << c.text;
  }
}

}  // namespace hlo_text_v1::stack_frame_tables_test
