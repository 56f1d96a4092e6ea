#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "src/parse/module/header.h"
#include "tests/support/header_test_util.h"

namespace hlo_text_v1::header_aliasing_test {

using namespace internal;

using ::testing::ElementsAreArray;

constexpr char kAliasFormat[] =
    "Expected format: <output_shape_index>: (<input_param>, <input_param_shape_index>) OR "
    "<output_shape_index>: <input_param>";
constexpr char kDonorFormat[] = "Expected format: (<input_param>, <input_param_shape_index>)";

std::string Index(ShapeIndex index) {
  std::string text;
  for (const int64_t i : index) StrAppend(&text, text.empty() ? "" : ",", i);
  return StrCat("{", text, "}");
}

std::string Describe(absl::Span<const InputOutputAlias> aliases) {
  std::string text;
  for (const InputOutputAlias& alias : aliases) {
    StrAppend(&text, text.empty() ? "" : " ", Index(alias.output_index), "=",
              alias.parameter_number, Index(alias.parameter_index), alias.must_alias ? "!" : "");
  }
  return text;
}

std::string Describe(absl::Span<const BufferDonor> donors) {
  std::string text;
  for (const BufferDonor& donor : donors) {
    StrAppend(&text, text.empty() ? "" : " ", donor.parameter_number, Index(donor.parameter_index));
  }
  return text;
}

TEST(InputOutputAliasTest, SortsAndKeepsTheFirstOfEqualOnes) {
  struct Case {
    const char* text;
    const char* expected;
  };
  const Case cases[] = {
      {"{}", ""},
      {"{ {}: (0, {}) }", "{}=0{}"},
      {"{ {0}: (0, {}, may-alias), {1}: (1, {2}, must-alias) }", "{0}=0{} {1}=1{2}!"},
      {"{ {1}: (0,{}), {}: (0,{}), {0,3}: (2,{}), {0}: (1,{5,-2},must-alias), }",
       "{}=0{} {0}=1{5,-2}! {0,3}=2{} {1}=0{}"},
      {"{ {10}: (0,{}), {9}: (0,{}), {10}: (7,{},must-alias), {-1}: (-4,{}) }",
       "{-1}=-4{} {9}=0{} {10}=0{}"},
      {"{{0,}:(0,{1,},%must-alias)}", "{0}=0{1}!"},
  };
  for (const Case& c : cases) {
    ParseFixture text(c.text);
    absl::Span<const InputOutputAlias> aliases;
    EXPECT_TRUE(ReadInputOutputAlias(text.ctx, &aliases)) << c.text;
    EXPECT_EQ(Describe(aliases), c.expected) << c.text;
    EXPECT_EQ(text.ctx.kind(), TokKind::kEof) << c.text;
    EXPECT_TRUE(text.Errors().empty()) << c.text;
  }
}

TEST(InputOutputAliasTest, Errors) {
  struct Case {
    const char* text;
    std::vector<std::string> errors;
  };
  const Case cases[] = {
      {"x", {"1: Expects '{' at the start of aliasing description"}},
      {"{ {0}: (0,{}) ", {"15: Expects '}' at the end of aliasing description"}},
      {"{ {0}: (0,{}) {1}: (0,{}) }", {"15: Expects '}' at the end of aliasing description"}},
      {"{ {0}: (0,{}),, }", {"15: Expects '{' at the start of ShapeIndex"}},
      {"{ {0 1}: (0,{}) }", {"6: Expects '}' at the end of ShapeIndex"}},
      {"{ {}: 0 }", {StrCat("7: ", kAliasFormat)}},
      {"{ {} (0,{}) }", {StrCat("6: ", kAliasFormat)}},
      {"{ {}: (x,{}) }", {"8: expects integer", StrCat("8: ", kAliasFormat)}},
      {"{ {}: (0 {}) }", {StrCat("10: ", kAliasFormat)}},
      {"{ {}: (0,{} ", {StrCat("13: ", kAliasFormat)}},
      {"{ {}: (0,{},foo) }", {"16: Unexpected aliasing kind; expected SYSTEM or USER"}},
      {"{ {}: (0,{},5) }",
       {"13: expects name", "13: Unexpected aliasing kind; expected SYSTEM or USER"}},
      // XLA uses an uninitialized number.
      {"{ {}: (,{}) }", {"8: expects integer"}},
  };
  for (const Case& c : cases) {
    ParseFixture text(c.text);
    absl::Span<const InputOutputAlias> aliases;
    EXPECT_FALSE(ReadInputOutputAlias(text.ctx, &aliases)) << c.text;
    EXPECT_THAT(text.Errors(), ElementsAreArray(c.errors)) << c.text;
  }
}

TEST(BufferDonorTest, SortedAndUnique) {
  struct Case {
    const char* text;
    const char* expected;
  };
  const Case cases[] = {
      {"{}", ""},
      {"{ (1,{}), (0,{}) }", "0{} 1{}"},
      {"{ (1,{2}),(1,{}),(1,{1,5}),(0,{9}),(1,{2}),(-3,{}), }", "-3{} 0{9} 1{} 1{1,5} 1{2}"},
  };
  for (const Case& c : cases) {
    ParseFixture text(c.text);
    absl::Span<const BufferDonor> donors;
    EXPECT_TRUE(ReadBufferDonor(text.ctx, &donors)) << c.text;
    EXPECT_EQ(Describe(donors), c.expected) << c.text;
    EXPECT_EQ(text.ctx.kind(), TokKind::kEof) << c.text;
  }
}

TEST(BufferDonorTest, Errors) {
  struct Case {
    const char* text;
    std::vector<std::string> errors;
  };
  const Case cases[] = {
      {"x", {"1: Expects '{' at the start of buffer donor description"}},
      {"{ 1 }", {StrCat("3: ", kDonorFormat)}},
      {"{ (1,{}) (2,{}) }", {"10: Expects '}' at the end of buffer donor description"}},
      {"{ (1.5,{}) }", {"4: expects integer", StrCat("4: ", kDonorFormat)}},
      {"{ (,{}) }", {"4: expects integer"}},
      {"{ (1,{}, }", {StrCat("8: ", kDonorFormat)}},
  };
  for (const Case& c : cases) {
    ParseFixture text(c.text);
    absl::Span<const BufferDonor> donors;
    EXPECT_FALSE(ReadBufferDonor(text.ctx, &donors)) << c.text;
    EXPECT_THAT(text.Errors(), ElementsAreArray(c.errors)) << c.text;
  }
}

TEST(CheckModuleConfigTest, IndicesAndParameterNumbers) {
  struct Case {
    const char* alias;
    const char* donor;
    std::vector<std::string> errors;  // at the end of the text, whatever was read of it
  };
  constexpr char kShape[] = " which is an invalid index for shape (f32[], (f32[2], s32[]))";
  const auto invalid = [&](const char* index) {
    return StrCat("4: Trying to set up alias at ", index, kShape);
  };
  const Case cases[] = {
      {"{ {}: (0,{}), {0}: (9,{7}), {1,1}: (0,{}) }", "{ (0,{}) }", {}},
      {"{ {2}: (0,{}) }", "{}", {invalid("{2}")}},
      {"{ {-1}: (0,{}) }", "{}", {invalid("{-1}")}},
      {"{ {0,0}: (0,{}) }", "{}", {invalid("{0,0}")}},
      {"{ {1,2}: (-5,{}) }", "{ (-3,{}) }", {invalid("{1,2}")}},
      {"{ {7}: (0,{}), {0}: (-1,{}) }", "{}", {"4: param_number >= 0 -1"}},
      {"{ {0}: (0,{}), {0}: (-1,{}) }", "{}", {}},
      {"{}", "{ (-1,{2}), (-3,{}) }", {"4: param_number >= 0 -3"}},
  };
  for (const Case& c : cases) {
    ParseFixture alias(c.alias);
    ParseFixture donor(c.donor);
    HloModuleConfig config;
    ASSERT_TRUE(ReadInputOutputAlias(alias.ctx, &config.input_output_alias)) << c.alias;
    ASSERT_TRUE(ReadBufferDonor(donor.ctx, &config.buffer_donor)) << c.donor;
    ParseFixture text("end");
    ShapePool& pool = text.ctx.shapes;
    const Shape* f32 = pool.Scalar(PrimitiveType::kF32);
    const Shape* inner =
        pool.Tuple({pool.Array(PrimitiveType::kF32, {2}), pool.Scalar(PrimitiveType::kS32)});
    EXPECT_EQ(CheckModuleConfig(text.ctx, *pool.Tuple({f32, inner}), config), c.errors.empty());
    EXPECT_THAT(text.Errors(), ElementsAreArray(c.errors)) << c.alias;
  }
}

}  // namespace hlo_text_v1::header_aliasing_test
